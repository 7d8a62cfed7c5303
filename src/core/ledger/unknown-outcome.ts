import type { LedgerFacts } from './ledger-facts.js';
import type { RequestFacts } from './request-facts.js';
import type { Intent } from './ledger-record.js';
import { signedCall } from '../request/approval/signed-content.js';
import { formatCall } from '../request/format-call.js';

export interface UnknownOutcome {
  readonly attemptId: string;
  readonly plan: string | null;
  readonly step: string | null;
  readonly intent: Intent | null;
  readonly isCleared: boolean;
}

/** What the note of a request says. Anybody could have written the note. */
export interface Origin {
  readonly requestId: string;
  readonly supersedes: string | null;
  readonly status: string;
}

/**
 * A request may be the next try after an unknown outcome. Finds that outcome (docs/gate.md, "Way
 * out of unknown"). Null if there is none.
 */
export function unknownOutcomeBehind(
  facts: LedgerFacts,
  { requestId, supersedes, status }: Origin,
  attempts: readonly string[],
): UnknownOutcome | null {
  let latest: UnknownOutcome | null | undefined;
  for (let id = facts.predecessor(requestId); id !== undefined; id = facts.predecessor(id)) {
    const known = facts.request(id);
    if (!known?.outcome && !known?.voided?.mayHaveRun) continue;
    const found = unknownAbout(facts, id);
    if (latest === undefined) latest = found;
    if (!known.outcome) continue;
    return found?.isCleared === false ? found : latest;
  }
  if (latest !== undefined) return latest;
  if (supersedes !== null && attempts.includes(supersedes)) return unknownAbout(facts, supersedes);
  if (status !== 'outcome_unknown') return null;
  return (
    attempts
      .map((id) => unknownAbout(facts, id))
      .filter((unknown) => unknown !== null)
      .at(-1) ?? null
  );
}

export function noteOfAttempt(
  facts: RequestFacts | undefined,
): { readonly text: string; readonly path: string } | null {
  const { intent, voided } = facts ?? {};
  if (intent) return { text: intent.note, path: intent.path };
  const { path, mayHaveRun } = voided ?? {};
  const text = mayHaveRun?.note;
  return text === undefined || path === undefined ? null : { text, path };
}

/** Says what may have been sent, according to the signed call. */
export function formatSent({ intent }: UnknownOutcome): string | null {
  const call = signedCall(intent?.s ?? '');
  return call && `What may have been sent: ${formatCall(call, intent)}.`;
}

function unknownAbout(facts: LedgerFacts, attemptId: string): UnknownOutcome | null {
  const known = facts.request(attemptId);
  const earlier = facts.earlier.get(attemptId);
  const outcome = known?.outcome?.outcome ?? earlier?.outcome;
  if (outcome !== 'unknown') return null;
  const intent = known?.intent ?? null;
  return {
    attemptId,
    plan: (intent ?? earlier)?.plan ?? null,
    step: (intent ?? earlier)?.step ?? null,
    intent,
    isCleared: known?.notHappened === true,
  };
}
