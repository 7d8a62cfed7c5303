import { bodyStartOf } from '../note/front-matter/front-matter-block.js';
import { textField, type FrontMatter } from '../note/front-matter/front-matter.js';
import { readFrontMatter } from '../note/front-matter/read-front-matter.js';
import { baseName } from '../note/file-name.js';
import { PRIORITIES, type Priority } from '../plan/plan.js';
import { messageIn, withoutMetadata } from './item-message.js';
import { proposeSteps, speaker, type ProposedStep } from './brief-steps.js';
import { titleOfBrief } from './brief-title.js';
import { readSenderText, withoutGreeting, type ItemText, type SenderText } from './sender-text.js';
import { isCourtesy, isImperative, instructionIn } from './instructions.js';

export interface ItemContent {
  readonly title: string;
  readonly text: string;
  /** Includes greetings, signatures and quotations. */
  readonly whole: string;
  readonly sender: string;
  readonly steps: readonly ProposedStep[];
  /** True when the item seems to ask for nothing, like a newsletter. */
  readonly isForReading: boolean;
  /** Null if the item names no known priority. */
  readonly priority: Priority | null;
  /** True when a program imported the item from a mailbox, a chat or a folder. */
  readonly isMessage: boolean;
}

const kinds =
  /\b(?:newsletter|receipt|clipping|clippings|article|recipe|bookmark|highlight|quote|quotation|diary|journal|daily note|notification|auto-?reply|digest|book notes?|error_report)\b/iu;
const programs = /\b(?:no-?reply|do-?not-?reply|mailer-daemon|notifications?|newsletter)\b/iu;
const automatic =
  /\b(?:out of (?:the )?office|automatic reply|auto-?reply|autoreply|abwesenheits|undeliverable|delivery status|your (?:order|receipt|parcel|package|subscription|statement)|receipt (?:for|from)|payment received|has been delivered|was delivered|newsletter|weekly digest|daily digest|(?:build|pipeline|workflow|run) (?:failed|passed|succeeded)|accepted:|declined:)/iu;
const toMany =
  /\b(?:unsubscribe|view (?:this|it) (?:e-?mail )?in (?:your|a) browser|you(?:’|'| a)re receiving this|do not reply to this|this is an automat(?:ed|ic) (?:message|e-?mail|notification|reply)|no (?:further )?action (?:is )?(?:required|needed)|i am (?:currently )?out of (?:the )?office|i(?:’|')m (?:currently )?out of (?:the )?office)\b/iu;
const thanks =
  /^(?:many thanks|thanks|thank you|thx|congratulations|happy birthday|merry christmas)\b/iu;
const reply = /^\s*(?:(?:re|fwd?|aw|wg|sv|rv|tr|antw)\s?(?:\[\d+\])?:\s*)+/iu;
const longestTitle = 120;
const mostWordsOfBareNote = 3;
const invitation = /^(?:updated )?(?:invitation|einladung|invitación):\s+(.+?)\s+@\s.*$/iu;
const listMark = /^\s*(?:[-*+•]|\d{1,9}[.)])\s/u;

export function readItem(note: string, path: string): ItemContent {
  const body = note.slice(bodyStartOf(note));
  const front = readFrontMatter(note, path);
  const properties = front.ok ? front.value : null;
  const message = messageIn(note);
  const own = readSenderText(message ?? withoutMetadata(body));
  const isForReading = asksNobody(properties, own, body);
  const subject = wordsOf(properties, 'subject') || own.subject || wordsOf(properties, 'title');
  const steps = isForReading ? [] : stepsOf(own, path);
  return {
    title: titleOf(subject, own.text, path),
    text: own.text,
    whole: body.trim(),
    sender: `${wordsOf(properties, 'from')} ${wordsOf(properties, 'sender')}`.trim(),
    steps,
    isForReading: isForReading || (steps.length === 0 && thanks.test(own.text)),
    priority: priorityOf(wordsOf(properties, 'priority')),
    isMessage: message !== null,
  };
}

