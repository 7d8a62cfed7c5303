/**
 * What plugins registered of one kind: commands, views, ribbon icons … Screens draw it and look
 * again when it changes; the leak report counts it.
 */
export class Registry<T> {
  private readonly entries = new Map<string, T>();
  private readonly watchers = new Set<() => void>();

  /** Fails with `taken` as its message when the name is in use. The value takes the entry out again. */
  add(name: string, entry: T, taken: string): () => void {
    if (this.entries.has(name)) throw new Error(taken);
    this.entries.set(name, entry);
    this.changed();
    return () => {
      if (this.entries.get(name) === entry) this.remove(name);
    };
  }

  remove(name: string): void {
    if (this.entries.delete(name)) this.changed();
  }

  get(name: string): T | undefined {
    return this.entries.get(name);
  }

  names(): string[] {
    return [...this.entries.keys()];
  }

  values(): T[] {
    return [...this.entries.values()];
  }

  /** Calls back whenever an entry came or went. The value stops it. */
  onChange(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  private changed(): void {
    for (const watcher of [...this.watchers]) watcher();
  }
}
