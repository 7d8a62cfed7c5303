import type { Edit } from './edit.js';

const MOST_DIFFERENCES = 200;

/** Returns edits that turn `before` into `after` (Myers 1986). */
export function changesBetween(before: string, after: string): Edit[] {
  if (before === after) return [];
  const old = linesOf(before);
  const wanted = linesOf(after);
  const edits: Edit[] = [];
  let at = 0;
  let [from, to] = [0, 0];
  const close = (nextFrom: number, nextTo: number): void => {
    const removed = old.slice(from, nextFrom).join('');
    const inserted = wanted.slice(to, nextTo).join('');
    if (removed !== inserted) edits.push(trimmed(at, removed, inserted));
    at += removed.length;
    [from, to] = [nextFrom, nextTo];
  };
  for (const [kept, keptAs] of keptLines(old, wanted)) {
    close(kept, keptAs);
    at += old[kept]?.length ?? 0;
    [from, to] = [kept + 1, keptAs + 1];
  }
  close(old.length, wanted.length);
  return edits;
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
}

function keptLines(a: readonly string[], b: readonly string[]): [number, number][] {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const middle = keptBetween(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return [
    ...Array.from({ length: head }, (_, index): [number, number] => [index, index]),
    ...middle.map(([x, y]): [number, number] => [x + head, y + head]),
    ...Array.from({ length: tail }, (_, index): [number, number] => [
      a.length - tail + index,
      b.length - tail + index,
    ]),
  ];
}

function keptBetween(a: readonly string[], b: readonly string[]): [number, number][] {
  const trace: Map<number, number>[] = [];
  let ends = new Map([[1, 0]]);
  for (let differences = 0; differences <= MOST_DIFFERENCES; differences += 1) {
    trace.push(ends);
    const next = new Map(ends);
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      const down = goesDown(ends, diagonal, differences);
      let x = down ? endOf(ends, diagonal + 1) : endOf(ends, diagonal - 1) + 1;
      let y = x - diagonal;
      while (x < a.length && y < b.length && a[x] === b[y]) [x, y] = [x + 1, y + 1];
      next.set(diagonal, x);
      if (x >= a.length && y >= b.length) return walkBack(trace, a.length, b.length);
    }
    ends = next;
  }
  return [];
}

function walkBack(trace: readonly Map<number, number>[], x: number, y: number): [number, number][] {
  const kept: [number, number][] = [];
  for (let differences = trace.length - 1; differences >= 0; differences -= 1) {
    const ends = trace[differences] ?? new Map<number, number>();
    const diagonal = x - y;
    const down = goesDown(ends, diagonal, differences);
    const previous = down ? diagonal + 1 : diagonal - 1;
    const previousX = differences === 0 ? 0 : endOf(ends, previous);
    const previousY = differences === 0 ? 0 : previousX - previous;
    while (x > previousX && y > previousY) kept.push([(x -= 1), (y -= 1)]);
    [x, y] = [previousX, previousY];
  }
  return kept.reverse();
}

function goesDown(
  ends: ReadonlyMap<number, number>,
  diagonal: number,
  differences: number,
): boolean {
  if (diagonal === -differences) return true;
  return diagonal !== differences && endOf(ends, diagonal - 1) < endOf(ends, diagonal + 1);
}

function endOf(ends: ReadonlyMap<number, number>, diagonal: number): number {
  return ends.get(diagonal) ?? -1;
}

function trimmed(at: number, removed: string, inserted: string): Edit {
  const shorter = Math.min(removed.length, inserted.length);
  let head = 0;
  while (head < shorter && removed[head] === inserted[head]) head += 1;
  if (isHighSurrogate(removed, head - 1)) head -= 1;
  let tail = 0;
  while (tail < shorter - head && removed.at(-1 - tail) === inserted.at(-1 - tail)) tail += 1;
  if (isLowSurrogate(removed, removed.length - tail)) tail -= 1;
  return {
    at: at + head,
    remove: removed.length - head - tail,
    insert: inserted.slice(head, inserted.length - tail),
  };
}

function isHighSurrogate(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xd800;
}

function isLowSurrogate(text: string, index: number): boolean {
  return index < text.length && (text.charCodeAt(index) & 0xfc00) === 0xdc00;
}
