import { isJsonObject, type Json } from '../../../core/json.js';

const meanings: Readonly<Record<string, string>> = {
  about: 'The id that is asked about, or some words.',
  action: 'What you did or decided.',
  architecture: 'The entries give all five parts of architecture mode.',
  ask: 'What to ask: get_decision_tree, why, get_write_up and the like.',
  confidence: 'How sure you are, from 0 to 1.',
  contradicts: 'Ids of hypotheses that it contradicts.',
  cost: 'What it takes, such as 20 min.',
  entries: 'What to record.',
  even_if_similar: 'Make a plan even if a similar one exists.',
  even_if_simple: 'Make a plan even if it is a simple task.',
  files: 'Files that it is about.',
  independent: 'It is new information, even though its probe was carried out before.',
  name: 'What the note is about, such as assumptions.',
  needs_approval: 'A ✋ step: it needs an approved request.',
  none: 'How likely none of the hypotheses is the answer, from 0 to 1.',
  of: 'The id that it is about.',
  outcome: 'Which outcome of the probe was seen.',
  path: 'The note’s path.',
  plan_id: 'The plan (default: the current one).',
  prior: 'How likely it is before anything was observed, from 0 to 1.',
  priority: 'low, medium or high.',
  probe: 'The id of the probe.',
  prompt: 'What you were asked.',
  rationale: 'Why.',
  request_id: 'The request.',
  source: 'Where the text comes from.',
  step: 'The step that carries it out, by its block id.',
  steps: 'The steps, such as [{"text": "Call Bob"}].',
  success: 'It succeeded.',
  supersedes: 'The id of the decision that this replaces.',
  supports: 'Ids of hypotheses that it supports.',
  task_id: 'The task.',
  text: 'The contents; of a choice its reason, of a commit its name.',
  wait_seconds: 'How long to wait for a decision (default: 50).',
};

export function meaningOf(property: string, schema: Json | undefined): string {
  const said = isJsonObject(schema) ? schema['description'] : undefined;
  const means = typeof said === 'string' ? said : (meanings[property] ?? '');
  return means.endsWith('.') ? means : `${means}.`;
}

export const toolExamples: Readonly<Record<string, string>> = {
  'plan evaluate': 'plan evaluate --path Inbox/invoice.md',
  'plan start': 'plan start --path Inbox/invoice.md',
  'plan list': 'plan list --json',
  'plan resume': 'plan resume --plan-id PLAN-2026-001',
  'plan done': "plan done --plan-id PLAN-2026-001 --step 1 --rationale 'The report is written'",
  'plan add-step':
    "plan add-step --plan-id PLAN-2026-001 --text 'Send the report' --needs-approval --rationale 'Ana asked for it'",
  'plan skip': "plan skip --plan-id PLAN-2026-001 --step 2 --rationale 'Already known'",
  'plan log':
    "plan log --plan-id PLAN-2026-001 --action 'Read the contract' --rationale 'The price is in it'",
  'plan blocks': 'plan blocks',
  'plan archive': 'plan archive --plan-id PLAN-2026-001',
  'request draft':
    'request draft --action-type email --target-recipient ana@example.com --title Report --rationale \'Ana asked for it\' --arguments \'{"to": "ana@example.com"}\'',
  'request await': 'request await --request-id 2026-02-21T10-40-00Z_email_ana',
  'request withdraw':
    "request withdraw --request-id 2026-02-21T10-40-00Z_email_ana --rationale 'Ana has it already'",
  'task done': 'task done --path Inbox/plants.md',
  'decision record':
    'decision record --entries \'[{"do": "create_decision", "text": "How to send it"}]\'',
  'decision ask': 'decision ask --ask undecided',
};
