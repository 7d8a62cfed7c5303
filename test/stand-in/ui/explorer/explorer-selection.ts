/** Which rows are selected: with Ctrl or Alt one by one, with Shift from the last one on (B11). */
export class ExplorerSelection {
  private readonly paths = new Set<string>();
  private anchor: string | null = null;

  /** Whether the press selected; otherwise it opens, and selects nothing but its anchor. */
  press(
    path: string,
    event: { ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean },
    shown: readonly string[],
  ): boolean {
    if (event.shiftKey) {
      const [from, to] = [shown.indexOf(this.anchor ?? path), shown.indexOf(path)];
      for (const other of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) {
        this.paths.add(other);
      }
      return true;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (this.paths.size === 0 && this.anchor && shown.includes(this.anchor)) {
        this.paths.add(this.anchor);
      }
      if (!this.paths.delete(path)) this.paths.add(path);
      this.anchor = path;
      return true;
    }
    this.clear();
    this.anchor = path;
    return false;
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  get size(): number {
    return this.paths.size;
  }

  clear(): void {
    this.paths.clear();
  }

  /** Forgets what is no longer there. */
  keep(shown: readonly string[]): void {
    for (const path of this.paths) if (!shown.includes(path)) this.paths.delete(path);
  }

  /** The selected paths in the order shown. */
  among(shown: readonly string[]): string[] {
    return shown.filter((path) => this.paths.has(path));
  }
}
