import type { Alert, AlertKind } from './mission/summaries.js';

/** The gravest first. What other programs can make many of comes late, so that it hides nothing. */
const kinds: Readonly<Record<AlertKind, number>> = {
  unknown_outcome: 1,
  halted: 2,
  returned: 3,
  held: 4,
  other_device: 5,
  not_ticked: 6,
  asks: 7,
  ticked_outside: 8,
  missing: 9,
  rejected: 10,
  plan_put_back: 11,
  waits: 12,
  expired: 13,
  blocked_long: 14,
  duplicate: 15,
  incomplete: 16,
  invalid: 17,
  foreign: 18,
  not_a_request: 19,
  suggestion: 20,
};

/** Alerts in the order in which a person should read them: by what they are, then by their words. */
export function bySeverity(alerts: readonly Alert[]): readonly Alert[] {
  return [...alerts].sort((a, b) => gravity(a) - gravity(b) || (a.text < b.text ? -1 : 1));
}

/** A ledger or an audit log that is not as it was left may hide everything else. */
function gravity({ kind, offers }: Alert): number {
  return offers?.do === 'audit_seen' || offers?.do === 'new_epoch' ? 0 : kinds[kind];
}
