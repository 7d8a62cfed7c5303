/** Replace the characters from `from` up to `to` by `text`; offsets in UTF-16 units. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The text after changes that are given in ascending order, in the offsets of the text before. */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  let result = '';
  let position = 0;
  for (const change of changes) {
    result += text.slice(position, change.from) + change.text;
    position = change.to;
  }
  return result + text.slice(position);
}

/** Where an offset lies after the changes; at an insertion it stays before (as CodeMirror maps). */
export function mapOffset(offset: number, changes: readonly TextChange[]): number {
  let shift = 0;
  for (const { from, to, text } of changes) {
    if (from >= offset) break;
    if (to > offset) return from + shift;
    shift += text.length - (to - from);
  }
  return offset + shift;
}

/** The one smallest replacement that turns `before` into `after`, or null when they are equal. */
export function smallestChange(before: string, after: string): TextChange | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < shorter - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end += 1;
  }
  return { from: start, to: before.length - end, text: after.slice(start, after.length - end) };
}
