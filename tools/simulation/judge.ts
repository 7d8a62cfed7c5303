import { readAuditLine } from '../../src/core/audit/verify.js';
import { verifyAudit } from '../../src/engine/operations/verify-audit.js';
import { memoryAuditLog } from '../../test/support/memory/memory-audit-log.js';
import { memoryLedger } from '../../test/support/memory/memory-ledger.js';
import { judgeCallLog } from './clients/judge-call-log.js';
import type { Device } from './device.js';
import { epochOf, linesOf } from './trails.js';
import type { World } from './world.js';

/** What must be so when everything has come to rest. */
export async function judgeRest(world: World): Promise<void> {
  for (const device of world.all) {
    if (device.ledger.text === null || world.witness.violation) continue;
    await judgeAudit(world, device);
    judgeTold(world, device);
    judgeCallLog(world, device);
  }
}

/** Verification finds that the trail is not the ledger's, and nothing where it is. */
async function judgeAudit(world: World, device: Device): Promise<void> {
  const ledger = memoryLedger(device.ledger);
  const verified = await verifyAudit({
    auditLog: memoryAuditLog(device.vault),
    logsFolder: device.config.folders.logs,
    own: { device: device.config.device, ledger },
  });
  if (!verified.ok) return world.witness.object(`audit: ${verified.error.message}`);
  const own = verified.value.find((report) => report.device === device.config.device);
  const findings = own?.report.findings ?? [];
  const sound = isSound(device);
  if (sound && findings.length > 0) {
    const [first] = findings;
    world.witness.object(`audit: nothing was done to ${first?.path}, but: ${first?.message}`);
  }
  if (!sound && findings.length === 0) {
    world.witness.object(`audit: the trail of ${device.name} is not its ledger's, unnoticed`);
  }
}

/** Whether the trail is the ledger's, line by line; torn lines that follow whole are left out. */
function isSound({ vault, config, ledger }: Device): boolean {
  const expected = linesOf(ledger);
  const folder = `${config.folders.logs}/audit/`;
  const name = new RegExp(`^${config.device}-\\d{4}-\\d\\d\\.jsonl$`);
  const lines = [...vault.entries.keys()]
    .filter((path) => path.startsWith(folder) && name.test(path.slice(folder.length)))
    .sort()
    .flatMap((path) => (vault.outside.read(path) ?? '').split('\n'))
    .filter((line) => line !== '');
  return withoutTorn(lines, expected).join('\n') === expected.join('\n');
}

/** Leaves out what a crash cut off: the start of the whole line that follows, or of the last, if that is to come. */
function withoutTorn(lines: readonly string[], expected: readonly string[]): readonly string[] {
  const last = expected.at(-1) ?? '';
  const toCome = lines.includes(last) ? '' : last;
  const kept: string[] = [];
  for (const line of lines.toReversed()) {
    const isCut = readAuditLine(line) === null && (kept[0] ?? toCome).startsWith(line);
    if (!isCut) kept.unshift(line);
  }
  return kept;
}

/** Every call that a server saw is told of in a note of the device that made it. */
function judgeTold(world: World, device: Device): void {
  const { witness } = world;
  if (!device.process?.engine || device.process.as !== 'plugin' || world.isDamaged(device)) return;
  if (device.process.engine.view().alerts.some(({ subject }) => subject.kind === 'ledger')) return;
  for (const call of witness.calls) {
    const isOurs =
      call.device === device.name &&
      call.epoch === epochOf(device) &&
      device.ledger.text?.includes(call.requestId) === true;
    if (!isOurs || witness.told.has(`${device.name} ${call.requestId}`)) continue;
    witness.object(`no call is kept quiet: ${call.requestId} is told of in no note`);
  }
}
