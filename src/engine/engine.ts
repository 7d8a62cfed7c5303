import type { AuditEntry } from '../core/audit/entry.js';
import { resumeText } from '../core/mission/missions.js';
import type { Plan } from '../core/plan/plan.js';
import type { PlanSummary, RequestSummary } from '../core/mission/summaries.js';
import { ok, type Problem, type Result } from '../core/errors.js';
import type { CallReport } from '../core/request/outcome/call-report.js';
import type { Gesture } from '../core/request/approval/gesture.js';
import type { Review } from '../core/request/review/review.js';
import { usualPlanning } from '../core/settings/planning.js';
import { AlertBoard, AlertNotices } from './views/alert-board.js';
import { DerivedNotes } from './views/derived-notes.js';
import {
  haltedAlert,
  lookForMcpFiles,
  hostAlerts,
  restoredAlerts,
  showDeviceAlerts,
} from './views/engine-alerts.js';
import { FailedWork, observeOrHalt } from './runtime/failed-work.js';
import { OfferedTools } from './views/offered-tools.js';
import { externalReviews } from './imports/external-requests.js';
import type { RequestContext } from './context.js';
import type { EngineOptions } from './engine-options.js';
import type { MissionSource } from './mission-source.js';
import { deadWait, unansweredIds } from './requests/outcomes/unknown-outcome.js';
import { callPermitted, type ToolCallInput } from './gate/call-permitted.js';
import { reconcilePermissions } from './gate/permissions.js';
import { KeptAnswers } from './gate/kept-answers.js';
import { PermittedCalls } from './gate/permitted-calls.js';
import { dropDisturbed, UndoWindows } from './gate/undo-window.js';
import { reconcileRequest } from './requests/reconcile-request.js';
import { StandingApprovals } from './requests/approval-state.js';
import { followApprovals, isAwaited, lookedLate } from './requests/standing-approvals.js';
import { Knowledge } from './operations/knowledge/knowledge.js';
import { recover } from './requests/outcomes/recover.js';
import { recentlyEndedIds } from './requests/ended-steps.js';
import { SeenNotes } from './plans/seen-notes.js';
import { readRules } from './plans/handbook.js';
import { Findings } from './requests/request-findings.js';
import { lookAtFolder, scanVault } from './vault/index/scan-vault.js';
import { attemptsInAudit, attemptsInNotes } from './ledger/earlier-attempts.js';
import { VaultIndex } from './vault/index/vault-index.js';
import { noteUntrusted } from './requests/record-asked.js';
import { recordLateAnswer } from './requests/outcomes/late-answer.js';
import { lookAtLedgers, otherLedgersChanged, workOfLog } from './ledger/other-ledgers.js';
import { LedgerBook } from './ledger/ledger-book.js';
import { dashboardViewOf, viewOf } from './views/mission-view.js';
import { Notes } from './vault/notes.js';
import { drafterOf } from './operations/requests/await-request.js';
import { readRecord } from './operations/decisions/read-record.js';
import { bindOperations, type Operations } from './operations/operations.js';
import { stampAfterUndoWindow } from './person-actions/approve-by-drag.js';
import { bindPersonActions, type PersonActions } from './person-actions/person-actions.js';
import { reconcilePath, reconcileStrays } from './imports/reconcile-path.js';
import { planItem } from './tasks/plan-item.js';
import { reconcileTasks } from './tasks/reconcile-task.js';
import { plansToLookAt } from './plans/missing-plan.js';
import { reconcilePlan } from './plans/reconcile-plan.js';
import {
  noteOfRequest,
  stateOfRequest,
  unknownOutcomes,
  asksWhatHappened,
  waitingForResume,
} from './requests/request-state.js';
import {
  heldMoves,
  isHeld,
  ReadRequests,
  requestsOf,
  reviewAt,
  reviewOf,
  waitingAt,
} from './views/reviews.js';
import { noteStepAdded } from './vault/write-plan.js';
import { planText } from './vault/plan-notes.js';
import { planRecords } from './vault/index/plan-records.js';
import { namedStepIds } from './vault/step-of-request.js';
import { KeyedQueue } from '../core/keyed-queue.js';
import { KeyedTimers } from './runtime/timers.js';
import { WorkQueue, type WorkSlot } from './runtime/work-queue.js';

export type { EngineOptions } from './engine-options.js';

const noticesAfterMs = 2_000;
const unreadAgainMs = 30_000;
/** If a note is read later than this (ms) after a change, one version may have been missed. */
const lateMs = 1_000;

