import type { Alert } from '../../core/alert.js';
import { isBackward, nextStage, type Stage, type TaskFacts } from '../../core/loop/stages.js';
import { copyAlert, needsPlanAlert, openReportAlert } from '../../core/loop/task-alerts.js';
import { taskFolders } from '../../core/loop/task-folders.js';
import {
  readTaskNote,
  withProperties,
  type TaskProperties,
  type TaskResult,
} from '../../core/loop/task-note.js';
import type { RecordedTask } from '../../core/loop/tasks.js';
import type { PlanSummary } from '../../core/mission/summaries.js';
import { treatmentOf } from '../../core/task/chosen-treatment.js';
import { evaluateComplexity, type ComplexityEvaluation } from '../../core/task/complexity.js';
import { readItem, type ItemContent } from '../../core/task/read-item.js';
import type { Priority } from '../../core/plan/plan.js';
import { ok, type Problem, type Result } from '../../core/errors.js';
import { speaksOfExternalAction } from '../../core/policy/external-action.js';
import { triage } from '../../core/policy/triage.js';
import { quoted } from '../../core/text/quote.js';
import { showInvisible } from '../../core/text/show-invisible.js';
import { baseName } from '../../core/note/file-name.js';
import { isoSeconds } from '../../core/time.js';
import type { EngineContext } from '../context.js';
import { readRules } from '../plans/handbook.js';
import { addedSince, briefDigest, isPlanOf } from '../plans/planned-item.js';
import { suggestionOf } from '../plans/suggestion.js';
import {
  isAtRest,
  isNoteOf,
  noteEarlierItems,
  noteWritten,
  recordFiled,
  taskAt,
} from './accept-task.js';
import { answerReport, endWithoutNote, isReportName, setAsideInvalid } from './error-reports.js';
import { displacedTasks, lookAtMissingNotes, notesInDone } from './missing-notes.js';

const mostRounds = 20;
const retryMs = 60_000;

export interface Look {
  readonly task: RecordedTask;
  readonly path: string;
  readonly text: string;
  readonly note: TaskProperties;
  readonly content: ItemContent;
  readonly evaluation: ComplexityEvaluation;
  readonly planId: string | null;
  readonly result: TaskResult;
  readonly isStale: boolean;
  readonly facts: TaskFacts;
}

export async function reconcileItem(
  context: EngineContext,
  path: string,
): Promise<readonly Alert[]> {
  const text = await context.notes.read(path);
  if (!text.ok) return [];
  const answered = await answerReport(context, path, text.value);
  if (!answered.ok) return tryAgain(context, path, answered.error);
  const report = openReportAlert(text.value, path);
  if (report) return context.index.entryAt(path) ? [report] : [];
  if (isReportName(path)) context.lookAgain('outside:');
  const taskId = await taskAt(context, path, text.value);
  if (taskId === null) {
    noteOverwritten(context, path, context.book.tasks.at(path)?.isFiled === false);
    context.earlier.tasks.delete(path);
    const isArriving = context.planning().loop.takesItems && context.earlier.arriving.has(path);
    const suggested = isArriving ? [] : await suggestionOf(context, path);
    return suggested.length > 0 ? suggested : copyOf(context, path, text.value);
  }
  if (!(await isAtRest(context, path, text.value, taskId))) return suggestionOf(context, path);
  if (readTaskNote(text.value, path) === null) {
    context.earlier.tasks.delete(path);
    const aside = await setAsideInvalid(context, path, text.value, taskId);
    return aside.ok ? [] : tryAgain(context, path, aside.error);
  }
  return context.writingBack.take(`task:${taskId}`, () => moveOn(context, taskId, path));
}

function copyOf({ book }: EngineContext, path: string, text: string): readonly Alert[] {
  const note = readTaskNote(text, path);
  const own = note?.isDone === false && book.isActive && book.tasks.task(note.taskId ?? '');
  return own ? [copyAlert(path, own.path)] : [];
}

function noteOverwritten(context: EngineContext, path: string, isOverwritten: boolean): void {
  const { overwritten } = context.earlier;
  if (isOverwritten === overwritten.has(path)) return;
  if (isOverwritten) overwritten.add(path);
  else overwritten.delete(path);
  context.lookAgain('outside:');
}

