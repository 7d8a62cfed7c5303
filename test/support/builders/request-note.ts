import { parseRequest } from '../../../src/core/request/parse-request.js';
import type { ActionRequest, Preparation } from '../../../src/core/request/request.js';

const PROPERTIES = {
  type: 'approval_request',
  request_id: '2026-02-21T10-40-00Z_email_client-a',
  action_type: 'email',
  target_recipient: 'client_a@example.com',
  approval_required_by: 'human',
  plan_id: 'PLAN-2026-001',
  step_id: 's4',
  rationale: '"Step 4 of PLAN-2026-001: the invoice is ready."',
  created_date: '2026-02-21T10:40:00Z',
  status: 'pending',
};

export const ACTION = `bridge: email
tool: send_email
arguments:
  to: client_a@example.com
  subject: January 2026 invoice
`;

/** The properties as lines; one given as null is left out, further ones are appended. */
export function frontMatter(changes: Readonly<Record<string, string | null>> = {}): string {
  const lines = Object.entries<string | null>({ ...PROPERTIES, ...changes })
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}: ${value ?? ''}\n`);
  return `---\n${lines.join('')}---\n`;
}

/** A valid request note, incomplete; the fence opens in line 15 and its YAML starts in line 16. */
export function requestNote(
  changes: Readonly<Record<string, string | null>> = {},
  action = ACTION,
  below = '\n## Context\nThe rate card says $1,500.\n',
): string {
  return `${frontMatter(changes)}> [!todo] Waiting for you\n\n\`\`\`countersign-action\n${action}\`\`\`\n${below}`;
}

/** The note of a request of no plan whose tool is called with these arguments, written as JSON. */
export function callNote(
  args: unknown,
  changes: Readonly<Record<string, string | null>> = {},
  below = '',
): string {
  const loose = {
    request_id: 'r-1',
    target_recipient: 'someone',
    plan_id: null,
    step_id: null,
    rationale: 'It is due.',
  };
  const action = `bridge: email\ntool: send_email\narguments: ${JSON.stringify(args)}\n`;
  return requestNote({ ...loose, ...changes }, action, below);
}

export const COMPLETION: Preparation = {
  epoch: 'e-aaaaaaaaaa',
  bridge_digest: 'b'.repeat(64),
  tool_digest: 'c'.repeat(64),
  files: { 'Invoices/2026-01.md': 'd'.repeat(64) },
  success: '^Email sent',
  attempts: [],
};

/** The machine line of {@link COMPLETION}, with further fields if given. */
export function machineLine(more: object = {}): string {
  return `\n%% countersign ${JSON.stringify({ ...COMPLETION, ...more })} %%\n`;
}

/** The request of a note; fails the test when there is none. */
export function requestOf(text: string, path = 'Pending_Approval/note.md'): ActionRequest {
  const { request, problems } = parseRequest(text, path);
  if (!request) throw new Error(problems.map(({ message }) => message).join('\n'));
  return request;
}
