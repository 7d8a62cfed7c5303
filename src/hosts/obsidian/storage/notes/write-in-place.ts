import { ok, type Result } from '../../../../core/errors.js';
import { foldName } from '../../../../core/note/vault-path.js';
import { noteCut } from '../../../../core/note/note-problems.js';
import { hasFolder, isTorn, putBack, type CutNote } from './note-journal.js';
import { withoutMark } from './note-text.js';
import type { Attempt } from './note-update.js';
import {
  checkNotePath,
  isAheadOfTree,
  processFile,
  readBytes,
  refusal,
  type VaultAccess,
} from './vault-access.js';

class Overtaken extends Error {}

export async function writeInPlace(
  access: VaultAccess,
  path: string,
  before: string,
  after: string,
): Promise<Result<Attempt>> {
  const unseen = await hidesChange(access, path, before);
  return journalled<Attempt>(access, path, before, after, async () => {
    try {
      await processFile(access, path, (now) => {
        if (withoutMark(now) !== withoutMark(before)) throw new Overtaken();
        return after;
      });
    } catch (error) {
      if (error instanceof Overtaken) return ok('overtaken');
      throw error;
    }
    access.ownWrites.left(path, after);
    if (unseen) access.report(path);
    return ok({ text: after });
  });
}

/** True when writing over `before` could hide a change by others. */
export async function hidesChange(
  access: VaultAccess,
  path: string,
  before: string,
): Promise<boolean> {
  const { ownWrites } = access;
  if (ownWrites.isAsLeft(path, before)) return false;
  const isAhead = await isAheadOfTree(access, path);
  return isAhead || ownWrites.isOwn(path) || ownWrites.isAnnounced(path);
}

/**
 * Keeps the note's next text in the journal during a write, so that a half-finished write can be
 * repaired.
 */
export async function journalled<T>(
  access: VaultAccess,
  path: string,
  before: string | null,
  after: string,
  write: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const begun = await access.journal.begin(path, after);
  if (!begun.ok) return begun;
  try {
    const written = await access.writes.take(foldName(path), write);
    await access.journal.end(path);
    return written;
  } catch (error) {
    if (!(await hasFolder(access.vault.adapter, path))) {
      // The drive may have been unplugged in the middle of the write.
      access.cut.set(path, { written: after, whole: after, mayBeCutSince: Date.now() });
    } else if (await isHalfWritten(access, path, before, after)) {
      // Restores the previous text, because even a full disk has room for it.
      const kept = await access.journal.keep(path, before ?? after, after);
      const whole = kept.ok ? (before ?? after) : after;
      access.cut.set(path, { written: after, whole });
      const mended = await mendCut(access, path);
      if (!mended.ok) return mended;
    } else await access.journal.end(path);
    return refusal(access, path, 'note_write_failed', error);
  }
}

/** Restores the whole text of a note that a failed write has cut. */
export async function mendCut(access: VaultAccess, path: string): Promise<Result<void>> {
  const cut = access.cut.get(path);
  if (!cut) return ok(undefined);
  const place = await checkNotePath(access, path);
  if (!place.ok) return place;
  try {
    await access.writes.take(foldName(path), () => mend(access, path, cut));
  } catch (error) {
    return noteCut(path, error instanceof Error ? error.message : String(error));
  }
  access.cut.delete(path);
  await access.journal.end(path);
  return ok(undefined);
}

async function mend(access: VaultAccess, path: string, cut: CutNote): Promise<void> {
  if (!(await hasFolder(access.vault.adapter, path))) throw new Error('its folder is not there');
  await putBack(access, path, cut, (change) => processFile(access, path, change));
}

export async function followCut(access: VaultAccess, from: string, to: string): Promise<void> {
  const moved = [...access.cut].filter(([path]) => path === from || path.startsWith(`${from}/`));
  const now = (path: string): string => `${to}${path.slice(from.length)}`;
  // Await nothing before this, because listeners for the new name read the note.
  for (const [path, cut] of moved) {
    access.cut.delete(path);
    access.cut.set(now(path), cut);
  }
  for (const [path, { whole, written }] of moved) {
    const kept = await access.journal.keep(now(path), whole, written);
    if (kept.ok) await access.journal.end(path);
  }
}

async function isHalfWritten(
  access: VaultAccess,
  path: string,
  before: string | null,
  after: string,
): Promise<boolean> {
  const now = await readBytes(access, path, Infinity);
  // A note that exists but can’t be read is treated as cut.
  if (!now.ok) return now.error.code !== 'note_missing';
  const encoder = new TextEncoder();
  const untouched = before !== null && sameBytes(now.value, encoder.encode(before));
  return !untouched && isTorn(now.value, encoder.encode(after));
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