export async function reconcileTaskOfPlan(context: EngineContext, planId: string): Promise<void> {
  const task = context.book.tasks.ofPlan(planId);
  if (!task) return;
  if (context.index.entryAt(task.path)) return context.lookAgain(`path:${task.path}`);
  if (task.stage !== 'CLOSE' && context.book.plannedIds.isEnded(planId))
    context.lookAgain('outside:');
  await context.writingBack.take(`task:${task.taskId}`, () =>
    moveOn(context, task.taskId, task.path),
  );
}

export async function reconcileTasks(context: EngineContext): Promise<void> {
  await noteEarlierItems(context);
  const displaced = displacedTasks(context);
  const done =
    displaced.length > 0
      ? await notesInDone(context, (folder) => context.lookAgain(`folder:${folder}`))
      : null;
  const missing: RecordedTask[] = [];
  for (const task of displaced) {
    const id = task.taskId;
    const path = done?.get(id);
    if (path === undefined) {
      if (!(await endWithoutNote(context, task))) missing.push(task);
    } else await context.writingBack.take(`task:${id}`, () => moveOn(context, id, path));
  }
  await lookAtMissingNotes(context, missing);
}

export async function reconcileMissingItem(context: EngineContext, path: string): Promise<void> {
  context.earlier.tasks.delete(path);
  context.earlier.arriving.delete(path);
  context.earlier.stayed.delete(path);
  if (isReportName(path)) context.lookAgain('outside:');
  const task = context.book.tasks.at(path);
  if (!task) return;
  const filed = `${taskFolders(context.folders).done}/${baseName(path)}.md`;
  if (!(await isNoteOf(context, filed, task.taskId))) {
    if (!task.isFiled) context.lookAgain('outside:');
    return;
  }
  await context.writingBack.take(`task:${task.taskId}`, () => moveOn(context, task.taskId, filed));
}

async function moveOn(
  context: EngineContext,
  taskId: string,
  path: string,
): Promise<readonly Alert[]> {
  const { book } = context;
  let at = path;
  let look: Look | null = null;
  for (let round = 0; round < mostRounds; round += 1) {
    if (!book.isActive || book.halted) return [];
    book.tasks.seenAt(taskId, at);
    if (context.earlier.tasksGone.has(taskId)) context.lookAgain('outside:');
    look = await lookAt(context, taskId, at, look);
    if (look === null) return [];
    const next = nextStage(look.task.stage, look.facts);
    if (next !== null) {
      if (!(await recordPassage(context, look, next))) return [];
      continue;
    }
    const settled = await bringInLine(context, look);
    if (!settled.ok) return tryAgain(context, at, settled.error);
    if (settled.value !== null) {
      at = settled.value;
      continue;
    }
    const planned = look.facts.planned ? null : await planItem(context, look);
    if (planned?.ok !== true) return show(context, look, planned?.error);
  }
  return [];
}

async function lookAt(
  context: EngineContext,
  taskId: string,
  path: string,
  before: Look | null,
): Promise<Look | null> {
  const { book, index, notes, folders } = context;
  const task = book.tasks.task(taskId);
  const read = await notes.read(path);
  const note = read.ok ? readTaskNote(read.value, path) : null;
  if (!task || !read.ok || note === null) return null;
  const isKnown = before?.text === read.value;
  const content = isKnown ? before.content : readItem(read.value, path);
  const evaluation = isKnown
    ? before.evaluation
    : evaluateComplexity(content, context.planning().words);
  const treatment = treatmentOf(read.value, path);
  const isOpen = index.entryAt(path)?.kind === 'item';
  const named = isOpen ? index.planOfSource(index.sources.linkTo(path)) : null;
  const isOf = ({ planId: id }: PlanSummary): boolean =>
    id === task.planId || isPlanOf(context, id, path, read.value);
  const current = named && isOf(named) ? named : null;
  const own = writtenPlan(context, task);
  const planId = own !== null && index.plan(own) ? own : (current?.planId ?? own);
  const ended = planId === null ? null : book.plannedIds.endedAs(planId);
  const isTakenOut = task.isFiled && isOpen;
  const isStale = task.stage === 'ACT' && task.round > 0 && note.stage === 'CLOSE';
  const isDone = (note.isDone && !isStale) || path.startsWith(`${taskFolders(folders).done}/`);
  const saysFailed = note.result === 'failed' && !task.cameAsFailed;
  const isFailed = saysFailed && planId === null && !isStale && !isTakenOut;
  const result = isFailed ? 'failed' : (ended ?? 'done');
  return {
    ...{ task, path, text: read.value, note, content, evaluation, planId, result, isStale },
    facts: {
      accepted: true,
      written: note.taskId === taskId && note.keys.has('received'),
      assessed: true,
      planned: planId !== null || !(treatment === null ? evaluation.complex : treatment === 'plan'),
      approved: planId === null || ended !== null || isApproved(context, planId, task.stage),
      finished: isFailed || (!isTakenOut && (planId === null ? isDone : ended !== null)),
      logged: note.keys.has('result'),
    },
  };
}

