import { answerLine } from '../request/answer-line.js';
import type { Folders } from '../settings/device-config.js';

export const examplePlan = `---
task_id: PLAN-2026-001
source_link: "[[EMAIL_client-a-invoice]]"
created_date: 2026-02-21T10:30:00Z
priority: high
status: Active
---

# Objective
Generate and send the January invoice to Client A for $1,500.

## Context
Client A asked for the invoice by email.

## Roadmap
1. [ ] Write the invoice
2. [ ] ✋ Send email to client_a@example.com ^s2
3. [ ] Log the payment

## Reasoning Logs
- [2026-02-21T10:30:00Z] Agent: Created plan — Client A asked for an invoice.
`;

/** Returns an example of a request by an agent (FR-009). */
export function exampleRequest(folders: Pick<Folders, 'approved' | 'rejected'>): string {
  return `---
type: approval_request
request_id: 2026-02-21T10-40-00Z_email_client-a
action_type: email
target_recipient: client_a@example.com
approval_required_by: human
plan_id: PLAN-2026-001
step_id: s2
rationale: Step 2 of PLAN-2026-001, the invoice is ready.
created_date: 2026-02-21T10:40:00Z
status: pending
---

${answerLine(folders)}

\`\`\`countersign-action
bridge: email
tool: send_email
arguments:
  to: client_a@example.com
  subject: January 2026 invoice
  text: Dear Client A, the invoice for January is $1,500.
\`\`\`
`;
}