/** Keeps the notes of one vault up to date and runs the approved requests. */
export class Engine implements MissionSource {
  readonly operations: Operations;
  /** A host must call these only for a person. */
  readonly personActions: PersonActions;
  readonly practice = () => this.context.book.practice.recordOf(this.context.index);
  readonly plan = (planId: string) => this.context.index.plan(planId);
  readonly requestsOf = (planId: string) => requestsOf(this.context, planId);
  readonly became = (requestId: string) => stateOfRequest(this.context, requestId);
  readonly waitingForResume = () => waitingForResume(this.context);
  readonly heldMoves = () => heldMoves(this.context);
  readonly halted = () => this.context.book.halted;
  readonly rules = () => readRules(this.context);
  readonly isImportable = (path: string) => this.context.earlier.importable.has(path);
  readonly dashboardProblem = () => this.derived.dashboardProblem;
  readonly noteOf = (requestId: string) => noteOfRequest(this.context, requestId);
  readonly unknownOutcomes = () => unknownOutcomes(this.context);
  readonly hasUnknownOutcome = (requestId: string) => asksWhatHappened(this.context, requestId);
  readonly drafter = (requestId: string) => drafterOf(this.context, requestId);
  readonly agentTools = () => this.offered.list();
  readonly permissionEnded: OfferedTools['ended'] = (tool) => this.offered.ended(tool);
  readonly planText = (planId: string) => planText(this.context, planId);
  readonly dashboardText = () => this.derived.dashboardText();
  readonly now = () => this.context.clock.now();
  readonly noteStepAdded = (before: Plan, after: Plan, words: string) => {
    noteStepAdded(this.context, before, after, words);
  };
  readonly decisions = (planId: string) => readRecord(this.context, planId);
  readonly knowledge: Knowledge;
  readonly namedStepIds = (planId: string) => namedStepIds(this.context, planId);
  private readonly context: RequestContext;
  private readonly mcpFiles: EngineOptions['mcpFiles'];
  private readonly keyedQueue = new KeyedQueue();
  private readonly offered: OfferedTools;
  private readonly queue: WorkQueue;
  private readonly derived: DerivedNotes;
  private readonly timers: KeyedTimers;
  private readonly failed: FailedWork;
  private readonly stampAfterUndoWindow: (requestId: string) => Promise<void>;
  private readonly requests: ReadRequests;
  private readonly notices: AlertNotices;
  private readonly listeners = new Set<() => void>();
  private stopWatching: (() => Promise<void>) | null = null;
  private stopStale: (() => void) | undefined;
  private readonly told = new Map<string, number>();
  private ready = false;

  private constructor(options: EngineOptions, book: LedgerBook) {
    const { clock, notifier, folders } = options;
    this.mcpFiles = options.mcpFiles;
    const index = new VaultIndex(
      folders,
      planRecords(() => book, folders),
    );
    this.notices = new AlertNotices(notifier);
    const alerts = new AlertBoard(this.notices.tell);
    this.queue = new WorkQueue(
      (key, slot) => this.work(key, slot),
      (key, error) => {
        this.failed.report(key, error);
        this.announce();
      },
    );
    this.timers = new KeyedTimers(clock, (key) => {
      this.queue.add(key);
    });
    const affected = (keys: readonly string[]): void => {
      dropDisturbed(this.context, keys);
      followApprovals(this.context, keys, this.ready);
      this.touched(keys);
    };
    const notes = new Notes(options.store, index, options.ids, affected, {
      now: () => clock.now(),
      lookAt: (path, atMs) => {
        this.timers.at(`note:${path}`, atMs);
      },
    });
    this.offered = new OfferedTools(options.config, alerts, book, () => this.announce());
    this.context = {
      notes,
      index,
      book,
      alerts,
      clock,
      ids: options.ids,
      keys: options.keys,
      vaultId: options.vaultId,
      folders,
      config: options.config,
      refreshConfig: options.refreshConfig ?? (() => Promise.resolve()),
      bridges: this.offered.watch(options.bridges),
      inFlight: new Set(),
      whyDead: (request, step) => deadWait(this.context, request, step),
      approving: new Set(),
      undoWindows: new UndoWindows(clock),
      hasUndoWindow: options.hasUndoWindow ?? false,
      planning: options.planning ?? (() => usualPlanning),
      movesHeldUntil: new Map(),
      permittedCalls: new PermittedCalls(options.callLog, book, this.timers, clock),
      answers: new KeptAnswers(),
      findings: new Findings(),
      earlier: new SeenNotes(),
      writingBack: new KeyedQueue(),
      inPlanLog: new Set(),
      approvalInPlan: new Set(),
      goneSince: new Map(),
      standing: new StandingApprovals(),
      archivedAsFiled: new Map(),
      planItem: (path): Promise<Result<string>> => planItem(operationContext, path),
      lookAgain: (key) => void this.queue.add(key),
      lookAgainAt: (key, atMs) => {
        this.timers.at(key, atMs);
      },
    };
    this.failed = new FailedWork(this.context);
    this.knowledge = new Knowledge(this.context, notifier);
    this.derived = new DerivedNotes(
      this.context,
      options.dashboardPath,
      () => dashboardViewOf(this.context),
      (subject, error) => {
        this.failed.report(subject, error);
      },
    );
    book.onRecorded = () => {
      alerts.replace({ kind: 'audit-trail' }, restoredAlerts(book));
      this.announce();
    };
    book.onHalted = (problem) => {
      this.sayHalted(problem);
      this.announce();
    };
    const operationContext = {
      ...this.context,
      keyedQueue: this.keyedQueue,
      callPermitted: (call: ToolCallInput) => callPermitted(this.context, call),
      handled: (key: string) => this.queue.handled(key),
      stateOf: (requestId: string) => this.became(requestId),
      subscribe: (listener: () => void) => this.subscribe(listener),
      ...{ lastRecord: { known: null }, git: options.git ?? null },
    };
    this.operations = bindOperations(operationContext);
    const personContext = {
      ...operationContext,
      signer: options.signer ?? null,
      usedGestures: new WeakSet<Gesture>(),
    };
    this.personActions = bindPersonActions(personContext);
    this.stampAfterUndoWindow = (id) => stampAfterUndoWindow(personContext, id);
    this.requests = new ReadRequests(notes, (path) => index.digestOf(path));
  }

