/** One change of a text: at offset `at` (UTF-16 units), `insert` replaces `remove` units. */
export interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/**
 * Applies edits that were all computed for the same text. They may be in any order; two at the same offset
 * are applied in the given order. Overlapping edits are a bug and throw.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  const sorted = edits
    .map((edit, order) => ({ edit, order }))
    .sort((a, b) => a.edit.at - b.edit.at || a.order - b.order);
  let result = '';
  let position = 0;
  for (const { edit } of sorted) {
    if (edit.at < position || edit.at + edit.remove > text.length) {
      throw new RangeError(`Edit at ${edit.at} overlaps another edit or leaves the text`);
    }
    result += text.slice(position, edit.at) + edit.insert;
    position = edit.at + edit.remove;
  }
  return result + text.slice(position);
}
