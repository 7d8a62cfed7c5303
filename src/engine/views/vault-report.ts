import { CountersignError, ok, type Problem, type Result } from '../../core/errors.js';
import { bySeverity, type Alert } from '../../core/alert.js';
import type {
  IncompleteRequest,
  PlanSummary,
  RequestSummary,
  WaitingPlan,
} from '../../core/mission/summaries.js';
import type { MissionView } from '../../core/views/dashboard-text.js';
import { readTaskNote } from '../../core/loop/task-note.js';
import { isNamed } from '../../core/loop/stages.js';
import { readTask } from '../../core/loop/read-task.js';
import {
  copyAlert,
  missingNoteAlert,
  needsPlanAlert,
  openReportAlert,
} from '../../core/loop/task-alerts.js';
import { taskFolders } from '../../core/loop/task-folders.js';
import { compareTasks, directTasks, type TaskSummary } from '../../core/loop/task-summary.js';
import { isIncomplete } from '../../core/mission/missions.js';
import type { LedgerFacts } from '../../core/ledger/ledger-facts.js';
import { isLedgerRecord } from '../../core/ledger/read-ledger.js';
import type { McpFileChange } from '../../core/settings/agents/mcp-files.js';
import { isConfig, type DeviceConfig, type Folders } from '../../core/settings/device-config.js';
import { toldTools } from '../../core/settings/agents/told-tools.js';
import { dashboardProblem } from '../../core/settings/folders.js';
import type { AuditLog } from '../../ports/audit-log.js';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { Ledger } from '../../ports/ledger.js';
import type { NoteStore } from '../../ports/note-store.js';
import {
  auditDiffersAlert,
  clockAlerts,
  dashboardAlert,
  haltedAlert,
  mcpFileAlerts,
  restoredAlerts,
  settingsAlerts,
  unreadFolderAlerts,
} from './engine-alerts.js';
import type { EngineContext } from '../context.js';
import { formatSent } from '../../core/ledger/unknown-outcome.js';
import { unansweredIds, unansweredOutcome } from '../requests/outcomes/unknown-outcome.js';
import {
  archivedQuestion,
  inDone,
  mayBeHidden,
  ranElsewhere,
} from '../requests/missing-request.js';
import { unknownBridge } from '../../core/settings/bridges/describe-bridge.js';
import { strayNow } from '../requests/ended-steps.js';
import { alert, alertOf, alertsOf, whereLost } from '../requests/request-alerts.js';
import { asksWithoutNote, endedUnanswered, openRequests } from '../requests/returned-requests.js';
import { isFiled } from '../vault/request-notes.js';
import { scanVault } from '../vault/index/scan-vault.js';
import { VaultIndex } from '../vault/index/vault-index.js';
import { ledgerAlerts, runsElsewhere } from '../ledger/other-ledgers.js';
import { LedgerBook } from '../ledger/ledger-book.js';
import { unreadAuditAlert } from '../runtime/failed-work.js';
import { Notes } from '../vault/notes.js';
import { planRecords } from '../vault/index/plan-records.js';
import { filedByHand, missingAlert, plansWithoutNote } from '../plans/missing-plan.js';
import { leftAloneAlerts } from '../plans/plan-approval.js';
import { addedSince } from '../plans/planned-item.js';
import { duplicateAlerts } from '../plans/reconcile-duplicates.js';
import { isPutBack, putBackAlert } from '../plans/reconcile-plan.js';
import { readRules } from '../plans/handbook.js';
import { isNoteOf } from '../tasks/accept-task.js';
import { claimedNotes, claimedTask, staleClaim } from '../tasks/claimed-notes.js';
import { isUnnamed, notesInDone } from '../tasks/missing-notes.js';
import { waitsIncomplete } from '../plans/incomplete-requests.js';
import { noteAlerts, strayAlerts } from '../imports/reconcile-path.js';
import { executedAs, heirOf } from '../requests/of-another-ledger.js';
import { toolAlerts } from './offered-tools.js';
import { waitingPlans } from './mission-view.js';
import {
  copiesOf,
  reportedRequests,
  unreadPlans,
  type ReportedRequest,
} from './reported-requests.js';

