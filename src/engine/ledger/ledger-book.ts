import {
  chainEntry,
  emptyChain,
  type AuditEntry,
  type AuditFields,
  type ChainHead,
} from '../../core/audit/entry.js';
import { ok, type Problem, type Result } from '../../core/errors.js';
import type { Json } from '../../core/json.js';
import { LedgerConflicts } from '../../core/audit/ledger-conflicts.js';
import { damagedLineInDetail } from '../../core/audit/old-entries.js';
import { epochBegun, markLength, nextNumber } from '../../core/audit/epochs.js';
import { keyOfAttempt } from '../../core/ledger/earlier-attempts.js';
import { KeyedQueue } from '../../core/keyed-queue.js';
import { LedgerFacts } from '../../core/ledger/ledger-facts.js';
import { SeenPlans } from '../../core/ledger/seen/seen-plans.js';
import { isLedgerRecord } from '../../core/ledger/read-ledger.js';
import type {
  EarlierAttempt,
  LedgerEvent,
  LedgerRecord,
  RecordOf,
} from '../../core/ledger/ledger-record.js';
import { SingleFlight } from '../../core/single-flight.js';
import type { AuditFile, AuditLog } from '../../ports/audit-log.js';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { Ledger } from '../../ports/ledger.js';
import { AuditTrail, type Looked } from './audit-trail.js';
import { DailyEntries } from './daily-entries.js';
import {
  attemptsInAudit,
  endedPermissionsIn,
  preparedInAudit,
  readInParts,
  rejectedInAudit,
} from './earlier-attempts.js';
import { earlierCallsIn, earlierLedgersIn, earlierWorkIn, plansIn } from './earlier-ledgers.js';
import {
  brokenOff,
  knowsTooLittle,
  missingRecord,
  ofOtherDevice,
  unknownRecord,
  unwrittenTrail,
} from './ledger-problems.js';
import { KnownRecipients } from './known-recipients.js';
import { PlanApprovals } from './plan-approvals.js';
import { PlannedIds } from './planned-ids.js';
import { PlannedTexts } from './planned-texts.js';
import { PracticeLog } from '../../core/ledger/practice-log.js';
import { ChosenPlans } from './chosen-plans.js';
import { Drafters } from '../../core/ledger/drafters.js';
import { Permissions } from '../../core/ledger/permissions.js';
import { Tasks } from '../../core/loop/tasks.js';
import { formatObserved, VaultLedgers } from './vault-ledgers.js';

const auditRestored = 'audit_restored';
export const auditSeen = 'audit_seen';
const mostRestored = 100;
/** Limits each audit line, because other devices refuse a file with a line above 256 kB. */
const longestDetail = 16_384;

interface Waiting {
  readonly record: LedgerRecord;
  readonly durable: boolean;
  readonly resolve: (written: Result<AuditEntry>) => void;
}

export type Happening = Omit<AuditFields, 'at'>;

export interface LedgerBookOptions {
  readonly ledger: Ledger;
  readonly auditLog: AuditLog;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly device: string;
  readonly vaultId: string;
  readonly logsFolder: string;
  readonly earlierAttempts: (files: readonly AuditFile[]) => Promise<readonly EarlierAttempt[]>;
}

/** Records what happens: in the ledger first, then in the audit trail (G6). */
export class LedgerBook {
  readonly facts = new LedgerFacts();
  halted: Problem | null = null;
  onHalted: ((problem: Problem) => void) | null = null;
  onRecorded: (() => void) | null = null;
  readonly plannedTexts = new PlannedTexts();
  readonly plannedIds = new PlannedIds();
  readonly planApprovals = new PlanApprovals();
  readonly knownRecipients = new KnownRecipients();
  readonly seen = new SeenPlans();
  readonly planWrites = new KeyedQueue();
  readonly practice = new PracticeLog();
  readonly daily = new DailyEntries();
  readonly drafters = new Drafters();
  readonly permissions = new Permissions();
  readonly tasks = new Tasks();
  readonly chosenPlans = new ChosenPlans();
  readonly ledgers: VaultLedgers;
  /** Repairs of audit files, not yet confirmed by a person. */
  restored: readonly AuditEntry[] = [];
  /** The newest entry in the ledger file. `facts` may already know later ones. */
  private lastWritten: ChainHead = emptyChain;
  private unaudited = 0;
  private isWhole = true;
  private isOurs = true;
  private readonly trail: AuditTrail;
  private last: Promise<unknown> = Promise.resolve();
  private waiting: Waiting[] = [];

