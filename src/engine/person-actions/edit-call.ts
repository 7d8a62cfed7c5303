import { canonicalJson, sha256Hex } from '../../core/digest.js';
import { fail, ok, type Result } from '../../core/errors.js';
import type { JsonObject } from '../../core/json.js';
import { formatCall } from '../../core/request/format-call.js';
import { withArguments } from '../../core/request/edit-call.js';
import { parseRequest } from '../../core/request/parse-request.js';
import type { ActionRequest } from '../../core/request/request.js';
import { openRequest } from '../operations/requests/withdraw.js';
import { notApprovable } from '../requests/approvable.js';
import { mayAct, whileDeciding, type PersonContext } from './shared/person-context.js';

export interface EditCallInput {
  readonly requestId: string;
  readonly shownDigest: string;
  readonly arguments: JsonObject;
}

export interface EditedCall {
  readonly request: ActionRequest;
}

export async function editCall(
  context: PersonContext,
  input: EditCallInput,
): Promise<Result<EditedCall>> {
  const { requestId: id } = input;
  const may = mayAct(context);
  if (!may.ok) return may;
  const isDecided = context.approving.has(id) || context.standing.deciding.has(id);
  if (isDecided || context.undoWindows.get(id)) return beingApproved;
  return context.keyedQueue.take(`request:${id}`, () =>
    whileDeciding(context, id, () => editNow(context, input)),
  );
}

async function editNow(
  context: PersonContext,
  { requestId: id, shownDigest, arguments: args }: EditCallInput,
): Promise<Result<EditedCall>> {
  const open = openRequest(context, id);
  if (!open.ok) return open;
  const { path, folder } = open.value;
  if (folder === 'approved') return beingApproved;
  if (folder !== 'pending') return notWaiting(path);
  const text = await context.notes.read(path);
  if (!text.ok) return text;
  const { request } = parseRequest(text.value, path);
  if (sha256Hex(text.value) !== shownDigest || request?.requestId !== id) return changed(path);
  if (canonicalJson(request.call.arguments) === canonicalJson(args)) return ok({ request });
  const edited = withArguments(request, args);
  if (!edited.ok) return edited;
  const prepared = notApprovable(context, request) ? null : request.machine.preparation;
  const { text: saved } = edited.value;
  const recorded = await context.book.record(
    { kind: 'event' },
    {
      actor: 'Human',
      event: 'request_edited',
      request_id: id,
      ...(request.planId === null ? {} : { plan_id: request.planId }),
      detail: `Edited in Countersign: ${formatCall({ ...request.call, arguments: args }, prepared)}.`,
    },
  );
  if (!recorded.ok) return recorded;
  let written = false;
  const updated = await context.notes.update(path, (now) => {
    written = now === request.text;
    return written ? saved : null;
  });
  if (!updated.ok) return updated;
  return written ? ok({ request: edited.value }) : changed(path);
}

const beingApproved = fail(
  'request_not_open',
  'This request is being approved, so it wasn’t changed.',
  'Move it back first, then edit it.',
);

function notWaiting(path: string): Result<never> {
  return fail(
    'request_not_open',
    'This request no longer waits, so it wasn’t changed.',
    'Draft it again if needed.',
    { path },
  );
}

function changed(path: string): Result<never> {
  return fail(
    'note_changed',
    'The request was changed since you opened it.',
    'Nothing was saved. Close this window, look at it again, then edit it.',
    { path },
  );
}
