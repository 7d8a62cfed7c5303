import { isSameText } from './brief-similarity.js';
import type { ItemContent } from './read-item.js';

/**
 * True when the notes of two sources may be one message that came twice: the same sender, title and text, also in
 * what is quoted or forwarded, which may say what is meant. `null` means that a source is no readable note: the
 * other one must then have no sender, and nothing but its own words.
 */
export function isSameMessage(here: ItemContent | null, there: ItemContent | null): boolean {
  if (here === null || there === null) {
    const one = here ?? there;
    return one === null || (one.sender === '' && isSameText(one.whole, one.text));
  }
  return (['sender', 'title', 'whole'] as const).every((part) =>
    isSameText(here[part], there[part]),
  );
}