  private constructor(private readonly options: LedgerBookOptions) {
    const { auditLog, logsFolder, device } = options;
    this.ledgers = new VaultLedgers(auditLog, `${logsFolder}/audit`, device);
    this.trail = new AuditTrail({
      ...{ auditLog, logsFolder, device },
      now: () => this.now(),
      entries: () => this.entriesOnDisk(),
      files: () => this.ledgers.readOwn(),
    });
  }

  static async open(options: LedgerBookOptions): Promise<Result<LedgerBook>> {
    const contents = await options.ledger.read();
    if (!contents.ok) return contents;
    const book = new LedgerBook(options);
    const entries: AuditEntry[] = [];
    let highest = 0;
    for (const [index, json] of contents.value.records.entries()) {
      if (!isLedgerRecord(json)) return unknownRecord(index + 1);
      // Two processes may have used the same number. Only a gap is an error.
      if (json.audit.seq > highest + 1) return missingRecord(index + 1);
      highest = Math.max(highest, json.audit.seq);
      book.unaudited = 1 + (json.groupIndex ?? 0);
      book.apply(json);
      entries.push(json.audit);
      book.lastWritten = json.audit;
      book.daily.add(json.audit);
    }
    const own = await book.ledgers.readOwn();
    if (own.ok) book.trail.begin(own.value);
    const other = ofOtherDevice(book.facts, options);
    if (other) return other;
    const isNew = book.facts.epoch === null;
    if (isNew && !own.ok) return own;
    const others = await book.ledgers.readOthers().catch((error: unknown) => {
      if (isNew) throw error;
      return [];
    });
    const files = [...(own.ok ? own.value : []), ...others];
    if (isNew) {
      const begun = await book.beginEpoch(
        files,
        await options.earlierAttempts(files),
        contents.value.earlier,
      );
      if (!begun.ok) return begun;
    } else if (book.facts.halted) {
      book.halted = knowsTooLittle(book.facts.halted);
    } else {
      await book.take(own.ok ? await book.trail.complete(own.value, entries, book.unaudited) : own);
    }
    await book.observeIn(files);
    const recorded = new Set(entries.map((entry) => entry.line ?? damagedLineInDetail(entry)));
    for (const { line } of contents.value.damaged) {
      if (recorded.has(line)) continue;
      const detail = `Line ${line} of the ledger was torn by a crash; it is kept and passed over.`;
      await book.record(
        { kind: 'event' },
        { actor: 'Countersign', event: 'ledger_line_damaged', line, detail },
      );
    }
    return ok(book);
  }

  /** Milliseconds since 1970, never earlier than the newest record. */
  now(): number {
    return Math.max(this.options.clock.now(), this.facts.newestMs);
  }

  get epoch(): string {
    return this.facts.epoch ?? '';
  }

  /** True when this ledger may prepare and run actions. */
  get isActive(): boolean {
    return this.ledgers.conflicts.isActive;
  }

  get conflictWith(): string | null {
    return this.ledgers.conflicts.latest?.device ?? null;
  }

  /** Reads the audit files of other devices; true when something new was recorded. */
  readonly observe = (): Promise<boolean> => this.observing.run();
  private readonly observing = new SingleFlight(async () => {
    return this.observeIn(await this.ledgers.readOthers());
  });

  private async observeIn(found: readonly AuditFile[]): Promise<boolean> {
    const { clock } = this.options;
    const files = await readInParts(found, () => {
      return new Promise((resolve) => clock.setTimer(0, resolve));
    });
    return this.observeTold(attemptsInAudit(files), files);
  }

  async observeTold(
    told: readonly EarlierAttempt[],
    files: readonly AuditFile[] = [],
  ): Promise<boolean> {
    const observed = this.ledgers.unobserved(files, this.unknownOf(told));
    if (observed === null || this.halted) return false;
    await this.record(
      { kind: 'heard', ...observed },
      { actor: 'Countersign', event: 'ledger_heard', detail: formatObserved(observed) },
    );
    return true;
  }

  private unknownOf(told: readonly EarlierAttempt[]): readonly EarlierAttempt[] {
    // A forged line in another device's file could reuse an id of this ledger.
    const unknown = told.filter((attempt) => {
      const isOurs = attempt.file === undefined || !this.ledgers.isAnothers(attempt.file);
      const isOwn = isOurs && this.facts.request(attempt.id)?.intent !== undefined;
      return !isOwn && !this.facts.earlier.tellsOf(attempt);
    });
    return [...new Map(unknown.map((attempt) => [keyOfAttempt(attempt), attempt])).values()];
  }

