import { fail, ok } from '../../../src/core/errors.js';
import type { Json } from '../../../src/core/json.js';
import { utcDay } from '../../../src/core/time.js';
import type { CallLog } from '../../../src/ports/call-log.js';
import type { Process } from '../device.js';
import type { Random } from '../random.js';
import type { World } from '../world.js';

/** A line of the log of calls, whole or torn, and the day of its file. */
interface LoggedLine {
  readonly day: string;
  readonly text: string;
}

/** The log of calls of a device: what its files hold, and how much of that a power failure leaves. */
export interface CallLogFile {
  lines: readonly LoggedLine[];
  synced: number;
}

/** Its port for one process: a line is lost, whole or torn when the process dies. */
export function callLogOf(world: World, process: Process): CallLog {
  const { device } = process;
  const { callLog: file } = device;
  const write = (day: string, text: string): void => {
    if (file.lines.at(-1)?.day !== day) file.synced = file.lines.length;
    file.lines = [...file.lines, { day, text }];
  };
  return {
    recent<T>(take: (line: Json) => T) {
      const read = () => {
        const days = [...new Set(file.lines.map(({ day }) => day))].slice(-2);
        const texts = file.lines.flatMap(({ day, text }) => (days.includes(day) ? [text] : []));
        world.witness.permitted.readLog(process, texts);
        return ok(texts.flatMap((text) => parsed(text) ?? []).map(take));
      };
      // Nobody waits for what is not there.
      return file.lines.length === 0
        ? Promise.resolve(read())
        : world.turn(process, 'read the log of calls', read);
    },
    append(line, atMs) {
      const text = JSON.stringify(line);
      const day = utcDay(atMs);
      return world.turn(
        process,
        `log ${text.includes('"is":"call"') ? 'call' : 'outcome'}`,
        () => {
          if (world.fullDisks.has(device.name)) {
            return fail('device_state_write_failed', 'The disk is full.', 'Make room.');
          }
          write(day, text);
          return ok(undefined);
        },
        () => write(day, text.slice(0, Math.ceil(text.length / 2))),
      );
    },
    sync: () =>
      world.turn(process, 'sync the log of calls', () => {
        file.synced = file.lines.length;
        return ok(undefined);
      }),
    dropBefore: (atMs) =>
      world.turn(process, 'drop old calls', () => {
        drop(file, utcDay(atMs));
        return ok(undefined);
      }),
  };
}

/** The power fails: what was not on the disk yet may be lost. */
export function losePower(file: CallLogFile, random: Random): void {
  const unsure = file.lines.length - file.synced;
  if (unsure > 0) file.lines = file.lines.slice(0, file.synced + random.below(unsure + 1));
}

/** An old copy of it is put back. */
export function rollBackCalls(file: CallLogFile, lines: number): void {
  file.lines = file.lines.slice(0, -lines);
  file.synced = file.lines.length;
}

function drop(file: CallLogFile, oldest: string): void {
  const [first] = file.lines;
  if (!first || first.day >= oldest) return;
  const kept = file.lines.filter(({ day }) => day >= oldest);
  file.synced = Math.max(0, file.synced - (file.lines.length - kept.length));
  file.lines = kept;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
