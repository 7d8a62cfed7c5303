import { fail, type Problem, type Result } from '../core/errors.js';
import type { ActionRequest } from '../core/request/request.js';
import type { RequestState } from '../core/request/request-state.js';
import { isConflictCopy } from '../core/note/file-name.js';
import { resumeText } from '../core/mission/missions.js';
import type { MissionView } from '../core/views/dashboard-text.js';
import type { PlanSummary, RequestSummary } from '../core/mission/summaries.js';
import type { Alert } from '../core/alert.js';
import { buildReview } from '../core/request/review/build-review.js';
import { requestTitle } from '../core/request/call-title.js';
import { readExternalRequest } from '../core/request/imports/external-request.js';
import {
  buildExternalReview,
  type ExternalReview,
} from '../core/request/imports/external-review.js';
import type { AttemptView, Review } from '../core/request/review/review.js';
import type { Folders } from '../core/settings/device-config.js';
import type { Clock } from '../ports/clock.js';
import type { Ids } from '../ports/ids.js';
import type { NoteStore } from '../ports/note-store.js';
import type { MetadataCache } from '../ports/metadata-cache.js';
import type { MissionSource } from './mission-source.js';
import { readRecord, type DecisionRecord } from './operations/decisions/read-record.js';
import { brokenNotes } from './vault/index/read-entry.js';
import { scanVault } from './vault/index/scan-vault.js';
import { VaultIndex } from './vault/index/vault-index.js';
import { Notes } from './vault/notes.js';
import {
  notApprovableHere,
  type Approver,
  type RemoteContext,
} from './person-actions/remote-context.js';
import { bindRemoteActions, type RemoteActions } from './person-actions/remote-actions.js';
import { unreadFolderAlerts } from './views/engine-alerts.js';
import { ReadRequests } from './views/reviews.js';
import { stepOfRequest } from './vault/step-of-request.js';
import { KeyedQueue } from '../core/keyed-queue.js';
import { WorkQueue } from './runtime/work-queue.js';

export interface ObserverOptions {
  readonly store: NoteStore;
  readonly metadataCache?: MetadataCache;
  readonly folders: Folders;
  /** Absent: this device only shows the vault. */
  readonly approving?: {
    readonly vaultId: string;
    readonly clock: Clock;
    readonly ids: Ids;
    readonly approver: () => Approver | Problem;
  };
}

/** Shows the vault on a device that does not run actions. */
export class Observer implements MissionSource {
  readonly personActions: RemoteActions | null;
  private readonly remote: RemoteContext | null;
  private readonly keyedQueue = new KeyedQueue();
  private readonly folders: Folders;
  private readonly index: VaultIndex;
  private readonly notes: Notes;
  private readonly requests: ReadRequests;
  private readonly queue: WorkQueue;
  private readonly listeners = new Set<() => void>();
  private stopWatching: (() => Promise<void>) | null = null;
  private stopStale: (() => void) | undefined;

  private constructor(options: ObserverOptions) {
    this.folders = options.folders;
    this.index = new VaultIndex(options.folders);
    this.notes = new Notes(options.store, this.index, options.approving?.ids, () => {
      this.announce();
    });
    this.requests = new ReadRequests(this.notes, (path) => this.index.digestOf(path));
    const { notes, index, keyedQueue } = this;
    const { folders, approving } = options;
    this.remote = approving
      ? { ...approving, notes, index, folders, keyedQueue, usedGestures: new WeakSet() }
      : null;
    this.personActions = this.remote && bindRemoteActions(this.remote);
    this.queue = new WorkQueue(
      async (path) => void (await this.notes.refresh(path)),
      () => undefined,
    );
  }

  /** Watches the vault before reading it, so that no change is missed. */
  static async start(options: ObserverOptions): Promise<Observer> {
    const observer = new Observer(options);
    observer.stopWatching = await options.store.watch((path) => {
      const place = observer.index.placeOf(path);
      if (place !== null && place !== 'logs') observer.queue.add(path);
    });
    observer.stopStale = options.metadataCache?.onStale((path) => {
      if (observer.index.placeOf(path) !== null) observer.queue.add(path);
    });
    await scanVault(options.store, observer.index, (file) =>
      observer.notes.discover(file, options),
    );
    return observer;
  }

  /** Recent activity is empty, because the ledger is on another device. */
  view(): MissionView {
    const { index } = this;
    return {
      missions: index.missions(10),
      missionCount: index.missionCount(),
      counts: index.counts(),
      plansWaiting: index.plansWaiting(),
      waiting: this.waiting(),
      incomplete: index.incompleteNotes(),
      setAside: index.strayNotes('rejected'),
      alerts: [
        ...unreadFolderAlerts(index),
        ...brokenNotes(index.all()).map((problem): Alert => ({
          subject: { kind: 'path', id: problem.path ?? '' },
          kind: 'invalid',
          text: problem.message,
          advice: problem.advice,
          ...(problem.path === undefined ? {} : { path: problem.path }),
        })),
        ...approvedAlert([...index.requests()].filter((request) => this.isApproved(request))),
      ],
      recent: [],
    };
  }