  async unknownAttempts(): Promise<readonly EarlierAttempt[]> {
    const files = await this.ledgers.readAll();
    await this.observeIn(files);
    return this.unknownOf(await this.options.earlierAttempts(files));
  }

  async toldElsewhere(): Promise<
    Pick<RecordOf<'taken_over'>, 'prepared' | 'rejected' | 'plans' | 'waiting' | 'approvedBefore'>
  > {
    const files = await this.ledgers.readAll();
    const others = files.filter(({ path }) => !this.ledgers.isOwn(path));
    const prepared = preparedInAudit(others);
    const rejected = rejectedInAudit(files);
    return { prepared, rejected, ...plansIn(this.plannedIds, files, others) };
  }

  /**
   * Records an event. The caller must not act before this has succeeded. With `durable: false`, a
   * power failure may lose the record.
   */
  async record(
    event: LedgerEvent,
    happening: Happening,
    { durable = true }: { readonly durable?: boolean } = {},
  ): Promise<Result<AuditEntry>> {
    if (this.halted && durable && !isKept(event)) return { ok: false, error: this.halted };
    const at = new Date(this.now()).toISOString();
    // Text with a lone surrogate has no canonical form.
    const detail = happening.detail.slice(0, longestDetail).replace(/\p{Surrogate}/gu, '\ufffd');
    const audit = chainEntry(this.facts.head, { ...happening, detail, at });
    const begins = event.kind === 'event' && event.seen && this.seen.saysBaseline;
    const record = { ...event, ...(begins ? { baseline: true } : {}), audit } as LedgerRecord;
    this.apply(record);
    return new Promise((resolve) => {
      this.waiting.push({ record, durable, resolve });
      if (this.waiting.length === 1) this.last = this.last.then(() => this.writeWaiting());
    });
  }

  readonly isWritten = ({ seq }: Pick<AuditEntry, 'seq'>): boolean => seq <= this.lastWritten.seq;

  readonly written = (): Promise<unknown> => this.last;

  /** Halts if another process has written this ledger. */
  async lookAtLedger(): Promise<void> {
    const checked = await this.options.ledger.checkUnchanged?.();
    if (checked?.ok === false) this.halt(checked.error);
  }

  private async writeWaiting(): Promise<void> {
    const group = this.waiting;
    this.waiting = [];
    const written = await this.write(group).catch((error: unknown) => this.halt(brokenOff(error)));
    for (const { record, resolve } of group) resolve(written.ok ? ok(record.audit) : written);
  }

  private async write(group: readonly Waiting[]): Promise<Result<void>> {
    const records = group.map(({ record }) => record);
    if (this.halted) {
      for (const record of records) if (isKept(record)) await this.keepAfterHalt(record);
      return this.halt(this.halted);
    }
    const isDurable = group.some(({ durable }) => durable);
    const appended = await this.append(records, isDurable);
    if (!appended.ok) return this.halt(appended.error);
    const entries = records.map(({ audit }) => audit);
    const taken = await this.take(await this.trail.append(entries));
    if (!taken.ok) return taken;
    for (const entry of entries) this.daily.add(entry);
    this.onRecorded?.();
    return ok(undefined);
  }

  /** Agents can cause a halt by damaging audit files, so a halt must not lose outcomes. */
  private async keepAfterHalt(record: LedgerRecord): Promise<void> {
    if (!this.isWhole || !this.isOurs) return;
    const { seq: _seq, prev: _prev, hash: _hash, ...happening } = record.audit;
    const audit = chainEntry(this.lastWritten, happening);
    await this.append([{ ...record, audit }], true);
  }

  private async append(records: readonly LedgerRecord[], durable: boolean): Promise<Result<void>> {
    this.isWhole = false;
    const lines = records.map((record, at) => {
      const groupIndex = this.unaudited + at;
      return groupIndex === 0 ? record : { groupIndex, ...record };
    });
    const appended = await this.options.ledger.append(lines as unknown as Json[], durable);
    if (!appended.ok) return appended;
    this.isWhole = true;
    this.unaudited += records.length;
    this.lastWritten = records.at(-1)?.audit ?? this.lastWritten;
    return appended;
  }

