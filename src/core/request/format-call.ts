import { canonicalJson } from '../digest.js';
import { foldLine } from '../text/text-line.js';
import { inReadingOrder } from './action/argument-order.js';
import { isPractice } from './action/digests.js';
import type { ActionRequest, Preparation } from './request.js';
import type { ProposedCall } from './action/proposed-call.js';
import { cut, quoted } from '../text/quote.js';
import { showInvisible } from '../text/show-invisible.js';

const longestArgument = 60;
const longestCall = 400;

export function formatCall(
  { bridge, tool, arguments: args }: ProposedCall,
  prepared: Pick<Preparation, 'bridge_digest'> | null,
): string {
  const byLength = Object.keys(args)
    .sort()
    .map((name) => ({ name: plainName(name), value: canonicalJson(args[name] ?? null) }))
    .sort(
      (a, b) =>
        Math.min(a.value.length, longestArgument) - Math.min(b.value.length, longestArgument),
    );
  const named = inReadingOrder(byLength, ({ name }) => name).map(
    ({ name, value }) => `${name}: ${cut(value, longestArgument)}`,
  );
  const given = named.length === 0 ? 'no arguments' : cut(named.join(', '), longestCall);
  const words = showInvisible(foldLine(`${plainName(bridge)}.${plainName(tool)} (${given})`));
  return isPractice(prepared) ? `PRACTICE, ${words}` : words;
}

function plainName(name: string): string {
  return /^[\p{L}\p{N}_.$/@-]+$/u.test(name) ? name : canonicalJson(name);
}

export function formatRecipient({
  targetRecipient,
}: Pick<ActionRequest, 'targetRecipient'>): string {
  return `${quoted(targetRecipient)} (as its note says)`;
}
