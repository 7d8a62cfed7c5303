import { fail } from '../../errors.js';
import type { Json } from '../../json.js';
import {
  agreedText,
  doubt,
  isPlainLine,
  textOf,
  type ForeignField,
  type ForeignReading,
  type ForeignText,
} from './external-field.js';
import { withoutEnd } from '../../text/trim-end.js';

/** Arguments by name, as far as they are understood. */
export type ForeignArguments = Readonly<Record<string, ForeignField>>;

/** The properties that name whom an action reaches. */
const recipientKeys = ['target_recipient', 'recipient', 'to'] as const;
const textKeys = ['text', 'body', 'content', 'message'] as const;

/** One address and nothing around it: no name, no list, no link. */
const address = /^[^\s@<>()[\]\\,;:"'`]+@[^\s@<>()[\]\\,;:"'`]+$/;
const plainAmount = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** Where it is plain that they say nothing: `500.00`, and not `1.500`, which may be a thousand and more. */
const emptyCents = /\.(?:00|\d0)$/;
/** What tells a person what to do with the note, and is no part of a letter. */
const instructions = /^ {0,3}#{1,6}(?:\s|$)|\bmove (?:this|the) (?:file|note)\b/im;

/** Whom the action reaches, as the note says it. */
export function readRecipient(reading: ForeignReading): ForeignText | null {
  const before = reading.doubts.length;
  const found = agreedText(reading, recipientKeys);
  if (!found) {
    if (reading.doubts.length === before) lacks(reading, 'a recipient', 'to');
    return null;
  }
  if (isPlainLine(found.value)) return found;
  doubt(
    reading,
    found.key,
    `\`${found.key}\` isn’t a plain name or address: it has a link, markup, several lines or invisible characters.`,
    'Write the plain name or address.',
  );
  return null;
}

/**
 * What would be sent by an action of this type, from a note in another tool's form; what is missing or
 * has more than one reading is added to the doubts.
 */
export function readArguments(
  reading: ForeignReading,
  actionType: string,
  recipient: ForeignText | null,
): ForeignArguments {
  switch (actionType) {
    case 'email':
      return readMail(reading, recipient);
    case 'payment':
      return readPayment(reading, recipient);
    default:
      doubt(
        reading,
        null,
        `What an action of type ${actionType} would send cannot be read from such a note.`,
        'Only mails and payments are read in this form.',
      );
      return {};
  }
}

function readMail(reading: ForeignReading, recipient: ForeignText | null): ForeignArguments {
  if (recipient) checkAddress(reading, recipient);
  return present({
    to: named(recipient, 'to'),
    subject: readLine(reading, 'subject', 'a subject'),
    text: readLetter(reading),
    cc: readCopy(reading, 'cc'),
    bcc: readCopy(reading, 'bcc'),
    attachments: readAttachments(reading),
  });
}

function readPayment(reading: ForeignReading, recipient: ForeignText | null): ForeignArguments {
  return present({
    recipient: named(recipient, 'recipient'),
    amount: readAmount(reading),
    currency: readLine(reading, 'currency', null),
    reason: readLine(reading, 'reason', null),
  });
}

function readCopy(reading: ForeignReading, key: string): ForeignText | null {
  const found = readLine(reading, key, null);
  if (found) checkAddress(reading, found);
  return found;
}

function checkAddress(reading: ForeignReading, { key, value }: ForeignText): void {
  if (address.test(value)) return;
  doubt(
    reading,
    key,
    `\`${key}\` is not exactly one mail address.`,
    'Write one address without a name, like client_a@example.com.',
  );
}

/** @param missing what is said to be missing; `null`: it may be absent */
function readLine(
  reading: ForeignReading,
  key: string,
  missing: string | null,
): ForeignText | null {
  const before = reading.doubts.length;
  const found = agreedText(reading, [key]);
  if (!found) {
    if (missing !== null && reading.doubts.length === before) lacks(reading, missing, key);
    return null;
  }
  if (isPlainLine(found.value)) return found;
  doubt(
    reading,
    key,
    `\`${key}\` has a link, markup, several lines or invisible characters.`,
    'Write it as plain words on one line.',
  );
  return null;
}

/** The text of a mail: a property, or everything below the properties, and never both. */
function readLetter(reading: ForeignReading): ForeignField<string> | null {
  const { text, front, doubts } = reading;
  const before = doubts.length;
  const property = agreedText(reading, textKeys);
  if (doubts.length > before) return null;
  const body = text.slice(front.bodyStart).replace(/\r\n/g, '\n').trim();
  if (property && body !== '' && body !== property.value) {
    doubt(
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
  if (property === null && instructions.test(body)) {
    doubt(
      reading,
      null,
      'The note’s text has headings or instructions in it, so it’s unclear which part is the email.',
      'Put only the email in `text:` and delete the rest.',
    );
    return null;
  }
  if (/\p{Surrogate}|\r/u.test(letter.value)) {
    doubt(reading, letter.key, 'The text contains half a character.', 'Write the text again.');
    return null;
  }
  return letter;
}

function readAttachments(reading: ForeignReading): ForeignField | null {
  const keys = ['attachments', 'attachment'].filter((key) => reading.front.places.has(key));
  const [key, second] = keys;
  if (key === undefined) return null;
  if (second !== undefined) {
    doubt(
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
  doubt(
    reading,
    key,
    `\`${key}\` does not name files by plain paths.`,
    'Write the path of each file in the vault, without brackets of a link.',
  );
  return null;
}

/** An amount of which no digit, sign or unit has to be interpreted. */
function readAmount(reading: ForeignReading): ForeignField | null {
  const before = reading.doubts.length;
  const source = textOf(reading, 'amount')?.trim();
  if (source === undefined) {
    if (reading.doubts.length === before) lacks(reading, 'an amount', 'amount');
    return null;
  }
  const value = reading.front.fields.get('amount');
  if (plainAmount.test(source)) {
    if (typeof value === 'string') return { value: source, key: 'amount', how: 'read' };
    const number = Number(source);
    if (String(number) === source) return { value: number, key: 'amount', how: 'read' };
    if (emptyCents.test(source) && String(number) === withoutEnd(withoutEnd(source, '0'), '.')) {
      return { value: number, key: 'amount', how: 'guessed' };
    }
  }
  doubt(
    reading,
    'amount',
    `\`amount: ${isPlainLine(source) ? source : '…'}\` isn’t a plain number that can be read in only one way.`,
    'Write digits with a point, like `amount: 1500` or `amount: "1500.00"`, and the currency as `currency: USD`.',
  );
  return null;
}

function lacks(reading: ForeignReading, what: string, key: string): void {
  const message = `It names no ${what.replace(/^an? /, '')}.`;
  const { doubts, path } = reading;
  doubts.push(fail('foreign_unclear', message, `Write \`${key}: …\`.`, { path }).error);
}

/** The same under the name of an argument, which is a guess unless the property is called so, too. */
function named(field: ForeignText | null, argument: string): ForeignField<string> | null {
  return field && { ...field, how: field.key === argument ? 'read' : 'guessed' };
}

function present(fields: Readonly<Record<string, ForeignField | null>>): ForeignArguments {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field ? [[name, field]] : [])),
  );
}
