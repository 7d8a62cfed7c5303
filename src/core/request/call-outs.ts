import { riskOf } from '../policy/risk.js';
import type { Review } from './review.js';
import { hintPhrases, isNotKnown, saysNothing } from './tool-hints.js';

/** One thing on a card that is easily overlooked. */
export interface CallOut {
  readonly about: 'risk' | 'tool' | 'hidden' | 'not_pinned' | 'attached';
  /** Whether it asks for care; otherwise it is only good to know. */
  readonly isCaution: boolean;
  readonly text: string;
}

/** What a person should look for on the card of a request, the gravest first; empty for most. */
export function callOutsOf(review: Review): readonly CallOut[] {
  return [...riskCallOuts(review), ...hiddenCallOuts(review), ...contentCallOuts(review)];
}

function riskCallOuts({ request, toolHints }: Review): readonly CallOut[] {
  const risk = riskOf(request.actionType, toolHints);
  const money: readonly CallOut[] =
    risk === 'payment' ? [{ about: 'risk', isCaution: true, text: 'It moves money.' }] : [];
  if (toolHints === undefined)
    return [...money, { about: 'tool', isCaution: true, text: isNotKnown }];
  const phrases = hintPhrases(toolHints);
  const isTame = toolHints.readOnlyHint === true || toolHints.destructiveHint === false;
  const said = phrases.length === 0 ? saysNothing : phrases.join('; ');
  return [...money, { about: 'tool', isCaution: !isTame, text: `The tool ${said}.` }];
}

/** What {@link showInvisible} spelled out, wherever a person reads it. */
const spelledOut = /‹U\+[0-9A-F]{4,6}›/g;

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
      ? `1 hidden or unusual character, shown as ${first}.`
      : `${count(found.length)} hidden or unusual characters, shown as ${first} and the like.`;
  return [{ about: 'hidden', isCaution: true, text }];
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
