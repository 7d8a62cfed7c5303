import { CountersignError, fail, ok, type Result } from '../../core/errors.js';
import { isJsonObject } from '../../core/json.js';
import type { AuditEntry } from '../../core/audit/entry.js';
import { verifyAudit as verifyFiles, type AuditReport } from '../../core/audit/verify.js';
import type { AuditFile, AuditLog } from '../../ports/audit-log.js';
import type { Ledger } from '../../ports/ledger.js';

/** What verification found for one device. */
export interface DeviceAudit {
  readonly device: string;
  readonly report: AuditReport;
}

/** What is verified: the audit files of the vault, this device's against its own ledger. */
export interface AuditToVerify {
  readonly auditLog: Pick<AuditLog, 'read'>;
  readonly logsFolder: string;
  /** `null` where there is no ledger: then the trail can be consistent, but not anchored. */
  readonly own: { readonly device: string; readonly ledger: Ledger } | null;
}

const fileForm = /([^/]+)-\d{4}-\d{2}\.jsonl$/;

/** Verifies the audit trail of every device. It runs without an engine, so it takes the ports itself. */
export async function verifyAudit(input: AuditToVerify): Promise<Result<readonly DeviceAudit[]>> {
  const files = await filesToVerify(input);
  if (!files.ok) return files;
  const devices = new Map<string, { path: string; lines: readonly string[] }[]>();
  for (const { path, lines } of files.value) {
    const device = fileForm.exec(path)?.[1] ?? path;
    devices.set(device, [...(devices.get(device) ?? []), { path, lines }]);
  }
  const entries = input.own ? await ledgerEntries(input.own.ledger) : ok(null);
  if (!entries.ok) return entries;
  if (input.own && entries.value?.length && !devices.has(input.own.device)) {
    devices.set(input.own.device, []);
  }
  return ok(
    [...devices].map(([device, lines]) => ({
      device,
      report: verifyFiles(lines, device === input.own?.device ? entries.value : null),
    })),
  );
}

/** All audit files; an error where they are too large, or the system refuses to read them. */
export async function filesToVerify({
  auditLog,
  logsFolder,
}: Pick<AuditToVerify, 'auditLog' | 'logsFolder'>): Promise<Result<readonly AuditFile[]>> {
  try {
    return ok(await auditLog.read(`${logsFolder}/audit`));
  } catch (error) {
    if (error instanceof CountersignError) return { ok: false, error: error.problem };
    if (!(error instanceof Error && 'code' in error)) throw error;
    return fail(
      'audit_read_failed',
      `Can’t read the audit files in ${logsFolder}/audit (${error.message}).`,
      'Check what locks or protects them, then try again.',
    );
  }
}

async function ledgerEntries(ledger: Ledger): Promise<Result<readonly AuditEntry[]>> {
  const contents = await ledger.read();
  if (!contents.ok) return contents;
  return ok(
    contents.value.records.flatMap((record) => {
      const audit = isJsonObject(record) ? record['audit'] : undefined;
      return isJsonObject(audit) ? [audit as unknown as AuditEntry] : [];
    }),
  );
}
