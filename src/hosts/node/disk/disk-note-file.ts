import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  read as readInto,
  readlinkSync,
  realpathSync,
  type BigIntStats,
} from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { fail, ok, type Result } from '../../../core/errors.js';
import { contains, outsideVault } from '../../desktop/paths/vault-folder.js';
import { systemErrorCode } from '../../desktop/system/system-error.js';
import { halfCharacter, notAFile, notText, tooLarge } from '../../../core/note/note-problems.js';

// `O_NOFOLLOW` refuses links. `O_NONBLOCK` keeps a pipe from blocking.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const read = promisify(readInto);

export interface OpenNote {
  readonly fd: number;
  readonly stats: BigIntStats;
}

export async function withOpenNote<T>(
  root: string,
  file: string,
  path: string,
  use: (note: OpenNote) => Promise<Result<T>>,
  wasLocated = true,
): Promise<Result<T>> {
  if (process.platform === 'win32' && !(await lstat(file)).isFile()) return notAFile(path);
  const fd = openSync(file, OPEN_FLAGS);
  try {
    const stats = fstatSync(fd, { bigint: true });
    if (!stats.isFile()) return notAFile(path);
    if (isOpenedOutside(root, fd) ?? !wasLocated) return outsideVault(path);
    return await use({ fd, stats });
  } finally {
    closeSync(fd);
  }
}

/**
 * True when a folder is in the vault. Await nothing between this call and the write, because a link
 * could replace the folder meanwhile.
 */
export function isInside(root: string, folder: string): boolean {
  const isOpen = folder.startsWith('/proc/self/fd/');
  return contains(root, isOpen ? readlinkSync(folder) : realpathSync.native(folder));
}

export function leadsInside(root: string, folder: string): boolean {
  try {
    return isInside(root, folder);
  } catch (error) {
    const isMissing = systemErrorCode(error) === 'ENOENT' && folder !== root;
    return isMissing && leadsInside(root, dirname(folder));
  }
}

function isOpenedOutside(root: string, fd: number): boolean | null {
  if (process.platform !== 'linux') return null;
  try {
    return !contains(root, readlinkSync(`/proc/self/fd/${fd}`));
  } catch {
    return null;
  }
}

const mostReadings = 20;

/** Reads all bytes of an open note, without mixing two states of the note. */
export async function readBytes(
  { fd, stats }: OpenNote,
  maxBytes: number,
  path: string,
): Promise<Result<Buffer>> {
  let before = stats;
  for (let reading = 0; reading < mostReadings; reading += 1) {
    const bytes = await readOnce(fd, Number(before.size), maxBytes, path);
    if (!bytes.ok) return bytes;
    const after = fstatSync(fd, { bigint: true });
    if (isUnchanged(before, after)) return bytes;
    before = after;
  }
  return fail(
    'note_changed',
    'This note is being written all the time.',
    'It is read again when it changes.',
    { path },
  );
}

function isUnchanged(before: BigIntStats, after: BigIntStats): boolean {
  return (
    before.size === after.size &&
    before.mtimeNs === after.mtimeNs &&
    before.ctimeNs === after.ctimeNs
  );
}

async function readOnce(
  fd: number,
  sizeHint: number,
  maxBytes: number,
  path: string,
): Promise<Result<Buffer>> {
  if (sizeHint > maxBytes) return tooLarge(path, maxBytes);
  let buffer = Buffer.allocUnsafe(sizeHint + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await read(fd, buffer, length, buffer.length - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length === sizeHint) return ok(buffer.subarray(0, length));
    if (length > maxBytes) return tooLarge(path, maxBytes);
    if (length === buffer.length) buffer = Buffer.concat([buffer], length * 2);
  }
}

/** Decodes UTF-8 and keeps a byte order mark. Fails with `note_not_text`. */
export function decodeNote(bytes: Uint8Array, path: string): Result<string> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return notText(path);
  }
}

/** Encodes text as UTF-8. Fails for half a surrogate pair. */
export function encodeNote(text: string, maxBytes: number, path: string): Result<Buffer> {
  if (/\p{Surrogate}/u.test(text)) return halfCharacter(path);
  const bytes = Buffer.from(text, 'utf8');
  return bytes.length > maxBytes ? tooLarge(path, maxBytes) : ok(bytes);
}
