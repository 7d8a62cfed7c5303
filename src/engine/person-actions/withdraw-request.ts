import { ok, type Result } from '../../core/errors.js';
import { unansweredOutcome } from '../requests/outcomes/unknown-outcome.js';
import type { EndedRequest } from '../requests/outcomes/end-request.js';
import { endsElsewhere } from '../requests/of-another-ledger.js';
import { endAsWithdrawn, unendedRequest, type Withdrawn } from '../operations/requests/withdraw.js';
import { whileTakingAway, type PersonContext } from './shared/person-context.js';

/** Withdraws a request for a person, even if the note is missing or was copied. */
export async function withdrawRequest(
  context: PersonContext,
  { requestId: id }: { readonly requestId: string },
): Promise<Result<Withdrawn>> {
  context.undoWindows.drop(id);
  return whileTakingAway(context, { ids: [id] }, () =>
    context.keyedQueue.take(`request:${id}`, async () => {
      const elsewhere = await endsElsewhere(context, id);
      if (elsewhere) return elsewhere;
      const unwanted = withdrawable(context, id);
      if (!unwanted.ok) return unwanted;
      const withdrawn = await endAsWithdrawn(context, unwanted.value, {
        reason: 'Withdrawn in Countersign.',
        actor: 'Human',
      });
      context.lookAgain(`request:${id}`);
      return withdrawn;
    }),
  );
}

function withdrawable(context: PersonContext, id: string): Result<EndedRequest> {
  const open = unendedRequest(context, id);
  const unknown = open.ok ? null : unansweredOutcome(context, id);
  return unknown ? ok({ requestId: id, planId: unknown.plan, stepId: unknown.step }) : open;
}