function isApproved({ book, index }: EngineContext, planId: string, stage: Stage): boolean {
  const plan = index.plan(planId);
  const is = book.planApprovals.of(planId)?.is;
  if (plan) return plan.approval === undefined && is !== 'waits';
  return is === undefined ? stage === 'ACT' : is === 'approved';
}

export async function lookAtItem(context: EngineContext, path: string): Promise<Look | null> {
  const task = context.book.tasks.at(path);
  const look = task && (await lookAt(context, task.taskId, path, null));
  return look?.note.taskId === task?.taskId ? look : null;
}

export function isDirect({ planId, facts }: Pick<Look, 'planId' | 'facts'>): boolean {
  return planId === null && facts.planned;
}

function writtenPlan({ book }: EngineContext, { planId }: RecordedTask): string | null {
  return planId !== null && book.plannedIds.isOnlyBegun(planId) ? null : planId;
}

async function recordPassage(context: EngineContext, look: Look, to: Stage): Promise<boolean> {
  const { task, path, planId } = look;
  const isReopened = task.stage === 'CLOSE';
  const isPlanOver = planId !== null && context.book.plannedIds.endedAs(planId) !== null;
  const keepsPlan = planId !== null && !(isReopened && isPlanOver);
  const recorded = await context.book.record(
    { kind: 'event' },
    {
      actor: 'Countersign',
      event: eventOf(look, to),
      task_id: task.taskId,
      ...(keepsPlan ? { plan_id: planId } : {}),
      from: path,
      stage: { to, round: task.round + (isBackward(task.stage, to) ? 1 : 0) },
      detail: await detailOf(context, look, to),
    },
    { durable: false },
  );
  return recorded.ok;
}

const resting: ReadonlySet<Stage> = new Set(['APPROVE', 'ACT', 'CLOSE']);

async function bringInLine(context: EngineContext, look: Look): Promise<Result<string | null>> {
  const { task, path, note, isStale, result } = look;
  const isOver = task.stage === 'LOG' || task.stage === 'CLOSE';
  const wanted = {
    task_id: task.taskId,
    ...(note.keys.has('received') ? {} : { received: isoSeconds(task.acceptedMs) }),
    ...(note.keys.has('source') ? {} : { source: note.type ?? 'note' }),
    ...(resting.has(task.stage) ? { loop_state: task.stage } : {}),
    ...(isOver && !note.keys.has('result') ? { result } : {}),
    ...(isStale ? { result: null, status: null } : {}),
  };
  const now = withProperties(look.text, path, wanted);
  if (now !== null && now !== look.text) {
    const written = await context.notes.update(path, (text) => (text === look.text ? now : null));
    if (!written.ok) return written;
    noteWritten(context, path, now);
    return ok(written.value === now ? path : null);
  }
  if (task.stage !== 'CLOSE' || task.isFiled) return ok(null);
  return fileTask(context, look);
}

async function fileTask(context: EngineContext, look: Look): Promise<Result<string>> {
  const { task, path, result } = look;
  const { done, failed } = taskFolders(context.folders);
  const folder = result === 'failed' ? failed : done;
  const isThere = path.startsWith(`${folder}/`);
  const moved = isThere ? ok(path) : await context.notes.moveInto(folder, path);
  if (!moved.ok) return moved;
  return recordFiled(context, task.taskId, path, moved.value);
}

