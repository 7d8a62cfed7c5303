import { applyChanges, smallestChange, type TextChange } from './text-change.js';

/**
 * What the user typed and what something else wrote, both since `base`, in one text. Line by line;
 * where both touched the same lines, character by character; where both replaced the same
 * characters, both versions are kept, the other one first: no keystroke is lost (B2).
 */
export function mergeTexts(base: string, typed: string, outside: string): string {
  if (typed === base || typed === outside) return outside;
  if (outside === base) return typed;
  return applyChanges(
    base,
    regionsOf(lineChanges(base, typed), lineChanges(base, outside)).map((region) =>
      mergeRegion(base, region),
    ),
  );
}

interface Region {
  from: number;
  to: number;
  readonly mine: TextChange[];
  readonly theirs: TextChange[];
}

function mergeRegion(base: string, { from, to, mine, theirs }: Region): TextChange {
  const before = base.slice(from, to);
  const versionOf = (changes: readonly TextChange[]): string =>
    applyChanges(
      before,
      changes.map((change) => ({ ...change, from: change.from - from, to: change.to - from })),
    );
  return { from, to, text: mergeClose(before, versionOf(mine), versionOf(theirs)) };
}

/** Changes of both sides that touch, gathered into regions in ascending order. */
function regionsOf(mine: readonly TextChange[], theirs: readonly TextChange[]): Region[] {
  const all = [
    ...mine.map((change) => ({ change, side: 'mine' as const })),
    ...theirs.map((change) => ({ change, side: 'theirs' as const })),
  ].sort((a, b) => a.change.from - b.change.from || a.change.to - b.change.to);
  const regions: Region[] = [];
  for (const { change, side } of all) {
    let region = regions.at(-1);
    if (!region || change.from > region.to) {
      region = { from: change.from, to: change.to, mine: [], theirs: [] };
      regions.push(region);
    }
    region.to = Math.max(region.to, change.to);
    region[side].push(change);
  }
  return regions;
}

function mergeClose(before: string, mine: string, theirs: string): string {
  if (mine === before || mine === theirs) return theirs;
  if (theirs === before) return mine;
  const typed = smallestChange(before, mine)!;
  const other = smallestChange(before, theirs)!;
  if (typed.to <= other.from && typed.from !== other.from) {
    return applyChanges(before, [typed, other]);
  }
  if (other.to <= typed.from) return applyChanges(before, [other, typed]);
  const from = Math.min(typed.from, other.from);
  const to = Math.max(typed.to, other.to);
  const kept = (change: TextChange): string =>
    before.slice(from, change.from) + change.text + before.slice(change.to, to);
  return before.slice(0, from) + kept(other) + kept(typed) + before.slice(to);
}

/** What changed, in whole lines, as replacements in `before` in ascending order. */
function lineChanges(before: string, after: string): TextChange[] {
  const outer = smallestChange(before, after);
  if (!outer) return [];
  const from = outer.from === 0 ? 0 : before.lastIndexOf('\n', outer.from - 1) + 1;
  const lineEnd = before.indexOf('\n', outer.to);
  const to = lineEnd < 0 ? before.length : lineEnd + 1;
  const afterEnd = after.length - (before.length - to);
  return alignLines(linesOf(before.slice(from, to)), linesOf(after.slice(from, afterEnd)), from);
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The longest common run of lines, and what lies between its parts. */
function alignLines(before: readonly string[], after: readonly string[], at: number): TextChange[] {
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      common[i * width + j] =
        before[i] === after[j]
          ? 1 + (common[(i + 1) * width + j + 1] ?? 0)
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);
    }
  }
  const changes: TextChange[] = [];
  let [i, j, offset] = [0, 0, at];
  while (i < before.length || j < after.length) {
    const start = offset;
    let text = '';
    while ((i < before.length || j < after.length) && before[i] !== after[j]) {
      const dropped = common[(i + 1) * width + j] ?? 0;
      const added = common[i * width + j + 1] ?? 0;
      if (j >= after.length || (i < before.length && dropped >= added)) {
        offset += before[i]?.length ?? 0;
        i += 1;
      } else {
        text += after[j] ?? '';
        j += 1;
      }
    }
    if (text !== '' || offset > start) changes.push({ from: start, to: offset, text });
    while (i < before.length && j < after.length && before[i] === after[j]) {
      offset += before[i]?.length ?? 0;
      i += 1;
      j += 1;
    }
  }
  return changes;
}
