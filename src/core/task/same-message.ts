import { isSameText } from './brief-similarity.js';
import type { ItemContent } from './read-item.js';

/** True when two notes may be the same message. Null means an unreadable note. */
export function isSameMessage(here: ItemContent | null, there: ItemContent | null): boolean {
  if (here === null || there === null) {
    const one = here ?? there;
    return one === null || (one.sender === '' && isSameText(one.whole, one.text));
  }
  return (['sender', 'title', 'whole'] as const).every((part) =>
    isSameText(here[part], there[part]),
  );
}
