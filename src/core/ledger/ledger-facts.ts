import { emptyChain, isBookkeeping, type AuditEntry, type ChainHead } from '../audit/entry.js';
import { recordedMs } from '../time.js';
import { stepKey, type AttemptedStep } from './attempted-step.js';
import { addTo } from '../map-of-sets.js';
import { CallTimes } from './call-times.js';
import { callDigest } from '../request/action/digests.js';
import { EarlierAttempts } from './earlier-attempts.js';
import type { EarlierAttempt, Intent, LedgerRecord, PlanThen, RecordOf } from './ledger-record.js';
import { NamedSteps } from './named-steps.js';
import { RecordedDecisions } from '../reasoning/recorded-decisions.js';
import { RecentEntries } from './recent-entries.js';
import { signedCall } from '../request/approval/signed-content.js';
import {
  endSeqOf,
  observedSeq,
  isNews,
  isUnderWay,
  takeBack,
  textsOf,
  type AttemptNews,
  type Mutable,
  type RequestFacts,
} from './request-facts.js';

const tookOver = 'Meanwhile actions may have run on another computer.';

const isEdit = ({ audit }: LedgerRecord): boolean => audit.event === 'request_edited';

export interface Attempt {
  readonly id: string;
  readonly outcome: 'executed' | 'unknown';
  /** The `seq` of the latest record about the attempt. `Infinity` while the call is under way. */
  readonly seq: number;
  /** The file that reports the attempt. Anybody could have written the file. */
  readonly toldBy?: string;
  readonly since?: 'happened' | 'late';
  readonly isClaimed?: true;
}

/** How a step ended. `by` is the id of the request that ended it, or null if no request did. */
export type StepClosure =
  { readonly by: string } | { readonly by: null; readonly text: string | undefined };

export class LedgerFacts {
  epoch: string | null = null;
  device: string | null = null;
  head: ChainHead = emptyChain;
  halted: RecordOf<'halted'> | null = null;
  readonly earlier = new EarlierAttempts();
  readonly namedSteps = new NamedSteps();
  readonly decisions = new RecordedDecisions();
  newestMs = 0;

  private readonly recentEntries = new RecentEntries();
  private readonly significantEntries = new RecentEntries();
  private readonly requests = new Map<string, Mutable<RequestFacts>>();
  private readonly versions = new Map<string, Set<string>>();
  private readonly toWriteBack = new Set<string>();
  private readonly open = new Set<string>();
  private readonly preparedByPlan = new Map<string, Set<string>>();
  private readonly attemptsByStep = new Map<string, Set<string>>();
  private readonly attemptsByText = new Map<string, Set<string>>();
  private readonly attemptsByEffect = new Map<string, Set<string>>();
  private readonly closedSteps = new Map<string, StepClosure>();
  private readonly closedByRequest = new Map<
    string,
    { readonly atMs: number; readonly key: string }
  >();
  private readonly news = new Map<string, number>();
  private readonly predecessors = new Map<string, string>();
  private readonly returnedByPlan = new Map<string, Set<string>>();
  readonly takenOver = new Set<string>();
  readonly callTimes = new CallTimes();

  apply(record: LedgerRecord): void {
    const atMs = recordedMs(record.audit);
    this.head = { seq: record.audit.seq, hash: record.audit.hash };
    this.newestMs = Math.max(this.newestMs, atMs);
    this.recentEntries.add(record.audit);
    if (!isBookkeeping(record.audit)) this.significantEntries.add(record.audit);
    this.namedSteps.apply(record);
    this.decisions.apply(record);
    if ('spent' in record) for (const spent of record.spent) this.addEarlier(spent, record.audit);
    switch (record.kind) {
      case 'epoch':
        this.epoch = record.epoch;
        this.device = record.device;
        return;
      case 'taken_over':
        for (const epoch of record.epochs) this.takenOver.add(epoch);
        // Another ledger may have run the open requests. So their approvals end.
        for (const facts of [...this.open, ...this.toWriteBack].map((id) => this.of(id))) {
          if (facts.outcome ?? facts.voided) continue;
          takeBack(facts, { ...record.audit, detail: tookOver }, atMs);
        }
        return;
      case 'halted':
        this.halted = record;
        return;
      case 'event':
        if (isEdit(record) && record.audit.request_id !== undefined) {
          const facts = this.of(record.audit.request_id);
          takeBack(facts, record.audit, atMs);
          facts.isEdited = true;
        }
        return;
      case 'heard':
        return;
      case 'step':
        if (record.is === 'ended') this.closeStep(record, { by: null, text: record.text });
        else this.openStep(stepKey(record.plan, record.step) ?? '');
        return;
      default:
        this.applyToRequest(record, atMs);
    }
  }

