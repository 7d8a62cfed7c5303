import type { Problem } from '../../errors.js';
import { readInstant } from '../../time.js';
import { baseName } from '../../note/file-name.js';
import {
  readFrontMatter,
  textField,
  type FrontMatter,
} from '../../note/front-matter/front-matter.js';
import { readArguments, readRecipient, type ExternalArguments } from './external-arguments.js';
import {
  agreedText,
  addProblem,
  isPlainLine,
  type ExternalField,
  type ExternalReading,
} from './external-field.js';

/** A request in another tool's form, as far as it is understood. It can never be approved as it is. */
export interface ExternalRequest {
  readonly path: string;
  readonly text: string;
  readonly frontMatter: FrontMatter;
  /** The id it claims, if it has one. */
  readonly requestId: string | null;
  readonly actionType: ExternalField<string> | null;
  readonly targetRecipient: ExternalField<string> | null;
  readonly planId: ExternalField<string> | null;
  readonly stepId: ExternalField<string> | null;
  readonly rationale: ExternalField<string>;
  readonly createdDate: ExternalField<string> | null;
  readonly expires: ExternalField<string> | null;
  readonly arguments: ExternalArguments;
  /** Properties of which nothing would be sent. */
  readonly unused: readonly string[];
  /** What is not guessed, and why. With one of these it cannot be used. */
  readonly problems: readonly Problem[];
}

/** What another tool's word for a type is to us (vault-contract, "Foreign requests"). */
const typeNames: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['send_email', 'email'],
  ['email_send', 'email'],
  ['payment', 'payment'],
  ['social_post', 'social_post'],
  ['api_call', 'api_call'],
  ['other', 'other'],
]);
/** Words of a note that waits; which folder it lies in decides whether somebody approved it. */
const waiting = new Set(['pending', 'pending_approval', 'awaiting_approval', 'approved']);
/** Properties that are about the note, and nothing of which anybody would expect to be sent. */
const aboutTheNote = new Set([
  ...['type', 'request_id', 'action_type', 'action', 'approval_required_by'],
  ...['target_recipient', 'recipient', 'to'],
  ...['plan_id', 'step_id', 'step_description', 'rationale', 'reason', 'created_date', 'created'],
  ...['created_at', 'expires', 'expires_at', 'status', 'supersedes', 'priority', 'tags'],
]);

/** Whether anything in a note is, or was meant to be, a fence or a machine line of ours. */
export function bearsOurMarks(text: string): boolean {
  return /countersign-action|%%\s*countersign/i.test(text);
}

/**
 * Reads a note in another tool's form as a request (vault-contract, "Foreign requests"). `null`: it is
 * none. A note with anything of ours in it, a fence or a machine line in whatever state, is not external:
 * it is one of ours, and broken if it cannot be read.
 */
export function readExternalRequest(text: string, path: string): ExternalRequest | null {
  if (bearsOurMarks(text)) return null;
  const front = readFrontMatter(text, path);
  if (!front.ok || !claimsToBeOne(front.value)) return null;
  const problems: Problem[] = [];
  const reading: ExternalReading = { path, text, front: front.value, problems };
  const type = textField(front.value, 'type');
  if (type !== null && type !== 'approval_request') {
    addProblem(
      reading,
      'type',
      '`type` is not `approval_request`.',
      'Write `type: approval_request` if it is one.',
    );
  }
  checkStatus(reading);
  checkStep(reading);
  const actionType = readType(reading);
  const targetRecipient = readRecipient(reading);
  const args = actionType ? readArguments(reading, actionType.value, targetRecipient) : {};
  const used = new Set(Object.values(args).map(({ key }) => key));
  return {
    path,
    text,
    frontMatter: front.value,
    requestId: textField(front.value, 'request_id'),
    actionType,
    targetRecipient,
    planId: kept(front.value, 'plan_id'),
    stepId: kept(front.value, 'step_id'),
    rationale: readRationale(reading),
    createdDate: readDate(reading, ['created_date', 'created_at', 'created']),
    expires: readDate(reading, ['expires', 'expires_at']),
    arguments: args,
    unused: [...front.value.fields.keys()].filter(
      (key) => !used.has(key) && !aboutTheNote.has(key),
    ),
    problems,
  };
}

