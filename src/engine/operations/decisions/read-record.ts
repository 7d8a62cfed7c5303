import { asksForArchitecture, type AskedFor } from '../../../core/reasoning/architecture.js';
import { sha256Hex } from '../../../core/digest.js';
import { ok, type Result } from '../../../core/errors.js';
import type { RequestFacts } from '../../../core/ledger/request-facts.js';
import { baseName } from '../../../core/note/file-name.js';
import { readFrontMatter, textField } from '../../../core/note/front-matter/front-matter.js';
import type { Plan } from '../../../core/plan/plan.js';
import { foldRecord, type Authorship } from '../../../core/reasoning/decision-graph.js';
import { planNodes, type EndedRequest } from '../../../core/reasoning/plan-nodes.js';
import { DecisionQueries } from '../../../core/reasoning/queries.js';
import {
  readLongRecord,
  readPlanRecord,
  type RecordProblem,
} from '../../../core/reasoning/record-lines.js';
import { recordedMs } from '../../../core/time.js';
import { readPlan, type PlanPlaces } from '../../vault/plan-notes.js';
import { isPlanOf } from '../../plans/planned-item.js';
import { recordsOutside } from '../../plans/outside-edits.js';
import type { OperationContext } from '../shared/operation.js';

export interface DecisionRecord {
  readonly planId: string;
  readonly inPlan: number;
  readonly queries: DecisionQueries;
  readonly problems: readonly RecordProblem[];
}

/** `book` is null on a device without a ledger. */
export interface RecordContext extends Omit<PlanPlaces, 'book'> {
  readonly book: OperationContext['book'] | null;
}

export function longRecordPath({ folders }: Pick<RecordContext, 'folders'>, planId: string) {
  return `${folders.logs}/reasoning/${planId}-reasoning.md`;
}

export async function plansNaming(
  { notes, index, folders }: OperationContext,
  commit: string,
): Promise<readonly string[]> {
  const digits = commit.slice(0, 7).toLowerCase();
  const planIds = new Set<string>();
  for (const folder of [
    ...[folders.plans, folders.donePlans, folders.archive],
    `${folders.logs}/reasoning`,
  ]) {
    for (const { path } of await notes.list(folder)) {
      const entry = index.entryAt(path);
      const [, name] = /^(PLAN-\d+-\d+|[a-z0-9-]+)(?:-reasoning)?$/u.exec(baseName(path)) ?? [];
      const planId = entry?.kind === 'plan' ? entry.plan.planId : name;
      if (planId === undefined || !path.endsWith('.md')) continue;
      const text = await notes.read(path);
      if (text.ok && text.value.toLowerCase().includes(digits)) planIds.add(planId);
    }
  }
  return [...planIds].sort();
}

export interface RecordNotes {
  readonly plan: Plan;
  readonly longText: string | null;
}

export async function readRecordNotes(
  context: RecordContext,
  planId: string,
): Promise<Result<RecordNotes>> {
  const plan = await readPlan(context, planId);
  if (!plan.ok) return plan;
  const long = await context.notes.read(longRecordPath(context, plan.value.taskId));
  if (!long.ok && long.error.code !== 'note_missing') return long;
  return ok({ plan: plan.value, longText: long.ok ? long.value : null });
}

export async function readRecord(
  context: RecordContext,
  id: string,
): Promise<Result<DecisionRecord>> {
  const notes = await readRecordNotes(context, id);
  if (notes.ok) return ok(foldNotes(context, notes.value));
  if (notes.error.code !== 'plan_missing') return notes;
  const own = await readOwnRecord(context, ownRecordPath(context, id));
  if (!own?.ok) return own ?? notes;
  const { lines, problems } = readLongRecord(own.value.text, ownRecordPath(context, id));
  const graph = foldRecord(lines);
  return ok({
    ...{ planId: id, inPlan: 0, queries: new DecisionQueries(graph) },
    problems: [...problems, ...graph.problems],
  });
}

export interface OwnRecord {
  readonly id: string;
  readonly source: string;
  readonly text: string;
}

export function ownRecordPath({ folders }: Pick<RecordContext, 'folders'>, id: string): string {
  return `${folders.logs}/reasoning/${id}.md`;
}

