import { stringify } from 'yaml';
import { canonicalJson } from '../digest.js';
import { fail, ok, type Result } from '../errors.js';
import { aliasesLines } from '../note/front-matter/aliases.js';
import { doubleQuoted } from '../note/front-matter/yaml-scalar.js';
import { linkName } from '../note/file-name.js';
import { isoSeconds } from '../time.js';
import { escapedLines } from '../text/text-line.js';
import { fenceName } from './action/action-fence.js';
import { answerLine } from './answer-line.js';
import { callName } from './call-title.js';
import { waitingCallout } from './edit-request.js';
import { parseRequest } from './parse-request.js';
import type { ProposedCall } from './action/proposed-call.js';

export interface NewRequest {
  readonly requestId: string;
  readonly actionType: string;
  readonly targetRecipient: string;
  readonly plan: {
    readonly planId: string;
    readonly path: string;
    readonly stepId: string;
    readonly position: number;
  } | null;
  readonly rationale: string;
  readonly createdAt: number;
  /** ISO-8601. Null if the request never expires. */
  readonly expires: string | null;
  readonly supersedes: string | null;
  readonly call: ProposedCall;
  readonly context: string;
  readonly approvedFolder: string;
  readonly rejectedFolder: string;
}

export function renderRequest(input: NewRequest): Result<string> {
  for (const actionYaml of actionYamls(input.call)) {
    // The Templater plugin would run `<%` in a new note.
    if (actionYaml.includes('<%')) continue;
    const text = noteText(input, actionYaml);
    const { request } = parseRequest(text, '');
    if (
      request?.requestId === input.requestId &&
      canonicalJson({ ...request.call }) === canonicalJson({ ...input.call })
    ) {
      return ok(text);
    }
  }
  const [problem] = parseRequest(noteText(input, jsonYaml(input.call)), '').problems;
  if (problem?.code === 'action_number_ambiguous') {
    return fail(
      'input_invalid',
      'A number of this call is too small or too large to be written in a note (as 1e-7 or 1e21).',
      'Use another unit, or tell the person that Countersign can’t hold this call.',
    );
  }
  return fail(
    'input_invalid',
    `The request cannot be written as a note. ${problem?.message ?? ''}`.trim(),
    problem?.advice ?? 'Change its texts.',
  );
}

function noteText(input: NewRequest, actionYaml: string): string {
  const { plan } = input;
  const fields = {
    type: 'approval_request',
    request_id: input.requestId,
    action_type: input.actionType,
    target_recipient: oneLine(input.targetRecipient),
    approval_required_by: 'human',
    ...(plan ? { plan_id: plan.planId, step_id: plan.stepId } : {}),
    rationale: oneLine(input.rationale),
    ...(input.supersedes === null ? {} : { supersedes: input.supersedes }),
  };
  const readable = stringify(fields, { lineWidth: 0, compat: 'yaml-1.1' });
  const front = readable.includes('<%') ? escapedFields(fields) : readable;
  const dates = [
    `created_date: ${isoSeconds(input.createdAt)}`,
    ...(input.expires === null ? [] : [`expires: ${JSON.stringify(input.expires)}`]),
  ];
  const context = escapedLines(input.context).join('\n');
  const aliases = aliasesLines(callName(input.call, input.targetRecipient))
    .map((line) => `${line}\n`)
    .join('');
  return [
    `---\n${front}${dates.join('\n')}\nstatus: pending\n${aliases}---`,
    waitingCallout,
    `> ${answerLine({ approved: input.approvedFolder, rejected: input.rejectedFolder })}`,
    ...(plan
      ? [
          `> Plan: [[${linkName(plan.path) ?? plan.planId}#^${plan.stepId}|${plan.planId}, step ${plan.position}]]`,
        ]
      : []),
    '',
    `\`\`\`${fenceName}\n${actionYaml}\`\`\``,
    ...(context === '' ? [] : ['', '## Context', context]),
    '',
  ].join('\n');
}

function escapedFields(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${doubleQuoted(value)}\n`)
    .join('');
}

/** Writes a call as YAML in two ways: easy to read, and with values as JSON. */
export function actionYamls(call: ProposedCall): readonly string[] {
  return [prettyYaml(call), jsonYaml(call)];
}

function prettyYaml(call: ProposedCall): string {
  return stringify(
    { bridge: call.bridge, tool: call.tool, arguments: call.arguments },
    { lineWidth: 0, compat: 'yaml-1.1', aliasDuplicateObjects: false },
  );
}

function jsonYaml(call: ProposedCall): string {
  return Object.entries(call)
    .map(([key, value]) => `${key}: ${JSON.stringify(value).replace(escaped, escapeAll)}\n`)
    .join('');
}

const escaped = /`{3,}|~{3,}|<(?=%)|[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

function escapeAll(text: string): string {
  return text.replace(/[^]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
