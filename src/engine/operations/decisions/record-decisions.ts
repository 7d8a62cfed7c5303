import { fail, ok, type Problem, type Result } from '../../../core/errors.js';
import { asksForArchitecture, structureOf } from '../../../core/reasoning/architecture.js';
import { appendLinesTo } from '../../../core/note/append-block.js';
import { baseName } from '../../../core/note/file-name.js';
import { addStepId, appendLogLines } from '../../../core/plan/edit-plan.js';
import { formatLogLine } from '../../../core/plan/log-entry.js';
import {
  entriesOf,
  type DrawnEntries,
  type NewEntry,
} from '../../../core/reasoning/new-entries.js';
import { entryBody, type LinkName } from '../../../core/reasoning/record-entry.js';
import { RecordState, type KnownRecord } from '../../../core/reasoning/record-laws.js';
import { showInvisible, showTemplates } from '../../../core/text/show-invisible.js';
import { isoSeconds } from '../../../core/time.js';
import { editPlan } from '../../vault/plan-notes.js';
import { idForStep } from '../../vault/step-of-request.js';
import type { Actor, Operation, OperationContext } from '../shared/operation.js';
import { recordThenWrite } from '../shared/record-then-write.js';
import { keepDiffs, withCommits } from './linked-commits.js';
import {
  foldNotes,
  lineDigest,
  longRecordPath,
  readRecordNotes,
  type RecordNotes,
} from './read-record.js';

export interface RecordDecisionsInput {
  readonly planId?: string | undefined;
  readonly entries: readonly NewEntry[];
  /** True when the entries are an answer in architecture mode. */
  readonly architecture?: boolean | undefined;
  readonly actor: Actor;
}

export interface RecordedEntries {
  readonly planId: string;
  readonly ids: readonly (string | null)[];
  readonly path: string;
  readonly told?: readonly string[];
  readonly missing: readonly string[];
}

const mostAtOnce = 50;
const mostInPlan = 200;

export const recordDecisions: Operation<RecordDecisionsInput, RecordedEntries> = async (
  context,
  { planId: named, entries: wanted, architecture = false, actor },
) => {
  const planId = named ?? context.index.missions(1)[0]?.planId;
  if (planId === undefined) {
    return fail('plan_missing', 'There is no unfinished plan.', 'Name the plan, or start one.');
  }
  if (wanted.length === 0 || wanted.length > mostAtOnce) {
    const message =
      wanted.length === 0 ? 'There is nothing to record.' : 'These are too many entries.';
    return fail('input_invalid', message, `Give 1 to ${mostAtOnce} of them.`);
  }
  const linked = await withCommits(context, planId, wanted);
  if (!linked.ok) return linked;
  const { branch, diffs, notices } = linked.value;
  return context.keyedQueue.take(`plan:${planId}`, async () => {
    const named = await nameSteps(context, planId, linked.value.entries);
    if (!named.ok) return named;
    const notes = await readRecordNotes(context, planId);
    if (!notes.ok) return notes;
    const { plan, longText } = notes.value;
    const isAsked = architecture || asksForArchitecture(plan);
    const mode = architecture ? [modeNote(planId)] : [];
    const found = draw(context, notes.value, [...named.value, ...mode]);
    if (!found.ok) return found;
    const { entries, ids, state, inPlan, isOwn } = found.value;
    const isLong = longText !== null || inPlan + entries.length > mostInPlan;
    const path = isLong ? longRecordPath(context, planId) : plan.path;
    const at = isoSeconds(context.book.now());
    const lines = entries.map((entry) => {
      const isNode = entry.id !== null && branch !== null;
      const told = isNode ? { ...entry, branch: showInvisible(branch) } : entry;
      const body = showTemplates(entryBody(told, (id) => nameOf(state, path, id)));
      return formatLogLine({ at, actor, body, blockId: entry.id });
    });
    const missing = isAsked ? missingWith(context, notes.value, lines) : [];
    if (architecture && missing.length > 0) {
      context.lastRecord.known = null;
      return fail(
        'input_invalid',
        `This answer is not whole. ${missing.join(' ')}`,
        'Give what is missing in the same call. Nothing was recorded.',
      );
    }
    const written = await recordThenWrite<unknown>(
      context,
      {
        ...{ actor, event: 'decision_recorded', plan_id: planId, to: path },
        ...{ lines: lines.map(lineDigest), detail: lines.map(wordsOf).join(' ') },
      },
      async () => {
        const kept = await keepDiffs(context, diffs);
        if (!kept.ok) return kept;
        if (!isLong) return editPlan(context, planId, (now) => appendLogLines(now, lines));
        const text = await appendLong(context, planId, path, lines, isOwn ? longText : null);
        if (!text.ok) return text;
        context.lastRecord.known = {
          planId,
          inPlan,
          state,
          planText: plan.text,
          longText: text.value,
        };
        return text;
      },
    );
    if (!written.ok) return written;
    return ok({ planId, ids: ids.slice(0, wanted.length), path, told: notices, missing });
  });
};