export async function ownRecords(context: OperationContext): Promise<readonly OwnRecord[]> {
  const files = await context.notes.list(`${context.folders.logs}/reasoning`);
  const found: OwnRecord[] = [];
  for (const { path } of files) {
    const read = await readOwnRecord(context, path);
    if (read?.ok) found.push(read.value);
  }
  return found.sort((a, b) => a.id.localeCompare(b.id));
}

async function readOwnRecord(
  { notes, folders }: RecordContext,
  path: string,
): Promise<Result<OwnRecord> | null> {
  const id = baseName(path);
  if (!/^[a-z0-9][a-z0-9-]*$/u.test(id) || path !== ownRecordPath({ folders }, id)) return null;
  const text = await notes.read(path);
  if (!text.ok) return text.error.code === 'note_missing' ? null : text;
  const read = readFrontMatter(text.value, path);
  if (!read.ok || textField(read.value, 'record_id') !== id) return null;
  return ok({ id, source: textField(read.value, 'source') ?? id, text: text.value });
}

export async function askedFor(context: OperationContext, plan: Plan): Promise<AskedFor> {
  const { taskId, objective, context: said, sourceLink } = plan;
  const path = asksForArchitecture(plan) ? null : context.index.sources.named(sourceLink);
  const item = path === null ? null : await context.notes.read(path);
  if (path === null || item?.ok !== true || !isPlanOf(context, taskId, path, item.value))
    return plan;
  return { taskId, objective, context: `${said}\n${item.value}` };
}

export function foldNotes(context: RecordContext, { plan, longText }: RecordNotes): DecisionRecord {
  const path = longRecordPath(context, plan.taskId);
  const parts = [
    readPlanRecord(plan),
    ...(longText === null ? [] : [readLongRecord(longText, path)]),
  ];
  const lines = parts.flatMap((part) => part.lines);
  const digests = new Map(lines.map((line) => [line, lineDigest(line.raw)]));
  const graph = foldRecord(lines, planNodes(plan, endedRequests(context, plan.taskId)), (line) =>
    authorshipOf(context, plan.taskId, digests.get(line) ?? '', line.atMs),
  );
  return {
    ...{ planId: plan.taskId, inPlan: parts[0]?.lines.length ?? 0 },
    queries: new DecisionQueries(graph),
    problems: [
      ...goneLines(context, plan.taskId, new Set(digests.values())),
      ...parts.flatMap(({ problems }) => problems),
      ...graph.problems,
    ],
  };
}

function goneLines(
  { book }: RecordContext,
  planId: string,
  digests: ReadonlySet<string>,
): readonly RecordProblem[] {
  const gone = book?.facts.decisions.missing(planId, digests) ?? [];
  const last = gone.at(-1);
  if (!last) return [];
  const [are, one] = gone.length === 1 ? ['is', 'entry'] : ['are', 'entries'];
  const why = `${gone.length} recorded ${one} ${are} not there: removed, changed, or never written because Countersign was ended. The answers here may lack something. The last was recorded at ${last.at}; the audit log has what it said.`;
  return [{ is: 'gone', path: last.path, line: 1, why }];
}

export function lineDigest(line: string): string {
  return sha256Hex(line.trimEnd());
}

function authorshipOf(
  { book }: RecordContext,
  planId: string,
  digest: string,
  atMs: number | null,
): Authorship {
  if (!book) return 'not_verified';
  const is = book.facts.decisions.authorship(planId, digest, atMs);
  return is === 'outside' && !recordsOutside(book) ? 'not_verified' : is;
}

function endedRequests({ book }: RecordContext, planId: string): readonly EndedRequest[] {
  return (book?.facts.requestsOf(planId) ?? []).flatMap(([requestId, facts]) => {
    const ended = endOf(facts);
    if (!ended) return [];
    const { audit, is, why } = ended;
    const stepId = (facts.intent ?? facts.prepared)?.step ?? null;
    return [
      { requestId, stepId, at: audit.at, atMs: recordedMs(audit), is, actor: audit.actor, why },
    ];
  });
}

function endOf({ outcome, voided }: RequestFacts) {
  if (outcome) return { audit: outcome.audit, is: outcome.outcome, why: outcome.reason };
  if (voided?.why !== 'rejected') return null;
  return { audit: voided.audit, is: 'rejected' as const, why: voided.audit.detail };
}
