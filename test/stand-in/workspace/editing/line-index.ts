import type { EditorPosition } from 'obsidian';

/** Offsets and line/character positions of a text with `\n` line ends; out of range is clamped. */
export class LineIndex {
  private readonly starts: number[] = [0];

  constructor(private readonly text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      this.starts.push(at + 1);
    }
  }

  get count(): number {
    return this.starts.length;
  }

  line(line: number): string {
    return this.text.slice(this.startOf(line), this.endOf(line));
  }

  offsetOf({ line, ch }: EditorPosition): number {
    if (line < 0) return 0;
    if (line >= this.count) return this.text.length;
    return Math.min(this.startOf(line) + Math.max(0, ch), this.endOf(line));
  }

  positionOf(offset: number): EditorPosition {
    const at = Math.max(0, Math.min(offset, this.text.length));
    let [low, high] = [0, this.count - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.startOf(middle) <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low, ch: at - this.startOf(low) };
  }

  private startOf(line: number): number {
    return this.starts[line] ?? this.text.length;
  }

  private endOf(line: number): number {
    const next = this.starts[line + 1];
    return next === undefined ? this.text.length : next - 1;
  }
}
