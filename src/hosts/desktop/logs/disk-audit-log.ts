import { constants, type Stats } from 'node:fs';
import { lstat, readdir, realpath, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { fail, ok, type Result } from '../../../core/errors.js';
import type { AuditFile, AuditLines, AuditLog } from '../../../ports/audit-log.js';
import { KeyedQueue } from '../../../core/keyed-queue.js';
import { syncFolder } from '../files/atomic-file.js';
import { readAllOf, readPart } from './audit-file-part.js';
import { AuditLimits } from './audit-limits.js';
import { isTorn } from '../files/line-file.js';
import { openRegular } from '../files/regular-file.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';
import { inNamedFolder, locateFolder, locateNote, type InFolder } from '../paths/vault-folder.js';
import { folderOf } from '../../../core/note/file-name.js';
import { checkVaultPath } from '../../../core/note/vault-path.js';
import { timestampForName } from '../../../core/time.js';

export async function openDiskAuditLog(
  root: string,
  inFolder: InFolder = inNamedFolder,
): Promise<AuditLog & AuditLines> {
  const realRoot = await realpath(root);
  const queue = new KeyedQueue();
  const wholeUntil = new Map<string, number>();

  const append = async (
    folder: string,
    path: string,
    text: string,
    left: string | null | undefined,
  ): Promise<Result<string | null>> => {
    const file = join(folder, basename(path));
    if (left === null && (await versionOf(file)) !== null) return changed(path);
    // Opens the file for each write, because a sync tool may have replaced it.
    const { O_RDWR, O_APPEND, O_CREAT } = constants;
    const flags = O_RDWR | O_APPEND | (typeof left === 'string' ? 0 : O_CREAT);
    const { handle, stats } = await openRegular(file, { flags, refusesLinks: true });
    try {
      if (typeof left === 'string' && left !== versionIn(stats)) return changed(path);
      const { size } = stats;
      const torn = size !== wholeUntil.get(path) && (await isTorn(handle, size));
      const bytes = new TextEncoder().encode(torn ? `\n${text}` : text);
      await handle.appendFile(bytes);
      wholeUntil.set(path, size + bytes.length);
      // Windows reports the time of a write only after the file is closed.
      if (process.platform !== 'win32') return ok(versionIn(await handle.stat()));
    } finally {
      await handle.close();
    }
    return ok(await versionOf(file));
  };

  return {
    async append(path, lines, left) {
      if (lines.length === 0) return ok(left ?? null);
      const text = lines.map((line) => `${line}\n`).join('');
      return queue.take(path, async () => {
        try {
          const checked = checkVaultPath(path);
          if (!checked.ok) return checked;
          return await inFolder(realRoot, folderOf(path), true, (place) =>
            append(place, path, text, left),
          );
        } catch (error) {
          const isGone = ['ENOENT', 'ENOTREG'].includes(systemErrorCode(error));
          return left !== undefined && isGone ? changed(path) : writeFailed(error, path);
        }
      });
    },

    async version(path) {
      const file = await locateNote(realRoot, path);
      return file.ok ? versionOf(file.value) : null;
    },

    async setAside(path, atMs) {
      return queue.take(path, async () => {
        try {
          const file = await locateNote(realRoot, path);
          if (!file.ok) return file;
          if ((await versionOf(file.value)) === null) return ok(null);
          const aside = await freeName(`${file.value}.found-${timestampForName(atMs)}`);
          await rename(file.value, aside);
          await syncFolder(dirname(aside));
          return ok(`${path}${aside.slice(file.value.length)}`);
        } catch (error) {
          return writeFailed(error, path);
        }
      });
    },

    async readEach(folder, onFile) {
      const place = await locateFolder(realRoot, folder);
      if (!place.ok) return;
      for (const name of await auditFilesIn(place.value)) {
        const path = `${folder}/${name}`;
        await unlessGone(async () => readAllOf(join(place.value, name), path, onFile(path)));
      }
    },

    async read(folder, { isOf = () => true, isWanted, readBefore, isNeeded } = {}) {
      const place = await locateFolder(realRoot, folder);
      if (!place.ok) return [];
      const found: FoundFile[] = [];
      for (const name of await auditFilesIn(place.value)) {
        const [file, path] = [join(place.value, name), `${folder}/${name}`];
        const stats = isOf(path) ? await statsOf(file) : null;
        if (stats) found.push({ file, path, size: stats.size, version: versionIn(stats) });
      }
      const limits = new AuditLimits(found);
      const files: AuditFile[] = [];
      for (const { file, path, version } of found) {
        if (isWanted?.({ path, version }) === false) continue;
        const part = { file, path, before: readBefore?.(path), limits };
        const read = await unlessGone(() => readPart(isNeeded ? { ...part, isNeeded } : part));
        if (read) files.push({ path, version, ...read });
      }
      return files;
    },
  };
}

function changed(path: string): Result<never> {
  return fail(
    'audit_changed',
    'Something else wrote into this audit file, or took its place.',
    'It is written again from the ledger.',
    { path },
  );
}

function writeFailed(error: unknown, path: string): Result<never> {
  if (systemErrorCode(error) === '') throw error;
  return fail(
    'audit_write_failed',
    `The audit log could not be written: ${describeSystemError(error)}.`,
    'Fix the cause, then restart. Nothing runs until the audit log can be written.',
    { path },
  );
}

/** `ctimeMs` is included because programs cannot set it. */
function versionIn({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}

async function versionOf(file: string): Promise<string | null> {
  const stats = await statsOf(file);
  return stats && versionIn(stats);
}

async function statsOf(file: string): Promise<Stats | null> {
  try {
    return await lstat(file);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error))) return null;
    throw error;
  }
}

async function freeName(name: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if ((await versionOf(candidate)) === null) return candidate;
  }
}

async function auditFilesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder, { withFileTypes: true }))
      .filter((entry) => entry.isFile() && /^[^.].*\.jsonl$/.test(entry.name))
      .map((entry) => entry.name)
      .sort();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

interface FoundFile {
  readonly file: string;
  readonly path: string;
  readonly size: number;
  readonly version: string;
}

/** Returns null if the file is gone, because a sync tool may remove it at any time. */
async function unlessGone<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (['ENOENT', 'ENOTREG'].includes(systemErrorCode(error))) return null;
    throw error;
  }
}
