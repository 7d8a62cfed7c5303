import type { Result } from '../../../core/errors.js';
import { ok } from '../../../core/errors.js';
import type { Outcome } from '../../../core/request/outcome/decide-outcome.js';
import type { RequestContext } from '../../context.js';
import { recordOutcome } from '../../gate/record-outcome.js';
import { writeBack } from './write-back.js';

const interrupted: Outcome = {
  kind: 'unknown',
  reason: 'Countersign has no record of what became of the call.',
  answer: '',
};

/** Finishes what a crash interrupted. A call without a recorded outcome becomes *unknown*. */
export async function recover(context: RequestContext): Promise<Result<void>> {
  const { book } = context;
  for (const id of book.facts.idsToWriteBack()) {
    const facts = book.facts.request(id);
    if (facts?.intent && !facts.outcome) {
      const ended = { id, planId: facts.intent.plan, what: id };
      const recorded = await recordOutcome(context, ended, interrupted);
      if (!recorded.ok) return recorded;
    }
    await writeBack(context, id);
  }
  return ok(undefined);
}
