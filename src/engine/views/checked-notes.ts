import { copiesOf } from './reported-requests.js';
import { ok, type Problem, type Result } from '../../core/errors.js';
import type { Alert } from '../../core/alert.js';
import { openReportAlert } from '../../core/loop/task-alerts.js';
import { readTask } from '../../core/loop/read-task.js';
import { readTaskNote } from '../../core/loop/task-note.js';
import { isIncomplete } from '../../core/mission/missions.js';
import type { PlanSummary } from '../../core/mission/summaries.js';
import { readFrontMatter } from '../../core/note/front-matter/front-matter.js';
import { lackingSteps, readExternalPlan } from '../../core/plan/imports/external-plan.js';
import { parsePlan } from '../../core/plan/parse-plan.js';
import { checkpointWarnings } from '../../core/plan/rules/checkpoint-warnings.js';
import type {
  ExternalFieldView,
  ExternalReview,
} from '../../core/request/imports/external-review.js';
import type { ContractFolder } from '../../core/settings/folders.js';
import type { Planning } from '../../core/settings/planning.js';
import { treatmentOf } from '../../core/task/chosen-treatment.js';
import { evaluateComplexity } from '../../core/task/complexity.js';
import { readItem } from '../../core/task/read-item.js';
import { externalPlanAlerts } from '../imports/external-plans.js';
import { readExternalNote } from '../imports/external-requests.js';
import { strayWords } from '../imports/reconcile-path.js';
import { SeenNotes } from '../plans/seen-notes.js';
import { suggestionOf, type WeighingContext } from '../plans/suggestion.js';
import { isWork } from '../tasks/accept-task.js';
import type { IndexEntry } from '../vault/index/read-entry.js';
import { readPlan } from '../vault/plan-notes.js';
import { unreadFolderAlerts } from './engine-alerts.js';
import { reportedRequests, type ReportedRequest } from './reported-requests.js';
import { alertsOfRequest, missingServer, readVault, type VaultToReport } from './vault-report.js';

/** The results of checking a note, in the order in which a person should read them. */
export const noteFates = [
  'unreadable',
  'unclear',
  'not_a_request',
  'without_server',
  'importable',
  'suggested',
  'ours',
  'simple_task',
  'left_alone',
] as const;
export type NoteFate = (typeof noteFates)[number];

export type Remark = Pick<Problem, 'message' | 'advice' | 'line'>;

export interface CheckedNote {
  readonly path: string;
  readonly place: ContractFolder;
  readonly fate: NoteFate;
  readonly is: string;
  readonly about: string;
  readonly remarks: readonly Remark[];
  /** An action type, such as `email`. */
  readonly lacksServerFor?: string;
}

export interface CheckedNotes {
  readonly notes: readonly CheckedNote[];
  readonly problems: readonly Remark[];
}

type Said = Omit<CheckedNote, 'path' | 'place'>;

const nothing = { about: '', remarks: [] } as const;

export async function checkNotes(
  input: VaultToReport,
  planning: Planning,
): Promise<Result<CheckedNotes>> {
  const found = await readVault(input);
  if (!found.ok) return found;
  const context = {
    ...found.value.context,
    ...{ earlier: new SeenNotes(), planning: () => planning },
  };
  const { index } = context;
  const reported = new Map(
    reportedRequests(context, input.clock.now()).map((one) => [one.request.path, one]),
  );
  const notes: CheckedNote[] = [];
  for (const entry of [...index.all()].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const { path } = entry;
    const place = index.placeOf(path);
    if (place === null) continue;
    notes.push({ path, place, ...(await checkEntry(context, entry, reported.get(path))) });
  }
  const alerts = [...unreadFolderAlerts(index), ...copiesOf(index)];
  return ok({ notes, problems: [...alerts.map(saidBy), ...(await copiedPlans(context))] });
}

async function checkEntry(
  context: WeighingContext,
  entry: IndexEntry,
  reported: ReportedRequest | undefined,
): Promise<Said> {
  const { path } = entry;
  switch (entry.kind) {
    case 'broken':
      return withRemarks(
        'unreadable',
        entry.id === null ? 'note of unknown kind' : entry.of,
        ...entry.problems,
      );
    case 'external':
      return checkExternal(await readExternalNote(context, path));
    case 'request': {
      const problem = missingServer(context, entry.request);
      const alerts = alertsOfRequest(context, entry.request);
      if (problem && alerts.length < 2) return withRemarks('without_server', 'request', problem);
      if (alerts.length > 0) return withRemarks('unclear', 'request', ...alerts.map(saidBy));
      return { ...nothing, fate: 'ours', is: 'request', about: stateOf(reported) };
    }
    case 'plan':
      return checkPlan(context, entry.plan);
    case 'item':
      return checkItem(context, path);
    case 'other': {
      if (entry.place === 'plans') return checkExternalPlan(context, path);
      if (entry.place === 'rejected') return rejected;
      const { incoming = null } = entry;
      const [message, advice] = strayWords(incoming, context.folders.needsAction);
      const is = incoming ? `incoming ${incoming}` : 'not a request';
      return withRemarks('not_a_request', is, { message, advice });
    }
  }
}

const rejected: Said = { ...nothing, fate: 'left_alone', is: 'rejected note of another tool' };

function saidBy({ text, advice }: Alert): Remark {
  return { message: text, advice };
}

function withRemarks(fate: NoteFate, is: string, ...remarks: readonly Remark[]): Said {
  return {
    ...{ ...nothing, fate, is },
    remarks: remarks.map(({ message, advice, line }) => ({
      message,
      advice,
      ...(line === undefined ? {} : { line }),
    })),
  };
}

