import type { Review } from './review.js';

/**
 * A call in a few words of ours: `Send email to maria@example.com`. The recipient is a claim of the note, so it is left out
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
  const [first = tool, ...rest] = words;
  const what = [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ');
  return recipientIsInCall && targetRecipient !== '' ? `${what} to ${targetRecipient}` : what;
}