  static async start(options: EngineOptions): Promise<Result<Engine>> {
    const book = await LedgerBook.open({
      ...options,
      logsFolder: options.folders.logs,
      earlierAttempts: async (files) => [
        ...attemptsInAudit(files),
        ...(await attemptsInNotes(options.store, options.folders.doneActions)),
      ],
    });
    if (!book.ok) return book;
    if (options.isIdle) await observeOrHalt(book.value);
    const engine = new Engine(options, book.value);
    engine.stopWatching = await options.store.watch(
      (path) => {
        if (engine.knowledge.follows(path)) engine.queue.add('knowledge:');
        const place = engine.context.index.placeOf(path);
        const work = place === 'logs' ? workOfLog(book.value, path) : `note:${path}`;
        if (place === null || work === null) return;
        if (place !== 'logs' && !engine.told.has(path)) engine.told.set(path, options.clock.now());
        if (isAwaited(engine.context, path)) engine.readNote(path).catch(() => undefined);
        engine.queue.add(work);
      },
      (folder) => engine.queue.add(`folder:${folder}`),
    );
    engine.stopStale = options.metadataCache?.onStale((path) => {
      engine.look(path);
    });
    await scanVault(options.store, engine.context.index, (file) =>
      engine.context.notes.discover(file, options),
    );
    const recovered = await recover(engine.context);
    if (!recovered.ok) engine.sayHalted(recovered.error);
    if (book.value.halted) engine.sayHalted(book.value.halted);
    if (options.isIdle) return ok(engine);
    await engine.queue.handled(lookAtLedgers);
    const resuming = engine.resumeText();
    if (resuming !== null) options.notifier.notify({ level: 'info', text: resuming, greets: true });
    engine.ready = true;
    engine.lookAtEverything();
    void engine.queue.idle().then(() => engine.notices.started(engine.context.book.isActive));
    // A call may keep the queue busy for minutes. The notices do not wait for that.
    engine.timers.at('notices:start', options.clock.now() + noticesAfterMs);
    return ok(engine);
  }

  currentMission(): PlanSummary | null {
    return this.context.index.missions(1)[0] ?? null;
  }

  resumeText(): string | null {
    const mission = this.currentMission();
    return mission && resumeText(mission);
  }

  readonly view = () => viewOf(this.context);

  async reviews(limit: number): Promise<readonly Review[]> {
    const requests = await this.requests.of(this.view().waiting.slice(0, limit));
    return requests.flatMap((request) => reviewOf(this.context, request) ?? []);
  }

  waitingAt(path: string): RequestSummary | null {
    return waitingAt(this.context, path);
  }

  reviewAt(path: string): Promise<Review | null> {
    return reviewAt(this.context, this.requests, path);
  }

  readonly externalReviews = (limit: number) => externalReviews(this.context, limit);

  readonly isHeld = (requestId: string): boolean => isHeld(this.context, requestId);