function modeNote(planId: string): NewEntry {
  return { do: 'add_note', of: planId, name: 'mode', text: 'architecture' };
}

function missingWith(
  context: OperationContext,
  { plan, longText }: RecordNotes,
  lines: readonly string[],
): readonly string[] {
  const text = [longText ?? '', ...lines, ''].join('\n');
  const { queries } = foldNotes(context, { plan, longText: text });
  const { mode, missing } = structureOf(queries.graph, plan);
  return mode === 'architecture' ? missing : [];
}

/** Replaces step positions by block ids, because steps can move. */
async function nameSteps(
  context: OperationContext,
  planId: string,
  wanted: readonly NewEntry[],
): Promise<Result<readonly NewEntry[]>> {
  const ids = new Map<string, string>();
  for (const name of wanted.flatMap(({ of, step }) => [of ?? '', step ?? ''])) {
    const position = /^(?:step[- ])?(\d{1,6})$/u.exec(name)?.[1];
    if (position === undefined || ids.has(name)) continue;
    const edited = await editPlan(context, planId, (plan) => {
      const step = plan.steps[Number(position) - 1];
      const id = step && (step.id ?? idForStep(context, plan, step, undefined));
      if (id !== undefined) ids.set(name, id);
      return step && id !== undefined ? addStepId(plan, step, id) : [];
    });
    if (!edited.ok) return edited;
  }
  if (ids.size === 0) return ok(wanted);
  return ok(
    wanted.map(({ of, step, ...one }) => ({
      ...one,
      ...(of === undefined ? {} : { of: ids.get(of) ?? of }),
      ...(step === undefined ? {} : { step: ids.get(step) ?? step }),
    })),
  );
}

interface Drawn extends DrawnEntries, Pick<KnownRecord, 'inPlan' | 'state'> {
  readonly isOwn: boolean;
}

function draw(
  context: OperationContext,
  notes: RecordNotes,
  wanted: readonly NewEntry[],
): Result<Drawn> {
  const { known } = context.lastRecord;
  context.lastRecord.known = null;
  const newId = (): string => context.ids.random(6);
  const isSame =
    known?.planId === notes.plan.taskId &&
    known.planText === notes.plan.text &&
    known.longText === notes.longText;
  if (isSame) {
    const drawn = entriesOf(wanted, known.state, newId);
    if (drawn.ok) return ok({ ...drawn.value, ...known, isOwn: true });
  }
  const { queries, inPlan } = foldNotes(context, notes);
  const state = new RecordState(queries.graph);
  const drawn = entriesOf(wanted, state, newId);
  return drawn.ok ? ok({ ...drawn.value, state, inPlan, isOwn: false }) : drawn;
}

function nameOf(state: RecordState, path: string, id: string): LinkName {
  const label = state.textOf(id);
  const other = state.pathOf(id) ?? path;
  return other === path ? { label } : { label, note: baseName(other) };
}

async function appendLong(
  { notes }: OperationContext,
  planId: string,
  path: string,
  lines: readonly string[],
  own: string | null,
): Promise<Result<string>> {
  let problem: Problem | null = null;
  const updated = await notes.update(path, (text) => {
    const added = text === own ? ok(`${text}${lines.join('\n')}\n`) : appendLinesTo(text, lines);
    if (added.ok) return added.value;
    problem = { ...added.error, path };
    return null;
  });
  if (problem) return { ok: false, error: problem };
  if (updated.ok || updated.error.code !== 'note_missing') return updated;
  const head = ['---', 'type: decision_record', `plan_id: ${planId}`, '---', ''];
  const title = `The decision record of [[${planId}]] continues here. New entries are added at the end.`;
  const text = [...head, title, '', ...lines, ''].join('\n');
  const created = await notes.create(path, text);
  return created.ok ? ok(text) : created;
}

function wordsOf(line: string): string {
  return line
    .replace(/^- \[[^\]]*\] [^:]*: /u, '')
    .replace(/\[\[[^[\]|]*(?:\|([^[\]]*))?\]\]/gu, (_, label?: string) =>
      label ? `“${label}”` : '',
    )
    .replace(/ \^[A-Za-z0-9-]+$/u, '')
    .concat('.');
}