export interface VaultReport {
  readonly current: PlanSummary | null;
  readonly counts: MissionView['counts'];
  readonly unreadPlans: ReturnType<typeof unreadPlans>;
  readonly plansWaiting: readonly WaitingPlan[];
  /** Null unless the plan has exactly one readable note. */
  readonly planOf: (planId: string) => PlanSummary | null;
  readonly requests: readonly ReportedRequest[];
  readonly hasRequest: (requestId: string) => boolean;
  readonly incomplete: readonly IncompleteRequest[];
  readonly setAside: readonly string[];
  readonly tasks: readonly TaskSummary[];
  readonly facts: LedgerFacts;
  readonly runsElsewhere: string | null;
  readonly isActive: boolean;
  readonly alerts: readonly Alert[];
}

export interface VaultToReport {
  readonly store: NoteStore;
  readonly ledger: Pick<Ledger, 'read'>;
  readonly auditLog: Pick<AuditLog, 'read' | 'version'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly device: string;
  readonly vaultId: string;
  readonly folders: Folders;
  readonly dashboardPath: string;
  readonly config: DeviceConfig | Problem;
  readonly mcpFiles: readonly McpFileChange[];
}

export interface FoundVault extends OpenedBook {
  readonly context: Pick<EngineContext, 'notes' | 'index' | 'book' | 'folders' | 'config'>;
}

/** Reads the notes and the ledger as an engine does when it starts. Writes nothing. */
export async function readVault(input: VaultToReport): Promise<Result<FoundVault>> {
  const { store, folders } = input;
  let opened: Result<OpenedBook> | null = null;
  const records = planRecords(() => (opened?.ok ? opened.value.book : null), folders);
  const index = new VaultIndex(folders, records);
  const notes = new Notes(store, index, input.ids, () => undefined);
  try {
    await scanVault(store, index, (file) => notes.discover(file));
  } catch (error) {
    if (error instanceof CountersignError) return { ok: false, error: error.problem };
    throw error;
  }
  opened = await openBook(input);
  if (!opened.ok) return opened;
  const { book } = opened.value;
  const context = { notes, index, book, folders, config: () => input.config };
  return ok({ ...opened.value, context });
}

/** Reports the state of a vault. Writes and runs nothing. */
export async function reportVault(input: VaultToReport): Promise<Result<VaultReport>> {
  const { folders, clock } = input;
  const found = await readVault(input);
  if (!found.ok) return found;
  const { context, book, unread, differs } = found.value;
  const { index } = context;
  const ofNotes = await Promise.all([...index.all()].map((entry) => noteAlerts(context, entry)));
  const dashboard = await problemOfDashboard(input);
  const items = await lookAtItems(context);
  const missing = await missingNotes(context, book.now());
  const alerts = [
    ...(book.halted ? [haltedAlert(book.halted)] : []),
    ...(unread ? [unreadAuditAlert(unread)] : []),
    ...settingsAlerts(input.config, folders),
    ...restoredAlerts(book),
    ...(differs ? [auditDiffersAlert(`${folders.logs}/audit`)] : []),
    ...clockAlerts(book, clock),
    ...unreadFolderAlerts(index),
    ...ledgerAlerts(context),
    ...mcpFileAlerts(input.mcpFiles),
    ...alertsOfTools(book, input.config),
    ...(await lostNotes(context, index)),
    ...ofNotes.flat(),
    ...strayAlerts(index, 'pending'),
    ...strayAlerts(index, 'approved'),
    ...(dashboard ? [dashboardAlert(dashboard)] : []),
    ...(await missingPlans(context)),
    ...copiesOf(index),
    ...[...index.requests()].flatMap((request) => alertsOfRequest(context, request)),
    ...items.alerts,
    ...missing.alerts,
    ...(await duplicateAlerts(context)),
    ...endedPlans(context),
  ];
  return ok({
    current: index.missions(1)[0] ?? null,
    counts: index.counts(),
    unreadPlans: unreadPlans(index),
    plansWaiting: waitingPlans(context),
    planOf: (planId) => index.plan(planId),
    requests: reportedRequests(context, clock.now()),
    hasRequest: (id) => index.requestPaths(id).length > 0 || book.facts.request(id) !== undefined,
    incomplete: index.incompleteNotes().filter((one) => waitsIncomplete(context, one)),
    setAside: index.strayNotes('rejected'),
    tasks: [...items.tasks, ...missing.tasks],
    facts: book.facts,
    isActive: book.isActive,
    runsElsewhere: runsElsewhere(context),
    alerts: bySeverity(alerts),
  });
}