  private applyToRequest(
    record: Extract<LedgerRecord, { readonly id: string }>,
    atMs: number,
  ): void {
    const facts = this.of(record.id);
    switch (record.kind) {
      case 'completed':
        if (!this.wasPrepared(record.id, record.s)) {
          if (record.nonce !== facts.prepared?.nonce) {
            delete facts.takenBack;
            facts.nonceSeq = record.audit.seq;
          }
        } else if (facts.prepared?.s !== record.s) {
          // An old approval must not become valid again when the old content comes back.
          facts.takenBack = true;
          facts.takenBackMs = atMs;
          facts.takenBackSeq = record.audit.seq;
        }
        if (facts.prepared?.s !== record.s) facts.preparedSeq = record.audit.seq;
        addTo(this.versions, record.id, record.s);
        facts.prepared = withAdded(record, facts.prepared?.wanted);
        facts.preparedSince ??= atMs;
        // Somebody may have rejected the request while it was prepared.
        if (this.isUsed(record.id)) return;
        this.open.add(record.id);
        addTo(this.preparedByPlan, record.plan, record.id);
        return;
      case 'arrived':
        facts.trustedMove = record;
        facts.approvalStands = true;
        return;
      case 'approved':
        facts.approved = record;
        facts.approvalStands = true;
        if (record.stamp === undefined) delete facts.takenBack;
        else facts.approvedStamp = record.stamp;
        return;
      case 'asked':
        facts.asked = true;
        if (record.stamped) facts.approvalStands = true;
        return;
      case 'taken_back':
        facts.asked = record.asks === true;
        takeBack(facts, record.audit, atMs);
        if (isEdit(record)) facts.isEdited = true;
        return;
      case 'accepted':
        facts.accepted = record;
        return;
      case 'intent':
        facts.intent = record;
        // Older versions may have recorded the request as filed too early.
        facts.filed = facts.told = false;
        this.toWriteBack.add(record.id);
        this.close(facts, record.id);
        addTo(this.attemptsByStep, stepKey(record.plan, record.step), record.id);
        for (const text of textsOf(facts)) {
          addTo(this.attemptsByText, stepKey(record.plan, text), record.id);
        }
        this.addIntent(record, atMs);
        return;
      case 'outcome':
        facts.outcome = record;
        if (record.outcome === 'executed') this.closeStep(facts.intent, { by: record.id }, atMs);
        this.comesFrom(record.successor, record.id);
        return;
      case 'voided':
        facts.voided = facts.voided?.mayHaveRun ? { ...facts.voided, ...record } : record;
        facts.filed = facts.told = false;
        if (record.why === 'happened' && record.attempt !== undefined) {
          this.news.set(record.attempt, record.audit.seq);
        }
        if (record.why === 'happened' || record.step_is !== undefined) {
          this.closeStep(record, { by: record.id }, atMs);
        }
        this.toWriteBack.add(record.id);
        this.close(facts, record.id);
        this.comesFrom(record.successor, record.id);
        if (record.mayHaveRun) {
          const { id, plan, step } = record;
          const { effect, call } = record.mayHaveRun;
          this.addAttempt(this.earlier.ask({ id, plan, step, effect, ...(call ? { call } : {}) }));
        }
        return;
      case 'not_happened':
        facts.notHappened = true;
        return;
      case 'late_answer':
        this.news.set(record.id, record.audit.seq);
        facts.late = record;
        facts.filed = false;
        this.toWriteBack.add(record.id);
        return;
      case 'missing':
        facts.missingSince = atMs;
        return;
      case 'found':
        delete facts.missingSince;
        return;
      case 'told':
        facts.told = true;
        return;
      case 'filed':
        facts.filed = facts.told = true;
        this.toWriteBack.delete(record.id);
        return;
    }
  }

  recent(): readonly AuditEntry[] {
    return this.recentEntries.latest();
  }

