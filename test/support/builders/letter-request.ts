/** A letter that somebody asks to send; one that belongs to a plan is that plan's step `s1`. */
export interface Letter {
  readonly id: string;
  readonly to: string;
  readonly text?: string;
  readonly created?: string;
  readonly planId?: string;
}

/** The request's note, as a person or an agent with a text editor writes it. */
export function letterRequest({
  id,
  to,
  text = 'Hello from a hand-written note.',
  created = '2026-02-21T10:40:00Z',
  planId,
}: Letter): string {
  const plan = planId === undefined ? '' : `plan_id: ${planId}\nstep_id: s1\n`;
  return `---
type: approval_request
request_id: ${id}
action_type: email
target_recipient: ${to}
approval_required_by: human
${plan}rationale: The letter is due.
created_date: ${created}
status: pending
---

\`\`\`countersign-action
bridge: email
tool: send_email
arguments:
  to: ${to}
  subject: A letter
  text: ${text}
\`\`\`
`;
}
