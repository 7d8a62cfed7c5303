import type * as Obsidian from 'obsidian';
import type { MetadataCache } from '../metadata/metadata-cache.js';
import { parentOf } from '../vault/vault-paths.js';
import type { Vault } from '../vault/vault.js';

type Implemented = Pick<
  Obsidian.FileManager,
  'generateMarkdownLink' | 'getNewFileParent' | 'renameFile' | 'trashFile'
>;

/** Documented: obsidian.d.ts:2881, `class FileManager`. */
export class FileManager implements Implemented {
  constructor(
    private readonly vault: Vault,
    private readonly metadataCache: MetadataCache,
  ) {}

  /** Moves as the explorer does. Links in other notes are not rewritten (A18). */
  renameFile(file: Obsidian.TAbstractFile, newPath: string): Promise<void> {
    return this.vault.rename(file, newPath);
  }

  trashFile(file: Obsidian.TAbstractFile): Promise<void> {
    return this.vault.trash(file, true);
  }

  /** The usual setting: new notes lie in the vault's root. */
  getNewFileParent(): Obsidian.TFolder {
    return this.vault.getRoot();
  }

  generateMarkdownLink(file: Obsidian.TFile, sourcePath: string, subpath = '', alias = ''): string {
    const link = this.metadataCache.fileToLinktext(file, parentOf(sourcePath));
    const shown = alias === '' ? '' : `|${alias}`;
    const bang = file.extension === 'md' ? '' : '!';
    return `${bang}[[${link}${subpath}${shown}]]`;
  }
}
