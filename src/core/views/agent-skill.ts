import type { Folders } from '../settings/device-config.js';
import { examplePlan, exampleRequest } from './agent-instructions.js';

/** A file in the vault that tells agents how to work in it. */
export interface AgentFile {
  readonly path: string;
  /** What comes above our section where there is no such file yet. */
  readonly top: string;
  /** Our section, without its markers. */
  readonly section: string;
}

/** The files that `countersign agent instructions` writes, with this vault's folder names (R6.8). */
export function agentFiles(folders: Folders): readonly AgentFile[] {
  return [
    {
      path: '.claude/skills/managing-obsidian-vault/SKILL.md',
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
      section: sectionOf('Plans and external actions', folders),
    },
  ];
}

interface Procedure {
  readonly name: string;
  readonly tool: string;
  readonly inputs: string;
  readonly output: string;
  readonly files: string;
}

function procedures({ plans, donePlans, pending }: Folders): readonly Procedure[] {
  return [
    {
      name: 'InitializePlan',
      tool: '`start_plan` (`evaluate_brief` says first whether the work needs a plan)',
      inputs: 'the objective (one sentence), the context, the source, the steps, and which have ✋',
      output: 'the plan’s id and path, or the plan that already exists for the same source',
      files: `Write \`${plans}/PLAN-YEAR-NUMBER.md\` as in the first example below, with the next free number. Look first for a plan with the same \`source_link\`, and continue that one.`,
    },
    {
      name: 'UpdatePlanStep',
      tool: '`update_plan_step`; `add_step` and `skip_step` change the Roadmap',
      inputs: 'the plan, the step, and why it is done',
      output: 'the plan’s next step',
      files:
        'Change `[ ]` to `[x]` in the line of the step, and log why. Do not tick a step with ✋: it is ticked when its action was executed.',
    },
    {
      name: 'LogReasoning',
      tool: '`log_reasoning`',
      inputs: 'the plan, what you did or decided, and why',
      output: 'the entry as it was written; it is also in the audit log',
      files:
        'Add one line at the end of Reasoning Logs: `- [2026-02-21T10:35:00Z] Agent: Marked step 1 complete — The invoice is written.` Never change an existing line.',
    },
    {
      name: 'ArchivePlan',
      tool: '`archive_plan`',
      inputs: 'a plan of which every step is done',
      output: 'where its note is now',
      files: `Tick the last step. Countersign sets the plan to Done and moves it to \`${donePlans}/\`.`,
    },
    {
      name: 'DraftExternalAction',
      tool: '`draft_external_action`; then `await_request`, or `withdraw_request` for your own',
      inputs:
        'the plan and its ✋ step, the type of action, the recipient, the reason, the arguments',
      output: 'the request’s id and note. Nothing is sent: a person decides. Do not draft it again',
      files: `Write one note in \`${pending}/\` as in the second example below. \`request_id\` is the note’s name and is never used again. If you do not know the server and its tool, leave out the \`countersign-action\` block and write the subject as \`subject:\` and the text as \`text:\`: the request is then incomplete, blocks the plan, and waits until a person completes it.`,
    },
    {
      name: 'DetectBlocks',
      tool: '`detect_blocks`; `list_missions` lists all plans',
      inputs: 'none',
      output: 'the blocked plans, and the requests that each waits for',
      files: `A plan with \`status: Blocked\` says in \`blocked_reason\` which note in \`${pending}/\` it waits for. Countersign writes both: do not change them.`,
    },
    {
      name: 'ResumePlan',
      tool: '`resume_plan`, at the start of every session',
      inputs: 'a plan, or none for the current one',
      output:
        '`Resuming plan ID: objective`, the last log entry, the next step, and what it waits for',
      files: `Read the plans in \`${plans}/\`: Active before Blocked before Draft, then the newest. Read its last log entry, then continue with its first open step.`,
    },
  ];
}

function sectionOf(title: string, folders: Folders): string {
  const { inbox, needsAction, plans, pending, approved, rejected, logs } = folders;
  const parts = procedures(folders).map(
    ({ name, tool, inputs, output, files }) => `### ${name}

- Tool: ${tool}.
- Inputs: ${inputs}.
- Output: ${output}.
- Without the tool: ${files}
`,
  );
  return `## ${title}

This vault uses Countersign. Plans are notes, and a person approves every action that reaches outside the vault. Use the MCP tools of the server \`countersign\` if you have them; otherwise edit the files as described. New work is in \`${inbox}/\` and \`${needsAction}/\`.

${parts.join('\n')}
### What you cannot do

- Approve a request, run it, or answer for the person. Never move a note into \`${approved}/\`.
- Do a step with ✋ in any other way.
- Write in \`${logs}/\`, or change lines that begin with \`%% countersign\`.
- Repeat an action whose outcome is unknown: it may have happened. A person is asked.

A rejected request is in \`${rejected}/\`. The plan’s log says why: read it before you propose anything for that step again. Write times in UTC, as in the examples.

### Example: a plan, \`${plans}/PLAN-2026-001.md\`

\`\`\`\`markdown
${examplePlan}\`\`\`\`

### Example: a request, \`${pending}/2026-02-21T10-40-00Z_email_client-a.md\`

\`\`\`\`markdown
${exampleRequest(folders)}\`\`\`\`
`;
}
