import { createHash } from 'node:crypto';
import { CountersignError, fail, ok, type Result } from '../../../src/core/errors.js';
import {
  checkVaultFolder,
  checkVaultPath,
  skillPath,
  foldName,
  vaultPathIn,
} from '../../../src/core/note/vault-path.js';
import type { NoteStore } from '../../../src/ports/note-store.js';
import { addFolders, parentOf, type MemoryEntry, type MemoryVault } from './memory-vault.js';
import type { WriteHooks } from './simulated-crash.js';

const MAX_NOTE_BYTES = 16 * 1024 * 1024;
const MOST_TRIES = 10;

/** The folder that absolute paths of a memory vault start with. */
export const MEMORY_ROOT = '/vault';

/** A NoteStore over a vault in memory: one process. Its hooks may end it around any write. */
export function memoryNoteStore(vault: MemoryVault, hooks: WriteHooks = {}): NoteStore {
  const { entries, folders } = vault;
  const self = {};

  const write = (description: string, apply: () => void): void => {
    hooks.beforeWrite?.(description);
    apply();
    hooks.afterWrite?.(description);
  };
  const nameTaken = (path: string): boolean => {
    const folded = foldName(path);
    const sameFolder = (other: string): boolean => parentOf(other) === parentOf(path);
    return [...entries.keys(), ...folders].some(
      (other) => sameFolder(other) && foldName(other) === folded,
    );
  };
  const fileAt = (path: string): Result<MemoryEntry & { kind: 'file' }> => {
    const checked = checkPlace(vault, path);
    if (!checked.ok) return checked;
    const entry = entries.get(path);
    if (entry?.kind === 'link' || folders.has(path)) {
      return fail('note_not_a_file', 'A link or folder lies in place of this note.', 'Remove it.', {
        path,
      });
    }
    if (entry === undefined) {
      return fail('note_missing', 'There is no such note.', 'Check the path.', { path });
    }
    return ok(entry);
  };
  const toRead = (path: string): Result<MemoryEntry & { kind: 'file' }> => {
    const file = fileAt(path);
    const isBelowNote = !file.ok && !folders.has(path) && entries.get(path)?.kind !== 'link';
    if (!isBelowNote || file.error.code !== 'note_not_a_file') return file;
    return fail('note_missing', 'There is no such note.', 'Check the path.', { path });
  };
  const textAt = (path: string): Result<string> => {
    const file = toRead(path);
    return file.ok ? decodeNote(file.value.bytes, path) : file;
  };

  return {
    async list(folder) {
      const checked = checkVaultFolder(folder);
      if (!checked.ok) throw new CountersignError(checked.error);
      const prefix = folder === '' ? '' : `${folder}/`;
      return [...entries]
        .flatMap(([path, entry]) =>
          entry.kind === 'file' &&
          path.startsWith(prefix) &&
          path !== skillPath &&
          checkPlace(vault, path).ok
            ? [
                {
                  path,
                  size: entry.bytes.length,
                  mtimeMs: entry.mtimeMs,
                  version: versionOf(entry),
                },
              ]
            : [],
        )
        .sort((a, b) => (a.path < b.path ? -1 : 1));
    },

    async read(path) {
      return textAt(path);
    },

    async create(path, text) {
      const checked = checkPlace(vault, path);
      if (!checked.ok) return checked;
      const bytes = encodeNote(text, path);
      if (!bytes.ok) return bytes;
      if (nameTaken(path)) return nameIsTaken(path);
      write(`create ${path}`, () => vault.put(path, bytes.value, self));
      return ok(undefined);
    },

    async createFolder(path) {
      const checked = path === '' ? ok('') : checkPlace(vault, path);
      if (!checked.ok) return checked;
      for (let part = path; part !== ''; part = parentOf(part)) {
        if (entries.has(part)) return nameIsTaken(part);
      }
      if (path !== '' && !folders.has(path)) {
        write(`create folder ${path}`, () => addFolders(folders, path));
      }
      return ok(undefined);
    },

    async update(path, edit) {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const file = fileAt(path);
        if (!file.ok) return file;
        const text = decodeNote(file.value.bytes, path);
        if (!text.ok) return text;
        const edited = edit(text.value);
        if (edited === null || edited === text.value) return text;
        const bytes = encodeNote(edited, path);
        if (!bytes.ok) return bytes;
        if (entries.get(path) !== file.value) continue;
        write(`update ${path}`, () => vault.put(path, bytes.value, self));
        return ok(edited);
      }
      return fail('note_changed', 'The note kept changing.', 'Try again.', { path });
    },

    async move(from, to) {
      const file = fileAt(from);
      if (!file.ok) return file;
      const checked = checkPlace(vault, to);
      if (!checked.ok) return checked;
      if (nameTaken(to)) return nameIsTaken(to);
      write(`move ${from} to ${to}`, () => vault.rename(from, to, self));
      return ok(undefined);
    },

    async digest(path) {
      const file = toRead(path);
      return file.ok ? ok(createHash('sha256').update(file.value.bytes).digest('hex')) : file;
    },

    async version(path) {
      const file = toRead(path);
      return file.ok ? versionOf(file.value) : null;
    },

    vaultPathOf: (value) => vaultPathIn(MEMORY_ROOT, value),

    async watch(onChange) {
      const watcher = { owner: self, onChange };
      vault.watchers.add(watcher);
      return async () => void vault.watchers.delete(watcher);
    },
  };
}

function nameIsTaken(path: string): ReturnType<typeof fail> {
  return fail('note_exists', 'This name is already taken.', 'Choose another name.', { path });
}

function checkPlace(vault: MemoryVault, path: string): Result<string> {
  const checked = checkVaultPath(path);
  if (!checked.ok) return checked;
  for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) {
    const entry = vault.entries.get(folder);
    if (entry?.kind === 'link') {
      return fail('path_outside_vault', 'This path leads outside the vault.', 'Use another.', {
        path,
      });
    }
    if (entry !== undefined) {
      return fail('note_not_a_file', 'A note lies where a folder should be.', 'Rename it.', {
        path,
      });
    }
  }
  return checked;
}

function decodeNote(bytes: Uint8Array, path: string): Result<string> {
  if (bytes.length > MAX_NOTE_BYTES) return tooLarge(path);
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return fail('note_not_text', 'This file is not UTF-8 text.', 'Save it as UTF-8.', { path });
  }
}

function encodeNote(text: string, path: string): Result<Uint8Array> {
  if (/\p{Surrogate}/u.test(text)) {
    return fail('note_not_text', 'The text contains half a character.', 'Remove it.', { path });
  }
  const bytes = new TextEncoder().encode(text);
  return bytes.length > MAX_NOTE_BYTES ? tooLarge(path) : ok(bytes);
}

function tooLarge(path: string): ReturnType<typeof fail> {
  return fail('note_too_large', 'This note is over 16 MiB.', 'Split it.', { path });
}

const versions = new WeakMap<object, string>();
let versionCount = 0;

/** Each write makes another entry. */
function versionOf(file: object): string {
  const known = versions.get(file) ?? `version ${(versionCount += 1)}`;
  versions.set(file, known);
  return known;
}
