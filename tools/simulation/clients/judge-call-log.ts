import type { LedgerRecord } from '../../../src/core/ledger/ledger-record.js';
import type { Json } from '../../../src/core/json.js';
import type { Device } from '../device.js';
import type { World } from '../world.js';

/** What keeps the audit log from telling of every line. */
const harm = [
  'call log rolled back',
  'ledger wiped',
  'ledger rolled back',
  'new epoch',
  'cloned',
  'disk full',
];

/** The audit log tells of each call unasked, and of a log of calls that lost some; only of such a one. */
export function judgeCallLog(world: World, device: Device): void {
  if (!device.process?.engine || device.process.engine.halted() !== null) return;
  const wasCalled = device.callLog.lines.length > 0 || device.ledger.text?.includes('"calls":');
  if (!wasCalled) return;
  const audit = parsedLines<LedgerRecord>((device.ledger.text ?? '').split('\n')).map(
    (record) => record.audit,
  );
  const befell = world.happenings.filter((one) => one.device === device.name);
  const isDamaged = befell.some(({ what }) => harm.includes(what));
  const saysDamaged = audit.some(({ event }) => event === 'call_log_damaged');
  if (saysDamaged && !isDamaged) {
    world.witness.object(`calls unasked are told of: the log of ${device.name} is whole, they say`);
  }
  const lines = parsedLines<Readonly<Record<string, Json>>>(
    device.callLog.lines.map(({ text }) => text),
  );
  const told = audit.flatMap(({ calls }) => calls ?? []);
  const head = told.at(-1)?.head;
  if (head !== undefined && !lines.some(({ hash }) => hash === head) && !saysDamaged) {
    world.witness.object(
      `calls unasked are told of: the log of ${device.name} lost some, unnoticed`,
    );
  }
  // The disk may have lost what was told, and what was not.
  if (isDamaged || befell.some(({ what, detail }) => what === 'crashed' && !/^kill/.test(detail))) {
    return;
  }
  const count = told.reduce((sum, calls) => sum + calls.count, 0);
  const made = lines.filter(({ is }) => is === 'call').length;
  // One that was given up unsent may have been told of before.
  const sent = made - lines.filter((line) => line['sent'] === false).length;
  const isLong = world.scheduler.elapsedMs > 30 * 86_400_000;
  if ((count < sent || count > made) && !isLong) {
    world.witness.object(`calls unasked are told of: ${count} of ${made} on ${device.name}`);
  }
}

function parsedLines<T>(lines: readonly string[]): readonly T[] {
  return lines.flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as T];
    } catch {
      return [];
    }
  });
}
