import { stat, type FileHandle } from 'node:fs/promises';
import { fail, ok, type Result } from '../../../core/errors.js';
import { isJsonObject, type Json } from '../../../core/json.js';
import type { Ledger, LedgerContents } from '../../../ports/ledger.js';
import { KeyedQueue } from '../../../core/keyed-queue.js';
import { isTorn, openForAppend, readLines } from '../files/line-file.js';
import { ledgersSetAside } from './set-ledger-aside.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';

const OWNER_ONLY = 0o600;

export interface FileLedger extends Ledger {
  checkUnchanged(): Promise<Result<void>>;
  close(): Promise<void>;
}

/** Opens a ledger, which is a file of JSON Lines. Lines are only ever appended. */
export async function openFileLedger(file: string): Promise<FileLedger> {
  const queue = new KeyedQueue();
  let handle: FileHandle | undefined;
  let closed = false;
  let wholeUntil = -1;
  // The last known length of the file. Another length means that another process wrote to it.
  let known: number | null = null;

  const append = async (lines: string, durable: boolean): Promise<Result<void>> => {
    if (closed) return ledgerClosed(file);
    try {
      handle ??= await openForAppend(file, OWNER_ONLY);
      const { size, nlink } = await handle.stat();
      if (nlink === 0) return ledgerGone(file);
      if (known !== null && size !== known) return ledgerTaken(file);
      known = null;
      const torn = size !== wholeUntil && (await isTorn(handle, size));
      const bytes = new TextEncoder().encode(torn ? `\n${lines}` : lines);
      await writeAll(handle, bytes);
      wholeUntil = size + bytes.length;
      if (durable) await handle.sync();
      known = wholeUntil;
      return (await handle.stat()).size === known ? ok(undefined) : ledgerTaken(file);
    } catch (error) {
      return appendFailed(error, file);
    }
  };

  return {
    read: () =>
      queue.take(file, async () => {
        known ??= await sizeOf(file).catch(() => null);
        return readLedger(file);
      }),
    append(records, durable) {
      const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
      return queue.take(file, () => append(lines, durable));
    },
    checkUnchanged: () =>
      queue.take(file, async () => {
        try {
          if (handle && (await handle.stat()).nlink === 0) return ledgerGone(file);
          return known === null || (await sizeOf(file)) === known
            ? ok(undefined)
            : ledgerTaken(file);
        } catch (error) {
          return readFailed(error, file);
        }
      }),
    close: () =>
      queue.take(file, async () => {
        closed = true;
        await handle?.close();
        handle = undefined;
      }),
  };
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}

async function readLedger(file: string): Promise<Result<LedgerContents>> {
  const records: Json[] = [];
  const damaged: { line: number; text: string }[] = [];
  let line = 0;
  try {
    for await (const { text } of readLines(file)) {
      line += 1;
      if (text === '') continue;
      try {
        records.push(JSON.parse(text) as Json);
      } catch {
        damaged.push({ line, text });
      }
    }
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') return readFailed(error, file);
  }
  if (records.some(begins)) return ok({ records, damaged, earlier: [] });
  const earlier = await ledgersSetAside(file);
  return earlier.ok ? ok({ records, damaged, earlier: earlier.value }) : earlier;
}

function begins(record: Json): boolean {
  return isJsonObject(record) && record['kind'] === 'epoch';
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    written += (await handle.write(bytes, written)).bytesWritten;
  }
}

function ledgerGone(file: string): Result<never> {
  return fail(
    'ledger_write_failed',
    `The ledger ${file} was deleted or replaced while it was in use.`,
    'Restart. Nothing runs until the ledger is in order.',
  );
}

function ledgerTaken(file: string): Result<never> {
  return fail(
    'ledger_write_failed',
    `Another process wrote into the ledger ${file} while this one was using it.`,
    'Nothing more runs here. Restart. Only one process may run the actions of a vault.',
  );
}

function ledgerClosed(file: string): Result<never> {
  return fail(
    'ledger_write_failed',
    `The ledger ${file} was closed.`,
    'Start Countersign again. Nothing runs that isn’t in the ledger.',
  );
}

function appendFailed(error: unknown, file: string): Result<never> {
  return fail(
    'ledger_write_failed',
    `The ledger ${file} could not be written: ${describeSystemError(error)}.`,
    'Fix the cause, then restart. Nothing runs that isn’t in the ledger.',
  );
}

function readFailed(error: unknown, file: string): Result<never> {
  return fail(
    'ledger_invalid',
    `The ledger ${file} could not be read: ${describeSystemError(error)}.`,
    'Fix the cause, then restart. Nothing runs without the ledger.',
  );
}
