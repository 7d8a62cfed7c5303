import { shortName } from '../inline-text.js';
import type { JsonObject } from '../json.js';
import { textsIn } from './digests.js';
import type { ProposedCall } from './request.js';
import type { Review } from './review.js';

/**
 * A call in a few words of ours: `Email to maria@example.com`. The recipient is a claim of the note, so it is left out
 * where the call does not contain it.
 */
export function callTitle({
  tool,
  targetRecipient,
  recipientIsInCall,
}: Pick<Review, 'tool' | 'targetRecipient' | 'recipientIsInCall'>): string {
  const words = tool
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[\s_.-]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
  // What is sent says enough: “Email to …”.
  const isSending = words[0] === 'send' && words.length > 1;
  const [first = tool, ...rest] = isSending ? words.slice(1) : words;
  const what = [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ');
  return recipientIsInCall && targetRecipient !== '' ? `${what} to ${targetRecipient}` : what;
}

/** Whether the recipient that a note names stands anywhere in the arguments. */
export function namesRecipient(args: JsonObject, targetRecipient: string): boolean {
  const wanted = targetRecipient.trim().toLowerCase();
  return textsIn(args).some((text) => text.toLowerCase().includes(wanted));
}

/** A call by a readable name on one line: `Email to maria@example.com: January invoice`. */
export function callName(
  { tool, arguments: args }: Pick<ProposedCall, 'tool' | 'arguments'>,
  targetRecipient: string,
): string {
  const recipientIsInCall = namesRecipient(args, targetRecipient);
  const title = callTitle({ tool, targetRecipient: targetRecipient.trim(), recipientIsInCall });
  const subject = ['subject', 'title']
    .map((name) => (Object.hasOwn(args, name) ? args[name] : null))
    .find((value) => typeof value === 'string' && value.trim() !== '');
  return shortName(typeof subject === 'string' ? `${title}: ${subject}` : title);
}
