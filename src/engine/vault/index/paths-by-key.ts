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

  firstOther(key: string, path: string): string | undefined {
    for (const other of this.paths.get(key) ?? []) if (other !== path) return other;
    return undefined;
  }

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
