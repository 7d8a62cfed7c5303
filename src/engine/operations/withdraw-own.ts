import { fail } from '../../core/errors.js';
import { wasApproved } from '../../core/ledger/request-facts.js';
import { drafterOf } from './await-request.js';
import type { Operation } from './shared/operation.js';
import { withdraw, type WithdrawInput } from './withdraw.js';

/** An agent takes back a request that it drafted itself, and that nobody has approved. */
export const withdrawOwn: Operation<WithdrawInput, { readonly requestId: string }> = async (
  context,
  input,
) => {
  const { requestId, actor } = input;
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
    : withdraw(context, input);
};
