import { readdir, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../core/errors.js';
import { syncFolder } from './atomic-file.js';
import { readLines } from './line-file.js';
import { describeSystemError, systemErrorCode } from './system-error.js';

/**
 * Sets a ledger aside under a name that says when, beside where it lies; it is never deleted. The next
 * start then begins a new epoch, under a new device name. CALL ONLY WITH THE LOCK HELD AND THE LEDGER
 * CLOSED, ON A PERSON'S WORD. The value is its new path; `null` where there is none.
 */
export async function setLedgerAside(file: string, atMs: number): Promise<Result<string | null>> {
  const time = new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '-');
  try {
    if (!(await exists(file))) return ok(null);
    const free = await firstFree(file.replace(/\.jsonl$/, `-until-${time}Z`));
    await rename(file, free);
    await syncFolder(dirname(file));
    return ok(free);
  } catch (error) {
    return fail(
      'ledger_write_failed',
      `The ledger ${file} could not be set aside: ${describeSystemError(error)}.`,
      'Repair the cause, then begin the new epoch again; nothing is run until then.',
    );
  }
}

/** The epochs of the ledgers that were set aside where a ledger lies, oldest first. */
export async function epochsSetAside(file: string): Promise<readonly string[]> {
  const stem = `${basename(file, '.jsonl')}-until-`;
  const names = await readdir(dirname(file)).catch(() => []);
  const epochs: string[] = [];
  for (const name of names.filter((one) => one.startsWith(stem)).sort()) {
    const epoch = await epochOf(join(dirname(file), name)).catch(() => null);
    if (epoch !== null) epochs.push(epoch);
  }
  return epochs;
}

/** A ledger's first line says which epoch it is. */
async function epochOf(file: string): Promise<string | null> {
  for await (const { text } of readLines(file)) {
    const record: unknown = JSON.parse(text);
    const { epoch } = (record ?? {}) as { readonly epoch?: unknown };
    return typeof epoch === 'string' ? epoch : null;
  }
  return null;
}

async function firstFree(name: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const candidate = `${name}${number === 1 ? '' : `-${number}`}.jsonl`;
    if (!(await exists(candidate))) return candidate;
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
