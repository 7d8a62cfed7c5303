import type * as Obsidian from 'obsidian';

/** Turns offsets into a text (UTF-16 units) into the places of Obsidian's cache, all from 0. */
export class Positions {
  private readonly starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      this.starts.push(at + 1);
    }
  }

  lineOf(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  columnOf(offset: number): number {
    return offset - (this.starts[this.lineOf(offset)] ?? 0);
  }

  /** `end` is behind the last character. */
  between(start: number, end: number): Obsidian.Pos {
    return { start: this.at(start), end: this.at(end) };
  }

  private at(offset: number): Obsidian.Loc {
    return { line: this.lineOf(offset), col: this.columnOf(offset), offset };
  }
}
