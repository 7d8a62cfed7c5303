import { buildReview } from '../../../../../src/core/request/review/build-review.js';
import { fail } from '../../../../../src/core/errors.js';
import { parseRequest } from '../../../../../src/core/request/parse-request.js';
import type { Review } from '../../../../../src/core/request/review/review.js';

export const blocked = fail('request_not_ready', 'Not prepared.', 'Wait.').error;

interface Shown {
  readonly problem?: Review['blocked'];
  readonly id?: string;
  readonly path?: string;
  readonly machine?: object;
  /** More properties, each line with its end. */
  readonly more?: string;
}

/** A request for a mail to somebody, as it is shown. */
export function review(
  to: string,
  { problem = null, id = 'r-1', path, machine, more = '' }: Shown = {},
): Review {
  const line = machine ? `\n%% countersign ${JSON.stringify(machine)} %%\n` : '';
  const text = `---\ntype: approval_request\nrequest_id: ${id}\naction_type: email\ntarget_recipient: someone\nrationale: so\ncreated_date: 2026-02-21T10:40:00Z\nstatus: pending\n${more}---\n\n\`\`\`countersign-action\nbridge: email\ntool: send_email\narguments:\n  to: ${to}\n\`\`\`\n${line}`;
  const { request } = parseRequest(text, path ?? `Pending_Approval/${id}.md`);
  if (!request) throw new Error('no request');
  return buildReview(request, {
    folder: 'pending',
    blocked: problem,
    attempts: [],
    asks: false,
    undoUntilMs: null,
  });
}
