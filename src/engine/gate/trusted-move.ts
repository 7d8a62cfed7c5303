import { formatCall } from '../../core/request/format-call.js';
import type { ActionRequest } from '../../core/request/request.js';
import type { SignedContent } from '../../core/request/approval/signed-content.js';
import { undoSecondsOf } from '../../core/settings/undo-window.js';
import type { CheckInput } from './preconditions.js';
import type { Authority } from './authority.js';
import type { GateContext } from './gate-context.js';
import { waits, type Verdict } from './verdict.js';

/** An approval must take effect within this time (ms) after its undo window ends. */
export const latestUndoMs = 120_000;

type UndoContext = Pick<
  GateContext,
  'book' | 'findings' | 'folders' | 'hasUndoWindow' | 'movesHeldUntil'
>;

/** Records what a trusted move approved, so that a later edit is noticed. */
export async function recordTrustedMove(
  { book }: Pick<GateContext, 'book'>,
  { request, content }: { readonly request: ActionRequest; readonly content: SignedContent },
  authority: Authority,
): Promise<Verdict | null> {
  if (authority.by === 'stamp') return null;
  const { requestId: id } = request;
  if (book.facts.request(id)?.trustedMove !== undefined) return null;
  const recorded = await book.record(
    { kind: 'arrived', id, s: content.digest },
    {
      actor: 'Outside',
      event: 'arrived',
      request_id: id,
      ...(request.planId === null ? {} : { plan_id: request.planId }),
      detail: `Moved to Approved (trusted-move policy): ${formatCall(request.call, request.machine.preparation)}.`,
    },
  );
  if (!recorded.ok) return waits('ledger_halted', recorded.error.message, recorded.error.advice);
  return null;
}

export function openUndoWindow(
  context: UndoContext,
  id: string,
  { authority, config }: Pick<CheckInput, 'authority' | 'config'>,
): Verdict | null {
  if (authority.by === 'stamp' || !context.hasUndoWindow) return null;
  const nowMs = context.book.now();
  const heldMs = heldUntil(context, id);
  // After a long sleep of the computer, sync may still bring an undo from another device.
  const isHeld = heldMs !== null && nowMs <= heldMs + latestUndoMs;
  const untilMs = isHeld ? heldMs : nowMs + undoSecondsOf(config) * 1_000;
  context.movesHeldUntil.set(id, untilMs);
  return nowMs >= untilMs ? null : held(untilMs, context.folders.pending);
}

/** Returns when the undo window of a trusted move ends (ms since 1970); null if there is none. */
export function heldUntil(
  { findings, movesHeldUntil }: Pick<UndoContext, 'findings' | 'movesHeldUntil'>,
  id: string,
): number | null {
  const isHeld = findings.find(id, 'verdict')?.verdict.code === 'held';
  return isHeld ? (movesHeldUntil.get(id) ?? null) : null;
}

function held(untilMs: number, pending: string): Verdict {
  return {
    do: 'wait',
    code: 'held',
    kind: 'held',
    reason: 'It was moved to Approved, where moves are trusted.',
    advice: `Press Undo in the panel, or move it back to ${pending}, to keep it from running.`,
    runsAt: { ms: untilMs, to: 'seconds' },
  };
}
