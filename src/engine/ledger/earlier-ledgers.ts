import type { EarlierLedgers, ObservedClaims } from '../../core/audit/ledger-conflicts.js';
import { readAuditLine, type AuditFileLines } from '../../core/audit/verify.js';
import { claimIn, keyOf, type EpochClaim } from '../../core/audit/epochs.js';
import type {
  EarlierAttempt,
  LedgerRecord,
  PlanEnd,
  RecordOf,
} from '../../core/ledger/ledger-record.js';
import { PlanApprovals } from './plan-approvals.js';
import { eventsOfEnds } from '../../core/ledger/read-ledger.js';
import { endOf, PlannedIds } from './planned-ids.js';
import type { OutcomeKind } from '../../core/request/outcome/decide-outcome.js';

const mostTaken = 2_000;

export function earlierLedgersIn(
  ledgers: readonly (readonly LedgerRecord[])[],
): EarlierLedgers | null {
  const epochs = new Set<string>();
  const numbers: number[] = [];
  const hashes = new Set<string>();
  const observed: ObservedClaims[] = [];
  for (const records of ledgers) {
    const begun = records.find((record) => record.kind === 'epoch');
    if (begun === undefined) continue;
    const { epoch, device, audit, earlier } = begun;
    const claim = claimIn(audit, device);
    for (const one of [...(earlier?.epochs ?? []), ...(claim?.over ?? []), epoch]) epochs.add(one);
    numbers.push(claim?.number ?? Infinity, earlier?.number ?? Infinity);
    for (const one of earlier?.hashes ?? []) hashes.add(one);
    for (const { kind, audit: entry } of records) {
      if (kind === 'epoch' || kind === 'taken_over') hashes.add(entry.hash);
    }
    if (earlier) observed.push(earlier.heard);
    if (begun.heard) observed.push(begun.heard);
    observed.push(...records.filter((record) => record.kind === 'heard'));
  }
  if (epochs.size === 0) return null;
  const known = { epochs: [...epochs], number: lowest(numbers), hashes: [...hashes] };
  return { ...known, heard: joined(observed) };
}

/** Returns the calls that earlier ledgers made or may have made. */
export function earlierCallsIn(
  ledgers: readonly (readonly LedgerRecord[])[],
): readonly EarlierAttempt[] {
  return ledgers.flatMap((records) => {
    const outcomes = new Map<string, OutcomeKind>();
    for (const record of records) {
      if (record.kind === 'outcome') outcomes.set(record.id, record.outcome);
    }
    return records.flatMap((record) => {
      if ('spent' in record) return record.spent;
      if (record.kind === 'voided') return mayHaveRun(record);
      return record.kind === 'intent' ? callOf(record, outcomes.get(record.id) ?? 'unknown') : [];
    });
  });
}

const endForm = new RegExp(`"event":"(?:${eventsOfEnds.join('|')})"`);

export function mayEndPlan(line: string): boolean {
  return endForm.test(line);
}

function endsIn(
  planned: PlannedIds,
  files: readonly AuditFileLines[],
  known: ReadonlySet<string> = new Set(),
): Pick<RecordOf<'epoch'>, 'plans'> {
  const entries = files
    .flatMap(({ path, lines }) => lines.map((line) => ({ path, line })))
    .flatMap(({ path, line }) => {
      const entry = mayEndPlan(line) ? readAuditLine(line) : null;
      return entry ? [{ path, entry }] : [];
    })
    .sort(({ entry: a }, { entry: b }) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  const told = new Map<string, PlanEnd>();
  const before = new Map<string, readonly [path: string, end: PlanEnd | null]>();
  for (const { path, entry } of entries) {
    const { hash, event, outcome, plan_id: planId } = entry;
    if (typeof planId !== 'string') continue;
    const [by, was] = before.get(planId) ?? [];
    before.delete(planId);
    const isUndone = event === 'not_written' && by === path;
    const end = isUndone ? was : endOf(entry);
    if (end === undefined) continue;
    if (outcome === undefined) before.set(planId, [path, told.get(planId) ?? null]);
    if (end === null) told.delete(planId);
    else if (isUndone || !known.has(hash)) told.set(planId, end);
  }
  const plans = new Map([...told, ...planned.ends()]);
  return plans.size === 0 ? {} : { plans: [...plans] };
}

function approvalsIn(files: readonly AuditFileLines[]): PlanApprovals {
  const approvals = new PlanApprovals();
  const lines = files.flatMap((file) => file.lines).filter(mayEndPlan);
  const entries = lines.flatMap((line) => readAuditLine(line) ?? []);
  for (const audit of entries.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))) {
    if (typeof audit.plan_id === 'string') approvals.apply({ kind: 'event', audit });
  }
  return approvals;
}

