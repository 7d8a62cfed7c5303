import { inlineText } from '../../core/text/inline-text.js';
import { ok, type Result } from '../../core/errors.js';
import { endRequest } from '../requests/outcomes/end-request.js';
import { isAboutToBeCalled, whileCallsBlocked } from '../requests/block-calls.js';
import { isOnItsWay, takeBack } from '../requests/standing-approvals.js';
import { decideOurs } from './shared/decide-own-request.js';
import { whileTakingAway, type PersonContext } from './shared/person-context.js';

export interface RejectInput {
  readonly requestId: string;
  readonly reason: string;
}

export async function whileRejecting<T>(
  context: PersonContext,
  requestIds: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  for (const id of requestIds) context.undoWindows.drop(id);
  return whileCallsBlocked(context, requestIds, async () => {
    try {
      return await work();
    } finally {
      const { facts } = context.book;
      const approved = requestIds.filter((id) =>
        facts.isUsed(id) ? isAboutToBeCalled(context, id) : isOnItsWay(context, id),
      );
      await Promise.all(approved.map((id) => takeBack(context, id, 'A person took it back.')));
    }
  });
}

export async function reject(
  context: PersonContext,
  { requestId: id, reason }: RejectInput,
): Promise<Result<{ readonly requestId: string }>> {
  context.undoWindows.drop(id);
  const words = inlineText(reason);
  return whileTakingAway(context, { ids: [id] }, () =>
    context.keyedQueue.take(`request:${id}`, () =>
      decideOurs(context, id, async (open) => {
        const ended = await endRequest(context, open, {
          why: 'rejected',
          reason: words === '' ? 'Rejected in Countersign.' : `Rejected: ${words}`,
          actor: 'Human',
          ...(words === '' ? {} : { words }),
        });
        if (ended.ok) return ok({ requestId: id });
        context.lookAgain(`request:${id}`);
        return ended;
      }),
    ),
  );
}
