import { LedgerConflicts, type ObservedClaims } from '../../core/audit/ledger-conflicts.js';
import { claimIn, claimsIn, type EpochClaim, type Told } from '../../core/audit/epochs.js';
import { CountersignError, fail, ok, type Problem, type Result } from '../../core/errors.js';
import type { EarlierAttempt, LedgerRecord } from '../../core/ledger/ledger-record.js';
import type { AuditFile, AuditLog, AuditMark } from '../../ports/audit-log.js';
import { mayMatter } from './earlier-attempts.js';
import { mayEndPlan } from './earlier-ledgers.js';

const isNeeded = (line: string): boolean => mayMatter(line) || mayEndPlan(line);

const mostSpent = 5_000;

export type ObservedWithCalls = ObservedClaims & { readonly spent?: readonly EarlierAttempt[] };

/** The ledgers that this vault's audit files name. */
export class VaultLedgers {
  readonly conflicts = new LedgerConflicts();
  private readonly versions = new Map<string, string>();
  private readonly marks = new Map<string, { readonly mark: AuditMark; readonly claims: number }>();
  private readonly devices = new Map<string, ReadonlySet<string>>();
  private readonly replacedHere = new Set<string>();
  readonly preparedElsewhere = new Set<string>();
  readonly rejectedElsewhere = new Set<string>();
  private spentObserved = 0;

  constructor(
    private readonly auditLog: Pick<AuditLog, 'read'>,
    private readonly folder: string,
    private readonly device: string,
  ) {}

  /**
   * Reads all audit files. Leaves out lines that this ledger need not know.
   * @throws CountersignError `audit_read_failed`
   */
  async readAll(): Promise<readonly AuditFile[]> {
    const read = (isOf: (path: string) => boolean): Promise<readonly AuditFile[]> =>
      this.auditLog.read(this.folder, { isOf, isNeeded }).catch(unread);
    const own = await read((path) => this.isOwn(path));
    return [...own, ...(await read((path) => !this.isOwn(path)))];
  }

  /**
   * Reads this device's audit files; fails if they are too large.
   * @throws CountersignError `audit_read_failed`
   */
  async readOwn(): Promise<Result<readonly AuditFile[]>> {
    try {
      return ok(await this.auditLog.read(this.folder, { isOf: (path) => this.isOwn(path) }));
    } catch (error) {
      const problem = tooLarge(error);
      if (!problem) return unread(error);
      const advice = 'Move that file out of its folder. Its contents are restored from the ledger.';
      return { ok: false, error: { ...problem, advice } };
    }
  }

  /**
   * Reads what other devices have written since the last call of {@link claimsOf}.
   * @throws CountersignError `audit_read_failed`
   */
  async readOthers(): Promise<readonly AuditFile[]> {
    return this.auditLog
      .read(this.folder, {
        isOf: (path) => !this.isOwn(path),
        isWanted: ({ path, version }) => this.versions.get(path) !== version,
        readBefore: (path) => this.marks.get(path)?.mark,
        isNeeded,
      })
      .catch(unread);
  }

  claimsOf(files: readonly AuditFile[]): Told {
    const parts = new Set(files.flatMap(({ path, after }) => (after ? [path] : [])));
    const told = claimsIn(files, (path) => {
      return parts.has(path) ? (this.marks.get(path)?.claims ?? 0) : 0;
    });
    for (const { path, version, after, mark, lines, closed } of files) {
      if (after !== null && after !== this.marks.get(path)?.mark) continue;
      this.versions.set(path, version);
      const open = closed ? 0 : claimsIn([{ path, lines: lines.slice(-1) }]).claims.length;
      this.marks.set(path, { mark, claims: (told.counts.get(path) ?? 0) - open });
    }
    return told;
  }

  unobserved(
    files: readonly AuditFile[],
    unknown: readonly EarlierAttempt[],
  ): ObservedWithCalls | null {
    const told = this.claimsOf(files);
    // Attempts from request notes come without audit files. Their number is not limited.
    const most = files.length === 0 ? Infinity : mostSpent - this.spentObserved;
    const spent = unknown.slice(0, Math.max(0, most));
    const isFlood = spent.length < unknown.length;
    const observed = this.conflicts.unobserved(
      isFlood ? { ...told, file: longestOf(files), tooMany: true } : told,
    );
    if (spent.length === 0) return observed;
    return { claims: [], ...observed, spent };
  }

