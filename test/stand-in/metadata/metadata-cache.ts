import type * as Obsidian from 'obsidian';
import { Events } from '../load/events.js';
import type { TFile } from '../vault/abstract-file.js';
import type { Vault } from '../vault/vault.js';
import { baseName, parentOf } from '../vault/vault-paths.js';
import { NoteNames, withoutMd } from './note-names.js';
import type { KeptMetadata } from './metadata-store.js';

/** Documented: obsidian.d.ts:4404, `class MetadataCache`. What it holds comes from the indexer. */
export class MetadataCache extends Events implements Obsidian.MetadataCache {
  resolvedLinks: Record<string, Record<string, number>> = {};
  unresolvedLinks: Record<string, Record<string, number>> = {};
  /** By path. */
  readonly entries = new Map<string, KeptMetadata>();
  readonly names = new NoteNames();

  constructor(private readonly vault: Vault) {
    super();
  }

  getFileCache(file: Obsidian.TFile): Obsidian.CachedMetadata | null {
    return this.getCache(file.path);
  }

  getCache(path: string): Obsidian.CachedMetadata | null {
    return this.entries.get(path)?.cache ?? null;
  }

  /** By path with or without `.md`, else by name: in the source's own folder, else the shortest path (A26). */
  getFirstLinkpathDest(linkpath: string, sourcePath: string): TFile | null {
    if (linkpath === '') return this.vault.getFileByPath(sourcePath);
    const wanted = linkpath.replace(/^\//u, '').toLowerCase();
    const matches = this.names.find(baseName(wanted)).filter(({ path }) => {
      const spelling = path.toLowerCase();
      return [spelling, withoutMd(spelling)].some(
        (known) => known === wanted || known.endsWith(`/${wanted}`),
      );
    });
    const beside = (file: TFile): number =>
      parentOf(file.path) === parentOf(sourcePath) ? 0 : file.path.length;
    return matches.sort((a, b) => beside(a) - beside(b))[0] ?? null;
  }

  /** Documented: the name where it is unique, else the full path. */
  fileToLinktext(file: Obsidian.TFile, _sourcePath: string, omitMdExtension = true): string {
    const sameName = this.names.find(file.name).filter(({ name }) => name === file.name);
    const text = sameName.length > 1 ? file.path : file.name;
    return omitMdExtension ? withoutMd(text) : text;
  }

  /** Counts the links of one note anew. */
  resolveLinks(path: string): void {
    const resolved: Record<string, number> = {};
    const unresolved: Record<string, number> = {};
    const { links = [], embeds = [], frontmatterLinks = [] } = this.getCache(path) ?? {};
    for (const { link } of [...links, ...embeds, ...frontmatterLinks]) {
      const target = link.replace(/#.*$/u, '');
      const file = this.getFirstLinkpathDest(target, path);
      const counts = file === null ? unresolved : resolved;
      const key = file?.path ?? target;
      counts[key] = (counts[key] ?? 0) + 1;
    }
    this.resolvedLinks[path] = resolved;
    this.unresolvedLinks[path] = unresolved;
  }

  forgetLinks(path: string): void {
    delete this.resolvedLinks[path];
    delete this.unresolvedLinks[path];
  }
}
