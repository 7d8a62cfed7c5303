import { ok, type Result } from '../../../core/errors.js';
import {
  filesToVerify,
  verifyAudit,
  type AuditToVerify,
  type DeviceAudit,
} from '../../../engine/operations/verify-audit.js';
import type { AuditFile, AuditLog } from '../../../ports/audit-log.js';
import type { Clock } from '../../../ports/clock.js';

/** What is verified, and with what time. */
export interface TrailToVerify {
  readonly auditLog: Pick<AuditLog, 'read'>;
  readonly logsFolder: string;
  /** What this device keeps; `null` where there is nothing. */
  readonly own: AuditToVerify['own'];
  readonly clock: Clock;
  /** What is being done, for who waits. */
  readonly tell: (progress: string) => void;
}

const looks = 4;
const betweenLooksMs = 150;
const fileForm = /([^/]+)-\d{4}-\d{2}\.jsonl$/;

/** Verifies the audit trail, one device after the other: the app can draw in between. */
export async function verifyTrail(trail: TrailToVerify): Promise<Result<readonly DeviceAudit[]>> {
  let verified = await verifyOnce(trail);
  // The ledger is written a moment before the audit file: look again before accusing.
  for (let look = 1; look < looks && verified.ok && hasFindings(verified.value); look += 1) {
    trail.tell('Something doesn’t match. Checking again…');
    await pause(trail.clock, betweenLooksMs);
    verified = await verifyOnce(trail);
  }
  return verified;
}

async function verifyOnce(trail: TrailToVerify): Promise<Result<readonly DeviceAudit[]>> {
  const { logsFolder, own, clock, tell } = trail;
  tell('Reading the audit files…');
  const devices = new Map<string, AuditFile[]>(own ? [[own.device, []]] : []);
  const read = await filesToVerify(trail);
  if (!read.ok) return read;
  for (const file of read.value) {
    const device = fileForm.exec(file.path)?.[1] ?? file.path;
    devices.set(device, [...(devices.get(device) ?? []), file]);
  }
  const audits: DeviceAudit[] = [];
  for (const [device, files] of devices) {
    const lines = files.reduce((sum, file) => sum + file.lines.length, 0);
    tell(`Checking device ${audits.length + 1} of ${devices.size}: ${lines} lines…`);
    await pause(clock, 0);
    const verified = await verifyAudit({
      auditLog: { read: async () => files },
      logsFolder,
      own: own?.device === device ? own : null,
    });
    if (!verified.ok) return verified;
    audits.push(...verified.value);
  }
  return ok(audits);
}

function hasFindings(audits: readonly DeviceAudit[]): boolean {
  return audits.some(({ report }) => report.findings.length > 0);
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.setTimer(ms, resolve);
  });
}
