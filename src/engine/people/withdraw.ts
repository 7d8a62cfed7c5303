import { fail, ok, type Result } from '../../core/errors.js';
import { endRequest, type EndedRequest } from '../gate/end-request.js';
import { openRequest } from '../operations/withdraw.js';
import { mayAct, type PeopleContext } from './people-context.js';

/**
 * A person wants a request no more, also one whose note is missing: its id is voided, and a note that
 * comes back later goes to the archive. It only takes away, so that it needs no gesture.
 */
export async function withdrawRequest(
  context: PeopleContext,
  { requestId: id }: { readonly requestId: string },
): Promise<Result<{ readonly requestId: string }>> {
  const may = mayAct(context);
  if (!may.ok) return may;
  return context.turns.take(`request:${id}`, async () => {
    const unwanted = missingRequest(context, id) ?? openRequest(context, id);
    if (!unwanted.ok) return unwanted;
    context.holds.drop(id);
    const ended = await endRequest(context, unwanted.value, {
      why: 'withdrawn',
      reason: 'Withdrawn in Countersign.',
      actor: 'Human',
    });
    context.lookAgain(`request:${id}`);
    return ended.ok ? ok({ requestId: id }) : ended;
  });
}

/** A request that was prepared, and whose note cannot be found; `null`: its note is there. */
function missingRequest({ book, index }: PeopleContext, id: string): Result<EndedRequest> | null {
  const facts = book.facts.request(id);
  if (!facts?.completed || index.requestPaths(id).length > 0) return null;
  if (book.facts.isUsed(id)) {
    return fail('request_not_open', `${id} has already ended.`, 'There is nothing to withdraw.');
  }
  const { plan, step } = facts.completed;
  return ok({ requestId: id, planId: plan, stepId: step });
}
