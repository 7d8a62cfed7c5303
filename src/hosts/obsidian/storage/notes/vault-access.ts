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

export interface VaultAccess {
  readonly vault: Vault;
  readonly workspace: Workspace;
  readonly journal: NoteJournal;
  readonly ownWrites: OwnWrites;
  /** Queues reads and writes by note, so that no read returns half a note. */
  readonly writes: KeyedQueue;
  readonly cut: Map<string, CutNote>;
  readonly maxNoteBytes: number;
  readonly locate: (path: string) => Promise<Result<unknown>>;
  readonly report: (path: string) => void;
}

export async function checkNotePath(access: VaultAccess, path: string): Promise<Result<unknown>> {
  const checked = checkVaultPath(path);
  if (!checked.ok) return checked;
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    if (access.vault.getFileByPath(folder) !== null) return notAFolder(folder);
  }
  return access.locate(path);
}

async function isBelowFile({ vault }: VaultAccess, path: string): Promise<boolean> {
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    // Asks the disk, too, because Obsidian's file tree may be outdated.
    if (vault.getFileByPath(folder) !== null) return true;
    const stat = await vault.adapter.stat(folder).catch(() => null);
    if (stat?.type === 'file') return true;
  }
  return false;
}

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
    return ok(new Uint8Array(await adapter.readBinary(path)));
  } catch (error) {
    return refusal(access, path, 'note_read_failed', error);
  }
}

export async function readText(access: VaultAccess, path: string): Promise<Result<string>> {
  const bytes = await readBytes(access, path, access.maxNoteBytes);
  return bytes.ok ? decodeNote(bytes.value, path) : bytes;
}

/** True when Obsidian's file tree does not know the newest state of a note. */
export async function isAheadOfTree(access: VaultAccess, path: string): Promise<boolean> {
  if (path === skillPath) return false;
  const stat = await access.vault.adapter.stat(path).catch(() => null);
  const known = access.vault.getFileByPath(path)?.stat;
  return stat?.mtime !== known?.mtime || stat?.size !== known?.size;
}

export async function processFile(
  { vault }: VaultAccess,
  path: string,
  change: (text: string) => string,
): Promise<void> {
  const file: TFile | null = vault.getFileByPath(path);
  await (file === null ? vault.adapter.process(path, change) : vault.process(file, change));
}

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
