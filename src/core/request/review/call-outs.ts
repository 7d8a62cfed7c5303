import type { Json } from '../../json.js';
import { paymentSign } from '../../policy/risk.js';
import {
  misleadingIn,
  textRoleOf,
  type Misleading,
  type TextRole,
} from '../../text/look-alikes.js';
import type { Review } from './review.js';
import { hintPhrases, isNotKnown, saysNothing, saysOf } from '../action/tool-hints.js';

export interface CallOut {
  readonly about: 'risk' | 'tool' | 'hidden' | keyof Misleading | 'not_pinned' | 'attached';
  readonly isCaution: boolean;
  readonly text: string;
}

/** Returns what a person must not overlook on the card of a request. */
export function callOutsOf(
  review: Review,
  { isServerCalledOut = false }: { readonly isServerCalledOut?: boolean } = {},
): readonly CallOut[] {
  const risks = riskCallOuts(review);
  return [
    ...(isServerCalledOut ? risks.filter(({ text }) => text !== saysNothing) : risks),
    ...hiddenCallOuts(review),
    ...misleadingCallOuts(review),
    ...contentCallOuts(review),
  ];
}

export function calledOutAbove(reviews: readonly Review[]): ReadonlySet<string> {
  const servers = new Set<string>();
  const paths = new Set<string>();
  for (const { request, path, toolHints, practises } of reviews) {
    if (practises || toolHints === undefined || hintPhrases(toolHints).length > 0) continue;
    if (servers.has(request.call.bridge)) paths.add(path);
    servers.add(request.call.bridge);
  }
  return paths;
}

const moneyText = { type: 'It moves money.', name: 'Its tool’s name may mean a payment.' };

function riskCallOuts({ request, toolHints, practises }: Review): readonly CallOut[] {
  if (practises) return [];
  const sign = paymentSign({ actionType: request.actionType, tool: request.call.tool });
  const money: readonly CallOut[] =
    sign === null ? [] : [{ about: 'risk', isCaution: true, text: moneyText[sign] }];
  if (toolHints === undefined)
    return [...money, { about: 'tool', isCaution: true, text: isNotKnown }];
  const phrases = hintPhrases(toolHints);
  const isTame = toolHints.readOnlyHint === true || toolHints.destructiveHint === false;
  const text = phrases.length === 0 ? saysNothing : saysOf(phrases);
  return [...money, { about: 'tool', isCaution: !isTame, text }];
}

const spelledOut = /‹U\+[0-9A-F]{4,6}›/g;

const checkIt = 'Make sure that the text is what you mean to send.';

function hiddenCallOuts(review: Review): readonly CallOut[] {
  const { tool, bridge, actionType, targetRecipient, rationale, step } = review;
  const texts = [
    ...[tool, bridge, actionType, targetRecipient, rationale, step?.shown ?? ''],
    ...review.arguments.flatMap(({ name, text }) => [name, text]),
  ];
  const found = texts.flatMap((text) => text.match(spelledOut) ?? []);
  const [first] = found;
  if (first === undefined) return [];
  const text =
    found.length === 1
      ? `1 hidden or unusual character, shown as ${first}. ${checkIt}`
      : `${count(found.length)} hidden or unusual characters, shown as ${first} and the like. ${checkIt}`;
  return [{ about: 'hidden', isCaution: true, text }];
}

const misleadingText: Readonly<Record<keyof Misleading, string>> = {
  addresses:
    'An address has characters other than plain letters and digits. Make sure that it is the right one',
  mixed: 'A word mixes letters of several alphabets, which may look alike',
  digits: 'A number has digits other than 0 to 9',
  reordered: 'Words that run from right to left are between the digits of an amount',
  stacked: 'Marks are stacked on letters, and may cover what is beside them',
};
const kinds = ['addresses', 'mixed', 'digits', 'reordered', 'stacked'] as const;

function misleadingCallOuts({ request, step }: Review): readonly CallOut[] {
  const { call, actionType, targetRecipient, rationale } = request;
  const texts: readonly (readonly [string, TextRole])[] = [
    ...[call.bridge, call.tool, actionType, targetRecipient].map((it) => [it, 'name'] as const),
    ...[rationale, step?.text ?? ''].map((it) => [it, 'prose'] as const),
    ...Object.entries(call.arguments).flatMap(([name, value = null]) => textsOf(name, value)),
  ];
  const misleading = texts.map(([text, place]) => misleadingIn(text, place));
  return kinds.flatMap((kind): readonly CallOut[] => {
    const [first, ...others] = new Set(misleading.flatMap((it) => it[kind]));
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : `, and ${count(others.length)} more`;
    return [{ about: kind, isCaution: true, text: `${misleadingText[kind]}: ${first}${more}.` }];
  });
}

function textsOf(name: string, value: Json): readonly (readonly [string, TextRole])[] {
  const own = [name, 'name'] as const;
  if (typeof value === 'string') return [own, [value, textRoleOf(name, value)]];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((it) => textsOf(name, it));
  if (value === null || typeof value !== 'object') return [own];
  return [own, ...Object.entries(value).flatMap(([inner, child = null]) => textsOf(inner, child))];
}

function contentCallOuts({ arguments: args }: Review): readonly CallOut[] {
  const files = new Set(args.flatMap((each) => each.files)).size;
  const loose = new Set(args.flatMap(({ notPinned }) => notPinned.map(({ named }) => named))).size;
  const notPinned: readonly CallOut[] =
    loose === 0
      ? []
      : [
          {
            about: 'not_pinned',
            isCaution: true,
            text: `It names ${loose === 1 ? 'a file or an address' : `${count(loose)} files or addresses`} whose content may still change.`,
          },
        ];
  const attached: readonly CallOut[] =
    files === 0
      ? []
      : [
          {
            about: 'attached',
            isCaution: false,
            text: `${files === 1 ? '1 file goes' : `${count(files)} files go`} with it.`,
          },
        ];
  return [...notPinned, ...attached];
}

function count(number: number): string {
  return number.toLocaleString('en');
}
