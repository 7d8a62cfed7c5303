import { rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../core/errors.js';
import type { Json } from '../../../core/json.js';
import { eventsOfEnds, isOfEarlier, kindsOfEarlier } from '../../../core/ledger/read-ledger.js';
import { namesIn } from '../device/device-folder.js';
import { syncFolder } from '../files/atomic-file.js';
import { readLines } from '../files/line-file.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';
import { timestampForName } from '../../../core/time.js';

/**
 * Sets a ledger aside by renaming its file. CALL ONLY IF A PERSON AGREED, WITH
 * THE LOCK HELD AND THE LEDGER CLOSED.
 */
export async function setLedgerAside(file: string, atMs: number): Promise<Result<string | null>> {
  try {
    if (!(await exists(file))) return ok(null);
    const free = await firstFree(file.replace(/\.jsonl$/, `-until-${timestampForName(atMs)}`));
    await rename(file, free);
    await syncFolder(dirname(file));
    return ok(free);
  } catch (error) {
    return fail(
      'ledger_write_failed',
      `The ledger ${file} could not be set aside: ${describeSystemError(error)}.`,
      'Fix the cause, then begin the new epoch again. Nothing runs until then.',
    );
  }
}

/** Reads the records that a new ledger needs from each ledger that was set aside. */
export async function ledgersSetAside(file: string): Promise<Result<readonly (readonly Json[])[]>> {
  const stem = `${basename(file, '.jsonl')}-until-`;
  const ledgers: (readonly Json[])[] = [];
  let reading = dirname(file);
  try {
    const names = (await namesIn(reading)).filter((one) => one.startsWith(stem)).sort(byTime);
    for (const name of names) {
      reading = join(dirname(file), name);
      ledgers.push(await recordsOf(reading));
    }
  } catch (error) {
    return fail(
      'ledger_invalid',
      `The earlier ledger ${reading} could not be read: ${describeSystemError(error)}.`,
      'Make it readable again, then restart. Nothing runs until it can be read.',
    );
  }
  return ok(ledgers);
}

function byTime(a: string, b: string): number {
  const [[time, number], [otherTime, otherNumber]] = [placeOf(a), placeOf(b)];
  if (time !== otherTime) return time < otherTime ? -1 : 1;
  return number - otherNumber;
}

function placeOf(name: string): readonly [string, number] {
  const [, time = name, number = '1'] = /^(.*Z)(?:-(\d+))?\.jsonl$/.exec(name) ?? [];
  return [time, Number(number)];
}

const tellingForm = new RegExp(
  `"kind":"(?:${kindsOfEarlier.join('|')})"|"items":|"event":"(?:${eventsOfEnds.join('|')})"`,
  'u',
);

async function recordsOf(file: string): Promise<readonly Json[]> {
  const records: Json[] = [];
  for await (const { text } of readLines(file)) {
    const record = tellingForm.test(text) ? readJson(text) : null;
    if (isOfEarlier(record)) records.push(record);
  }
  return records;
}

function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
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