export function plansIn(
  planned: PlannedIds,
  files: readonly AuditFileLines[],
  others: readonly AuditFileLines[],
): Pick<RecordOf<'epoch'>, 'plans' | 'waiting' | 'approvedBefore'> {
  const approvals = approvalsIn(files);
  return { ...endsIn(planned, others), ...named(approvals.waiting(), approvals.approved()) };
}

function named(
  waiting: readonly string[],
  approved: readonly string[],
): Pick<RecordOf<'epoch'>, 'waiting' | 'approvedBefore'> {
  return {
    ...(waiting.length === 0 ? {} : { waiting: [...new Set(waiting)] }),
    ...(approved.length === 0 ? {} : { approvedBefore: [...new Set(approved)] }),
  };
}

/** Returns the work that a new ledger takes over from earlier ones. */
export function earlierWorkIn(
  ledgers: readonly (readonly LedgerRecord[])[],
  files: readonly AuditFileLines[],
): Pick<RecordOf<'epoch'>, 'items' | 'plans' | 'waiting' | 'approvedBefore'> {
  const records = ledgers.flat();
  const found = records.flatMap((record) => ('items' in record ? [record.items ?? []] : []));
  const planned = new PlannedIds();
  const approvals = new PlanApprovals();
  for (const record of records) {
    planned.apply(record);
    approvals.apply(record);
  }
  const known = new Set(records.map(({ audit }) => audit.hash));
  const told = approvalsIn(files);
  const waiting = approvals.waiting();
  return {
    ...(found.length === 0 ? {} : { items: [...new Set(found.flat())] }),
    ...endsIn(planned, files, known),
    // A file cannot approve a plan that waits in a ledger, because anybody can write files.
    ...named(
      [...waiting, ...told.waiting()],
      [...approvals.approved(), ...told.approved().filter((id) => !waiting.includes(id))],
    ),
  };
}

function callOf(
  { id, plan, step, effect, audit: { call } }: RecordOf<'intent'>,
  outcome: OutcomeKind,
): readonly EarlierAttempt[] {
  if (outcome === 'not_executed') return [];
  return [{ id, plan, step, effect, ...(call === undefined ? {} : { call }), outcome }];
}

function mayHaveRun({
  id,
  plan,
  step,
  mayHaveRun: it,
}: RecordOf<'voided'>): readonly EarlierAttempt[] {
  if (!it) return [];
  const call = it.call === undefined ? {} : { call: it.call };
  return [{ id, plan, step, effect: it.effect, ...call, outcome: 'unknown' }];
}

function joined(observed: readonly ObservedClaims[]): ObservedClaims {
  const claims = new Map<string, EpochClaim>();
  for (const claim of observed.flatMap((one) => one.claims)) claims.set(keyOf(claim), claim);
  const all = [...claims.values()];
  const left = all.slice(0, -mostTaken).at(-1);
  const tooMany = observed.flatMap((one) => one.tooMany ?? []).at(-1) ?? left;
  return { claims: all.slice(-mostTaken), ...(tooMany ? { tooMany } : {}) };
}

function lowest(numbers: readonly number[]): number {
  return Math.min(Number.MAX_SAFE_INTEGER, ...numbers);
}
