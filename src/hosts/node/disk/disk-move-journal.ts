import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegular } from '../../desktop/files/regular-file.js';
import { systemErrorCode } from '../../desktop/system/system-error.js';

const ENTRY_NAME = /^move-[0-9a-f]{16}\.json$/;

export interface BegunMove {
  readonly from: string;
  readonly to: string;
  readonly claims: boolean;
}

/** Records that a move begins. Returns a function that removes the record. */
export async function journalMove(folder: string, move: BegunMove): Promise<() => Promise<void>> {
  const file = join(folder, `move-${randomBytes(8).toString('hex')}.json`);
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(JSON.stringify(move));
    await handle.sync();
  } finally {
    await handle.close();
  }
  return () => rm(file, { force: true });
}

export async function finishJournal(
  folder: string,
  finish: (move: BegunMove) => Promise<void>,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    if (!ENTRY_NAME.test(name)) continue;
    const move = await readEntry(join(folder, name));
    if (move !== null) await finish(move);
    await rm(join(folder, name), { force: true });
  }
}

async function readEntry(file: string): Promise<BegunMove | null> {
  try {
    const entry: unknown = JSON.parse(await readRegular(file));
    if (typeof entry !== 'object' || entry === null) return null;
    const { from, to, claims } = entry as Partial<Record<keyof BegunMove, unknown>>;
    if (typeof from !== 'string' || typeof to !== 'string') return null;
    return { from, to, claims: claims === true };
  } catch (error) {
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
