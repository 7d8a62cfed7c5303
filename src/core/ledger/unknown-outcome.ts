import type { LedgerFacts } from './ledger-facts.js';
import type { RequestFacts } from './request-facts.js';
import type { Intent } from './ledger-record.js';

/** An attempt of which nobody knows whether it happened, and from which a request came back. */
export interface UnknownOutcome {
  readonly attemptId: string;
  readonly plan: string | null;
  readonly step: string | null;
  /** What was sent; `null` where another ledger, or one that is gone, made the call. */
  readonly intent: Intent | null;
  /** A person said that it did not happen: it keeps asking “I checked”, and nothing else. */
  readonly isCleared: boolean;
}

/** A request as far as it says where it comes from. Anybody can write its note. */
export interface Origin {
  readonly requestId: string;
  readonly supersedes: string | null;
  readonly status: string;
}

/**
 * The unknown attempt that a request came back from: the one that was called here, while nobody said what became of it,
 * else the latest; `null` when there is none (docs/gate.md#way-out-of-unknown). This ledger knows what came back under
 * which id. About attempts that it heard of from elsewhere, only the note says where the request came from. That counts
 * only for `attempts`: those in the ledger with the request’s own step or effect.
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
    // What another ledger may have run since, as a note says, lays no open question about a call of this one to rest.
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

/**
 * The note of an attempt as this ledger keeps it; `null` where another one, or one that is gone, made
 * the call, and this one never read the note.
 */
export function noteOfAttempt(
  facts: RequestFacts | undefined,
): { readonly text: string; readonly path: string } | null {
  const { intent, voided } = facts ?? {};
  if (intent) return { text: intent.note, path: intent.path };
  const { path, mayHaveRun } = voided ?? {};
  const text = mayHaveRun?.note;
  return text === undefined || path === undefined ? null : { text, path };
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
