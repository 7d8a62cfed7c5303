import { shortName } from '../text/inline-text.js';
import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { foldLine } from '../text/text-line.js';
import { isAddress, isEitherSide, isReceiver } from './action/argument-order.js';
import { textRoleOf } from '../text/look-alikes.js';
import { formatRecipient } from './format-call.js';
import { quoted } from '../text/quote.js';
import type { ActionRequest } from './request.js';
import type { ProposedCall } from './action/proposed-call.js';

interface Titled {
  readonly tool: string;
  readonly targetRecipient: string;
  readonly recipientIsInCall: boolean;
  readonly reachesOthers?: boolean;
}

/** Returns a short title for a call, such as `Email to maria@example.com`. */
export function callTitle({
  tool,
  targetRecipient,
  recipientIsInCall,
  reachesOthers = false,
}: Titled): string {
  const words = tool
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[\s_.-]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
  const isSending = words[0] === 'send' && words.length > 1;
  const [first = tool, ...rest] = isSending ? words.slice(1) : words;
  const what = [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ');
  const recipient = foldLine(targetRecipient);
  if (!recipientIsInCall || recipient === '') return what;
  const isOneWord = !/[\s“”]/u.test(recipient);
  const name = isOneWord ? recipient : `“${recipient.replace(/[“”]/gu, '"')}”`;
  return `${what} to ${name}${reachesOthers ? ' and others' : ''}`;
}

/** Returns the title of a request in quotation marks, for use in a sentence. */
export function requestTitle(request: Titled): string {
  const title = quoted(callTitle(request));
  return request.recipientIsInCall ? title : `${title} for ${formatRecipient(request)}`;
}

export function listedTitle(request: Titled & { readonly bridge: string }): string {
  return request.targetRecipient === request.bridge
    ? quoted(callTitle(request))
    : requestTitle(request);
}

export function noteTitle({
  call,
  targetRecipient,
}: Pick<ActionRequest, 'call' | 'targetRecipient'>): string {
  const reached = recipientsOf(call.arguments, targetRecipient);
  return requestTitle({ tool: call.tool, targetRecipient, ...reached });
}

/** Guesses whether a call reaches the recipient that the note claims, and also others. */
export function recipientsOf(
  args: JsonObject,
  targetRecipient: string,
): Required<Pick<Titled, 'recipientIsInCall' | 'reachesOthers'>> {
  const recipientIsInCall = namesRecipient(args, targetRecipient);
  return { recipientIsInCall, reachesOthers: recipientIsInCall && others(args, targetRecipient) };
}

function others(args: JsonObject, targetRecipient: string): boolean {
  const wanted = comparable(targetRecipient);
  const places = new Map<string, Place>();
  gather(args, [], places);
  const all = [...places.values()];
  const addresses = all.filter(({ names }) =>
    names.some((name) => isAddress(name) || isCopy(name)),
  );
  const isOnly = (text: string): boolean => {
    const [value, ...entries] = entriesOf(text);
    return value === wanted || entries.join('\n') === wanted;
  };
  const named = (text: string): boolean => entriesOf(text).includes(wanted);
  const reached = all.filter((place) => addresses.includes(place) || place.texts.some(named));
  return reached.some(({ texts }) => !texts.every(isOnly));
}

function isCopy(name: string): boolean {
  return /^b?cc/i.test(name);
}

/** Guesses whether a call reaches the recipient that the note claims. */
export function namesRecipient(args: JsonObject, targetRecipient: string): boolean {
  const wanted = comparable(targetRecipient);
  if (wanted === '') return false;
  const places = new Map<string, Place>();
  gather(args, [], places);
  const isNamed = ({ texts }: Place): boolean =>
    texts.some((text) => comparable(text).includes(wanted) && entriesOf(text).includes(wanted));
  const all = [...places.values()];
  const isClear = all.some(({ names }) => names.some(isReceiver));
  const isPerson = all.some(({ names }) => names.some((name) => /mail|phone/i.test(name)));
  // A new owner receives something, and so may a resource or the original recipient.
  const isNone = (name: string): boolean =>
    (isOfOthers(name) && !/new|next|resource|original/i.test(name)) ||
    isAbout(name) ||
    (isPerson && isOwnName(name));
  const mayReceive = (place: Place): boolean =>
    !isClear && !place.names.some(isNone) && !isProse(place);
  const reached = all.filter((place) => place.names.some(isAddress) || mayReceive(place));
  // `account`, `user` or `customer` may name who pays or is paid, not the recipient.
  return (
    reached.length > 0 &&
    reached.every(
      (place) =>
        isNamed(place) &&
        (place.names.some(isReceiver) || !place.names.some(isEitherSide)) &&
        !place.names.some(
          (name) => !isAddress(name) && (isOfOthers(name) || /user|customer/i.test(name)),
        ),
    )
  );
}

interface Place {
  readonly names: readonly string[];
  readonly texts: string[];
}

function gather(value: Json, names: readonly string[], places: Map<string, Place>): void {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value);
    if (text.trim() === '') return;
    const key = JSON.stringify(names);
    const place = places.get(key) ?? { names, texts: [] };
    place.texts.push(text);
    places.set(key, place);
  } else if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) gather(item, names, places);
  } else if (isJsonObject(value)) {
    for (const [name, item = null] of Object.entries(value)) gather(item, [...names, name], places);
  }
}

