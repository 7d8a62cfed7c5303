import type { Result } from '../../core/errors.js';
import { ok } from '../../core/errors.js';
import type { GateContext } from './dispatch.js';
import { successorId } from './end-request.js';
import { settle } from './settle.js';

/**
 * Finishes what a crash interrupted, before anything else is dispatched: an intent without an
 * outcome is *unknown* (nothing proves that the call was not made), and everything unfiled is filed. What
 * cannot be filed now (a plan that cannot be read) is tried again when its note changes.
 */
export async function recover(context: GateContext): Promise<Result<void>> {
  const { book } = context;
  for (const id of book.facts.unsettledIds()) {
    const facts = book.facts.request(id);
    if (facts?.intent && !facts.outcome) {
      const successor = successorId(context, id);
      const recorded = await book.record(
        {
          kind: 'outcome',
          id,
          outcome: 'unknown',
          reason: 'Countersign ended between the call and its answer.',
          answer: '',
          successor,
        },
        {
          actor: 'Countersign',
          event: 'outcome',
          request_id: id,
          ...(facts.intent.plan === null ? {} : { plan_id: facts.intent.plan }),
          to: successor,
          outcome: 'unknown',
          detail: `Outcome unknown: ${id}. Countersign ended between the call and its answer.`,
        },
      );
      if (!recorded.ok) return recorded;
    }
    await settle(context, id);
  }
  return ok(undefined);
}