function checkExternal(review: ExternalReview | null): Said {
  if (review === null) return rejected;
  const is = review.isIncomplete ? 'request without its action block' : draftOf(review);
  const [problem] = review.problems;
  if (!problem) return { ...nothing, fate: 'importable', is };
  if (problem.code !== 'route_missing' || review.problems.length > 1) {
    return withRemarks('unclear', is, ...review.problems);
  }
  const type = typeOf(review);
  return {
    ...withRemarks('without_server', is, problem),
    ...(type ? { lacksServerFor: type.text } : {}),
  };
}

function typeOf({ fields }: ExternalReview): ExternalFieldView | undefined {
  return fields.find(({ name }) => name === 'Type');
}

function draftOf(review: ExternalReview): string {
  const type = typeOf(review);
  switch (type?.text) {
    case 'email':
      return 'draft of an email';
    case 'payment':
      return 'draft of a payment';
    case 'social_post':
      return 'draft of a social post';
    case 'other':
      return type?.isGuessed ? 'draft of a message' : 'request of another tool';
    default:
      return 'request of another tool';
  }
}

function stateOf(reported: ReportedRequest | undefined): string {
  if (!reported || reported.request.folder === 'rejected') return 'rejected';
  if (reported.isExpired) return 'expired';
  return reported.waits ? 'waits for your approval' : 'approved';
}

async function checkPlan(context: WeighingContext, plan: PlanSummary): Promise<Said> {
  const { path, planId, status, doneSteps, steps } = plan;
  const about = `${planId}, ${status}, ${doneSteps} of ${steps.length} steps done`;
  const text = plan.warned && isIncomplete(plan) ? await context.notes.read(path) : null;
  const read = text?.ok ? parsePlan(text.value, path).plan : null;
  const warnings = read ? [...read.warnings, ...checkpointWarnings(read)] : [];
  if (warnings.length === 0) return { ...nothing, fate: 'ours', is: 'plan', about };
  return { ...withRemarks('unclear', 'plan', ...warnings), about };
}

async function checkExternalPlan(context: WeighingContext, path: string): Promise<Said> {
  const text = await context.notes.read(path);
  const external = text.ok ? readExternalPlan(text.value, path) : null;
  const [alert] = await externalPlanAlerts(context, path);
  if (alert && external) {
    const { length } = external.steps;
    const about = `${length} ${length === 1 ? 'step' : 'steps'}`;
    return { ...nothing, fate: 'importable', is: 'plan of another tool', about };
  }
  if (alert && text.ok) {
    return withRemarks('unclear', 'plan of another tool', lackingSteps(text.value, path));
  }
  const made = context.index.planOfSource(path);
  if (made) {
    return { ...nothing, fate: 'ours', is: 'adopted plan', about: `worked as ${made.planId}` };
  }
  const is = external?.isFinished ? 'finished plan of another tool' : 'not a plan';
  return { ...nothing, fate: 'left_alone', is };
}

async function checkItem(context: WeighingContext, path: string): Promise<Said> {
  const { index, notes, book, planning } = context;
  const text = await notes.read(path);
  if (!text.ok) return withRemarks('unreadable', 'note of unknown kind', text.error);
  const report = openReportAlert(text.value, path);
  if (report) return withRemarks('unclear', 'error report', saidBy(report));
  const plan = index.planOfSource(index.sources.linkTo(path));
  const planOf = (id: string): string | null => book.tasks.task(id)?.planId ?? plan?.planId ?? null;
  const task = readTask(text.value, path, planOf, []);
  if (task || plan) {
    const about = [task?.taskId, plan && `worked as ${plan.planId}`].filter(Boolean).join(', ');
    return { ...nothing, fate: 'ours', is: 'task', about };
  }
  const [suggested] = await suggestionOf(context, path);
  const about = suggested?.suggests?.reasons.join(' ') ?? '';
  const front = readFrontMatter(text.value, path);
  if (!front.ok && front.error.code !== 'front_matter_missing') {
    const is = suggested ? 'item that could use a plan' : 'item';
    return { ...withRemarks('unclear', is, front.error), about };
  }
  if (suggested) return { ...nothing, fate: 'suggested', is: 'item that could use a plan', about };
  const note = readTaskNote(text.value, path);
  const isTask = note !== null && isWork(path, text.value, note);
  const message = whyNoPlan(text.value, path, note?.isDone === true, planning().words);
  const why = { message, advice: '' };
  return isTask
    ? withRemarks('simple_task', 'simple task', why)
    : withRemarks('left_alone', 'left alone', why);
}

function whyNoPlan(text: string, path: string, isDone: boolean, words: Planning['words']): string {
  if (isDone) return 'It says that it is done.';
  if (treatmentOf(text, path) === 'task') return 'It says `treat_as: task`.';
  const content = readItem(text, path);
  const { complex, reasons } = evaluateComplexity(content, words);
  if (complex) return 'Its suggestion was ignored, or a plan was made of it before.';
  const isMessage = content.isMessage && !content.isForReading;
  return isMessage ? 'Its message asks for nothing that needs a plan.' : reasons.join(' ');
}

async function copiedPlans(context: WeighingContext): Promise<CheckedNotes['problems']> {
  const { index } = context;
  const ids = new Set(
    [...index.all()].flatMap((entry) => (entry.kind === 'plan' ? entry.plan.planId : [])),
  );
  const found: Remark[] = [];
  for (const id of ids) {
    const plan = index.planPaths(id).length > 1 ? await readPlan(context, id) : null;
    if (plan?.ok === false) found.push(plan.error);
  }
  return found;
}
