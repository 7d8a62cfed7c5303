import { ok, type Problem, type Result } from '../../core/errors.js';
import type { AlertKind, AlertOffer, RunsAt } from '../../core/alert.js';
import { changedSince, type ChangedWhat } from '../../core/request/approval/return-reason.js';

/** The reason codes with which the gate stops; one registered check each. */
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

/** The request stays in Approved until something else happens. */
export interface Waiting {
  readonly do: 'ask' | 'wait' | 'alert';
  readonly code: CheckCode;
  readonly kind: AlertKind;
  /** The reason, as one sentence. */
  readonly reason: string;
  /** Who acts, and how, as one sentence. */
  readonly advice: string;
  /** When to check again: it runs then. */
  readonly runsAt?: RunsAt;
  /** The offer of its alert to a person. */
  readonly offers?: AlertOffer;
  /** The position of the step that it waits for. */
  readonly step?: number;
}

/**
 * What the gate does instead of a call: `ask` a person, `wait` for something, report it (`alert`), `return` the request to Pending under a
 * new id, or move a used one to the `archive`.
 */
export type Verdict =
  | Waiting
  | {
      readonly do: 'return' | 'archive';
      readonly code: CheckCode;
      readonly reason: string;
      /** What changed after it was approved. */
      readonly changed?: ChangedWhat;
      readonly expired?: true;
    };

/** Returns the request to Pending. */
export function returned(code: CheckCode, reason: string): Verdict {
  return { do: 'return', code, reason };
}

/** Returns the request to Pending because something changed after it was approved. */
export function changedAfter(code: CheckCode, changed: ChangedWhat): Verdict {
  return { do: 'return', code, reason: changedSince[changed], changed };
}

/** Its note changed during the checks. */
export const changedMeanwhile = {
  do: 'return',
  code: 'note_changed',
  reason: changedSince.requestJustNow,
  changed: 'requestJustNow',
} as const;

/**
 * Leaves the request in Approved until something else happens.
 * @param runsAt when to check again: it runs then
 */
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

/** Leaves the request in Approved until a person answers. */
export function asks(code: CheckCode, reason: string, advice: string): Verdict {
  return { do: 'ask', code, kind: 'asks', reason, advice };
}

/** The verdict on a request whose id was already spent. */
export function alreadyUsed(id: string): Verdict {
  return { do: 'archive', code: 'id_used', reason: `The id ${id} has already been used.` };
}

/** It is in Approved, but was prepared for another ledger. */
export const otherEpoch: Verdict = {
  do: 'alert',
  code: 'other_epoch',
  kind: 'other_device',
  reason: 'It was prepared for another device, or for a ledger that no longer exists.',
  advice: 'Let that device run it, or take over here.',
};

/** The sentence of an alert about a waiting request. */
export function whyWaits(title: string, { code, reason }: Waiting): string {
  if (code === 'executor_paused') return `${title} is approved, but actions are paused.`;
  const rest = reason.startsWith(approved) ? reason.slice(approved.length) : null;
  return rest === null ? `${title}: ${reason}` : `${title} is approved${rest}`;
}

/** The beginning of a reason if the request waits by itself. */
const approved = 'Approved';

/** The verdict on a request whose server, tool or files cannot be inspected; a problem that is not the request's own is passed on. */
export function unreachable(problem: Problem): Result<Verdict> {
  switch (problem.code) {
    case 'tool_unknown':
      return ok(returned('tool_missing', problem.message));
    case 'bridge_unknown':
    case 'bridge_unreachable':
      return ok(returned('bridge_unreachable', problem.message));
    // Only a file can be too large here, and it was not when it was approved.
    case 'note_too_large':
      return ok(returned('files_changed', problem.message));
    default:
      return { ok: false, error: problem };
  }
}

/** The verdict while a press that ends a request, or says that its attempt happened, is carried out. */
export function beingEnded(
  { standing }: { readonly standing: { readonly ending: ReadonlyMap<string, number> } },
  ids: readonly string[],
): Verdict | null {
  return ids.some((id) => standing.ending.has(id))
    ? waits('note_changed', 'A person is just ending it.', 'This takes a moment.')
    : null;
}
