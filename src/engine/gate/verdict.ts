import { ok, type Problem, type Result } from '../../core/errors.js';
import type { AlertKind, AlertOffer, RunsAt } from '../../core/alert.js';
import { changedSince, type ChangedWhat } from '../../core/request/approval/return-reason.js';

export const checkCodes = [
  'executor_paused',
  'folders_not_confirmed',
  'ledger_halted',
  'not_acting',
  'incomplete',
  'other_epoch',
  'not_stamped',
  'edited_after_arrival',
  'held',
  'stamp_damaged',
  'stamp_digest_differs',
  'stamp_key_not_pinned',
  'stamp_signature_invalid',
  'stamp_from_the_future',
  'stamp_too_old',
  'stamp_outdated',
  'approval_lapsed',
  'expired',
  'id_used',
  'plan_not_found',
  'plan_unreadable',
  'plan_not_running',
  'step_not_found',
  'step_not_gated',
  'step_done',
  'step_reworded',
  'attempts_not_confirmed',
  'over_budget',
  'before_its_turn',
  'dead_wait',
  'bridge_unreachable',
  'tool_missing',
  'bridge_changed',
  'account_changed',
  'tool_changed',
  'files_changed',
  'success_changed',
  'arguments_invalid',
  'arguments_not_named',
  'arguments_name_device_state',
  'note_changed',
] as const;
export type CheckCode = (typeof checkCodes)[number];

/** A verdict that leaves the request in Approved. */
export interface Waiting {
  readonly do: 'ask' | 'wait' | 'alert';
  readonly code: CheckCode;
  readonly kind: AlertKind;
  readonly reason: string;
  readonly advice: string;
  readonly runsAt?: RunsAt;
  readonly offers?: AlertOffer;
  readonly step?: number;
}

/** What the gate does instead of a call. */
export type Verdict =
  | Waiting
  | {
      readonly do: 'return' | 'archive';
      readonly code: CheckCode;
      readonly reason: string;
      readonly changed?: ChangedWhat;
      readonly expired?: true;
    };

export function returned(code: CheckCode, reason: string): Verdict {
  return { do: 'return', code, reason };
}

export function changedAfter(code: CheckCode, changed: ChangedWhat): Verdict {
  return { do: 'return', code, reason: changedSince[changed], changed };
}

export const changedMeanwhile = {
  do: 'return',
  code: 'note_changed',
  reason: changedSince.requestJustNow,
  changed: 'requestJustNow',
} as const;

export function waits(code: CheckCode, reason: string, advice: string, runsAt?: RunsAt): Waiting {
  return {
    do: 'wait',
    code,
    kind: 'waits',
    reason,
    advice,
    ...(runsAt ? { runsAt } : {}),
  };
}

export function asks(code: CheckCode, reason: string, advice: string): Verdict {
  return { do: 'ask', code, kind: 'asks', reason, advice };
}

export function alreadyUsed(id: string): Verdict {
  return { do: 'archive', code: 'id_used', reason: `The id ${id} has already been used.` };
}

export const otherEpoch: Verdict = {
  do: 'alert',
  code: 'other_epoch',
  kind: 'other_device',
  reason: 'It was prepared for another device, or for a ledger that no longer exists.',
  advice: 'Let that device run it, or take over here.',
};

export function whyWaits(title: string, { code, reason }: Waiting): string {
  if (code === 'executor_paused') return `${title} is approved, but actions are paused.`;
  const rest = reason.startsWith(approved) ? reason.slice(approved.length) : null;
  return rest === null ? `${title}: ${reason}` : `${title} is approved${rest}`;
}

const approved = 'Approved';

/** Turns a problem with a request's server, tool or files into a verdict. */
export function unreachable(problem: Problem): Result<Verdict> {
  switch (problem.code) {
    case 'tool_unknown':
      return ok(returned('tool_missing', problem.message));
    case 'bridge_unknown':
    case 'bridge_unreachable':
      return ok(returned('bridge_unreachable', problem.message));
    case 'note_too_large':
      return ok(returned('files_changed', problem.message));
    default:
      return { ok: false, error: problem };
  }
}

export function beingEnded(
  { standing }: { readonly standing: { readonly ending: ReadonlyMap<string, number> } },
  ids: readonly string[],
): Verdict | null {
  return ids.some((id) => standing.ending.has(id))
    ? waits('note_changed', 'A person is just ending it.', 'This takes a moment.')
    : null;
}