  isAnothers(path: string): boolean {
    return path.startsWith(`${this.folder}/`) && path.endsWith('.jsonl') && !this.isOwn(path);
  }

  apply(record: LedgerRecord): void {
    if (record.kind === 'epoch') this.begin(record);
    if (record.kind === 'heard') {
      this.conflicts.observe(record);
      this.nameAll(record);
      this.spentObserved += record.spent?.filter(isInAudit).length ?? 0;
    }
    if (record.kind === 'taken_over') {
      this.conflicts.answer(record.audit);
      this.spentObserved = 0;
      this.marks.clear();
      for (const epoch of record.epochs) this.replacedHere.add(epoch);
      for (const id of record.prepared ?? []) this.preparedElsewhere.add(id);
      for (const key of record.rejected ?? []) this.rejectedElsewhere.add(key);
    }
  }

  tellsOf(epoch: string): boolean {
    return this.devices.has(epoch) || this.conflicts.wasFlooded;
  }

  deviceOf(epoch: string): string | null {
    const [first] = this.devices.get(epoch) ?? [];
    return first ?? null;
  }

  epochsOf(device: string): readonly string[] {
    return [...this.devices].flatMap(([epoch, by]) => (by.has(device) ? [epoch] : []));
  }

  /** Returns the epochs of other ledgers that no known ledger has replaced. */
  standing(): readonly string[] {
    const observed = this.conflicts.observed();
    const replaced = new Set(observed.flatMap(({ over }) => over));
    const epochs = new Set(observed.map(({ epoch }) => epoch));
    return [...epochs].filter((epoch) => {
      return !replaced.has(epoch) && !this.replacedHere.has(epoch) && !this.conflicts.isOwn(epoch);
    });
  }

  private begin(record: Extract<LedgerRecord, { kind: 'epoch' }>): void {
    const { epoch, audit, earlier, heard } = record;
    const { over, number } = claimIn(audit, this.device) ?? { over: [], number: null };
    this.conflicts.begin({ epoch, number, over, hash: audit.hash }, record);
    this.name({ epoch, device: this.device });
    for (const one of [...over, ...(earlier?.epochs ?? [])]) this.replacedHere.add(one);
    if (earlier) this.nameAll(earlier.heard);
    if (heard) this.nameAll(heard);
  }

  private nameAll({ claims, tooMany }: ObservedClaims): void {
    for (const claim of claims) this.name(claim);
    if (tooMany) this.name(tooMany);
  }

  private name({ epoch, device }: Pick<EpochClaim, 'epoch' | 'device'>): void {
    this.devices.set(epoch, new Set(this.devices.get(epoch)).add(device));
  }

  isOwn(path: string): boolean {
    return path.startsWith(`${this.folder}/${this.device}-`);
  }
}

function unread(error: unknown): never {
  const large = tooLarge(error);
  const why = error instanceof Error ? error.message : String(error);
  const { error: problem } = fail(
    'audit_read_failed',
    `Can’t read the audit files in this vault (${why.replace(/\.$/, '')}).`,
    large?.advice ??
      'A sync client may have locked the file. Try again. If this doesn’t change, check what locks or protects it.',
    large?.path === undefined ? {} : { path: large.path },
  );
  throw new CountersignError(problem);
}

function tooLarge(error: unknown): Problem | null {
  const problem = error instanceof CountersignError ? error.problem : null;
  return problem?.code === 'audit_too_large' ? problem : null;
}

function longestOf(files: readonly AuditFile[]): string | null {
  const [longest] = [...files].sort((a, b) => b.lines.length - a.lines.length);
  return longest?.path ?? null;
}

function isInAudit({ file = '.jsonl' }: EarlierAttempt): boolean {
  return file.endsWith('.jsonl');
}

export function formatObserved({ claims, spent, tooMany }: ObservedWithCalls): string {
  if (tooMany) return 'The audit files name more ledgers, take-overs or calls than there can be.';
  const devices = [...new Set(claims.map(({ device }) => device))].slice(0, 5).join(', ');
  const ledgers = devices === '' ? '' : ` of other ledgers of this vault: ${devices}`;
  const calls = spent
    ? `${ledgers === '' ? '' : ';'} of ${spent.length} calls that this ledger did not make`
    : '';
  const isInNotes = claims.length === 0 && spent?.some(isInAudit) === false;
  return `${isInNotes ? 'Notes among the executed requests' : 'The audit files'} report${ledgers}${calls}.`;
}
