/** Paths under a key, in the order they came. */
export class PathsByKey {
  private readonly paths = new Map<string, Set<string>>();

  add(key: string, path: string): void {
    const paths = this.paths.get(key);
    if (paths) paths.add(path);
    else this.paths.set(key, new Set([path]));
  }

  remove(key: string, path: string): void {
    const paths = this.paths.get(key);
    paths?.delete(path);
    if (paths?.size === 0) this.paths.delete(key);
  }

  /** The first other path under a key, if there is one. */
  firstOther(key: string, path: string): string | undefined {
    for (const other of this.paths.get(key) ?? []) if (other !== path) return other;
    return undefined;
  }

  /** The first paths under a key: its many others cost nothing. */
  first(key: string, count: number): readonly string[] {
    const paths: string[] = [];
    for (const path of this.paths.get(key) ?? []) {
      if (paths.length >= count) break;
      paths.push(path);
    }
    return paths;
  }

  get(key: string): readonly string[] {
    return [...(this.paths.get(key) ?? [])];
  }
}
