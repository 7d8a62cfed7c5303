import { sha256Hex } from '../../core/digest.js';
import { fail, ok, type Result } from '../../core/errors.js';
import { noteTitle } from '../../core/request/call-title.js';
import { formatCall } from '../../core/request/format-call.js';
import type { Gesture } from '../../core/request/approval/gesture.js';
import { observedSeq } from '../../core/ledger/request-facts.js';
import { openRequest } from '../operations/requests/withdraw.js';
import { makeStamp, readShown, writeStamp, type ShownRequest } from './shared/stamp-request.js';
import {
  mayAct,
  takeGesture,
  whileApproving,
  whileDeciding,
  type PersonContext,
} from './shared/person-context.js';

export interface ApproveInput {
  readonly requestId: string;
  readonly shownDigest: string;
  readonly checked: readonly string[];
  readonly observedSeq?: number;
  readonly stepText?: string;
  readonly gesture: Gesture;
  /** Resolves when the note's open editors are saved. */
  readonly saved?: Promise<void>;
}

/** Approves exactly what a person saw (docs/gate.md#gestures). */
export async function approve(
  context: PersonContext,
  input: ApproveInput,
): Promise<Result<{ readonly path: string }>> {
  const { requestId: id } = input;
  const gesture = takeGesture(context, input.gesture);
  if (!gesture.ok) return gesture;
  const may = mayAct(context);
  if (!may.ok) return may;
  return whileApproving(context, id, input, async () => {
    await input.saved;
    return context.keyedQueue.take(`request:${id}`, async () => {
      await context.handled(`request:${id}`);
      return whileDeciding(context, id, () => approveNow(context, input));
    });
  });
}

async function approveNow(
  context: PersonContext,
  input: ApproveInput,
): Promise<Result<{ readonly path: string }>> {
  const open = openRequest(context, input.requestId);
  if (!open.ok) return open;
  const { path: from, folder } = open.value;
  const shown = await readShown(context, from, input);
  if (!shown.ok) return shown;
  const stamp = await makeStamp(context, shown.value, input.gesture);
  if (!stamp.ok) return stamp;
  const signed = { stamp: stamp.value, ...input };
  const recorded = await recordApproval(context, shown.value, 'approved', signed);
  if (!recorded.ok) return recorded;
  context.undoWindows.drop(input.requestId);
  context.findings.dropVerdict(input.requestId);
  const path =
    folder === 'approved' ? ok(from) : await context.notes.moveInto(context.folders.approved, from);
  if (!path.ok) return path;
  const written = await writeStamp(context, path.value, shown.value, stamp.value);
  return written.ok ? ok({ path: path.value }) : written;
}

/** Records an approval (G6). */
export async function recordApproval(
  { book, standing }: PersonContext,
  { request, confirms, s }: ShownRequest,
  how: string,
  {
    stamp,
    stepText,
    observedSeq: shown,
  }: Pick<ApproveInput, 'stepText' | 'observedSeq'> & { readonly stamp: string },
): Promise<Result<unknown>> {
  const deciding = standing.deciding.get(request.requestId);
  const { takenBackSeq, takenBackReason } = book.facts.request(request.requestId) ?? {};
  const isTakenBack = deciding !== undefined && takenBackSeq !== deciding.takenBackSeq;
  const known = Math.min(deciding?.seq ?? Infinity, shown ?? Infinity);
  const news = confirms?.find((attempt) => observedSeq(book.facts.newsOf(attempt)) > known);
  const isNews = news === undefined ? null : `Something new was heard of ${news}.`;
  const against = deciding?.why ?? (isTakenBack ? takenBackReason : null) ?? isNews;
  if (against !== null) {
    const { path } = request;
    return fail('note_changed', against, 'Nothing was approved. Read it again.', { path });
  }
  const checked = confirms === null ? '' : `, having checked ${confirms.join(', ')}`;
  return book.record(
    {
      kind: 'approved',
      id: request.requestId,
      s,
      stamp: sha256Hex(stamp),
      ...(stepText === undefined ? {} : { step_text: stepText }),
    },
    {
      actor: 'Human',
      event: 'approved',
      request_id: request.requestId,
      ...(request.planId === null ? {} : { plan_id: request.planId }),
      detail: `You ${how} ${noteTitle(request)}: ${formatCall(request.call, request.machine.preparation)}${checked}.`,
    },
  );
}
