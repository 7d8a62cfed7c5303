import { inlineText } from '../../core/inline-text.js';
import { ok, type Result } from '../../core/errors.js';
import { endRequest } from '../gate/end-request.js';
import { whileEnding } from '../gate/ending.js';
import { decideOurs } from './anothers-request.js';
import { mayAct, refusedButTakenBack, type PeopleContext } from './people-context.js';

export interface RejectInput {
  readonly requestId: string;
  /** Why, in the person's words; may be empty. */
  readonly reason: string;
}

/** A person refuses a request: its id is voided and its notes go to Rejected. */
export async function reject(
  context: PeopleContext,
  { requestId: id, reason }: RejectInput,
): Promise<Result<{ readonly requestId: string }>> {
  const may = mayAct(context);
  if (!may.ok) return refusedButTakenBack(context, [id], may);
  context.holds.drop(id);
  const words = inlineText(reason);
  return whileEnding(context, [id], () =>
    context.turns.take(`request:${id}`, () =>
      decideOurs(context, id, async (open) => {
        const ended = await endRequest(context, open, {
          why: 'rejected',
          reason: words === '' ? 'Rejected in Countersign.' : `Rejected: ${words}`,
          actor: 'Human',
          ...(words === '' ? {} : { words }),
        });
        if (ended.ok) return ok({ requestId: id });
        // Its end is recorded: what could not be written (a full disk, a note in use) is tried again.
        context.lookAgain(`request:${id}`);
        return ended;
      }),
    ),
  );
}
