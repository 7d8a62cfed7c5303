import { fromRight } from './text-direction.js';
import {
  accountNumbersIn,
  addressesElsewhere,
  alphabetLetters,
  alphabetNames,
} from './addresses-in-prose.js';
import { hexOf } from './show-invisible.js';

export interface Misleading {
  readonly mixed: readonly string[];
  readonly addresses: readonly string[];
  readonly digits: readonly string[];
  readonly reordered: readonly string[];
  readonly stacked: readonly string[];
}

export type TextRole = 'prose' | 'name' | 'address' | 'amount';

const proseWords = wordsOf(
  'subject text body title message messages content description caption comment comments note notes html summary query markdown prompt reason memo',
);
const amountWords = wordsOf(
  'amount amounts price prices sum sums total quantity cost fee fees balance iban account cents',
);
const valueWords = wordsOf('value values number');
const addressWords = wordsOf('url urls uri domain host hostname site website');
const recipientWords = wordsOf(
  'to cc bcc from recipient recipients payee sender receiver beneficiary name email emails mail address addresses',
);
const longestName = 120;

function wordsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** Guesses what a text is for. The name of its argument and the length of the text decide. */
export function textRoleOf(argument: string, text: string): TextRole {
  const name = argument.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  const names = (some: ReadonlySet<string>): boolean =>
    name.split(/[^a-z]+/).some((word) => some.has(word));
  const isShort = text.trim().replace(/\s+/g, ' ').length <= longestName;
  if (names(amountWords) || (isShort && names(valueWords))) return 'amount';
  if (names(addressWords)) return 'address';
  if (names(proseWords)) return 'prose';
  return isShort || names(recipientWords) ? 'name' : 'prose';
}

const alphabets = alphabetNames.map((name) => new RegExp(`\\p{Script=${name}}`, 'u'));
const tokenInProse = new RegExp(
  `[${alphabetLetters}\\p{M}\\p{N}._%+:/@\\uff20\\ufe6b\\uff0e\\uff61-]+`,
  'gu',
);
const tokenAlone = /[^\s<>,;"'()]+/g;
const at = /[^@\uff20\ufe6b][@\uff20\ufe6b][^@]/u;
const ends =
  'com net org info io biz bank eu de fr it es nl uk us ch at be pl ru ua jp cn in br ca au se no dk fi il gr рф укр бг срб ελ';
const domain = new RegExp(`^(?:www\\.|.*[.\\uff0e\\uff61](?:${ends.replaceAll(' ', '|')})$)`, 'iu');

const word = /[\p{L}\p{M}]+/gu;
const number = /\p{Nd}(?:[\p{P}\p{Sc}]?\p{Nd})*/gu;
const isAscii = /^[\x20-\x7e\n\t]*$/;
const combining = '(?:(?=\\p{Script=Inherited})(?!\\p{Script_Extensions=Arabic})\\p{M})';
const marks = new RegExp(
  `[^\\p{M}\\s]?(?:${combining}{3,}|(\\p{M})\\1{2,}|\\p{M}{8,})\\p{M}*`,
  'gu',
);
const wordFromRight = new RegExp(fromRight, 'u');
const currency = /\p{Sc}|\b[A-Z]{3}\b/u;
const mostAddresses = 50;

export function misleadingIn(text: string, place: TextRole): Misleading {
  if (isAscii.test(text)) return nothing;
  const addresses = addressesIn(text, place);
  const rest = addresses.reduce((left, address) => left.replaceAll(address, ' '), text);
  const isAmount = place === 'amount' || (place !== 'prose' && currency.test(text));
  return {
    addresses: addresses.map(spelled),
    mixed: place === 'prose' ? [] : found(rest, word).filter(isMixed).map(spelled),
    digits: found(rest, number)
      .filter((it) => isStrange(it, isAmount))
      .map(spelled),
    reordered: isAmount && isReordered(text) ? [spelled(text)] : [],
    stacked: found(rest, marks).map(spelled),
  };
}

const nothing: Misleading = { mixed: [], addresses: [], digits: [], reordered: [], stacked: [] };

function addressesIn(text: string, place: TextRole): readonly string[] {
  const tokens = found(text, place === 'prose' ? tokenInProse : tokenAlone);
  const hosts = tokens.flatMap((token) => hostIn(token, place));
  const inProse = place === 'prose' ? [...accountNumbersIn(text), ...addressesElsewhere(text)] : [];
  const unusual = [...hosts, ...inProse].filter((address) => !isAscii.test(address));
  return [...new Set(unusual)].slice(0, mostAddresses);
}

function hostIn(token: string, place: TextRole): readonly string[] {
  const [, inUrl] = /:\/\/([^/?#]*)/.exec(token) ?? [];
  const host = inUrl ?? token.replace(/\/[^]*/, '').replace(/^.*:(?=.)|[.:]$/gu, '');
  const isAddress =
    inUrl !== undefined || place === 'address' || at.test(host) || domain.test(host);
  return isAddress ? [host] : [];
}

function isReordered(text: string): boolean {
  return text
    .split(/\p{Nd}+/u)
    .slice(1, -1)
    .some((between) => wordFromRight.test(between));
}

function found(text: string, pattern: RegExp): readonly string[] {
  return [...new Set(text.match(pattern) ?? [])];
}

function isMixed(text: string): boolean {
  return alphabets.filter((alphabet) => alphabet.test(text)).length > 1;
}

function isStrange(digits: string, isAmount: boolean): boolean {
  const others = /[^\P{Nd}0-9]/u.test(digits);
  return others && (isAmount || /[0-9]/.test(digits));
}

const longestSpelled = 80;

function spelled(text: string): string {
  let plain = '';
  for (const character of text) {
    if (plain.length > longestSpelled) return `${plain}…`;
    plain += /[\x20-\x7e]/.test(character) ? character : `‹U+${hexOf(character)}›`;
  }
  return plain;
}
