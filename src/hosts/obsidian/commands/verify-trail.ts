import type { Result } from '../../../core/errors.js';
import {
  verifyAudit,
  type AuditToVerify,
  type DeviceAudit,
} from '../../../engine/operations/verify-audit.js';
import type { Clock } from '../../../ports/clock.js';

export interface TrailToVerify extends AuditToVerify {
  readonly clock: Clock;
  readonly tell: (progress: string) => void;
}

const looks = 4;
const betweenLooksMs = 150;

export async function verifyTrail(trail: TrailToVerify): Promise<Result<readonly DeviceAudit[]>> {
  const { clock, tell } = trail;
  const verifyOnce = () => {
    tell('Reading the audit files…');
    const onProgress = (lines: number) =>
      tell(`Checking the audit files: ${lines.toLocaleString('en')} lines so far…`);
    return verifyAudit({ ...trail, onProgress });
  };
  let verified = await verifyOnce();
  // Looks again, because the audit file is written a moment after the ledger.
  for (let look = 1; look < looks && verified.ok && hasFindings(verified.value); look += 1) {
    tell('Something doesn’t match. Checking again…');
    await new Promise<void>((resolve) => {
      clock.setTimer(betweenLooksMs, resolve);
    });
    verified = await verifyOnce();
  }
  return verified;
}

function hasFindings(audits: readonly DeviceAudit[]): boolean {
  return audits.some(({ report }) => report.findings.length > 0);
}
