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

  get(key: string): readonly string[] {
    return [...(this.paths.get(key) ?? [])];
  }
}
