/** At offset `at`, `insert` takes the place of `remove` UTF-16 units. */
export interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/**
 * Applies edits. All their offsets refer to the original `text`.
 * @throws RangeError if edits overlap or reach beyond the text
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
