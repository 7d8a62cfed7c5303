import { instantOf } from './still.js';

const planId = 'PLAN-2026-001';

/** The notes that the vault in the pictures holds before anything happens: path → text. */
export const ownNotes: Readonly<Record<string, string>> = {
  'Clients/Client A.md': '---\ncontact: client_a@example.com\n---\nPrefers short mails.\n',
  'Journal/2026-02-21.md': '- [ ] Call the printer\n- [x] Water the plants\n',
  'Rates.md': '| work | rate |\n| --- | --- |\n| Consulting, a day | $500 |\n',
};

export const planPath = `Plans/${planId}.md`;

/** The mission whose third step waits. */
export const plan = `---
task_id: ${planId}
source_link: "[[Client A]]"
created_date: ${instantOf('10:30')}
priority: high
status: Active
---

# Objective
Generate and send the January invoice to Client A for $1,500.

## Context
Client A asked for the invoice by email. The amount is on the rate card: [[Rates]].

## Roadmap
1. [x] Calculate the amount: $1,500
2. [x] Write the invoice
3. [ ] ✋ Send email to client_a@example.com ^s3
4. [ ] Log the transaction in the journal

## Reasoning Logs
- [${instantOf('10:30')}] Agent: Created plan — Complex work detected (keywords: invoice, send).
`;

/** A mail that somebody asks to send. */
export interface Mail {
  readonly slug: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly why: string;
  readonly stepId?: string;
  readonly expires?: string;
}

/** The mail of the mission's third step. */
export const invoiceMail: Mail = {
  slug: 'january-invoice',
  to: 'client_a@example.com',
  subject: 'January 2026 invoice',
  text: 'Dear Client A,\nplease find the invoice for January below: $1,500.',
  why: 'Client A asked for the invoice.',
  stepId: 's3',
};

export const requestName = ({ slug }: Mail): string => `2026-02-21T10-40-00Z_email_${slug}`;

/** A request's note as an agent writes it. */
export function requestNote(mail: Mail): string {
  const { to, subject, text, why, stepId, expires } = mail;
  const indented = text.replaceAll('\n', '\n    ');
  return `---
type: approval_request
request_id: ${requestName(mail)}
action_type: email
target_recipient: ${to}
approval_required_by: human
${stepId === undefined ? '' : `plan_id: ${planId}\nstep_id: ${stepId}\n`}rationale: "${why}"
created_date: ${instantOf('10:40')}
${expires === undefined ? '' : `expires: ${expires}\n`}status: pending
---

\`\`\`countersign-action
bridge: email
tool: send_email
arguments:
  to: ${to}
  subject: ${subject}
  text: |
    ${indented}
\`\`\`
`;
}

/** What was decided in the mission, and what came of it. */
export const decisions: string = [
  'Decision — How to deliver the invoice ^d-7k2mxa',
  'Option for [[#^d-7k2mxa|How to deliver the invoice]] — Email ^o-3fqpza',
  'Option for [[#^d-7k2mxa|How to deliver the invoice]] — WhatsApp ^o-bh4ck2',
  'Chose [[#^o-3fqpza|Email]] — The contract asks for it',
  'Rejected [[#^o-bh4ck2|WhatsApp]] — No number on file',
  'Observed — The last three invoices went by email [informs:: [[#^d-7k2mxa]]] [confidence:: 0.8] ^b-m5xq7n',
  'Action for [[#^d-7k2mxa|How to deliver the invoice]] — Ask which address is the right one ^a-qqtz4c',
  'Outcome of [[#^a-qqtz4c|Ask which address is the right one]] — succeeded: It is client_a@example.com ^r-54hdka',
  'Decision — Which rate to use ^d-ucw3ri',
  'Option for [[#^d-ucw3ri|Which rate to use]] — The 2026 rate card ^o-kd2xtm',
  'Option for [[#^d-ucw3ri|Which rate to use]] — The rate on the last invoice ^o-zr5bqe',
  'Chose [[#^o-kd2xtm|The 2026 rate card]] — The old one ended in December',
  'Rejected [[#^o-zr5bqe|The rate on the last invoice]] — It is $100 too low',
  'Action for [[#^d-ucw3ri|Which rate to use]] — Work out the fee for three days ^a-h7nvwp',
  'Outcome of [[#^a-h7nvwp|Work out the fee for three days]] — succeeded: $1,500 ^r-o6e2uj',
  'Decision — When to remind them ^d-tb4ygs',
  'Option for [[#^d-tb4ygs|When to remind them]] — After 14 days ^o-mv3fli',
  'Option for [[#^d-tb4ygs|When to remind them]] — After 30 days ^o-wx7cad',
]
  .map((entry, at) => `- [${instantOf(`10:${20 + at}`)}] Agent (claude): ${entry}\n`)
  .join('');