async function planItem(
  context: EngineContext,
  { path, task }: Look,
): Promise<Result<unknown> | null> {
  if (task.stage !== 'PLAN' || !context.planning().loop.writesPlans) return null;
  const made = await context.planItem(path);
  if (!made.ok) {
    context.lookAgainAt(`path:${path}`, context.clock.now() + retryMs);
    return made;
  }
  const planId = made.value;
  const detail = `${quoted(baseName(path))} is worked with the plan ${planId}.`;
  const recorded = await context.book.record(
    { kind: 'event' },
    {
      ...{ actor: 'Countersign', event: 'task_planned', task_id: task.taskId },
      ...{ plan_id: planId, from: path, detail },
    },
    { durable: false },
  );
  return recorded.ok ? ok(path) : recorded;
}

async function show(context: EngineContext, look: Look, why?: Problem): Promise<readonly Alert[]> {
  const { task, path, note, content, planId } = look;
  const { tasks } = context.earlier;
  if (task.isFiled) {
    tasks.delete(path);
    return [];
  }
  const brief = briefDigest(look.text);
  const isEmptied = isDirect(look) && brief === briefDigest('') && brief !== (task.brief ?? brief);
  noteOverwritten(context, path, isEmptied);
  if (isEmptied) {
    tasks.delete(path);
    return [];
  }
  tasks.set(path, {
    ...{ taskId: task.taskId, path, planId, stage: task.stage, received: note.received },
    title: showInvisible(content.title),
    priority: await priorityOf(context, content),
    isDirect: isDirect(look),
  });
  const lacksPlan = task.stage === 'PLAN' || (task.stage === 'ACT' && !look.facts.planned);
  return lacksPlan
    ? waitingForPlan(context, path, why)
    : addedSince(context, planId, path, look.text);
}

async function waitingForPlan(
  context: EngineContext,
  path: string,
  why?: Problem,
): Promise<readonly Alert[]> {
  const suggested = await suggestionOf(context, path);
  const reason = why ? `No plan could be made: ${why.message} ${why.advice}` : null;
  if (suggested.length === 0) return [needsPlanAlert(path, reason)];
  return suggested.map((one) => (reason ? { ...one, advice: `${reason} ${one.advice}` } : one));
}

function tryAgain(
  context: EngineContext,
  path: string,
  { message, advice, path: where = path }: Problem,
): readonly Alert[] {
  context.lookAgainAt(`path:${path}`, context.clock.now() + retryMs);
  const text = `${quoted(where)} couldn’t be written or moved: ${message}`;
  return [{ subject: { kind: 'path', id: path }, kind: 'invalid', text, advice, path }];
}

async function priorityOf(
  context: EngineContext,
  { title, text, priority }: ItemContent,
): Promise<Priority> {
  return priority ?? triage(`${title}\n${text}`, await readRules(context)).priority;
}

function eventOf({ task, planId }: Look, to: Stage): string {
  if (task.stage === 'CLOSE') return 'task_reopened';
  return to === 'CLOSE' && planId === null ? 'task_closed' : 'task_passed';
}

async function detailOf(context: EngineContext, look: Look, to: Stage): Promise<string> {
  const { task, path, content, evaluation, planId, facts, result } = look;
  const name = quoted(content.title);
  switch (to) {
    case 'WATCH':
    case 'WRITE':
      return `${quoted(baseName(path))} becomes a task.`;
    case 'REASON':
      return `Its note names the task ${task.taskId}.`;
    case 'PLAN': {
      const priority = await priorityOf(context, content);
      const gated = content.steps.filter((step) => speaksOfExternalAction(step.text)).length;
      const reasons = evaluation.reasons.map(showInvisible).join(' ');
      return `Priority ${priority}. ${gated} ✋ ${gated === 1 ? 'step' : 'steps'}. ${reasons}`;
    }
    case 'APPROVE':
      return planId === null ? `${name} needs no plan.` : `${name} has the plan ${planId}.`;
    case 'ACT':
      if (task.stage === 'CLOSE') return `${name} was opened again.`;
      if (facts.finished && planId !== null && result !== 'done')
        return `${name} is not worked: ${result}.`;
      return planId === null || facts.planned ? `${name} can be done.` : `${name} continues.`;
    case 'LOG':
      return `Nothing of ${name} is open: ${result}.`;
    case 'CLOSE':
      return `${name} is over: ${result}.`;
  }
}