function alertsOfTools(book: LedgerBook, config: DeviceConfig | Problem): readonly Alert[] {
  const { agentTools = [], bridges = [] } = isConfig(config) ? config : {};
  return toolAlerts(toldTools(agentTools, bridges), agentTools, book);
}

async function missingPlans(
  context: Parameters<typeof filedByHand>[0] & Parameters<typeof plansWithoutNote>[0],
): Promise<readonly Alert[]> {
  const alerts = plansWithoutNote(context).map(async (id) =>
    (await filedByHand(context, id)) ? [] : [missingAlert(context, id)],
  );
  return (await Promise.all(alerts)).flat();
}

async function lookAtItems({
  book,
  folders,
  index,
  notes,
}: Pick<EngineContext, 'book' | 'folders' | 'index' | 'notes'>): Promise<
  Pick<VaultReport, 'tasks' | 'alerts'>
> {
  const rules = await readRules({ notes, folders });
  const paths = [...index.all()].flatMap(({ kind, path }) => (kind === 'item' ? [path] : []));
  const looks = paths.map(async (path) => {
    const text = await notes.read(path);
    const plan = index.planOfSource(index.sources.linkTo(path));
    const said = text.ok ? openReportAlert(text.value, path) : null;
    if (!text.ok || said) return { task: null, said };
    const planOf = (id: string): string | null =>
      book.tasks.task(id)?.planId ?? plan?.planId ?? null;
    const read = readTask(text.value, path, planOf, rules);
    const known = read && book.tasks.task(read.taskId);
    const isElsewhere = known !== null && known.path !== path;
    const isCopy = isElsewhere && (await isNoteOf({ notes }, known.path, known.taskId));
    if (isCopy) return { task: null, said: copyAlert(path, known.path) };
    const lacksPlan = read?.stage === 'PLAN' && read.planId === null;
    const [added = null] = addedSince({ book, index }, read?.planId ?? null, path, text.value);
    return { task: read, said: lacksPlan ? needsPlanAlert(path) : added };
  });
  const read = await Promise.all(looks);
  const tasks = read.flatMap(({ task }) => task ?? []);
  return {
    tasks: directTasks(tasks.sort(compareTasks)),
    alerts: read.flatMap(({ said }) => said ?? []),
  };
}

async function missingNotes(
  context: Parameters<typeof isUnnamed>[0],
  nowMs: number,
): Promise<Pick<VaultReport, 'tasks' | 'alerts'>> {
  const { book, folders, index } = context;
  const none = { tasks: [], alerts: [] };
  const open = book.tasks.open();
  if (open.length === 0) return none;
  const { done, invalid } = taskFolders(folders);
  const inDone = await notesInDone(context, (folder, problem) =>
    index.unread.replace(folder, new Map([[folder, problem]])),
  );
  if (index.unread.hiding(done)) return none;
  const items = [...index.all()].flatMap(({ kind, path }) =>
    kind === 'item' || kind === 'broken' ? path : [],
  );
  const named = new Set(await Promise.all(items.map((path) => idOf(context, path))));
  const claims = await claimedNotes(context);
  const looks = open
    .filter(({ taskId }) => !inDone.has(taskId) && !named.has(taskId))
    .map(async (task) => {
      if (!(await isUnnamed(context, task))) return [];
      const claim = claims.get(task.taskId);
      if (!claim) return { task: null, said: missingNoteAlert(task, invalid) };
      const said = staleClaim(claim, task.claim?.sinceMs ?? nowMs, nowMs);
      return { task: claimedTask(task, claim), said };
    });
  const missing = (await Promise.all(looks)).flat();
  return {
    tasks: missing.flatMap(({ task }) => task ?? []),
    alerts: missing.flatMap(({ said }) => said ?? []),
  };
}