  private apply(record: LedgerRecord): void {
    this.facts.apply(record);
    this.ledgers.apply(record);
    this.practice.apply(record);
    this.tellRestored(record.audit);
    this.chosenPlans.apply(record.audit);
    this.drafters.apply(record.audit);
    this.permissions.apply(record);
    this.tasks.apply(record);
    this.plannedIds.apply(record);
    this.planApprovals.apply(record);
    this.knownRecipients.apply(record);
    this.plannedTexts.apply(record.audit);
    this.seen.apply(record);
  }

  async lookAtAudit(path: string): Promise<void> {
    const looked = this.last.then(async () => {
      if (!this.halted) await this.take(await this.trail.look(path));
    });
    this.last = looked.catch(() => undefined);
    await looked;
  }

  private async take(looked: Result<Looked>): Promise<Result<void>> {
    if (!looked.ok) return this.halt(unwrittenTrail(looked.error));
    const { unknownEntry, restored } = looked.value;
    if (unknownEntry) {
      await this.haltForGood(unknownEntry);
      return this.halt(knowsTooLittle(unknownEntry));
    }
    this.unaudited = 0;
    if (restored !== null) {
      void this.record(
        { kind: 'event' },
        { actor: 'Outside', event: auditRestored, detail: restored },
      );
    }
    return ok(undefined);
  }

  private tellRestored(entry: AuditEntry): void {
    if (entry.event === auditRestored)
      this.restored = [...this.restored, entry].slice(-mostRestored);
    if (entry.event === auditSeen) this.restored = [];
  }

  private async entriesOnDisk(): Promise<Result<readonly AuditEntry[]>> {
    const contents = await this.options.ledger.read();
    if (!contents.ok) return contents;
    return ok(contents.value.records.filter(isLedgerRecord).map(({ audit }) => audit));
  }

  /** Stops writing: another process may have the ledger now. */
  stop(problem: Problem): Problem {
    this.isOurs = false;
    this.halted ??= problem;
    return this.halted;
  }

  private halt(error: Problem): Result<never> {
    this.halted ??= error;
    this.onHalted?.(this.halted);
    return { ok: false, error };
  }

  /** Records the halt, so that the next start halts too, even after a power failure. */
  private async haltForGood(found: { readonly path: string; readonly seq: number }): Promise<void> {
    this.halted = knowsTooLittle(found);
    const at = new Date(this.now()).toISOString();
    const fields = { actor: 'Countersign', event: 'halted', at, detail: this.halted.message };
    const audit = chainEntry(this.lastWritten, fields);
    const record: LedgerRecord = { kind: 'halted', ...found, audit };
    this.apply(record);
    await this.append([record], true);
  }

  private async beginEpoch(
    files: readonly AuditFile[],
    told: readonly EarlierAttempt[],
    setAside: readonly (readonly Json[])[],
  ): Promise<Result<unknown>> {
    const epoch = `e-${this.options.ids.random(10)}`;
    const { device, vaultId: vault } = this.options;
    const ledgers = setAside.map((records) => records.filter(isLedgerRecord));
    const earlier = earlierLedgersIn(ledgers);
    const spent = this.unknownOf([...told, ...earlierCallsIn(ledgers)]);
    const claims = this.ledgers.claimsOf(files);
    const known = [...claims.claims, ...(earlier?.heard.claims ?? [])];
    const number = Math.min(
      nextNumber(known.map((claim) => claim.number)),
      earlier?.number ?? Infinity,
    );
    const claim = { epoch, number, over: earlier?.epochs ?? [] };
    const conflicts = new LedgerConflicts();
    const before = { ...(earlier ? { earlier } : {}), ...earlierWorkIn(ledgers, files) };
    conflicts.begin({ ...claim, hash: '' }, before);
    const observed = conflicts.unobserved(claims);
    const ended = endedPermissionsIn(files);
    return this.record(
      {
        ...{ kind: 'epoch', epoch, device, vault, spent },
        ...before,
        ...(observed ? { heard: observed } : {}),
        ...(ended.length > 0 ? { ended } : {}),
      },
      {
        actor: 'Countersign',
        event: 'epoch_begun',
        ...epochBegun(claim, spent.length, this.options.ids.random(markLength)),
      },
    );
  }
}

function isKept({ kind }: Pick<LedgerRecord, 'kind'>): boolean {
  return kind === 'outcome' || kind === 'late_answer' || kind === 'taken_back';
}
