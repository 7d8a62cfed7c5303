import type { Problem } from '../../errors.js';
import { readInstant } from '../../time.js';
import { quoted } from '../../text/quote.js';
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
  cannotBeRead,
  isPlainLine,
  type ExternalField,
  type ExternalReading,
} from './external-field.js';
import { formOf, incomingKind, typeName, type NoteForm } from './note-form.js';

/** A request as another tool wrote it. */
export interface ExternalRequest {
  readonly path: string;
  readonly text: string;
  readonly frontMatter: FrontMatter;
  readonly requestId: string | null;
  readonly actionType: ExternalField<string> | null;
  readonly targetRecipient: ExternalField<string> | null;
  readonly planId: ExternalField<string> | null;
  readonly stepId: ExternalField<string> | null;
  readonly rationale: ExternalField<string>;
  readonly createdDate: ExternalField<string> | null;
  readonly expires: ExternalField<string> | null;
  readonly arguments: ExternalArguments;
  readonly unused: readonly string[];
  /** A note with problems cannot become a request. */
  readonly problems: readonly Problem[];
}

const waiting = new Set([
  ...['pending', 'pending_approval', 'awaiting_approval', 'approved'],
  ...['draft', 'pending_review'],
]);
const aboutTheNote = new Set([
  ...['type', 'request_id', 'action_type', 'action', 'approval_required_by'],
  ...['target_recipient', 'recipient', 'to'],
  ...['plan_id', 'step_id', 'step_description', 'rationale', 'reason', 'created_date', 'created'],
  ...[
    'created_at',
    'expires',
    'expires_at',
    'status',
    'supersedes',
    'priority',
    'tags',
    'platform',
  ],
]);

/** True when a text may have been written for Countersign. */
export function bearsOurMarks(text: string): boolean {
  return /countersign-action|%%\s*countersign/i.test(text);
}

/** Reads a request that another tool wrote. Null if the note is none. */
export function readExternalRequest(text: string, path: string): ExternalRequest | null {
  if (bearsOurMarks(text)) return null;
  const front = readFrontMatter(text, path);
  if (!front.ok || !claimsToBeOne(front.value)) return null;
  const problems: Problem[] = [];
  const reading: ExternalReading = { path, text, front: front.value, problems, unsent: [] };
  checkStatus(reading);
  checkStep(reading);
  const { actionType, form } = readType(reading);
  const targetRecipient = readRecipient(reading, form);
  const args = form ? readArguments(reading, form, targetRecipient) : {};
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
    unused: [
      ...[...front.value.fields.keys()].filter((key) => !used.has(key) && !aboutTheNote.has(key)),
      ...reading.unsent,
    ],
    problems,
  };
}

function claimsToBeOne(front: FrontMatter): boolean {
  const type = textField(front, 'type');
  if (type === 'approval_request') return true;
  const actions = ['action_type', 'action'].flatMap((key) => textField(front, key) ?? []);
  if (actions.some((action) => type === null || formOf(action) !== null)) return true;
  return type !== null && formOf(type) !== null && incomingKind(front) === null;
}

interface ReadType {
  readonly actionType: ExternalField<string> | null;
  readonly form: NoteForm | null;
}
const noType: ReadType = { actionType: null, form: null };

function readType(reading: ExternalReading): ReadType {
  const before = reading.problems.length;
  const isOurs = textField(reading.front, 'type') === 'approval_request';
  const type = isOurs ? null : agreedText(reading, ['type']);
  const found = agreedText(reading, ['action_type', 'action'], kindOf) ?? type;
  if (reading.problems.length > before) return noType;
  if (!found) {
    const form = formInName(reading.path);
    if (form) return { form, actionType: { value: typeOf(form), key: null, how: 'guessed' } };
    addProblem(reading, null, 'It doesn’t say what to do.', 'Write `action: …`.');
    return noType;
  }
  const form = formOf(found.value, baseName(reading.path));
  if (!form) {
    addProblem(reading, found.key, ...cannotBeRead(quoted(`${found.key}: ${found.value}`)));
    return noType;
  }
  if (type && kindOf(type.value) !== kindOf(found.value)) {
    addProblem(
      reading,
      'type',
      '`type` is not `approval_request`.',
      'Write `type: approval_request` if it is one.',
    );
  }
  const isRead = found.value === typeOf(form) && found !== type;
  return {
    form: { ...(type ? formOf(type.value) : null), ...form },
    actionType: { ...found, value: typeOf(form), how: isRead ? found.how : 'guessed' },
  };
}

function kindOf(word: string): string {
  return formOf(word)?.is ?? typeName(word);
}

function typeOf({ is }: NoteForm): string {
  return is === 'message' ? 'other' : is;
}

function formInName(path: string): NoteForm | null {
  const [, rest = ''] = /^\d{4}-\d\d-\d\dT[\dZ:.+-]+_(.+)$/u.exec(baseName(path)) ?? [];
  const words = typeName(rest).split('_');
  return formOf(words.slice(0, 2).join('_')) ?? formOf(words[0] ?? '');
}

function kept(front: FrontMatter, key: string): ExternalField<string> | null {
  const value = textField(front, key);
  return value === null ? null : { value, key, how: 'read' };
}

function checkStatus(reading: ExternalReading): void {
  const status = agreedText(reading, ['status']);
  if (!status || waiting.has(typeName(status.value))) return;
  addProblem(
    reading,
    'status',
    `${quoted(`status: ${status.value}`)}: another tool may have done this already.`,
    'Check. If it was done, move the note elsewhere; if not, write `status: pending`.',
  );
}

/** Steps can move, so a position cannot identify a step. */
function checkStep(reading: ExternalReading): void {
  const step = agreedText(reading, ['step_id']);
  if (!step || !/^\d+$/.test(step.value)) return;
  addProblem(
    reading,
    'step_id',
    '`step_id` is a number, not the id at the end of the step’s line.',
    'Write `step_id: s4` for the step that ends in `^s4`, or remove `plan_id` and `step_id`.',
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
