import { fail, ok, type Result } from '../../core/errors.js';
import type { RequestSummary } from '../../core/mission/summaries.js';
import type { EngineContext } from '../context.js';
import { endRequest } from '../gate/end-request.js';
import { requireText, type Actor, type Operation } from './operation.js';

export interface WithdrawInput {
  readonly requestId: string;
  readonly reason: string;
  readonly actor: Actor;
}

/** Nobody wants a request any more: its id is voided and its note archived. */
export const withdraw: Operation<WithdrawInput, { readonly requestId: string }> = async (
  context,
  input,
) => {
  const reason = requireText('reason', input.reason);
  if (!reason.ok) return reason;
  const request = openRequest(context, input.requestId);
  if (!request.ok) return request;
  const ended = await endRequest(context, request.value, {
    why: 'withdrawn',
    reason: reason.value,
    actor: input.actor,
  });
  return ended.ok ? ok({ requestId: input.requestId }) : ended;
};

/** The one open note of a request that has not been used; otherwise why not. */
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
      `${requestId} cannot be changed any more.`,
      'Its call was made, or its note cannot be read.',
      { path },
    );
  }
  return ok(request);
}
