import type { TFile } from '../vault/abstract-file.js';
import { baseName } from '../vault/vault-paths.js';

/** The vault's files by name, without case and `.md`: what a link by name may mean. */
export class NoteNames {
  private readonly byName = new Map<string, Set<TFile>>();

  add(file: TFile): void {
    const key = keyOf(file.path);
    const files = this.byName.get(key);
    if (files === undefined) this.byName.set(key, new Set([file]));
    else files.add(file);
  }

  /** `path`: where it lay when it was added. */
  remove(file: TFile, path: string): void {
    const key = keyOf(path);
    const files = this.byName.get(key);
    files?.delete(file);
    if (files?.size === 0) this.byName.delete(key);
  }

  find(name: string): TFile[] {
    return [...(this.byName.get(keyOf(name)) ?? [])];
  }
}

export function withoutMd(path: string): string {
  return path.replace(/\.md$/iu, '');
}

function keyOf(path: string): string {
  return withoutMd(baseName(path)).toLowerCase();
}