async function idOf(
  { book, notes }: Pick<EngineContext, 'book' | 'notes'>,
  path: string,
): Promise<string | null> {
  const task = book.tasks.at(path);
  const text = await notes.read(path);
  const note = text.ok ? readTaskNote(text.value, path) : null;
  return note && (note.taskId !== null || isNamed(task?.stage))
    ? note.taskId
    : (task?.taskId ?? null);
}

function endedPlans(context: Pick<EngineContext, 'index' | 'book' | 'folders'>): readonly Alert[] {
  const { index, book, folders } = context;
  const plans = [...index.all()].flatMap((entry) => (entry.kind === 'plan' ? [entry.plan] : []));
  const isLeft = ({ planId, approval, status }: PlanSummary): boolean =>
    approval === 'rejected' &&
    isIncomplete({ status }) &&
    !book.plannedIds.isEnded(planId) &&
    !book.planApprovals.knewElsewhere(planId, folders.plans);
  return [
    ...leftAloneAlerts(
      folders,
      plans.filter(isLeft).map(({ planId }) => planId),
    ),
    ...plans
      .map(({ planId: taskId, status, path }) => ({ taskId, status, path }))
      .filter((plan) => isPutBack(context, plan))
      .map((plan) => putBackAlert(context, plan)),
  ];
}

async function problemOfDashboard(input: VaultToReport): Promise<Problem | null> {
  const { store, config, dashboardPath } = input;
  const refused = isConfig(config) ? dashboardProblem(config, dashboardPath) : null;
  if (refused) return refused;
  const read = await store.read(dashboardPath);
  return read.ok || read.error.code === 'note_missing' ? null : read.error;
}

interface OpenedBook {
  readonly book: LedgerBook;
  readonly unread: Problem | null;
  readonly differs: boolean;
}

/** While a runner writes the ledger and the audit files, they may differ. So look again later. */
const mostLooks = 3;
const apartMs = 100;

async function openBook(input: VaultToReport): Promise<Result<OpenedBook>> {
  for (let looks = 1; ; looks += 1) {
    const opened = await openOnce(input);
    const isAgreed = !opened.ok || (!opened.value.book.halted && !opened.value.differs);
    if (isAgreed || looks === mostLooks) return opened;
    await new Promise<void>((resolve) => input.clock.setTimer(apartMs, resolve));
  }
}

async function openOnce(input: VaultToReport): Promise<Result<OpenedBook>> {
  const contents = await input.ledger.read();
  if (!contents.ok) return contents;
  const known = contents.value.records.filter(isLedgerRecord).at(-1)?.audit.seq ?? 0;
  const open = (read: AuditLog['read']): Promise<Result<LedgerBook>> =>
    LedgerBook.open({
      ...input,
      ledger: {
        read: () => Promise.resolve(contents),
        append: () => Promise.resolve(ok(undefined)),
      },
      auditLog: {
        read,
        version: (path) => input.auditLog.version(path),
        append: () => Promise.resolve(ok(null)),
        setAside: (path) => Promise.resolve(ok(path)),
      },
      logsFolder: input.folders.logs,
      earlierAttempts: () => Promise.resolve([]),
    });
  const finish = (book: LedgerBook, unread: Problem | null): Result<OpenedBook> => {
    const { restored } = book;
    book.restored = restored.filter(({ seq }) => seq <= known);
    return ok({ book, unread, differs: book.restored.length < restored.length });
  };
  try {
    const book = await open((folder, reading) => input.auditLog.read(folder, reading));
    return book.ok
      ? finish(book.value, await book.value.observe().then(() => null, problemOf))
      : book;
  } catch (error) {
    const book = await open(() => Promise.resolve([]));
    const opened = book.ok ? finish(book.value, problemOf(error)) : book;
    return opened.ok ? ok({ ...opened.value, differs: false }) : opened;
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof CountersignError) return error.problem;
  throw error;
}

