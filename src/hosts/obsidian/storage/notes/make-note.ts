import { ok, type Result } from '../../../../core/errors.js';
import { folderOf } from '../../../../core/note/file-name.js';
import { nameTaken, notAFile, noteMissing } from '../../../../core/note/note-problems.js';
import { foldName, skillPath } from '../../../../core/note/vault-path.js';
import { encodeNote } from './note-text.js';
import { readText, refusal, type VaultAccess } from './vault-access.js';
import { hidesChange, journalled } from './write-in-place.js';

export async function createNote(
  access: VaultAccess,
  path: string,
  text: string,
): Promise<Result<void>> {
  const bytes = encodeNote(text, access.maxNoteBytes, path);
  if (!bytes.ok) return bytes;
  if (await isNameTaken(access, path)) return nameTaken(path);
  const isHidden = path === skillPath;
  const folder = isHidden ? ok(undefined) : await makeFolder(access, folderOf(path));
  if (!folder.ok) return folder;
  return journalled(access, path, null, text, async () => {
    const { vault } = access;
    try {
      if (isHidden) {
        // Obsidian's file tree has no hidden entries, so only its adapter can create a hidden note.
        await vault.adapter.mkdir(folderOf(path));
        await vault.adapter.write(path, text);
      } else await vault.create(path, text);
    } catch (error) {
      if (saysExists(error)) return nameTaken(path);
      throw error;
    }
    access.ownWrites.left(path, text);
    return ok(undefined);
  });
}

export async function makeFolder(access: VaultAccess, path: string): Promise<Result<void>> {
  const { vault } = access;
  if (path === '' || vault.getFolderByPath(path) !== null) return ok(undefined);
  try {
    await vault.createFolder(path);
    return ok(undefined);
  } catch (error) {
    const found = await vault.adapter.stat(path).catch(() => null);
    if (found === null) return refusal(access, path, 'note_write_failed', error);
    return found.type === 'folder' ? ok(undefined) : nameTaken(path);
  }
}

export async function moveNote(
  access: VaultAccess,
  from: string,
  to: string,
): Promise<Result<void>> {
  const { vault, ownWrites } = access;
  const { adapter } = vault;
  const found = await adapter.stat(from).catch(() => null);
  if (found === null) return noteMissing(from);
  if (found.type !== 'file') return notAFile(from);
  if (await isNameTaken(access, to)) return nameTaken(to);
  const folder = await makeFolder(access, folderOf(to));
  if (!folder.ok) return folder;
  const text = await readText(access, from);
  const unseen = text.ok && (await hidesChange(access, from, text.value));
  return access.writes.takeAll([from, to].map(foldName), async () => {
    try {
      const file = vault.getFileByPath(from);
      // Does not call `fileManager.renameFile`, because it may ask the person about links.
      await (file === null ? adapter.rename(from, to) : vault.rename(file, to));
    } catch (error) {
      if (saysExists(error)) return nameTaken(to);
      return refusal(access, from, 'note_write_failed', error);
    }
    ownWrites.leftGone(from);
    if (text.ok) ownWrites.left(to, text.value);
    if (unseen) access.report(to);
    return ok(undefined);
  });
}

/** iCloud may store a note as `.name.icloud`. Then the name of that note is taken, too. */
async function isNameTaken({ vault }: VaultAccess, path: string): Promise<boolean> {
  const folder = folderOf(path);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const siblings = vault.getFolderByPath(folder === '' ? '/' : folder)?.children ?? [];
  if (siblings.some((sibling) => foldName(sibling.name) === foldName(name))) return true;
  const putAway = `${folder === '' ? '' : `${folder}/`}.${name}.icloud`;
  return (await vault.adapter.exists(path)) || vault.adapter.exists(putAway);
}

/** Only the text of Obsidian's error says that a name is taken. */
function saysExists(error: unknown): boolean {
  return error instanceof Error && /already exists/iu.test(error.message);
}