  currentMission(): PlanSummary | null {
    return this.index.missions(1)[0] ?? null;
  }

  resumeText(): string | null {
    const mission = this.currentMission();
    return mission && resumeText(mission);
  }

  async reviews(limit: number): Promise<readonly Review[]> {
    const requests = await this.requests.of(this.waiting().slice(0, limit));
    return requests.flatMap((request) => this.reviewOf(request) ?? []);
  }

  waitingAt(path: string): RequestSummary | null {
    const request = this.index.requestAt(path);
    return request && request.folder !== 'rejected' ? request : null;
  }

  async reviewAt(path: string): Promise<Review | null> {
    const waiting = this.waitingAt(path);
    const request = waiting && (await this.requests.at(waiting));
    return request && this.reviewOf(request);
  }

  became(requestId: string): RequestState {
    const [path] = this.index.requestPaths(requestId);
    switch (path === undefined ? undefined : this.index.requestAt(path)?.folder) {
      case 'pending':
        return { is: 'waiting' };
      case 'approved':
        return { is: 'waits_for', waitsFor: { what: 'other_device' } };
      case 'rejected':
        return { is: 'ended', why: 'rejected' };
      case undefined:
        return { is: 'gone' };
    }
  }

  noteOf(requestId: string): Promise<string | null> {
    return Promise.resolve(this.index.requestPaths(requestId)[0] ?? null);
  }

  async externalReviews(limit: number): Promise<readonly ExternalReview[]> {
    const places = this.index.externalNotes().slice(0, limit);
    const reviews = places.map(async ({ path, place }) => {
      const text = await this.notes.read(path);
      const external = text.ok ? readExternalRequest(text.value, path) : null;
      return external
        ? [buildExternalReview(external, { folder: place, routes: null, problems: [notHere] })]
        : [];
    });
    return (await Promise.all(reviews)).flat();
  }

  /** A device without a ledger cannot verify who wrote an entry. */
  decisions(planId: string): Promise<Result<DecisionRecord>> {
    const { notes, index, folders } = this;
    return readRecord({ notes, index, folders, book: null }, planId);
  }

  namedStepIds(planId: string): readonly string[] {
    return this.waiting().flatMap((request) =>
      request.planId === planId ? (request.stepId ?? []) : [],
    );
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  idle(): Promise<void> {
    return this.queue.idle();
  }

  async stop(): Promise<void> {
    await this.stopWatching?.();
    this.stopStale?.();
    if (this.remote) await this.keyedQueue.ended(this.remote.clock);
    await this.queue.stop();
    this.listeners.clear();
  }

  private reviewOf(request: ActionRequest): Review | null {
    const summary = this.index.requestAt(request.path);
    return (
      summary &&
      buildReview(request, {
        folder: summary.folder,
        blocked: this.blocked(request),
        attempts: attemptsOf(request),
        asks: summary.folder === 'approved' && request.machine.stamp === null,
        undoUntilMs: null,
        step: stepOfRequest(this.index, request),
      })
    );
  }

  private blocked(request: ActionRequest): Problem | null {
    return this.remote ? notApprovableHere(this.remote, request) : notHere;
  }

  private waiting(): readonly RequestSummary[] {
    return [...this.index.requests()]
      .filter((request) => request.folder !== 'rejected' && !this.isApproved(request))
      .sort((a, b) => a.createdMs - b.createdMs || (a.path < b.path ? -1 : 1));
  }

  private isApproved({ path, folder, requestId, isStamped }: RequestSummary): boolean {
    const isOne = this.index.requestPaths(requestId).length === 1 && !isConflictCopy(path);
    return folder === 'approved' && isStamped && isOne;
  }

  private announce(): void {
    for (const listener of this.listeners) listener();
  }
}

function attemptsOf({ machine }: ActionRequest): readonly AttemptView[] {
  const ids = new Set(machine.preparation?.attempts ?? []);
  return [...ids].map((id) => ({ id }));
}

function approvedAlert([first, ...more]: readonly RequestSummary[]): readonly Alert[] {
  if (!first) return [];
  const what =
    more.length === 0
      ? `The note for ${requestTitle(first)} says that it was approved. It’s waiting`
      : `The notes of ${more.length + 1} requests say that they were approved. They’re waiting`;
  return [
    {
      subject: { kind: 'approved' },
      kind: 'waits',
      text: `${what} for the device that runs actions.`,
      advice: 'If nothing happens, open Countersign on that device to see why.',
      ...(more.length === 0 ? { path: first.path } : {}),
    },
  ];
}

const notHere: Problem = fail(
  'request_not_ready',
  'This device does not run actions, so it cannot prepare or approve this one.',
  'Approve it on the device that runs actions, or switch “Allow actions on this computer” on here.',
).error;
