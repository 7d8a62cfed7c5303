import { sha256Hex } from '../../core/digest.js';
import { fail, ok, type Problem, type Result } from '../../core/errors.js';
import { inlineText } from '../../core/text/inline-text.js';
import type { RequestSummary } from '../../core/mission/summaries.js';
import { isoSeconds } from '../../core/time.js';
import { asArchived } from '../../core/request/edit-request.js';
import { parseRequest } from '../../core/request/parse-request.js';
import { signedContent } from '../../core/request/approval/signed-content.js';
import type { ApproveInput } from './approve.js';
import type { PersonActions } from './person-actions.js';
import { takeGesture } from './shared/person-context.js';
import type { RejectInput } from './reject.js';
import { isApprover, notApprovableHere, type RemoteContext } from './remote-context.js';
import { signContent, writeStamp } from './shared/stamp-request.js';

/** Actions for people on a device without a ledger. */
export type RemoteActions = Pick<PersonActions, 'approve' | 'reject' | 'whileRejecting' | 'undo'>;

export function bindRemoteActions(context: RemoteContext): RemoteActions {
  const inTurn = <T>(id: string, work: () => Promise<T>) =>
    context.keyedQueue.take(`request:${id}`, work);
  return {
    approve: (input) => approve(context, input),
    reject: (input) => inTurn(input.requestId, () => reject(context, input)),
    // Another computer makes the calls, so no call can be blocked here.
    whileRejecting: (_requestIds, work) => work(),
    undo: ({ requestId: id }) => inTurn(id, () => takeBack(context, id)),
  };
}

async function approve(
  context: RemoteContext,
  input: ApproveInput,
): Promise<Result<{ readonly path: string }>> {
  const gesture = takeGesture(context, input.gesture);
  if (!gesture.ok) return gesture;
  await input.saved;
  return context.keyedQueue.take(`request:${input.requestId}`, () => approveNow(context, input));
}

async function approveNow(
  context: RemoteContext,
  { requestId: id, shownDigest, checked, gesture }: ApproveInput,
): Promise<Result<{ readonly path: string }>> {
  const { notes, folders, vaultId, clock } = context;
  const open = openRequest(context, id);
  if (!open.ok) return open;
  const { path: from, folder } = open.value;
  if (folder === 'rejected') return alreadyRejected(id, from);
  const text = await notes.read(from);
  if (!text.ok) return text;
  const { request } = parseRequest(text.value, from);
  if (sha256Hex(text.value) !== shownDigest || request?.requestId !== id) return changed(from);
  const blocked = notApprovableHere(context, request);
  if (blocked) return { ok: false, error: blocked };
  const approver = context.approver();
  if (!isApprover(approver)) return { ok: false, error: approver };
  const attempts = request.machine.preparation?.attempts ?? [];
  if (attempts.some((attempt) => !checked.includes(attempt))) {
    return fail(
      'attempts_not_checked',
      `The same step or the same action was, or may have been, tried before: ${attempts.join(', ')}.`,
      'Find out whether it happened, say that you checked, then approve.',
      { path: from },
    );
  }
  const confirms = attempts.length === 0 ? null : attempts;
  const confirmed = { ...request, machine: { ...request.machine, confirms } };
  const content = signedContent(confirmed, vaultId);
  if (!content) return changed(from);
  const stamp = await signContent({ ...approver, nowMs: clock.now() }, content.digest, gesture);
  if (!stamp.ok) return stamp;
  const now = await notes.read(from);
  if (!now.ok) return now;
  if (now.value !== text.value) return changed(from);
  const path = folder === 'approved' ? ok(from) : await notes.moveInto(folders.approved, from);
  if (!path.ok) return path;
  const written = await writeStamp(context, path.value, { request, confirms }, stamp.value);
  if (written.ok) return ok({ path: path.value });
  const back = folder === 'approved' ? null : await notes.moveInto(folders.pending, path.value);
  return back?.ok === false ? stillApproved(path.value, back.error) : written;
}

async function reject(
  context: RemoteContext,
  { requestId: id, reason }: RejectInput,
): Promise<Result<{ readonly requestId: string }>> {
  const { notes, folders, clock } = context;
  const open = openRequest(context, id);
  if (!open.ok) return open;
  if (open.value.folder === 'rejected') return alreadyRejected(id, open.value.path);
  const moved = await notes.moveInto(folders.rejected, open.value.path);
  if (!moved.ok) return moved;
  const words = inlineText(reason);
  const said = words === '' ? 'Rejected in Countersign.' : `Rejected: ${words}`;
  const written = await notes.update(moved.value, (text) => {
    const { request } = parseRequest(text, moved.value);
    return request?.requestId === id
      ? asArchived(request, 'rejected', said, isoSeconds(clock.now()))
      : null;
  });
  return written.ok ? ok({ requestId: id }) : written;
}

async function takeBack(
  context: RemoteContext,
  id: string,
): Promise<Result<{ readonly requestId: string }>> {
  const open = openRequest(context, id);
  if (!open.ok) return open;
  const { path, folder } = open.value;
  if (folder !== 'approved') {
    return fail(
      'request_not_open',
      `${id} does not lie in Approved.`,
      'There is nothing to undo.',
      { path },
    );
  }
  const moved = await context.notes.moveInto(context.folders.pending, path);
  return moved.ok ? ok({ requestId: id }) : moved;
}

function openRequest({ index }: RemoteContext, id: string): Result<RequestSummary> {
  const [path, second] = index.requestPaths(id);
  const request = path === undefined ? undefined : index.requestAt(path);
  if (second !== undefined) {
    return fail('request_duplicate', `Two notes carry the id ${id}.`, 'Remove one of them first.', {
      path: second,
    });
  }
  return request
    ? ok(request)
    : fail(
        'request_missing',
        `There is no open request ${id}.`,
        'The device that runs actions may have dealt with it meanwhile.',
      );
}

function stillApproved(path: string, { message }: Problem): Result<never> {
  return fail(
    'note_changed',
    `The request was changed since you looked at it, and its note could not be moved back. ${message}`,
    'Move it out of Approved yourself, then read it again.',
    { path },
  );
}

function alreadyRejected(id: string, path: string): Result<never> {
  return fail('request_not_open', `${id} was already rejected.`, 'Draft it again if needed.', {
    path,
  });
}

function changed(path: string): Result<never> {
  return fail(
    'note_changed',
    'The request was changed since you looked at it.',
    'Nothing was approved. Read it again.',
    { path },
  );
}