function stepsOf({ parts, text }: ItemText, path: string): readonly ProposedStep[] {
  const steps = proposeSteps(parts);
  const name = nameOf(path, 2);
  const isBare = text.trim().split(/\s+/u).length <= mostWordsOfBareNote;
  return steps.length === 0 && isBare && isImperative(name) ? proposeSteps([name]) : steps;
}

const typedOnly = { sender: '', priority: null, isMessage: false } as const;

export function readText(typed: string): ItemContent {
  const { text, subject, parts } = readSenderText(typed);
  const title = titleOfBrief(subject ?? text);
  const whole = typed.trim();
  return { title, text, whole, steps: proposeSteps(parts), isForReading: false, ...typedOnly };
}

function priorityOf(said: string): Priority | null {
  return PRIORITIES.find((known) => known === said.trim().toLowerCase()) ?? null;
}

function asksNobody(properties: FrontMatter | null, own: SenderText, body: string): boolean {
  const field = (name: string): string => wordsOf(properties, name);
  const subject = `${field('subject')} ${own.subject ?? ''} ${field('title')}`;
  const isClipped =
    /^https?:/u.test(field('source') || field('url')) &&
    `${field('author')}${field('published')}` !== '';
  return (
    isClipped ||
    kinds.test(`${field('type')} ${field('category')} ${field('tags')}`) ||
    programs.test(`${field('from')} ${own.from ?? ''}`) ||
    automatic.test(subject) ||
    toMany.test(body)
  );
}

function wordsOf(properties: FrontMatter | null, name: string): string {
  for (const [key, value] of properties?.fields ?? []) {
    if (key.toLowerCase() !== name) continue;
    if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join(' ');
    return (properties && textField(properties, key)) ?? '';
  }
  return '';
}

function titleOf(subject: string, text: string, path: string): string {
  const plain = subject.replace(reply, '').trim().replace(invitation, '$1');
  if (plain !== '') return capital(titleOfBrief(plain.replaceAll('\n', ' ')) || plain);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const sentence = capital(firstSentence(lines));
  if (/^\s*#{1,6}\s+\S/u.test(first)) return titleOfBrief(first);
  const isList = lines.filter((line) => !listMark.test(line)).length <= 1 && lines.length > 2;
  const asks = instructionIn(sentence, true) !== null;
  if (!isList && asks && sentence.length <= longestTitle) return sentence;
  return capital(nameOf(path, isList ? 1 : 2) || sentence || baseName(path));
}

function firstSentence(lines: readonly string[]): string {
  const sentences = lines.map((line) => titleOfBrief(withoutGreeting(line.replace(speaker, ''))));
  const plain = sentences.filter((one) => one !== '');
  return plain.find((one) => !isCourtesy(one)) ?? plain[0] ?? '';
}

function capital(text: string): string {
  if (/^https?:/iu.test(text)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function nameOf(path: string, least: number): string {
  // A name such as `EMAIL_client-a` was made by a program, so it is no title.
  if (/^[A-Z]+_|^[^\s]*[_-][^\s]*$/u.test(baseName(path))) return '';
  const words = baseName(path)
    .replace(/\d{4}-\d\d-\d\d(?:[T_ -]\d\d[-_:.]?\d\d(?:[-_:.]?\d\d)?Z?)?/gu, ' ')
    .replace(/[_\s]+|-/gu, ' ')
    .trim();
  const telling = words
    .split(/[\s-]+/u)
    .filter((word) => /\p{L}{2}/u.test(word) && !/\d/u.test(word) && !ways.has(word.toLowerCase()));
  return telling.length < least ? '' : words.replace(/^[\s-]+|[\s-]+$/gu, '');
}

const ways = new Set(
  'email mail whatsapp file task item message msg note inbox slack sms chat untitled brief new copy from fwd re document scan img'.split(
    ' ',
  ),
);
