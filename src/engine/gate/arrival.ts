import type { RequestFacts } from '../../core/request/ledger-facts.js';
import type { ActionRequest } from '../../core/request/request.js';
import type { SignedContent } from '../../core/request/signed-content.js';
import type { EngineContext } from '../context.js';
import type { Authority } from './authority.js';
import { waits, type Verdict } from './verdict.js';

/**
 * Trusted-move policy: the first arrival fixes what was approved; any difference later is an edit. It is
 * held from that moment on, by the ledger's time: a restart neither shortens nor repeats it.
 */
export async function takeArrival(
  context: Pick<EngineContext, 'book'> & { readonly holdMovesMs: number },
  { request, content }: { readonly request: ActionRequest; readonly content: SignedContent },
  authority: Authority,
): Promise<Verdict | null> {
  if (authority.by === 'stamp') return null;
  const { book, holdMovesMs } = context;
  const { requestId: id } = request;
  if (book.facts.request(id)?.arrived === undefined) {
    const recorded = await book.record(
      { kind: 'arrived', id, s: content.digest },
      {
        actor: 'Outside',
        event: 'arrived',
        request_id: id,
        ...(request.planId === null ? {} : { plan_id: request.planId }),
        detail: `Moved to Approved (trusted-move policy): ${request.actionType} to ${request.targetRecipient}.`,
      },
    );
    if (!recorded.ok) return waits('ledger_halted', recorded.error.message, recorded.error.advice);
  }
  const untilMs = heldUntil(book.facts.request(id), holdMovesMs);
  return untilMs === null || book.now() >= untilMs ? null : held(untilMs);
}

/** When the hold of a trusted move ends (ms since 1970); `null`: it did not arrive under the policy. */
export function heldUntil(facts: RequestFacts | undefined, holdMovesMs: number): number | null {
  return facts?.arrived ? Date.parse(facts.arrived.audit.at) + holdMovesMs : null;
}

function held(untilMs: number): Verdict {
  return {
    do: 'wait',
    code: 'held',
    kind: 'held',
    reason: `It was moved to Approved, where moves are trusted: it runs at ${new Date(untilMs).toISOString().slice(11, 19)} UTC.`,
    advice: 'Press Undo in the panel, or move it back to Pending, to keep it from running.',
    againAt: untilMs,
  };
}
