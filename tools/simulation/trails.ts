import { auditLine } from '../../src/core/audit/entry.js';
import { readAuditLine } from '../../src/core/audit/verify.js';
import type { LedgerRecord } from '../../src/core/ledger/ledger-record.js';
import type { Device } from './device.js';

/** The audit lines of a device, as its files hold them. */
export function trailOf(device: Pick<Device, 'vault' | 'config'>): readonly string[] {
  return trailPaths(device)
    .flatMap((path) => (device.vault.outside.read(path) ?? '').split('\n'))
    .filter((line) => line !== '');
}

/** The audit files of a device, conflict copies among them. */
export function trailPaths({ vault, config }: Pick<Device, 'vault' | 'config'>): readonly string[] {
  return [...vault.entries.keys()].filter((path) => path.includes(`/${config.device}-`));
}

/**
 * Whether a trail shows that its ledger is an older one: it holds a line, or the start of one that a power
 * failure cut off, that is none of the ledger's. Then nothing may run, whatever that line was about.
 */
export function showsMore(device: Device): boolean {
  const held = linesOf(device.ledger);
  const hashes = new Set(held.map((line) => readAuditLine(line)?.hash));
  return trailOf(device).some((line) => {
    const entry = readAuditLine(line);
    return entry ? !hashes.has(entry.hash) : !held.some((one) => one.startsWith(line));
  });
}

/** The audit lines that a ledger holds. */
export function linesOf({ text }: Device['ledger']): readonly string[] {
  return (text ?? '').split('\n').flatMap((line) => {
    try {
      return [auditLine((JSON.parse(line) as LedgerRecord).audit)];
    } catch {
      return [];
    }
  });
}

/** The ledger's epoch, as its file says. */
export function epochOf({ ledger }: Device): string {
  return /"epoch":"(e-[a-z2-7]+)"/.exec(ledger.text ?? '')?.[1] ?? '';
}
