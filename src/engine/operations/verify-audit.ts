import { CountersignError, fail, ok, type Result } from '../../core/errors.js';
import { isJsonObject, type Json } from '../../core/json.js';
import { isBeginThere, isCallLogWhole, readCallLogLine } from '../../core/audit/call-log-line.js';
import type { AuditEntry } from '../../core/audit/entry.js';
import {
  verifyAudit as verifyFiles,
  type AuditFinding,
  type AuditReport,
} from '../../core/audit/verify.js';
import type { AuditFile, AuditLog } from '../../ports/audit-log.js';
import type { CallLog } from '../../ports/call-log.js';
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
  readonly own: {
    readonly device: string;
    readonly ledger: Ledger;
    /** The log of calls that agents made unasked; absent: it is not looked at. */
    readonly callLog?: Pick<CallLog, 'recent'>;
  } | null;
}

/** Of the log of calls: all that are kept. */
const everyDay = Number.MAX_SAFE_INTEGER;

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
  const { own } = input;
  const records = own ? await own.ledger.read() : ok(null);
  if (!records.ok) return records;
  const entries = records.value && entriesIn(records.value.records);
  if (own && entries?.length && !devices.has(own.device)) devices.set(own.device, []);
  // After the ledger: a line is in the log before the ledger names it.
  const { callLog } = own ?? {};
  const lost = callLog ? await callLogFindings(callLog, entries ?? []) : ok([]);
  if (!lost.ok) return lost;
  return ok(
    [...devices].map(([device, lines]) => {
      if (device !== own?.device) return { device, report: verifyFiles(lines, null) };
      const report = verifyFiles(lines, entries);
      return { device, report: { ...report, findings: [...report.findings, ...lost.value] } };
    }),
  );
}

async function callLogFindings(
  callLog: Pick<CallLog, 'recent'>,
  entries: readonly AuditEntry[],
): Promise<Result<readonly AuditFinding[]>> {
  const found = await callLog.recent(readCallLogLine, everyDay);
  if (!found.ok) return found;
  const told = entries.flatMap(({ calls }) => calls?.head ?? []);
  const isWhole = isCallLogWhole(found.value, told.at(-1) ?? null);
  if (isWhole && isBeginThere(found.value, told)) return ok([]);
  const message = 'Lines of the log of calls that agents made unasked were lost or changed.';
  return ok([{ path: 'calls', line: found.value.length, message }]);
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

function entriesIn(records: readonly Json[]): readonly AuditEntry[] {
  return records.flatMap((record) => {
    const audit = isJsonObject(record) ? record['audit'] : undefined;
    return isJsonObject(audit) ? [audit as unknown as AuditEntry] : [];
  });
}
