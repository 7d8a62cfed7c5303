import { fail, ok, type Result } from '../../core/errors.js';
import { noteOfAttempt } from '../../core/ledger/unknown-outcome.js';
import { unansweredOutcome } from '../requests/outcomes/unknown-outcome.js';
import { endRequest } from '../requests/outcomes/end-request.js';
import { openRequests } from '../requests/returned-requests.js';
import { writeBack } from '../requests/outcomes/write-back.js';
import { mayAct, type PersonContext } from './shared/person-context.js';

/** Recreates the missing note that asks a person about an unknown outcome. */
export async function bringBack(
  context: PersonContext,
  { requestId: id }: { readonly requestId: string },
): Promise<Result<{ readonly requestId: string }>> {
  const may = mayAct(context);
  if (!may.ok) return may;
  return context.keyedQueue.take(`request:${id}`, async () => {
    const { book, index } = context;
    const back = book.facts.request(id)?.voided;
    if (back?.attempt !== undefined && back.successor !== undefined) {
      const writtenBack = await writeBack(context, id);
      return writtenBack.ok ? ok({ requestId: back.successor }) : writtenBack;
    }
    const unknown = unansweredOutcome(context, id);
    if (!unknown) {
      return fail(
        'request_not_open',
        `No question is open under the id ${id}.`,
        'Only a note that asks about an unknown outcome can be brought back. Check the current alerts.',
      );
    }
    const [path] = index.requestPaths(id);
    if (path !== undefined) return isThere(context, id, path);
    const { attemptId, plan: planId, step: stepId } = unknown;
    if (noteOfAttempt(book.facts.request(attemptId)) === null) {
      return fail(
        'request_missing',
        `This device does not have the text of ${attemptId}.`,
        'Check whether it happened, then withdraw it.',
      );
    }
    const ended = await endRequest(
      context,
      { requestId: id, planId, stepId },
      {
        why: 'returned',
        reason: `Brought back in Countersign, to say whether ${attemptId} happened.`,
        actor: 'Human',
        attemptId,
      },
    );
    context.lookAgain(`request:${id}`);
    const successor = book.facts.request(id)?.voided?.successor ?? id;
    return ended.ok ? ok({ requestId: successor }) : ended;
  });
}

function isThere(context: PersonContext, id: string, path: string): Result<never> {
  const [readable] = openRequests(context, id);
  return readable
    ? fail('request_not_open', `The note for ${id} is there.`, 'Answer what it asks there.', {
        path: readable.path,
      })
    : fail(
        'request_not_open',
        `The note for ${id} cannot be read.`,
        'Repair it, or remove it and bring it back then.',
        { path },
      );
}
