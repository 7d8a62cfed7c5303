import { baseName } from '../note/file-name.js';
import { linkTarget } from './source-link.js';

export interface BriefToken {
  /** The word in one spelling, such as `1500` for `1,500.00` or `january` for `Jan`. */
  readonly key: string;
  /** True for a word that can change what the work is, such as a name, a number or “not”. */
  readonly isFact: boolean;
}

/** Counted in UTF-16 units. */
export const longestCompared = 16_384;

const politeWords = new Set('a an the please kindly'.split(' '));
const politePhrases =
  /(^|[.!?\n])(\s{0,9})(?:could|can|would) you\s+|([,.!?\n]\s{0,9})(?:thanks|thank you)(?=[.!\n]|$)/giu;

const linkWords = new Set(
  `to for of via by with in on at from into as is are be this that we i my our your me us
  and then you could can would hi hello hey thanks thank`.split(/\s+/u),
);

const timeNames =
  'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday'.split(
    ' ',
  );
const shortTimes = new Map([
  ...timeNames.map((name) => [name.slice(0, 3), name] as const),
  ...(['sept=september', 'tues=tuesday', 'thur=thursday', 'thurs=thursday'] as const).map(
    (pair) => pair.split('=') as [string, string],
  ),
]);
const occasions =
  'today tonight tomorrow yesterday daily weekly monthly quarterly yearly annual next last previous again another second third new more remaining reminder resend';
const turns =
  'not no never without except instead cancel stop undo void refund reject decline delete remove postpone pause';
const factWords = new Set([...timeNames, ...`${occasions} ${turns}`.split(' ')]);
const numberWords = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, number) => [word, String(number)] as const),
);
const currencies = new Map([
  ['$', 'usd'],
  ['€', 'eur'],
  ['£', 'gbp'],
  ['dollar', 'usd'],
  ['dollars', 'usd'],
  ['euro', 'eur'],
  ['euros', 'eur'],
  ['pounds', 'gbp'],
]);

const token =
  /\[\[[^\]\n]{1,300}\]\]|(?:https?:\/|[\w.-]{1,64}\.[A-Za-z]{2,9})\/\S+|[\w.+-]{1,64}@[\w.-]{1,255}\w|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:\d[\d.,:/-]*\d|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*)(?:[-‐–](?![\p{L}\p{M}\p{N}\p{Pd}]))?|[\p{Pd}.,](?=[\p{N}\p{Sc}])|[^\p{L}\p{M}\p{N}\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Pd}\p{Pc}\s.,;:!?¿¡'"*`•·、。✋]/gu;
export const isWord = /[\p{L}\p{M}\p{N}]/u;
const startsSentence = /(?:^|[.!?:;•]["')\]]*\s+|\n\s*(?:[-*+>#]+|\d+[.)])?\s*)$/u;

/** Splits a brief into words for comparison. */
export function tokenizeBrief(text: string): readonly BriefToken[] {
  const spelled = text
    .slice(0, longestCompared)
    .replace(/\p{No}/gu, ' ^$& ')
    .normalize('NFKC');
  const brief = spelled.replace(politePhrases, '$1$2$3');
  const words: BriefToken[] = [];
  for (const { 0: found, index } of brief.matchAll(token)) {
    const before = brief.slice(Math.max(0, index - 12), index);
    const word = readWord(found, startsSentence.test(index > 12 ? `x${before}` : before));
    const isArticle =
      found !== 'a' || /^ +[\p{L}\p{N}]{2}/u.test(brief.slice(index + 1, index + 40));
    if (word.isFact || !politeWords.has(word.key)) words.push(word);
    // In “client a, please”, the “a” is a name.
    else if (!isArticle) words.push({ key: word.key, isFact: true });
  }
  return words;
}

function readWord(found: string, isFirst: boolean): BriefToken {
  const small = found.toLowerCase().replaceAll('’', "'");
  // Capitals matter in the path of a web address.
  const anyCase = /^(?:\[.*|[^/]*(?:\/\/[^/?#]*)?)/u;
  if (/[/@]|^\[/u.test(found))
    return { key: found.replace(anyCase, (part) => part.toLowerCase()), isFact: true };
  if (/\p{N}/u.test(small)) return { key: oneNumber(small), isFact: true };
  if (!isWord.test(small)) return { key: currencies.get(small) ?? small, isFact: true };
  const key = shortTimes.get(small) ?? numberWords.get(small) ?? currencies.get(small) ?? small;
  const isName = /^\p{Lu}/u.test(found) && !isFirst && small !== 'i';
  const isTurn = /n't$|\p{Pd}$/u.test(small);
  return { key, isFact: isName || isTurn || key !== small || factWords.has(key) };
}

/** Keeps `1.500` as it is, because it means different numbers in different countries. */
function oneNumber(written: string): string {
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u.test(written);
  const plain = isGrouped ? written.replaceAll(',', '') : written;
  return /^\d+\.\d+$/u.test(plain) ? plain.replace(isGrouped ? /\.0+$/u : /\.00?$/u, '') : plain;
}

/** Returns the words of a brief that are compared with another brief. */
export function comparableTokens(words: readonly BriefToken[]): ReadonlySet<string> {
  return new Set(
    words.flatMap(({ key }) => (linkWords.has(key) || !isWord.test(key) ? [] : [singular(key)])),
  );
}

function singular(key: string): string {
  if (!/^[a-z]{4,}s$/u.test(key) || /(?:ss|us|is)$/u.test(key)) return key;
  return key.endsWith('ies') ? `${key.slice(0, -3)}y` : key.slice(0, -1);
}

const channels = new Set(
  'email mail whatsapp file task item message msg note inbox slack sms chat'.split(' '),
);

/** Returns what a source's name says about the work, such as `bob` for `[[WHATSAPP_bob]]`. */
export function sourceTokens(sourceLink: string): ReadonlySet<string> {
  const target = linkTarget(sourceLink);
  const name = (target === null ? sourceLink.trim() : baseName(target)).toLowerCase();
  const words = name
    .replace(/(\d{4}-\d\d-\d\d)t\d\d-\d\d(?:-\d\d)?z?/gu, '$1')
    .match(/\d{4}-\d\d-\d\d|[\p{L}\p{M}\p{N}]+/gu);
  return new Set((words ?? []).filter((word) => !channels.has(word) && !isOpaque(word)));
}

function isOpaque(word: string): boolean {
  return /^\d{6,}$/u.test(word) || (word.length >= 8 && /^(?=.*\d)[\da-f]+$/u.test(word));
}
