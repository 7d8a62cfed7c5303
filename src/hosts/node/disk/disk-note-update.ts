import { fstatSync, lstatSync, renameSync, type BigIntStats } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ok, type Result } from '../../../core/errors.js';
import { keptChanging } from '../../../core/note/note-problems.js';
import { writeTemporary } from '../../desktop/files/atomic-file.js';
import { outsideVault } from '../../desktop/paths/vault-folder.js';
import {
  decodeNote,
  encodeNote,
  isInside,
  readBytes,
  withOpenNote,
  type OpenNote,
} from './disk-note-file.js';

const MOST_TRIES = 10;

export interface NoteUpdate {
  readonly root: string;
  readonly folder: string;
  readonly path: string;
  readonly maxBytes: number;
  readonly edit: (text: string) => string | null;
  readonly onReplaced: (before: BigIntStats) => void;
}

type Attempt =
  | { readonly kind: 'settled'; readonly text: string }
  | { readonly kind: 'raced' }
  | { readonly kind: 'overtaken'; readonly bytes: Buffer };

/**
 * Replaces a note with the result of `edit`. Runs `edit` again if others change the note meanwhile.
 */
export async function updateNote(update: NoteUpdate): Promise<Result<string>> {
  let overtaken: Buffer | null = null;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const basis: Buffer | null = overtaken;
    const file = join(update.folder, basename(update.path));
    const attempt: Result<Attempt> = await withOpenNote(update.root, file, update.path, (note) =>
      attemptUpdate(update, file, note, basis),
    );
    if (!attempt.ok) return attempt;
    if (attempt.value.kind === 'settled') return ok(attempt.value.text);
    overtaken = attempt.value.kind === 'overtaken' ? attempt.value.bytes : null;
  }
  return keptChanging(update.path);
}

async function attemptUpdate(
  update: NoteUpdate,
  file: string,
  note: OpenNote,
  basis: Buffer | null,
): Promise<Result<Attempt>> {
  const { root, folder, path, maxBytes, edit } = update;
  const read = (): Promise<Result<Buffer>> => readBytes(note, maxBytes, path);

  const before = await read();
  if (!before.ok) return before;
  const text = decodeNote(basis ?? before.value, path);
  if (!text.ok) return text;
  const edited = edit(text.value);
  const unchanged = edited === null || edited === text.value;
  if (unchanged && basis === null) return ok({ kind: 'settled', text: text.value });
  const wanted = edited ?? text.value;
  const bytes = encodeNote(wanted, maxBytes, path);
  if (!bytes.ok) return bytes;

  const { mode, gid } = note.stats;
  const access = { mode: Number(mode) & 0o7777, group: Number(gid) };
  const temporary = await writeTemporary(folder, bytes.value, access);
  let replaced = false;
  try {
    const stats = fstatSync(note.fd, { bigint: true });
    const again = await read();
    if (!again.ok || !again.value.equals(before.value)) return ok({ kind: 'raced' });
    if (!isInside(root, folder)) return outsideVault(path);
    // Without an await before the rename, others have little time to interfere.
    if (!isSameFile(lstatSync(file, { bigint: true }), stats)) return ok({ kind: 'raced' });
    renameSync(temporary, file);
    replaced = true;
    update.onReplaced(stats);
    const left = statsOfOpen(note.fd);
    if (left === null || sameContent(left, stats)) return ok({ kind: 'settled', text: wanted });
  } finally {
    if (!replaced) await rm(temporary, { force: true });
  }
  const overtaken = await read();
  return overtaken.ok ? ok({ kind: 'overtaken', bytes: overtaken.value }) : overtaken;
}

/** Some network drives forget a file that another one replaced. */
function statsOfOpen(fd: number): BigIntStats | null {
  try {
    return fstatSync(fd, { bigint: true });
  } catch {
    return null;
  }
}

function isSameFile(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.ctimeNs === b.ctimeNs && sameContent(a, b);
}

/** Ignores `ctimeNs`, because it changes when another file takes a note's place. */
function sameContent(a: BigIntStats, b: BigIntStats): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs;
}
