import { skillPath } from '../note/vault-path.js';
import type { Folders } from '../settings/device-config.js';
import { examplePlan, exampleRequest } from './agent-examples.js';

export interface AgentFile {
  readonly path: string;
  readonly top: string;
  readonly section: string;
}

/** Returns files with instructions for agents (R6.8). */
export function agentFiles(folders: Folders): readonly AgentFile[] {
  return [
    {
      path: skillPath,
      top: `---
name: managing-obsidian-vault
description: Plans, their steps and logs, and external actions that wait for a person, as notes in this Obsidian vault. Use it for work in several steps, and before anything that reaches outside the vault.
---

# Managing the Obsidian vault
`,
      section: sectionOf('Section 8: Reasoning and external actions', folders),
    },
    {
      path: 'AGENTS.md',
      top: '# Instructions for agents\n',
      section: agentGuide(folders),
    },
  ];
}

export function agentGuide(folders: Folders): string {
  return sectionOf('Plans and external actions', folders);
}

type Procedure = readonly [
  name: string,
  tool: string,
  inputs: string,
  output: string,
  files: string,
];

function procedures({ plans, donePlans, pending }: Folders): readonly Procedure[] {
  return [
    [
      'InitializePlan',
      '`start_plan`; `evaluate_brief` says first whether one is needed',
      'the objective in one sentence, the context, the source, the steps, which have ✋',
      'the plan’s id and note, or those of the plan that the source already has',
      `Continue the plan with the same \`source_link\`, if there is one. Otherwise write \`${plans}/PLAN-YEAR-NUMBER.md\` as in the first example: the next free number, all properties, all sections. Fix what the Dashboard’s alerts say about it.`,
    ],
    [
      'UpdatePlanStep',
      '`update_plan_step`; also `add_step` and `skip_step`',
      'the plan, the step, why it is done',
      'the step, ticked',
      'Work the steps in order. Change `[ ]` to `[x]` in the step’s line and log why. Never tick a step with ✋: it is ticked when its action was executed.',
    ],
    [
      'LogReasoning',
      '`log_reasoning`',
      'the plan, what you did or decided, why',
      'an entry in the plan’s log and in the audit log',
      'Add one line at the end of Reasoning Logs: `- [2026-02-21T10:35:00Z] Agent: Marked step 1 complete — The invoice is written.` Never change an existing line.',
    ],
    [
      'ArchivePlan',
      '`archive_plan`',
      'a plan whose steps are all done',
      'where its note is now',
      `Tick the last step. Countersign moves the plan to \`${donePlans}/\`.`,
    ],
    [
      'DraftExternalAction',
      '`draft_external_action`, then `await_request`; `withdraw_request` takes your own back',
      'the plan and its ✋ step, the action type, recipient, reason and arguments',
      'the request’s id and note. Nothing is sent: a person decides. Do not draft it again',
      `Write one note in \`${pending}/\` as in the second example. \`request_id\` is its name and is never used again. \`step_id\` is the id at the end of the step’s line (\`^s2\` is \`s2\`); without a plan leave \`plan_id\` and \`step_id\` out. Keep the sentence that tells a person where to move the note. Only the block \`countersign-action\` runs. It is strict YAML: quote what could be read in two ways. Name a file by its full, real path, without \`..\` or links: only then is its content part of what is approved. If you do not know the server and its tool, ask the person, or write \`subject:\` and \`text:\` instead of the block: it then blocks the plan until a person completes it.`,
    ],
    [
      'DetectBlocks',
      '`detect_blocks`; `list_missions` lists all plans',
      'none',
      'the blocked plans, and the requests that they wait for',
      `A plan with \`status: Blocked\` says in \`blocked_reason\` what in \`${pending}/\` it waits for. Countersign writes both.`,
    ],
    [
      'ResumePlan',
      '`resume_plan`, first in each session',
      'a plan, or none for the current one',
      '`Resuming plan ID: objective`, the last log entry, the next step, what it waits for',
      `Of the plans in \`${plans}/\` take Active before Blocked before Draft, then the newest. Read its last log entry and continue with its first open step.`,
    ],
  ];
}

function sectionOf(title: string, folders: Folders): string {
  const { inbox, needsAction, plans, pending, approved, rejected, doneActions, logs } = folders;
  const parts = procedures(folders).map(
    ([name, tool, inputs, output, files]) => `### ${name}

- Tool: ${tool}.
- Inputs: ${inputs}.
- Output: ${output}.
- Without the tool: ${files}
`,
  );
  return `## ${title}

This vault uses Countersign. Plans are notes, and a person approves every action that reaches outside the vault. Use the MCP tools of the server \`countersign\` if you have them; otherwise edit the notes as described. New work is in \`${inbox}/\` and \`${needsAction}/\`. Once a note there with a \`task_id\` and no plan is done, call \`finish_task\` or set \`status: done\` in it.

${parts.join('\n')}
### What you cannot do

- Approve a request, run it, or answer for the person. Never move a note into \`${approved}/\`.
- Do a step with ✋ in any other way.
- Write in \`${logs}/\`, or change lines that begin with \`%% countersign\`.
- Repeat an action whose outcome is unknown: it may have happened. A person is asked.

A rejected request is in \`${rejected}/\`: its top and the plan’s log say why. Read that before you propose anything for that step again. One that came back to \`${pending}/\` says at its top why. Executed ones are in \`${doneActions}/\`. Write times in UTC.

### Example: a plan, \`${plans}/PLAN-2026-001.md\`

\`\`\`\`markdown
${examplePlan}\`\`\`\`

### Example: a request, \`${pending}/2026-02-21T10-40-00Z_email_client-a.md\`

\`\`\`\`markdown
${exampleRequest(folders)}\`\`\`\`
`;
}
