import { fail, ok, type Problem, type Result } from '../../../core/errors.js';
import type { RequestSummary } from '../../../core/mission/summaries.js';
import type { EngineContext } from '../../context.js';
import { hasUnknownOutcome } from '../../requests/outcomes/unknown-outcome.js';
import { endRequest, type End, type EndedRequest } from '../../requests/outcomes/end-request.js';
import { isAboutToBeCalled } from '../../requests/block-calls.js';
import { endsElsewhere } from '../../requests/of-another-ledger.js';
import { wasApproved } from '../../../core/ledger/request-facts.js';
import { drafterOf } from './await-request.js';
import { quoted } from '../../../core/text/quote.js';
import { requireText, type Actor, type Operation } from '../shared/operation.js';

export interface WithdrawInput {
  readonly requestId: string;
  readonly reason: string;
  readonly actor: Actor;
}

export interface Withdrawn {
  readonly requestId: string;
  readonly unwritten?: Problem;
}

export const withdraw: Operation<WithdrawInput, Withdrawn> = async (context, input) => {
  const reason = requireText('reason', input.reason);
  if (!reason.ok) return reason;
  const request = openRequest(context, input.requestId);
  if (!request.ok) return request;
  if (input.actor !== 'Human' && hasUnknownOutcome(context, request.value))
    return outcomeUnknown(request.value);
  const elsewhere = await endsElsewhere(context, input.requestId);
  if (elsewhere) return elsewhere;
  return endAsWithdrawn(context, request.value, { reason: reason.value, actor: input.actor });
};

export async function endAsWithdrawn(
  context: EngineContext,
  request: EndedRequest,
  end: Required<Pick<End, 'reason' | 'actor'>>,
): Promise<Result<Withdrawn>> {
  const { requestId } = request;
  const { book } = context;
  const before = book.facts.request(requestId)?.voided;
  const ended = await endRequest(context, request, { why: 'withdrawn', ...end });
  if (ended.ok) return ok({ requestId });
  context.lookAgain(`request:${requestId}`);
  const { voided } = book.facts.request(requestId) ?? {};
  const isRecorded = voided !== undefined && voided !== before && !book.halted;
  return isRecorded ? ok({ requestId, unwritten: ended.error }) : ended;
}

/** Lets an agent withdraw a request that it drafted. */
export const withdrawOwn: Operation<WithdrawInput, Withdrawn> = async (context, input) => {
  const { requestId, actor } = input;
  const said = requireText('reason', input.reason);
  if (!said.ok) return said;
  if (drafterOf(context, requestId) !== actor) {
    return fail(
      'request_not_open',
      `${requestId} was not drafted by you.`,
      'Only a person, or who drafted it, withdraws a request.',
    );
  }
  const isApproved =
    wasApproved(context.book.facts.request(requestId)) ||
    context.index
      .requestPaths(requestId)
      .some((path) => context.index.requestAt(path)?.folder === 'approved');
  return isApproved
    ? fail(
        'request_not_open',
        `A person has approved ${requestId}.`,
        'Wait for its outcome. Only a person can still stop it.',
      )
    : withdraw(context, {
        ...input,
        reason: `${actor === 'Outside' ? 'Another program' : actor} withdrew it before anyone approved it: ${quoted(said.value)}`,
      });
};

export function outcomeUnknown({
  requestId,
  path,
}: Pick<EndedRequest, 'requestId' | 'path'>): Result<never> {
  return fail(
    'request_not_open',
    `We don’t know whether the earlier attempt of ${requestId} happened.`,
    'A person must say first in the panel whether it did. For that, what was rejected is moved back to Pending, and a note that is gone is brought back.',
    path === undefined ? {} : { path },
  );
}

/** Finds the only open note of a request. */
export function openRequest(context: EngineContext, requestId: string): Result<RequestSummary> {
  const [path, second] = context.index.requestPaths(requestId);
  if (path === undefined) {
    return fail(
      'request_missing',
      `There is no open request ${requestId}.`,
      'Look in the folders of finished and archived requests.',
    );
  }
  if (second !== undefined) {
    return fail(
      'request_duplicate',
      `Two notes carry the id ${requestId}.`,
      'Remove one of them first.',
      { path: second },
    );
  }
  const request = context.index.requestAt(path);
  const facts = context.book.facts.request(requestId);
  if (!request || facts?.intent) {
    return fail(
      'request_not_open',
      `${requestId} can no longer be changed.`,
      'Its call was made, or its note cannot be read.',
      { path },
    );
  }
  return ok(request);
}

export function unendedRequest(context: EngineContext, requestId: string): Result<EndedRequest> {
  const { book, index } = context;
  const { intent, outcome, voided, prepared } = book.facts.request(requestId) ?? {};
  const notes = index.requestPaths(requestId).flatMap((path) => index.requestAt(path) ?? []);
  const note = notes.find(({ folder }) => folder === 'approved') ?? notes[0];
  const isCalled = intent !== undefined && outcome === undefined;
  if (isCalled) {
    const [message, advice] = isAboutToBeCalled(context, requestId)
      ? [`The call of ${requestId} was about to be made.`, 'Look at it again in a moment.']
      : [`${requestId} is being carried out at this moment.`, 'Wait for its outcome.'];
    return fail('request_not_open', message, advice, note && { path: note.path });
  }
  if (intent ?? voided) {
    const successor = voided?.successor ?? outcome?.successor;
    const [message, advice] =
      successor === undefined
        ? [
            `${requestId} has already ended.`,
            'Its note says how. Look in the folders of finished and archived requests.',
          ]
        : [`${requestId} came back as ${successor}.`, 'Use that id.'];
    return fail('request_not_open', message, advice, note && { path: note.path });
  }
  const of = prepared ? { planId: prepared.plan, stepId: prepared.step } : note;
  if (!of) {
    return fail(
      'request_missing',
      `There is no open request ${requestId}.`,
      'Look in the folders of finished and archived requests.',
    );
  }
  const { planId, stepId } = of;
  return ok({ requestId, planId, stepId, ...(note ? { path: note.path } : {}) });
}