function claimsToBeOne(front: FrontMatter): boolean {
  const type = textField(front, 'type');
  if (type === 'approval_request') return true;
  const actions = ['action_type', 'action'].flatMap((key) => textField(front, key) ?? []);
  return actions.some((action) => type === null || typeNames.has(typeName(action)));
}

/** `Send-Email` and `send_email` are one word. */
function typeName(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

function readType(reading: ExternalReading): ExternalField<string> | null {
  const before = reading.problems.length;
  const found = agreedText(reading, ['action_type', 'action'], (word) => {
    const name = typeName(word);
    return typeNames.get(name) ?? name;
  });
  if (!found) {
    const named = typeInName(reading.path);
    if (named !== null && reading.problems.length === before) {
      return { value: named, key: null, how: 'guessed' };
    }
    if (reading.problems.length === before) {
      addProblem(reading, null, 'It doesn’t say what to do.', 'Write `action: …`.');
    }
    return null;
  }
  const known = typeNames.get(typeName(found.value));
  if (known === undefined) {
    addProblem(
      reading,
      found.key,
      `\`${found.key}\` names no type of action that is known here.`,
      'Write email, payment, social_post, api_call or other.',
    );
    return null;
  }
  return { ...found, value: known, how: found.value === known ? found.how : 'guessed' };
}

/** The type in a file name of the form `2026-02-21T10:40:00Z_email_client-a`; `null`: it has another. */
function typeInName(path: string): string | null {
  const [, rest = ''] = /^\d{4}-\d\d-\d\dT[\dZ:.+-]+_(.+)$/u.exec(baseName(path)) ?? [];
  const word = [...typeNames.keys()].find((name) => typeName(rest).startsWith(`${name}_`));
  return (word && typeNames.get(word)) ?? null;
}

/** A property that stays in the note, and means the same in ours. */
function kept(front: FrontMatter, key: string): ExternalField<string> | null {
  const value = textField(front, key);
  return value === null ? null : { value, key, how: 'read' };
}

/** What another tool says to have done must not be done again because its note still lies here. */
function checkStatus(reading: ExternalReading): void {
  const status = agreedText(reading, ['status']);
  if (!status || waiting.has(typeName(status.value))) return;
  addProblem(
    reading,
    'status',
    '`status` does not say that it waits: another tool may have done it already.',
    'Find out whether it happened; if it did not, write `status: pending`.',
  );
}

/** A number counts lines, which move; it is no step's id. */
function checkStep(reading: ExternalReading): void {
  const step = agreedText(reading, ['step_id']);
  if (!step || !/^\d+$/.test(step.value)) return;
  addProblem(
    reading,
    'step_id',
    '`step_id` is a number, not the id at the end of the step’s line.',
    'Write `step_id: s4` for the step that ends in `^s4`, or take `plan_id` and `step_id` away.',
  );
}

function readRationale(reading: ExternalReading): ExternalField<string> {
  for (const key of ['rationale', 'reason', 'step_description']) {
    const text = textField(reading.front, key)?.replace(/\s+/g, ' ').trim() ?? '';
    if (text === '') continue;
    return { value: text, key, how: key === 'rationale' ? 'read' : 'guessed' };
  }
  return { value: 'Written by another tool, which gives no reason.', key: null, how: 'guessed' };
}

function readDate(
  reading: ExternalReading,
  keys: readonly [string, ...string[]],
): ExternalField<string> | null {
  const found = agreedText(reading, keys, (text) => String(readInstant(text)?.ms ?? text));
  if (!found) return null;
  const instant = isPlainLine(found.value) ? readInstant(found.value) : null;
  if (instant && (keys[0] !== 'expires' || instant.zoned)) return found;
  addProblem(
    reading,
    found.key,
    `\`${found.key}\` is not a time that means the same everywhere.`,
    'Write it like 2026-02-28T18:00:00Z.',
  );
  return null;
}