function isOfOthers(name: string): boolean {
  return (
    /^(?:b?cc|reply_?to)|source|debi?t|payer|^own|owner|sender|from|origin/i.test(name) ||
    /^(?:bank|workspace|team)(?:_?(?:names?|id))?$/i.test(name)
  );
}

function isAbout(name: string): boolean {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return aboutWords.test(words);
}

const aboutWords = new RegExp(
  `(?:^|[^a-z])(?:(?:${[
    ...['references?', 'ref', 'labels?', 'tags?', 'categor(?:y|ies)', 'subject', 'title', 'memo'],
    ...['notes?', 'description', 'amount', 'currency', 'attachments?', 'files?', 'filename'],
  ].join('|')})(?:[^a-z]|$)|(?:${[
    ...['folder', 'template', 'type', 'kind', 'format', 'language', 'lang', 'locale', 'status'],
    ...['role', 'mode', 'method', 'priority', 'date', 'time', 'due', 'schedule', 'frequency'],
  ].join('|')})$)`,
);

/** True for the name of whoever has the phone number or mail address. */
function isOwnName(name: string): boolean {
  return /^(?:(?:first|last|given|family|full|display|sur)_?)?name$/i.test(name);
}

function isProse({ names, texts }: Place): boolean {
  return texts.some((text) => names.some((name) => textRoleOf(name, text) === 'prose'));
}

function entriesOf(text: string): readonly string[] {
  const value = text.trim();
  if (/[\r\n\v\f\u0085\u2028\u2029]/u.test(value)) return [];
  // A comma within quotation marks or parentheses does not separate recipients.
  const parts = /["()\\]/u.test(value) ? [value] : value.split(/[,;]/u);
  const entries = parts.map((part) => /^[^<>]*?(?:<([^<>\s]+)>)?$/u.exec(part.trim()));
  const isSound = entries.every((entry) => entry !== null);
  return [value, ...(isSound ? entries.map((entry) => entry?.[1] ?? entry?.[0] ?? '') : [])].map(
    comparable,
  );
}

function comparable(text: string): string {
  return text.trim().toLowerCase();
}

export function callName(
  { tool, arguments: args }: Pick<ProposedCall, 'tool' | 'arguments'>,
  targetRecipient: string,
): string {
  const title = callTitle({ tool, targetRecipient, ...recipientsOf(args, targetRecipient) });
  const subject = ['subject', 'title']
    .map((name) => (Object.hasOwn(args, name) ? args[name] : null))
    .find((value) => typeof value === 'string' && value.trim() !== '');
  return shortName(typeof subject === 'string' ? `${title}: ${subject}` : title);
}