export function alertsOfRequest(
  { index, book, config }: Pick<EngineContext, 'index' | 'book' | 'config'>,
  request: RequestSummary,
): readonly Alert[] {
  if (request.folder === 'rejected' || book.facts.isUsed(request.requestId)) return [];
  const unknownOutcome = unansweredOutcome({ book }, request.requestId);
  if (unknownOutcome) {
    const asks = { note: 'open', path: request.path } as const;
    return alertsOf(request.requestId, [{ is: 'unknown_outcome', unknownOutcome, asks }]);
  }
  const stray = strayNow({ index }, request);
  const problem = missingServer({ book, config }, request);
  return alertsOf(request.requestId, [
    ...(problem ? [{ is: 'unprepared' as const, request, problem }] : []),
    ...(stray ? [stray] : []),
  ]);
}

export function missingServer(
  { book, config }: Pick<EngineContext, 'book' | 'config'>,
  { bridge }: RequestSummary,
): Problem | null {
  const now = config();
  const isKnown =
    !book.isActive || !isConfig(now) || now.bridges.some(({ alias }) => alias === bridge);
  return isKnown ? null : unknownBridge(bridge, now.bridges);
}

async function lostNotes(
  context: Pick<EngineContext, 'book' | 'notes' | 'folders' | 'index'>,
  index: VaultIndex,
): Promise<readonly Alert[]> {
  const { facts } = context.book;
  const hasNote = (id: string): boolean => index.requestPaths(id).length > 0;
  const unanswered = unansweredIds(context);
  const lost = unanswered.filter((id) => !hasNote(id) && !facts.request(id)?.voided);
  const missing = facts
    .openIds()
    .filter((id) => !hasNote(id) && !unanswered.includes(id) && !mayBeHidden(context, id));
  return [
    ...unanswered.flatMap((id) => {
      const known = facts.request(id);
      const unknown = unansweredOutcome(context, id);
      const isUnread = hasNote(id) && openRequests({ index }, id).length === 0;
      return alertsOf(
        id,
        unknown && isUnread && !known?.voided
          ? [asksWithoutNote(context, id, unknown, 'unreadable')]
          : endedUnanswered(context, id, known),
      );
    }),
    ...(await Promise.all(
      lost.map(async (id) => {
        const unknown = unansweredOutcome(context, id);
        const { attemptId = id } = unknown ?? {};
        const sent = unknown && formatSent(unknown);
        const where = whereLost(await archivedQuestion(context, id, attemptId));
        return alert(
          id,
          'unknown_outcome',
          `The note for ${id} ${mayBeHidden(context, id) ? 'can’t be found' : `is ${where}`}, and we don’t know whether its call happened.${sent ? ` ${sent}` : ''}`,
          'Check whether it happened, then restore the note with `countersign bring-back` or withdraw the request with `countersign withdraw`.',
        );
      }),
    )),
    ...(await Promise.all(
      missing.map(async (id) => {
        const ranAs = facts.request(id)?.imported ? id : executedAs(context, id);
        if (ranAs !== undefined) return alertOf(id, ranElsewhere(context, ranAs));
        if (await isFiled(context, id, id)) return alertOf(id, inDone(context));
        const heir = heirOf(context, id);
        if (heir !== undefined) {
          return alert(
            id,
            'missing',
            `The note for request ${id} is missing, and another note says that it takes its place.`,
            'If you took it over on another computer, decide there. If not, look at that note; if sync restores the missing one, the request continues.',
            index.requestPaths(heir)[0],
          );
        }
        return alert(
          id,
          'missing',
          `The note for request ${id} is missing.`,
          context.book.isActive
            ? 'If sync restores it, the request continues. Otherwise it is withdrawn after 24 hours, once Countersign has run for an hour at a time.'
            : 'If sync restores it, the request continues. If not, see the computer that runs actions.',
        );
      }),
    )),
  ];
}