  entriesAfter(seq: number): readonly AuditEntry[] {
    const { facts, isWritten } = this.context.book;
    return facts.recent().filter((entry) => entry.seq > seq && isWritten(entry));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  look(path: string): void {
    this.queue.add(`note:${path}`);
  }

  readonly lateAnswer = (requestId: string, report: CallReport): Promise<void> =>
    recordLateAnswer(this.context, requestId, report).then(() => this.derived.changed());

  halt(problem: Problem): void {
    const { book, undoWindows } = this.context;
    undoWindows.stop();
    this.sayHalted(book.stop(problem));
    this.announce();
  }

  showProblems(kind: 'notify' | 'watch', problems: readonly Problem[]): void {
    if (this.context.alerts.replace({ kind }, hostAlerts(kind, problems))) this.announce();
  }

  readonly idle = () => this.queue.idle();

  async stop(): Promise<void> {
    await this.stopWatching?.();
    this.stopStale?.();
    this.timers.stop();
    this.context.notes.stopDigests();
    this.context.undoWindows.stop();
    await this.keyedQueue.ended(this.context.clock);
    await this.queue.stop();
    await this.context.permittedCalls.tell();
    await this.derived.stop();
    this.listeners.clear();
  }

  readonly flushDashboard = () => this.derived.flush();

  lookAtEverything(): void {
    const { index, book } = this.context;
    showDeviceAlerts(this.context);
    this.offered.look();
    this.lookAtUnreadLater();
    noteUntrusted(this.context);
    for (const key of ['permissions:', 'outside:']) this.queue.add(key);
    if (this.mcpFiles) this.queue.add('mcp-files:');
    if (this.knowledge.hasNews) this.queue.add('knowledge:');
    this.touched(index.keysToReconcile());
    const ids = [
      ...book.facts.openIds(),
      ...book.facts.idsToWriteBack(),
      ...unansweredIds(this.context),
      ...recentlyEndedIds(this.context),
    ];
    this.touched(ids.map((id) => `request:${id}`));
    this.announce();
  }

  private touched(keys: readonly string[]): void {
    if (!this.ready) return;
    if (keys.length > 0) this.derived.changed();
    for (const key of keys) this.queue.add(key);
  }

  private async work(key: string, slot: WorkSlot): Promise<void> {
    const separator = key.indexOf(':');
    const subject = key.slice(separator + 1);
    switch (key.slice(0, separator)) {
      case 'note':
        await this.readNote(subject);
        break;
      case 'plan':
        if (this.ready) await reconcilePlan(this.context, subject);
        break;
      case 'request':
        if (this.ready) await reconcileRequest(this.context, subject, slot);
        break;
      case 'folder':
        if (await lookAtFolder(this.context, subject)) this.lookAtEverything();
        this.lookAtUnreadLater();
        break;
      case 'ledgers':
        if ((await otherLedgersChanged(this.context)) && this.ready) this.lookAtEverything();
        this.failed.observed();
        break;
      case 'audit':
        await this.context.book.lookAtAudit(subject);
        break;
      case 'notices':
        this.notices.started(this.context.book.isActive);
        return;
      case 'hold':
        await this.stampAfterUndoWindow(subject);
        break;
      case 'mcp-files':
        this.timers.at(key, await lookForMcpFiles(this.context, this.mcpFiles));
        break;
      case 'knowledge':
        await this.knowledge.look((atMs) => this.timers.at(key, atMs));
        break;
      case 'path':
        if (this.ready) await reconcilePath(this.context, subject);
        break;
      case 'permissions':
        await reconcilePermissions(this.context, (atMs) => this.timers.at(key, atMs));
        await this.offered.lookAgain(await this.context.permittedCalls.tell());
        break;
      case 'outside':
        await reconcileTasks(this.context);
        this.touched(await plansToLookAt(this.context));
        break;
      case 'strays':
        if (this.ready) reconcileStrays(this.context, subject);
        break;
    }
    this.context.alerts.replace({ kind: 'bug', id: key }, []);
    this.announce();
  }

  private async readNote(path: string): Promise<void> {
    const { clock, notes } = this.context;
    const toldMs = this.told.get(path) ?? Infinity;
    this.told.delete(path);
    await notes.refresh(path);
    if (clock.now() - toldMs > lateMs) lookedLate(this.context, path);
  }

  /** No event reports that a folder can be read again. */
  private lookAtUnreadLater(): void {
    for (const { path } of this.context.index.unread.all())
      this.timers.at(`folder:${path}`, this.context.clock.now() + unreadAgainMs);
  }

  private announce(): void {
    // Until the engine is ready, the Dashboard could wrongly say that nothing waits.
    if (this.ready) this.derived.changed();
    for (const listener of this.listeners) listener();
  }

  private sayHalted(problem: Problem): void {
    this.context.alerts.replace({ kind: 'ledger' }, [haltedAlert(problem)]);
  }
}
