import { CountersignError, fail, ok, type Result } from '../../core/errors.js';
import { isJsonObject, type Json } from '../../core/json.js';
import { isBeginThere, isCallLogWhole, readCallLogLine } from '../../core/audit/call-log-line.js';
import type { AuditEntry } from '../../core/audit/entry.js';
import { TrailCheck, type AuditFinding, type AuditReport } from '../../core/audit/verify.js';
import type { AuditLines } from '../../ports/audit-log.js';
import type { CallLog } from '../../ports/call-log.js';
import type { Ledger } from '../../ports/ledger.js';

export interface DeviceAudit {
  readonly device: string;
  readonly report: AuditReport;
}

export interface AuditToVerify {
  readonly auditLog: AuditLines;
  readonly logsFolder: string;
  /** What this device recorded itself. Null if it has no ledger. */
  readonly own: {
    readonly device: string;
    readonly ledger: Ledger;
    readonly callLog?: Pick<CallLog, 'recent'>;
  } | null;
  readonly onProgress?: (lines: number) => void;
}

const linesBetweenProgress = 100_000;

const everyDay = Number.MAX_SAFE_INTEGER;

const fileForm = /([^/]+)-\d{4}-\d{2}\.jsonl$/;

/** Verifies the audit trail of every device, without an engine. */
export async function verifyAudit(input: AuditToVerify): Promise<Result<readonly DeviceAudit[]>> {
  const { own } = input;
  const records = own ? await own.ledger.read() : ok(null);
  if (!records.ok) return records;
  const entries = records.value && entriesIn(records.value.records);
  const checks = new Map<string, TrailCheck>();
  if (own && entries?.length) checks.set(own.device, new TrailCheck(entries));
  const isRead = await readTrails(input, (path) => {
    const device = fileForm.exec(path)?.[1] ?? path;
    const check = checks.get(device) ?? new TrailCheck(device === own?.device ? entries : null);
    checks.set(device, check);
    check.file(path);
    return check;
  });
  if (!isRead.ok) return isRead;
  // A running engine may have written meanwhile.
  const isBeyond = own && checks.get(own.device)?.isBeyondLedger === true;
  const later = isBeyond ? await own.ledger.read() : records;
  if (!later.ok) return later;
  const laterEntries = later.value && entriesIn(later.value.records);
  const { callLog } = own ?? {};
  const lost = callLog ? await callLogFindings(callLog, entries ?? []) : ok([]);
  if (!lost.ok) return lost;
  return ok(
    [...checks].map(([device, check]) => {
      if (device !== own?.device) return { device, report: check.end() };
      const report = check.end(laterEntries);
      return { device, report: { ...report, findings: [...report.findings, ...lost.value] } };
    }),
  );
}

async function readTrails(
  { auditLog, logsFolder, onProgress = () => undefined }: AuditToVerify,
  checkOf: (path: string) => TrailCheck,
): Promise<Result<void>> {
  let lines = 0;
  try {
    await auditLog.readEach(`${logsFolder}/audit`, (path) => {
      const check = checkOf(path);
      return (line) => {
        check.line(line);
        lines += 1;
        if (lines % linesBetweenProgress === 0) onProgress(lines);
      };
    });
    return ok(undefined);
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

function entriesIn(records: readonly Json[]): readonly AuditEntry[] {
  return records.flatMap((record) => {
    const audit = isJsonObject(record) ? record['audit'] : undefined;
    return isJsonObject(audit) ? [audit as unknown as AuditEntry] : [];
  });
}