  significant(): readonly AuditEntry[] {
    return this.significantEntries.latest().reverse();
  }

  wasPrepared(id: string, s: string): boolean {
    return this.versions.get(id)?.has(s) === true;
  }

  request(id: string): RequestFacts | undefined {
    return this.requests.get(id);
  }

  requestsOf(planId: string): readonly (readonly [id: string, RequestFacts])[] {
    return [...this.requests].filter(
      ([, { prepared, intent }]) => (intent ?? prepared)?.plan === planId,
    );
  }

  /** True when the request can never run (again). */
  isUsed(id: string): boolean {
    const facts = this.requests.get(id);
    return (
      facts !== undefined &&
      (facts.intent !== undefined || facts.voided !== undefined || facts.imported)
    );
  }

  idsToWriteBack(): readonly string[] {
    return [...this.toWriteBack];
  }

  openIds(): readonly string[] {
    return [...this.open];
  }

  openIdsOf(planId: string): readonly string[] {
    return [...(this.preparedByPlan.get(planId) ?? [])].filter((id) => {
      return this.open.has(id) && this.requests.get(id)?.prepared?.plan === planId;
    });
  }

  private close({ prepared }: RequestFacts, id: string): void {
    this.open.delete(id);
    this.preparedByPlan.get(prepared?.plan ?? '')?.delete(id);
  }

  /** Returns attempts that may already have done what the request `exceptId` asks for. */
  attempts(
    step: AttemptedStep,
    effects: readonly string[],
    exceptId: string,
    claimed: string | null = null,
  ): readonly Attempt[] {
    const ids = new Set([
      ...this.attemptsOf(step),
      // Somebody may have reworded the step after the request was prepared.
      ...textsOf(this.requests.get(exceptId)).flatMap((text) => this.attemptsOf({ ...step, text })),
      ...effects.flatMap((effect) => [...(this.attemptsByEffect.get(effect) ?? [])]),
    ]);
    for (const id of this.idsBefore(exceptId)) if (this.wasAttempted(id)) ids.add(id);
    const isMore = claimed !== null && !ids.has(claimed);
    if (claimed !== null && this.wasAttempted(claimed)) ids.add(claimed);
    ids.delete(exceptId);
    return [...ids].flatMap((id) => {
      const facts = this.requests.get(id);
      const own = facts?.outcome?.outcome;
      const { outcome: told, file } = this.earlier.get(id) ?? {};
      // Another ledger may have executed what this ledger did not.
      const kind = own === 'not_executed' ? (told ?? own) : (own ?? told ?? 'unknown');
      if (kind === 'not_executed') return [];
      const isOwn = facts?.intent !== undefined && own !== 'not_executed';
      const since: 'late' | 'happened' = facts?.late ? 'late' : 'happened';
      const observed = this.news.has(id) ? { since } : {};
      const says = isOwn || file === undefined ? {} : { toldBy: file };
      const claim = isMore && id === claimed ? { isClaimed: true as const } : {};
      return [
        { id, outcome: kind, seq: observedSeq(this.newsOf(id)), ...observed, ...says, ...claim },
      ];
    });
  }

  wasTriedBefore(id: string): boolean {
    return this.attempts({ planId: null, stepId: null, text: null }, [], id).length > 0;
  }

  predecessor(id: string): string | undefined {
    return this.predecessors.get(id);
  }

  returnedIds(): readonly string[] {
    return [...this.predecessors.keys()];
  }

  returnedIdsOf(planId: string): readonly string[] {
    return [...(this.returnedByPlan.get(planId) ?? [])];
  }

  idsBefore(requestId: string): readonly string[] {
    const ids = new Set<string>();
    for (let id = this.predecessor(requestId); id !== undefined; id = this.predecessor(id)) {
      if (ids.has(id)) break;
      ids.add(id);
    }
    return [...ids];
  }

  private wasAttempted(id: string): boolean {
    return this.requests.get(id)?.intent !== undefined || this.earlier.get(id) !== undefined;
  }

  hasNews(requestId: string, attemptId: string, stamp: string | null): boolean {
    return isNews(this.request(requestId), this.newsOf(attemptId), stamp);
  }

