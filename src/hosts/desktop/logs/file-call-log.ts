import { mkdir, readdir, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { usualDays } from '../../../core/audit/call-log-line.js';
import { fail, ok, type Result } from '../../../core/errors.js';
import type { Json } from '../../../core/json.js';
import { KeyedQueue } from '../../../core/keyed-queue.js';
import { utcDay } from '../../../core/time.js';
import type { CallLog } from '../../../ports/call-log.js';
import { isTorn, openForAppend, readLines } from '../files/line-file.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';

const OWNER_ONLY = 0o600;
const OWNER_FOLDER = 0o700;
const dayFile = /^\d{4}-\d{2}-\d{2}\.jsonl$/;

export interface FileCallLog extends CallLog {
  close(): Promise<void>;
}

/** The log of calls has one file per day (UTC). */
export function openFileCallLog(folder: string, fewestDays = usualDays): FileCallLog {
  const queue = new KeyedQueue();
  let open: { readonly day: string; readonly handle: FileHandle } | null = null;
  let closed = false;

  const days = async (): Promise<readonly string[]> => {
    try {
      return (await readdir(folder)).filter((name) => dayFile.test(name)).sort();
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return [];
      throw error;
    }
  };

  const fileOf = async (day: string): Promise<FileHandle> => {
    if (open?.day === day) return open.handle;
    const before = open;
    open = null;
    await before?.handle.sync();
    await before?.handle.close();
    await mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
    const handle = await openForAppend(join(folder, `${day}.jsonl`), OWNER_ONLY);
    open = { day, handle };
    const { size } = await handle.stat();
    if (await isTorn(handle, size)) await handle.appendFile('\n');
    return handle;
  };

  const inTurn = <T>(work: () => Promise<Result<T>>): Promise<Result<T>> =>
    queue.take(folder, async () => {
      try {
        return closed ? notWritten(folder, 'it was closed') : await work();
      } catch (error) {
        return notWritten(folder, describeSystemError(error));
      }
    });

  return {
    recent: <T>(read: (line: Json) => T, newest = 2) =>
      inTurn(async () => {
        const lines: T[] = [];
        for (const name of (await days()).slice(-newest)) {
          for await (const { text } of readLines(join(folder, name))) {
            const line = parsed(text);
            if (line !== undefined) lines.push(read(line));
          }
        }
        return ok(lines);
      }),
    append: (line, atMs) =>
      inTurn(async () => {
        const handle = await fileOf(utcDay(atMs));
        if ((await handle.stat()).nlink === 0) return notWritten(folder, 'its file was deleted');
        await handle.appendFile(`${JSON.stringify(line)}\n`);
        return ok(undefined);
      }),
    sync: () =>
      inTurn(async () => {
        await open?.handle.sync();
        return ok(undefined);
      }),
    dropBefore: (atMs) =>
      inTurn(async () => {
        const oldest = `${utcDay(atMs)}.jsonl`;
        for (const name of (await days()).slice(0, -fewestDays)) {
          if (name < oldest) await rm(join(folder, name), { force: true });
        }
        return ok(undefined);
      }),
    close: () =>
      queue.take(folder, async () => {
        closed = true;
        await open?.handle.close();
        open = null;
      }),
  };
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function notWritten(folder: string, reason: string): Result<never> {
  return fail(
    'device_state_write_failed',
    `The log of calls in ${folder} can’t be used: ${reason}.`,
    'Fix the cause, then restart Countersign. Until then, calls that a person allowed fail.',
  );
}
