import { fail, ok, type Result } from '../../core/errors.js';
import { wasApproved } from '../../core/ledger/request-facts.js';
import { parseRequest } from '../../core/request/parse-request.js';
import { endRequest, type EndedRequest } from '../requests/outcomes/end-request.js';
import { decideOurs } from './shared/decide-own-request.js';
import { whileTakingAway, type PersonContext } from './shared/person-context.js';

export async function undo(
  context: PersonContext,
  { requestId: id }: { readonly requestId: string },
): Promise<Result<{ readonly requestId: string }>> {
  const wasHeld = context.undoWindows.get(id) !== undefined;
  context.undoWindows.drop(id);
  return whileTakingAway(context, { ids: [id] }, () =>
    context.keyedQueue.take(`request:${id}`, () =>
      decideOurs(context, id, (open) => takeBack(context, open, wasHeld)),
    ),
  );
}

async function takeBack(
  context: PersonContext,
  open: EndedRequest,
  wasHeld: boolean,
): Promise<Result<{ readonly requestId: string }>> {
  const { requestId: id, planId } = open;
  const isApproved = (): boolean => wasApproved(context.book.facts.request(id));
  const paths = context.index.requestPaths(id);
  const inApproved = paths.filter((path) => context.index.placeOf(path) === 'approved');
  if (inApproved.length === 0 && !wasHeld && !isApproved()) {
    return fail(
      'request_not_open',
      `${id} does not lie in Approved.`,
      'There is nothing to undo.',
      open.path === undefined ? {} : { path: open.path },
    );
  }
  const path = isApproved() ? null : await onlyUnstamped(context, id, paths);
  // NO AWAIT FROM HERE TO THE RECORD, or a call could start in between.
  if (path === null || isApproved()) {
    const ended = await endRequest(context, open, {
      why: 'returned',
      reason: 'Taken back in Countersign.',
      actor: 'Human',
    });
    if (ended.ok) return ok({ requestId: id });
    context.lookAgain(`request:${id}`);
    return ended;
  }
  const recorded = await context.book.record(
    { kind: 'taken_back', id },
    {
      actor: 'Human',
      event: 'taken_back',
      request_id: id,
      ...(planId === null ? {} : { plan_id: planId }),
      detail: 'Moved back to Pending in Countersign; it can be approved again.',
    },
  );
  if (!recorded.ok) return recorded;
  const moved = await context.notes.moveInto(context.folders.pending, path);
  return moved.ok ? ok({ requestId: id }) : moved;
}

async function onlyUnstamped(
  { index, notes }: PersonContext,
  id: string,
  [path, second]: readonly string[],
): Promise<string | null> {
  if (path === undefined || second !== undefined || index.placeOf(path) !== 'approved') return null;
  const text = await notes.read(path);
  const request = text.ok ? parseRequest(text.value, path).request : null;
  return request?.requestId === id && request.machine.stamp === null ? path : null;
}
