import { fail, ok, type Result } from '../../core/errors.js';
import type { Gesture } from '../../core/request/approval/gesture.js';
import { undoSecondsOf } from '../../core/settings/undo-window.js';
import { isConfig } from '../../core/settings/device-config.js';
import { openRequest } from '../operations/requests/withdraw.js';
import { recordApproval } from './approve.js';
import {
  mayAct,
  takeGesture,
  whileApproving,
  whileDeciding,
  type PersonContext,
} from './shared/person-context.js';
import { latestUndoMs } from '../gate/trusted-move.js';
import { makeStamp, readShown, writeStamp } from './shared/stamp-request.js';

export interface ApproveByDragInput {
  readonly requestId: string;
  readonly shownDigest: string;
  readonly gesture: Gesture;
  readonly stepText?: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Starts the undo window of a request that a person dragged to Approved. CALL WITHOUT AN AWAIT
 * AFTER THE MOVE, or the gate thinks that another program moved the note.
 */
export async function approveByDrag(
  context: PersonContext,
  input: ApproveByDragInput,
): Promise<Result<{ readonly untilMs: number }>> {
  const { requestId: id } = input;
  const gesture = takeGesture(context, input.gesture);
  if (!gesture.ok) return gesture;
  const may = mayAct(context);
  if (!may.ok) return may;
  return whileApproving(context, id, { ...input, isMoving: true }, () =>
    whileDeciding(context, id, () =>
      context.keyedQueue.take(`request:${id}`, () => openWindowNow(context, input)),
    ),
  );
}

async function openWindowNow(
  context: PersonContext,
  { requestId: id, shownDigest, gesture, stepText, from, to }: ApproveByDragInput,
): Promise<Result<{ readonly untilMs: number }>> {
  await context.notes.refresh(from);
  await context.notes.refresh(to);
  const open = openRequest(context, id);
  if (!open.ok) return open;
  const isTrustedMove = context.index.placeOf(from) === 'pending' && open.value.path === to;
  if (open.value.folder !== 'approved' || !isTrustedMove) {
    return fail(
      'request_not_open',
      `${id} was not dragged from Pending to Approved.`,
      'Approve it with its button.',
      {
        path: open.value.path,
      },
    );
  }
  const config = context.config();
  if (!isConfig(config)) return { ok: false, error: config };
  // A drag cannot say “I checked”, so `checked` is empty.
  const shown = await readShown(context, to, { requestId: id, shownDigest, checked: [] });
  if (!shown.ok) return shown;
  if (await isDisturbed(context, id, gesture)) {
    return fail(
      'note_changed',
      `The note for ${id} was changed or moved since it was dragged.`,
      'Approve it with its button.',
      { path: to },
    );
  }
  const untilMs = context.clock.now() + undoSecondsOf(config) * 1_000;
  const { takenBackSeq } = context.book.facts.request(id) ?? {};
  const seen = stepText === undefined ? {} : { stepText };
  context.undoWindows.begin(id, { untilMs, shownDigest, gesture, takenBackSeq, ...seen }, () => {
    context.lookAgain(`hold:${id}`);
  });
  return ok({ untilMs });
}

async function isDisturbed(
  { book, standing }: PersonContext,
  id: string,
  { atMs }: Gesture,
): Promise<boolean> {
  await book.written();
  const { takenBackMs = -Infinity } = book.facts.request(id) ?? {};
  return takenBackMs >= atMs || (standing.deciding.get(id)?.why ?? null) !== null;
}

export async function stampAfterUndoWindow(context: PersonContext, id: string): Promise<void> {
  const { stepText } = context.undoWindows.get(id) ?? {};
  await whileApproving(context, id, { stepText }, () =>
    whileDeciding(context, id, () =>
      context.keyedQueue.take(`request:${id}`, () => stampNow(context, id)),
    ),
  );
}

async function stampNow(context: PersonContext, id: string): Promise<void> {
  const held = context.undoWindows.take(id);
  const open = openRequest(context, id);
  if (!held || !open.ok || open.value.folder !== 'approved') return;
  // After a long sleep of the computer, sync may still bring an undo from another device.
  if (context.clock.now() > held.untilMs + latestUndoMs) return;
  const { path } = open.value;
  const shown = await readShown(context, path, { ...held, requestId: id, checked: [] });
  if (!shown.ok) return;
  const stamp = await makeStamp(context, shown.value, held.gesture);
  if (!stamp.ok) return;
  if (context.book.facts.request(id)?.takenBackSeq !== held.takenBackSeq) return;
  const signed = { ...held, stamp: stamp.value };
  const recorded = await recordApproval(context, shown.value, 'dragged to Approved', signed);
  if (recorded.ok) await writeStamp(context, path, shown.value, stamp.value);
}
