import { fail } from '../../errors.js';
import type { Json } from '../../json.js';
import {
  agreedText,
  addProblem,
  cannotBeRead,
  isPlainLine,
  textOf,
  type ExternalField,
  type ExternalReading,
  type ExternalText,
} from './external-field.js';
import { typeName, type NoteForm } from './note-form.js';
import { hasMoreThanText, readDraft, toLine } from './read-draft.js';
import { textField } from '../../note/front-matter/front-matter.js';
import { quoted } from '../../text/quote.js';
import { trimEnd } from '../../text/trim-end.js';

export type ExternalArguments = Readonly<Record<string, ExternalField>>;

const recipientKeys = ['target_recipient', 'recipient', 'to'] as const;
const textKeys = ['text', 'body', 'content', 'message', 'draft', 'caption', 'tweet'] as const;

const address = /^[^\s@<>()[\]\\,;:"'`]+@[^\s@<>()[\]\\,;:"'`]+$/;
const plainAmount = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
const emptyCents = /\.(?:00|\d0)$/;
const namedAddress = /^(?:"[^<>@"]*" *|[^<>@"]*)<([^\s<>]+)>$/;
export function readRecipient(
  reading: ExternalReading,
  form: NoteForm | null,
): ExternalText | null {
  const before = reading.problems.length;
  const found = agreedText(reading, recipientKeys);
  if (!found) {
    if (reading.problems.length > before) return null;
    if (form?.is === 'social_post') return readPlatform(reading, form);
    lacks(reading, 'recipient', 'to');
    return null;
  }
  const [, address] = namedAddress.exec(found.value) ?? [];
  if (address !== undefined && form?.is === 'email') {
    return { ...found, value: address, how: 'guessed' };
  }
  if (isPlainLine(found.value)) return found;
  addProblem(
    reading,
    found.key,
    `\`${found.key}\` isn’t a plain name or address: it has a link, markup, several lines or invisible characters.`,
    form?.is === 'email'
      ? 'Write the email address instead, like client_a@example.com.'
      : 'Write the plain name or address.',
  );
  return null;
}

function readPlatform(reading: ExternalReading, { platform }: NoteForm): ExternalText | null {
  const found = readLine(reading, 'platform', platform === undefined ? 'platform' : null);
  if (!found) {
    const isGiven = reading.front.ranges.has('platform') || platform === undefined;
    return isGiven ? null : { value: platform, key: 'type', how: 'guessed' };
  }
  if (/[,/&+]/.test(found.value)) {
    const advice = 'Write one, and make another note for each of the others.';
    addProblem(reading, 'platform', '`platform` names more than one.', advice);
    return null;
  }
  if ([undefined, 'meta', typeName(found.value)].includes(platform)) return found;
  const message = `The note is for ${platform}, but \`platform\` says ${found.value}.`;
  addProblem(reading, 'platform', message, 'Make both name the same one.');
  return null;
}

export function readArguments(
  reading: ExternalReading,
  form: NoteForm,
  recipient: ExternalText | null,
): ExternalArguments {
  switch (form.is) {
    case 'email':
      return readMail(reading, recipient);
    case 'payment':
      return readPayment(reading, recipient);
    case 'message':
      return present({ to: named(recipient, 'to'), text: readLetter(reading) });
    case 'social_post':
      return present({ text: readLetter(reading) });
    default:
      addProblem(reading, null, ...cannotBeRead(`an action of type ${form.is}`));
      return {};
  }
}

function readMail(reading: ExternalReading, recipient: ExternalText | null): ExternalArguments {
  if (recipient) checkAddress(reading, recipient);
  const letter = readLetter(reading);
  const draft = letter?.key === null ? splitSubject(reading, letter.value) : null;
  return present({
    to: named(recipient, 'to'),
    subject: draft?.subject ?? readLine(reading, 'subject', 'subject'),
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
  const line = key.endsWith('cc') ? undefined : toLine.exec(reading.text)?.[1];
  const isOther = line?.includes('@') && line.replace(/^.*<|>.*$|`/g, '').trim() !== value;
  if (!address.test(value)) {
    const message = `\`${key}\` is not exactly one email address.`;
    addProblem(
      reading,
      key,
      message,
      'Write one address, like client_a@example.com. If there are several, make a note for each.',
    );
  } else if (isOther) {
    const message = `\`${key}\` and the line “To:” in the text are not the same address.`;
    addProblem(reading, key, message, 'Write the right one in both places.');
  }
}

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

function readLetter(reading: ExternalReading): ExternalField<string> | null {
  const { text, front, problems } = reading;
  const before = problems.length;
  const isText = (key: string): boolean => typeof front.fields.get(key) !== 'boolean';
  const property = agreedText(reading, textKeys.filter(isText));
  if (problems.length > before) return null;
  const whole = text.slice(front.bodyStart).replace(/\r\n/g, '\n').trim();
  const draft = hasMoreThanText(whole) ? readDraft(whole) : { text: whole, unsent: [] };
  const body = 'text' in draft ? draft.text : whole;
  if ('text' in draft) reading.unsent.push(...draft.unsent);
  if (property && body !== '' && body !== property.value) {
    addProblem(
      reading,
      property.key,
      `Either \`${property.key}\` or the text below the properties could be what to send.`,
      'Write everything that is to be sent into one of the two, and delete the other.',
    );
    return null;
  }
  const letter = property ?? { value: body, key: null, how: 'guessed' as const };
  if (letter.value === '') {
    lacks(reading, 'text', 'text');
    return null;
  }
  if (property === null && 'unclear' in draft) {
    addProblem(
      reading,
      null,
      `${quoted(draft.unclear)} could be part of what is to be sent, or a remark to you.`,
      'If it is to be sent, add the property `text: |`, below it all that is to be sent, each line indented by two spaces, and delete the text below the properties. If not, delete this line and what belongs to it, such as labels.',
      text.indexOf(`\n${draft.unclear}`, front.bodyStart - 1) + 1,
    );
    return null;
  }
  if (/\p{Surrogate}|\r/u.test(letter.value)) {
    addProblem(reading, letter.key, 'The text contains half a character.', 'Write the text again.');
    return null;
  }
  return letter;
}

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
    'Write the path of each file in the vault, without link brackets.',
  );
  return null;
}

function readAmount(reading: ExternalReading): ExternalField | null {
  const before = reading.problems.length;
  const source = textOf(reading, 'amount')?.trim();
  if (source === undefined) {
    if (reading.problems.length === before) lacks(reading, 'amount', 'amount');
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
  const said = `${source} ${textField(reading.front, 'currency') ?? ''}`;
  const currency = /\b[A-Z]{3}\b/.exec(said)?.[0] ?? '…';
  addProblem(
    reading,
    'amount',
    `\`amount: ${isPlainLine(source) ? source : '…'}\` isn’t a plain number that can be read in only one way.`,
    `Write digits with a point, like \`amount: 1500\` or \`amount: "1500.00"\`, and the currency as \`currency: ${currency}\`.`,
  );
  return null;
}

function lacks(reading: ExternalReading, what: string, key: string): void {
  const message = `It has no ${what}.`;
  const { problems, path } = reading;
  problems.push(
    fail('foreign_unclear', message, `Add \`${key}: …\` to its properties.`, { path }).error,
  );
}

function named(field: ExternalText | null, argument: string): ExternalField<string> | null {
  return field && { ...field, how: field.key === argument ? 'read' : 'guessed' };
}

function present(fields: Readonly<Record<string, ExternalField | null>>): ExternalArguments {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field ? [[name, field]] : [])),
  );
}
