import { canonicalJson } from '../digest.js';
import { foldLine } from '../text/text-line.js';
import { inReadingOrder } from './action/argument-order.js';
import { isPractice } from './action/digests.js';
import type { ActionRequest, Preparation } from './request.js';
import type { ProposedCall } from './action/proposed-call.js';
import { cut, quoted } from '../text/quote.js';
import { showInvisible } from '../text/show-invisible.js';

/** Characters of one argument, and of all: the whole call stands in the note and in the ledger. */
const longestArgument = 60;
const longestCall = 400;

/**
 * A call in one line of a log, as it is signed: `mail.send_email (to: "a@example.com", subject: "Hi")`. One that can
 * reach only the practice server begins with `PRACTICE`.
 */
export function formatCall(
  { bridge, tool, arguments: args }: ProposedCall,
  prepared: Pick<Preparation, 'bridge_digest'> | null,
): string {
  // Whom it reaches comes first, then what is short: a long text may be cut.
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

/** A name that could end what it stands in is quoted. */
function plainName(name: string): string {
  return /^[\p{L}\p{N}_.$/@-]+$/u.test(name) ? name : canonicalJson(name);
}

/** Whom a request is for: words of its note, which nobody signs, so they are quoted as the note's. */
export function formatRecipient({
  targetRecipient,
}: Pick<ActionRequest, 'targetRecipient'>): string {
  return `${quoted(targetRecipient)} (as its note says)`;
}
