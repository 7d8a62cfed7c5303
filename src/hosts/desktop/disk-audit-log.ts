import { constants } from 'node:fs';
import { mkdir, open, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../core/errors.js';
import type { AuditFile, AuditLog, AuditMark } from '../../ports/audit-log.js';
import { KeyedMutex } from './keyed-mutex.js';
import { readPart } from './audit-file-part.js';
import { isTorn } from './line-file.js';
import { describeSystemError, systemErrorCode } from './system-error.js';
import { locateFolder, locateNote } from './vault-folder.js';

/** Opens the audit files of a vault's folder, which must exist. */
export async function openDiskAuditLog(root: string): Promise<AuditLog> {
  const realRoot = await realpath(root);
  const mutex = new KeyedMutex();
  // Where our last whole line ended in each file; a file of another length was changed by others.
  const wholeUntil = new Map<string, number>();

  const append = async (path: string, text: string): Promise<Result<void>> => {
    try {
      const file = await locateNote(realRoot, path);
      if (!file.ok) return file;
      await mkdir(dirname(file.value), { recursive: true });
      // Opened anew each time: a sync tool may have put another file in its place.
      const handle = await open(file.value, appendFlags());
      try {
        const { size } = await handle.stat();
        const torn = size !== wholeUntil.get(path) && (await isTorn(handle, size));
        const bytes = new TextEncoder().encode(torn ? `\n${text}` : text);
        await handle.appendFile(bytes);
        wholeUntil.set(path, size + bytes.length);
        return ok(undefined);
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (systemErrorCode(error) === '') throw error;
      return fail(
        'audit_write_failed',
        `The audit log could not be written: ${describeSystemError(error)}.`,
        'Repair the cause; nothing is run that the audit log cannot take.',
        { path },
      );
    }
  };

  return {
    async append(path, lines) {
      if (lines.length === 0) return ok(undefined);
      const text = lines.map((line) => `${line}\n`).join('');
      return mutex.run([path], () => append(path, text));
    },

    async read(folder, isWanted = () => true, readBefore = () => undefined) {
      const place = await locateFolder(realRoot, folder);
      if (!place.ok) return [];
      const files: AuditFile[] = [];
      for (const name of await auditFilesIn(place.value)) {
        const path = `${folder}/${name}`;
        const file = await readAuditFile(join(place.value, name), path, isWanted, readBefore);
        if (file) files.push(file);
      }
      return files;
    },
  };
}

/** A link in place of an audit file is not followed out of the vault. Windows has no such flag. */
function appendFlags(): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0 } = constants;
  return O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW;
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

/** `null`: it is not wanted, or gone: sync tools replace files at any time. */
async function readAuditFile(
  file: string,
  path: string,
  isWanted: (file: Pick<AuditFile, 'path' | 'version'>) => boolean,
  readBefore: (path: string) => AuditMark | undefined,
): Promise<AuditFile | null> {
  try {
    const { size, mtimeMs } = await stat(file);
    const known = { path, version: `${size} ${mtimeMs}` };
    if (!isWanted(known)) return null;
    return { ...known, ...(await readPart(file, readBefore(path))) };
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
