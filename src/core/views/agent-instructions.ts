import type { Folders } from '../settings/device-config.js';

/** What to tell an agent that works in the files of a vault, with this vault's folder names. */
export function agentInstructions(folders: Folders): string {
  const { inbox, needsAction, plans, pending, approved, rejected, doneActions, logs } = folders;
  return `This vault uses Countersign: plans are notes, and a person approves every action that affects the outside world.

- New work is in \`${inbox}/\` and \`${needsAction}/\`.
- Plans are in \`${plans}/\`, one note each. Work the steps of the Roadmap in their order. When one is done, tick its box and add one line at the end of Reasoning Logs: \`- [2026-02-21T10:35:00Z] Agent: Marked step 1 complete — why.\` Do not change existing lines.
- For work in several steps write a plan first, as below: the next free number of the year, a link to what it came from, all five properties and all four sections. If the Dashboard then lists the note in its alerts, fix the problem it names.
- A step with ✋ acts outside the vault. Never do it any other way, and never tick it. Propose it: write one new note in \`${pending}/\`, as below. \`plan_id\` and \`step_id\` name the plan and the block id at the end of the step's line (\`^s2\` is \`s2\`); leave both out if the request belongs to no plan. Keep the sentence that says where the note is moved to be approved or rejected. \`request_id\` is the note's name, and is never used again.
- Only the block \`countersign-action\` runs: bridge, tool and arguments. It is strict YAML: quote what could be read in two ways. Ask the person which servers and tools there are. Name a file by its full, real path, without \`..\` or links: a server does not run in the vault, and only then is the file’s content part of what is approved.
- Never move a note into \`${approved}/\`, never write in \`${logs}/\`, and leave lines that begin with \`%% countersign\` as they are.
- Executed requests are in \`${doneActions}/\`, and their steps are ticked. Rejected requests are in \`${rejected}/\`: the top of the note and the plan’s log say why. Read that before you propose anything for the step again. A request that came back to \`${pending}/\` says at its top why.

${plans}/PLAN-2026-001.md:

${examplePlan}
${pending}/2026-02-21T10-40-00Z_email_client-a.md:

${exampleRequest(folders)}`;
}

/** A plan as an agent may write it. */
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

/** A request as an agent may write it, with the sentence that tells a person how to answer (FR-009). */
export function exampleRequest({
  approved,
  rejected,
}: Pick<Folders, 'approved' | 'rejected'>): string {
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

Move this note to \`${approved}/\` to run the action below, or to \`${rejected}/\` to deny it.

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
