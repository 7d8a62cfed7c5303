import { fail, ok, type Problem, type Result } from '../../../core/errors.js';
import { appendLinesTo } from '../../../core/note/append-block.js';
import { baseName } from '../../../core/note/file-name.js';
import { appendLogLines } from '../../../core/plan/edit-plan.js';
import { formatLogLine } from '../../../core/plan/log-entry.js';
import { entriesOf, type NewEntry } from '../../../core/reasoning/new-entries.js';
import { entryBody, type LinkName } from '../../../core/reasoning/record-entry.js';
import { RecordState } from '../../../core/reasoning/record-laws.js';
import { isoSeconds } from '../../../core/time.js';
import { editPlan } from '../../vault/plan-notes.js';
import type { Actor, Operation, OperationContext } from '../shared/operation.js';
import { recordThenWrite } from '../shared/record-then-write.js';
import { lineDigest, longRecordPath, readRecord, type DecisionRecord } from './read-record.js';

export interface RecordDecisionsInput {
  /** Absent: the current mission. */
  readonly planId?: string | undefined;
  readonly entries: readonly NewEntry[];
  readonly actor: Actor;
}

export interface RecordedEntries {
  readonly planId: string;
  /** By entry, the id of what it added; `null`: it added nothing that has one. */
  readonly ids: readonly (string | null)[];
  /** The note that has them. */
  readonly path: string;
}

const mostAtOnce = 50;
/** So many entries stay in the note of a plan; later ones go into a note of their own. */
const mostInPlan = 200;

/** Records decisions of a plan with their options and reasons: all entries of one call, or none of them. */
export const recordDecisions: Operation<RecordDecisionsInput, RecordedEntries> = async (
  context,
  { planId: named, entries: wanted, actor },
) => {
  const planId = named ?? context.index.missions(1)[0]?.planId;
  if (planId === undefined) {
    return fail('plan_missing', 'There is no incomplete plan.', 'Name the plan, or start one.');
  }
  if (wanted.length === 0 || wanted.length > mostAtOnce) {
    const message =
      wanted.length === 0 ? 'There is nothing to record.' : 'These are too many entries.';
    return fail('input_invalid', message, `Give 1 to ${mostAtOnce} of them.`);
  }
  return context.keyedQueue.take(`plan:${planId}`, async () => {
    const found = await readRecord(context, planId);
    if (!found.ok) return found;
    const record = found.value;
    const state = new RecordState(record.queries.graph);
    const drawn = entriesOf(wanted, state, () => context.ids.random(6));
    if (!drawn.ok) return drawn;
    const { entries, ids } = drawn.value;
    const isLong = record.longText !== null || record.inPlan + entries.length > mostInPlan;
    const at = isoSeconds(context.book.now());
    const lines = entries.map((entry) => {
      const body = entryBody(entry, (id) => nameOf(record, state, isLong, id));
      return formatLogLine({ at, actor, body, blockId: entry.id });
    });
    const path = isLong ? longRecordPath(context, planId) : record.plan.path;
    const written = await recordThenWrite<unknown>(
      context,
      {
        ...{ actor, event: 'decision_recorded', plan_id: planId, to: path },
        ...{ lines: lines.map(lineDigest), detail: lines.map(wordsOf).join(' ') },
      },
      () => (isLong ? appendLong(context, planId, path, lines) : append(context, planId, lines)),
    );
    return written.ok ? ok({ planId, ids, path }) : written;
  });
};

/** A link names the other note where what it leads to lies in another one. */
function nameOf(
  { plan, queries }: DecisionRecord,
  state: RecordState,
  isLong: boolean,
  id: string,
): LinkName {
  const label = state.textOf(id);
  const path = queries.node(id)?.place?.path;
  if (path === undefined || (path === plan.path) !== isLong) return { label };
  return { label, note: baseName(path) };
}

function append(context: OperationContext, planId: string, lines: readonly string[]) {
  return editPlan(context, planId, (plan) => appendLogLines(plan, lines));
}

async function appendLong(
  { notes }: OperationContext,
  planId: string,
  path: string,
  lines: readonly string[],
): Promise<Result<unknown>> {
  let problem: Problem | null = null;
  const updated = await notes.update(path, (text) => {
    const added = appendLinesTo(text, lines);
    if (added.ok) return added.value;
    problem = { ...added.error, path };
    return null;
  });
  if (problem) return { ok: false, error: problem };
  if (updated.ok || updated.error.code !== 'note_missing') return updated;
  const head = ['---', 'type: decision_record', `plan_id: ${planId}`, '---', ''];
  const title = `The decision record of [[${planId}]] goes on here. New entries are added at the end.`;
  return notes.create(path, [...head, title, '', ...lines, ''].join('\n'));
}

/** What a person reads of it in the audit log: the line without its time and ids. */
function wordsOf(line: string): string {
  return line
    .replace(/^- \[[^\]]*\] [^:]*: /u, '')
    .replace(/\[\[[^[\]|]*(?:\|([^[\]]*))?\]\]/gu, (_, label?: string) =>
      label ? `“${label}”` : '',
    )
    .replace(/ \^[A-Za-z0-9-]+$/u, '')
    .concat('.');
}
