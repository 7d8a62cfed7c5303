import { fail } from '../../errors.js';
import type { Json } from '../../json.js';
import {
  agreedText,
  addProblem,
  isPlainLine,
  textOf,
  type ExternalField,
  type ExternalReading,
  type ExternalText,
} from './external-field.js';
import { readDraft } from './read-draft.js';
import { trimEnd } from '../../text/trim-end.js';

/** Arguments by name, as far as they are understood. */
export type ExternalArguments = Readonly<Record<string, ExternalField>>;

/** The properties that name whom an action reaches. */
const recipientKeys = ['target_recipient', 'recipient', 'to'] as const;
const textKeys = ['text', 'body', 'content', 'message', 'draft'] as const;

/** One address and nothing around it: no name, no list, no link. */
const address = /^[^\s@<>()[\]\\,;:"'`]+@[^\s@<>()[\]\\,;:"'`]+$/;
const plainAmount = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** Where it is plain that they say nothing: `500.00`, and not `1.500`, which may be a thousand and more. */
const emptyCents = /\.(?:00|\d0)$/;
/** What tells a person what to do with the note, and is no part of a letter. */
const instructions = /^ {0,3}#{1,6}(?:\s|$)|\bmove (?:this|the) (?:file|note)\b/im;

/** Whom the action reaches, as the note says it. */
export function readRecipient(reading: ExternalReading): ExternalText | null {
  const before = reading.problems.length;
  const found = agreedText(reading, recipientKeys);
  if (!found) {
    if (reading.problems.length === before) lacks(reading, 'a recipient', 'to');
    return null;
  }
  if (isPlainLine(found.value)) return found;
  addProblem(
    reading,
    found.key,
    `\`${found.key}\` isn’t a plain name or address: it has a link, markup, several lines or invisible characters.`,
    'Write the plain name or address.',
  );
  return null;
}

/**
 * What would be sent by an action of this type, from a note in another tool's form; what is missing or
 * has more than one reading is added to the problems.
 */
export function readArguments(
  reading: ExternalReading,
  actionType: string,
  recipient: ExternalText | null,
): ExternalArguments {
  switch (actionType) {
    case 'email':
      return readMail(reading, recipient);
    case 'payment':
      return readPayment(reading, recipient);
    default:
      addProblem(
        reading,
        null,
        `What an action of type ${actionType} would send cannot be read from such a note.`,
        'Only mails and payments are read in this form.',
      );
      return {};
  }
}

function readMail(reading: ExternalReading, recipient: ExternalText | null): ExternalArguments {
  if (recipient) checkAddress(reading, recipient);
  const letter = readLetter(reading);
  const draft = letter?.key === null ? splitSubject(reading, letter.value) : null;
  return present({
    to: named(recipient, 'to'),
    subject: draft?.subject ?? readLine(reading, 'subject', 'a subject'),
    text: draft?.letter ?? letter,
    cc: readCopy(reading, 'cc'),
    bcc: readCopy(reading, 'bcc'),
    attachments: readAttachments(reading),
  });
}

function readPayment(reading: ExternalReading, recipient: ExternalText | null): ExternalArguments {
  return present({
    recipient: named(recipient, 'recipient'),
    amount: readAmount(reading),
    currency: readLine(reading, 'currency', null),
    reason: readLine(reading, 'reason', null),
  });
}

function readCopy(reading: ExternalReading, key: string): ExternalText | null {
  const found = readLine(reading, key, null);
  if (found) checkAddress(reading, found);
  return found;
}

function checkAddress(reading: ExternalReading, { key, value }: ExternalText): void {
  if (address.test(value)) return;
  addProblem(
    reading,
    key,
    `\`${key}\` is not exactly one mail address.`,
    'Write one address without a name, like client_a@example.com.',
  );
}

/** @param missing what is said to be missing; `null`: it may be absent */
function readLine(
  reading: ExternalReading,
  key: string,
  missing: string | null,
): ExternalText | null {
  const before = reading.problems.length;
  const found = agreedText(reading, [key]);
  if (!found) {
    if (missing !== null && reading.problems.length === before) lacks(reading, missing, key);
    return null;
  }
  if (isPlainLine(found.value)) return found;
  addProblem(
    reading,
    key,
    `\`${key}\` has a link, markup, several lines or invisible characters.`,
    'Write it as plain words on one line.',
  );
  return null;
}

/** The text of a mail: a property, or everything below the properties, and never both. */
function readLetter(reading: ExternalReading): ExternalField<string> | null {
  const { text, front, problems } = reading;
  const before = problems.length;
  // `draft: true` says what the note is.
  const isText = (key: string): boolean =>
    key !== 'draft' || typeof front.fields.get(key) !== 'boolean';
  const property = agreedText(reading, textKeys.filter(isText));
  if (problems.length > before) return null;
  const whole = text.slice(front.bodyStart).replace(/\r\n/g, '\n').trim();
  const draft = instructions.test(whole) ? readDraft(whole) : whole;
  const body = draft ?? whole;
  if (property && body !== '' && body !== property.value) {
    addProblem(
      reading,
      property.key,
      `The mail could be what \`${property.key}\` says, or the text below the properties.`,
      'Keep one of the two.',
    );
    return null;
  }
  const letter = property ?? { value: body, key: null, how: 'guessed' as const };
  if (letter.value === '') {
    lacks(reading, 'a text', 'text');
    return null;
  }
  if (property === null && (draft === null || instructions.test(body))) {
    addProblem(
      reading,
      null,
      'The note’s text has headings or instructions in it, so it’s unclear which part is the email.',
      'Put only the email below a heading `## Draft`, or in `text:`.',
    );
    return null;
  }
  if (/\p{Surrogate}|\r/u.test(letter.value)) {
    addProblem(reading, letter.key, 'The text contains half a character.', 'Write the text again.');
    return null;
  }
  return letter;
}

/** The subject where only the first line of the draft says it, and the letter below; `null`: it does not. */
function splitSubject(
  reading: ExternalReading,
  draft: string,
): { readonly subject: ExternalField<string>; readonly letter: ExternalField<string> } | null {
  if (reading.front.ranges.has('subject')) return null;
  const [first = '', subject = ''] = /^\**subject:\**[ \t]*(\S.*)\n/i.exec(draft) ?? [];
  const letter = draft.slice(first.length).trim();
  if (subject === '' || letter === '' || !isPlainLine(subject)) return null;
  const guessed = { key: null, how: 'guessed' as const };
  return { subject: { value: subject.trim(), ...guessed }, letter: { value: letter, ...guessed } };
}

function readAttachments(reading: ExternalReading): ExternalField | null {
  const keys = ['attachments', 'attachment'].filter((key) => reading.front.ranges.has(key));
  const [key, second] = keys;
  if (key === undefined) return null;
  if (second !== undefined) {
    addProblem(
      reading,
      second,
      '`attachments` and `attachment` both name files.',
      'Keep the one that is meant.',
    );
    return null;
  }
  const value = reading.front.fields.get(key) ?? null;
  if (value === null || value === '') return null;
  const paths = Array.isArray(value) ? (value as readonly Json[]) : [value];
  if (paths.every((path) => typeof path === 'string' && path !== '' && isPlainLine(path))) {
    const isList = key === 'attachments' && Array.isArray(value);
    return { value: paths, key, how: isList ? 'read' : 'guessed' };
  }
  addProblem(
    reading,
    key,
    `\`${key}\` does not name files by plain paths.`,
    'Write the path of each file in the vault, without brackets of a link.',
  );
  return null;
}

/** An amount of which no digit, sign or unit has to be interpreted. */
function readAmount(reading: ExternalReading): ExternalField | null {
  const before = reading.problems.length;
  const source = textOf(reading, 'amount')?.trim();
  if (source === undefined) {
    if (reading.problems.length === before) lacks(reading, 'an amount', 'amount');
    return null;
  }
  const value = reading.front.fields.get('amount');
  if (plainAmount.test(source)) {
    if (typeof value === 'string') return { value: source, key: 'amount', how: 'read' };
    const number = Number(source);
    if (String(number) === source) return { value: number, key: 'amount', how: 'read' };
    if (emptyCents.test(source) && String(number) === trimEnd(trimEnd(source, '0'), '.')) {
      return { value: number, key: 'amount', how: 'guessed' };
    }
  }
  addProblem(
    reading,
    'amount',
    `\`amount: ${isPlainLine(source) ? source : '…'}\` isn’t a plain number that can be read in only one way.`,
    'Write digits with a point, like `amount: 1500` or `amount: "1500.00"`, and the currency as `currency: USD`.',
  );
  return null;
}

function lacks(reading: ExternalReading, what: string, key: string): void {
  const message = `It names no ${what.replace(/^an? /, '')}.`;
  const { problems, path } = reading;
  problems.push(fail('foreign_unclear', message, `Write \`${key}: …\`.`, { path }).error);
}

/** The same under the name of an argument, which is a guess unless the property is called so, too. */
function named(field: ExternalText | null, argument: string): ExternalField<string> | null {
  return field && { ...field, how: field.key === argument ? 'read' : 'guessed' };
}

function present(fields: Readonly<Record<string, ExternalField | null>>): ExternalArguments {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field ? [[name, field]] : [])),
  );
}
