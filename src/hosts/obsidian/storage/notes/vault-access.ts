import type { TFile, Vault, Workspace } from 'obsidian';
import { ok, type Problem, type Result } from '../../../../core/errors.js';
import { folderOf } from '../../../../core/note/file-name.js';
import {
  noteMissing,
  notAFile,
  notAFolder,
  systemRefused,
  tooLarge,
} from '../../../../core/note/note-problems.js';
import { checkVaultPath, skillPath } from '../../../../core/note/vault-path.js';
import type { KeyedQueue } from '../../../../core/keyed-queue.js';
import { decodeNote } from './note-text.js';
import type { CutNote, NoteJournal } from './note-journal.js';
import type { OwnWrites } from './own-writes.js';

/** What the parts of the note store work with. */
export interface VaultAccess {
  readonly vault: Vault;
  readonly workspace: Workspace;
  readonly journal: NoteJournal;
  readonly ownWrites: OwnWrites;
  /** The writes under way: Obsidian writes in place, and beside one there would be half a note to read. */
  readonly writes: KeyedQueue;
  /** By path: what a note that a failed write has cut is to hold again. */
  readonly cut: Map<string, CutNote>;
  readonly maxNoteBytes: number;
  /** Refuses links that lead out of the vault, where there are links. */
  readonly locate: (path: string) => Promise<Result<unknown>>;
  /** Reports a change of others that would go unseen. */
  readonly report: (path: string) => void;
}

/** Checks a path, and that what it leads through are folders of the vault. */
export async function checkNotePath(access: VaultAccess, path: string): Promise<Result<unknown>> {
  const checked = checkVaultPath(path);
  if (!checked.ok) return checked;
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    if (access.vault.getFileByPath(folder) !== null) return notAFolder(folder);
  }
  return access.locate(path);
}

/** Whether a file took the place of a folder of this path: there is no note at it then. */
async function isBelowFile({ vault }: VaultAccess, path: string): Promise<boolean> {
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    // Not only by the tree of files: it may be a second behind the disk.
    if (vault.getFileByPath(folder) !== null) return true;
    const stat = await vault.adapter.stat(folder).catch(() => null);
    if (stat?.type === 'file') return true;
  }
  return false;
}

/** The bytes of a file; over `maxBytes` it is `note_too_large`. */
export async function readBytes(
  access: VaultAccess,
  path: string,
  maxBytes: number,
): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const place = await checkNotePath(access, path);
  if (!place.ok) {
    const isMissing = place.error.code === 'note_not_a_file' && (await isBelowFile(access, path));
    return isMissing ? noteMissing(path) : place;
  }
  const { adapter } = access.vault;
  try {
    const stat = await adapter.stat(path);
    if (stat === null) return noteMissing(path);
    if (stat.type !== 'file') return notAFile(path);
    if (stat.size > maxBytes) return tooLarge(path, maxBytes);
    // Not `vault.readBinary`: the tree of files may be a second behind the disk.
    return ok(new Uint8Array(await adapter.readBinary(path)));
  } catch (error) {
    return refusal(access, path, 'note_read_failed', error);
  }
}

/** The text of a note, exactly. */
export async function readText(access: VaultAccess, path: string): Promise<Result<string>> {
  const bytes = await readBytes(access, path, access.maxNoteBytes);
  return bytes.ok ? decodeNote(bytes.value, path) : bytes;
}

/** Whether the note on the disk is another than the one Obsidian's tree of files knows. */
export async function isAheadOfTree(access: VaultAccess, path: string): Promise<boolean> {
  // The tree has nothing that is hidden.
  if (path === skillPath) return false;
  const stat = await access.vault.adapter.stat(path).catch(() => null);
  const known = access.vault.getFileByPath(path)?.stat;
  return stat?.mtime !== known?.mtime || stat?.size !== known?.size;
}

/** Changes a file through Obsidian, known to its tree already or not. */
export async function processFile(
  { vault }: VaultAccess,
  path: string,
  change: (text: string) => string,
): Promise<void> {
  const file: TFile | null = vault.getFileByPath(path);
  await (file === null ? vault.adapter.process(path, change) : vault.process(file, change));
}

/** Turns what Obsidian said into a problem. */
export async function refusal(
  access: VaultAccess,
  path: string,
  code: 'note_read_failed' | 'note_write_failed',
  error: unknown,
): Promise<{ readonly ok: false; readonly error: Problem }> {
  const exists = await access.vault.adapter.exists(path).catch(() => true);
  if (!exists) return noteMissing(path);
  return systemRefused(code, path, error instanceof Error ? error.message : String(error));
}