  newsOf(attemptId: string): AttemptNews {
    const newsSeq = Math.max(this.news.get(attemptId) ?? -1, this.earlier.toldBy(attemptId));
    return { newsSeq, endSeq: endSeqOf(this.request(attemptId)) };
  }

  isBeingCalled(step: AttemptedStep): boolean {
    return this.attemptsOf(step).some((id) => isUnderWay(this.request(id)));
  }

  wasTried(step: AttemptedStep): boolean {
    return this.attempts(step, [], '').length > 0;
  }

  stepClosure(planId: string | null, stepId: string | null): StepClosure | undefined {
    return this.closedSteps.get(stepKey(planId, stepId) ?? '');
  }

  /** Returns the ids of requests that ended a step at or after `ms`. */
  closedStepsSince(ms: number): readonly string[] {
    return [...this.closedByRequest].flatMap(([id, { atMs }]) => (atMs >= ms ? [id] : []));
  }

  stepClosedAt(requestId: string): number | undefined {
    return this.closedByRequest.get(requestId)?.atMs;
  }

  private closeStep(
    of: { readonly plan: string | null; readonly step: string | null } | undefined,
    ending: StepClosure,
    atMs = 0,
  ): void {
    const key = of && stepKey(of.plan, of.step);
    if (!key) return;
    this.closedSteps.set(key, ending);
    if (ending.by !== null) this.closedByRequest.set(ending.by, { atMs, key });
  }

  private openStep(opened: string): void {
    this.closedSteps.delete(opened);
    for (const [id, { key }] of this.closedByRequest)
      if (key === opened) this.closedByRequest.delete(id);
  }

  private attemptsOf({ planId, stepId, text }: AttemptedStep): readonly string[] {
    return [
      ...(this.attemptsByStep.get(stepKey(planId, stepId) ?? '') ?? []),
      ...(this.attemptsByText.get(stepKey(planId, text) ?? '') ?? []),
    ];
  }

  private comesFrom(successor: string | undefined, id: string): void {
    if (successor === undefined) return;
    if (!this.predecessors.has(successor)) this.predecessors.set(successor, id);
    for (const before of this.idsBefore(successor)) {
      const { intent, voided } = this.requests.get(before) ?? {};
      addTo(this.returnedByPlan, intent?.plan ?? null, successor);
      addTo(this.returnedByPlan, voided?.plan ?? null, successor);
    }
  }

  private addIntent(record: Intent & { readonly audit: AuditEntry }, atMs: number): void {
    const { id, s, bridge_digest: digest, tool, effect, audit } = record;
    addTo(this.attemptsByEffect, effect, id);
    const signed = signedCall(s);
    // Records of early versions do not have `audit.call`.
    const call = audit.call ?? (signed && callDigest(signed, signed.files));
    addTo(this.attemptsByEffect, call, id);
    this.callTimes.add({ digest, ...(signed ? { alias: signed.bridge } : {}) }, tool, atMs);
  }

  private addEarlier(earlier: EarlierAttempt, { seq }: AuditEntry): void {
    const facts = this.of(earlier.id);
    facts.imported = true;
    const asks = facts.voided?.mayHaveRun !== undefined && facts.notHappened !== true;
    this.earlier.add(earlier, asks, seq);
    this.addAttempt(earlier);
  }

  private addAttempt({ id, plan, step, effect, call }: EarlierAttempt): void {
    addTo(this.attemptsByStep, stepKey(plan, step), id);
    addTo(this.attemptsByEffect, effect, id);
    addTo(this.attemptsByEffect, call ?? null, id);
  }

  private of(id: string): Mutable<RequestFacts> {
    const known = this.requests.get(id);
    if (known) return known;
    const fresh: Mutable<RequestFacts> = { asked: false, filed: false, imported: false };
    this.requests.set(id, fresh);
    return fresh;
  }
}

function withAdded(
  record: RecordOf<'completed'>,
  then: PlanThen | null | undefined,
): RecordOf<'completed'> {
  if (record.wanted?.adds !== true) return record;
  const { adds: _adds, ...wanted } = record.wanted;
  const whole = (list: 'before' | 'beforeDone'): readonly string[] => [
    ...(then?.[list] ?? []),
    ...(wanted[list] ?? []),
  ];
  return {
    ...record,
    wanted: { ...wanted, before: whole('before'), beforeDone: whole('beforeDone') },
  };
}
