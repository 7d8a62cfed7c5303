import { TFile, TFolder } from 'obsidian';
import type { NoteFile } from '../../../../ports/note-store.js';
import type { VaultAccess } from './vault-access.js';

export type LinksIn = (folder: string) => Promise<ReadonlySet<string>>;

export async function listFiles(
  access: VaultAccess,
  folder: string,
  linksIn: LinksIn,
): Promise<NoteFile[]> {
  const found: NoteFile[] = [];
  const root = access.vault.getFolderByPath(folder === '' ? '/' : folder);
  if (root !== null) await visit(root, linksIn, found);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function visit(folder: TFolder, linksIn: LinksIn, found: NoteFile[]): Promise<void> {
  const links = await linksIn(folder.isRoot() ? '' : folder.path);
  for (const child of folder.children) {
    if (child.name.startsWith('.') || links.has(child.name)) continue;
    if (child instanceof TFolder) await visit(child, linksIn, found);
    if (child instanceof TFile) {
      found.push({ path: child.path, size: child.stat.size, mtimeMs: child.stat.mtime });
    }
  }
}
