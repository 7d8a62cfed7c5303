import { sha256Hex } from '../../../core/digest.js';
import { compareMissions, isIncomplete, isMission } from '../../../core/mission/missions.js';
import { approvalAt } from '../../../core/mission/plan-folder.js';
import type {
  IncompleteRequest,
  PlanSummary,
  RequestFolder,
  RequestSummary,
} from '../../../core/mission/summaries.js';
import { baseName } from '../../../core/note/file-name.js';
import type { NoteMetadata } from '../../../core/note/note-metadata.js';
import type { IndexedNote } from '../../../ports/metadata-cache.js';
import { contractFolderOf, type ContractFolder } from '../../../core/settings/folders.js';
import type { Folders } from '../../../core/settings/device-config.js';
import { namesOf, sourceKey } from '../../../core/task/source-link.js';
import { PathsByKey } from './paths-by-key.js';
import { noRecords, type PlanRecords } from './plan-records.js';
import { PlanNumbers } from '../../ledger/plan-numbers.js';
import { PlansByWord } from './plans-by-word.js';
import {
  isSetAsideNote,
  isSource,
  isStray,
  needsLook,
  readEntry,
  type IndexEntry,
} from './read-entry.js';
import { readMetadata } from './read-metadata.js';
import { SourceNames } from './source-names.js';
import { SortedList } from './sorted-list.js';
import { stillThere } from './keep-known-id.js';
import { UnreadFolders } from './unread-folders.js';

export type AffectedKeys = readonly string[];

const mostAlike = 11;

export interface ExternalRequestRef {
  readonly path: string;
  readonly place: 'pending' | 'approved';
}
type ExternalEntry = Extract<IndexEntry, { kind: 'external' }>;

const finished: ReadonlySet<ContractFolder> = new Set([
  'donePlans',
  'doneActions',
  'archive',
  'logs',
]);

/** Keeps in memory what the notes in Countersign's folders say. */
export class VaultIndex {
  private readonly entries = new Map<string, IndexEntry>();
  private readonly digests = new Map<string, string>();
  private readonly plansById = new PathsByKey();
  private readonly plansBySource = new PathsByKey();
  private readonly plansByWord = new PlansByWord();
  readonly sources = new SourceNames();
  private readonly requestsById = new PathsByKey();
  private readonly requestsByPlan = new PathsByKey();
  private readonly missionList = new SortedList<PlanSummary>(compareMissions);
  /** By path, the ids of plans that are listed as missions although they have ended. */
  private readonly endedMissions = new Map<string, string>();
  private readonly pendingPlans = new Map<string, PlanSummary>();
  private readonly wereElsewhere = new Set<string>();
  private readonly openRequests = new Map<string, RequestSummary>();
  private readonly external = new Map<string, ExternalRequestRef['place']>();
  private readonly incompleteByPlan = new PathsByKey();
  private readonly strays = {
    pending: new Set<string>(),
    approved: new Set<string>(),
    rejected: new Set<string>(),
  };
  private readonly counted = {
    Active: 0,
    Blocked: 0,
    Draft: 0,
    Done: 0,
    Cancelled: 0,
    stepsDone: 0,
    steps: 0,
  };
  private readonly numbers = new PlanNumbers();
  readonly unread = new UnreadFolders();

  constructor(
    readonly folders: Folders,
    private readonly records: PlanRecords = noRecords,
  ) {}

  placeOf(path: string): ContractFolder | null {
    return contractFolderOf(this.folders, path);
  }

  follows(path: string): boolean {
    const place = this.placeOf(path);
    return place !== null && path.endsWith('.md') && !finished.has(place);
  }

  /** Indexes a note. A null `text` means that the note is gone. */
  put(path: string, text: string | null): AffectedKeys {
    const place = this.placeOf(path);
    if (text === null || place === null || place === 'logs') return this.replace(path, null, null);
    const digest = sha256Hex(text);
    if (this.digests.get(path) === digest) return [];
    return this.replace(
      path,
      stillThere(readEntry(path, place, text), path, this.entries.get(path)),
      digest,
    );
  }

  /** Null if the text must be read or is indexed already. */
  putMetadata(path: string, metadata: NoteMetadata): AffectedKeys | null {
    const place = this.placeOf(path);
    if (place === null || this.entries.has(path)) return null;
    const entry = readMetadata(path, place, metadata);
    return entry && this.replace(path, entry, null);
  }

  /** Null if the note is indexed already. */
  putIndexed(path: string, { digest, entry }: IndexedNote): AffectedKeys | null {
    if (this.entries.has(path)) return null;
    return this.replace(path, entry as unknown as IndexEntry, digest);
  }

  putUnreadable(path: string, problem: { message: string; advice: string }): AffectedKeys {
    const digest = `unreadable: ${problem.message}`;
    if (this.digests.get(path) === digest) return [];
    const of = this.placeOf(path) === 'plans' ? 'plan' : 'request';
    const problems = [{ code: 'note_not_text' as const, path, ...problem }];
    const entry: IndexEntry = { kind: 'broken', path, of, id: null, problems };
    return this.replace(path, stillThere(entry, path, this.entries.get(path)), digest);
  }

  notice(path: string): void {
    this.numbers.note(baseName(path));
  }

  digestOf(path: string): string | undefined {
    return this.digests.get(path);
  }

  entryAt(path: string): IndexEntry | undefined {
    return this.entries.get(path);
  }

  planPaths(planId: string): readonly string[] {
    return this.plansById.get(planId);
  }

  plan(planId: string): PlanSummary | null {
    const [path, second] = this.plansById.get(planId);
    const entry = path === undefined || second !== undefined ? undefined : this.entries.get(path);
    return entry?.kind === 'plan' ? entry.plan : null;
  }

  planOfSource(sourceLink: string): PlanSummary | null {
    const keys = this.sources.keysOf(sourceLink);
    return this.incompleteAt(keys.flatMap((key) => this.plansBySource.get(key)))[0] ?? null;
  }

  plansOfSource(sourceLink: string, count: number): readonly PlanSummary[] {
    const keys = this.sources.keysOf(sourceLink);
    const paths = keys.flatMap((key) => this.plansBySource.first(key, count));
    return this.incompleteAt(paths.slice(0, count)).filter(
      ({ approval }) => approval !== 'rejected',
    );
  }

  plansSharingWords(text: string): readonly PlanSummary[] {
    return this.incompleteAt(this.plansByWord.sharing(text));
  }

  requestPaths(requestId: string): readonly string[] {
    return this.requestsById.get(requestId);
  }

  requestAt(path: string): RequestSummary | null {
    return this.openRequests.get(path) ?? null;
  }

  requestsOfPlan(planId: string): readonly RequestSummary[] {
    return this.requestsByPlan.get(planId).flatMap((path) => this.openRequests.get(path) ?? []);
  }

  incompleteOfPlan(planId: string): readonly IncompleteRequest[] {
    return this.incompleteByPlan.get(planId).flatMap((path) => this.incompleteNoteAt(path) ?? []);
  }

  incompleteNotes(): readonly IncompleteRequest[] {
    return this.externalNotes().flatMap(({ path }) => this.incompleteNoteAt(path) ?? []);
  }

  keysToReconcile(): AffectedKeys {
    const keys = new Set<string>();
    for (const entry of this.entries.values()) {
      if (entry.kind !== 'plan' || needsLook(entry.plan) || this.hasDuplicate(entry.plan)) {
        this.touch(entry, keys);
      }
    }
    return [...keys];
  }

  missions(count: number): readonly PlanSummary[] {
    for (let looked = count; ; looked *= 2) {
      const listed = this.missionList.first(looked);
      const missions = listed.filter(
        (plan) => !this.records.isOver(plan.planId) && !this.records.waits(plan),
      );
      if (missions.length >= count || listed.length < looked) return missions.slice(0, count);
    }
  }

  missionCount(): number {
    const ended = [...this.endedMissions].filter(([, planId]) => this.records.isOver(planId));
    const waiting = this.waitingMissions().map(({ path }) => path);
    return this.missionList.length - new Set([...ended.map(([path]) => path), ...waiting]).size;
  }

  /** Plans in the pending folder, plus plans that wait according to the ledger. */
  plansWaiting(): readonly PlanSummary[] {
    return [...this.pendingPlans.values(), ...this.waitingMissions()]
      .filter((plan) => isIncomplete(plan) && !this.records.isOver(plan.planId))
      .sort((a, b) => a.createdMs - b.createdMs || (a.path < b.path ? -1 : 1));
  }

  private waitingMissions(): readonly PlanSummary[] {
    const paths = this.records.waiting().flatMap((planId) => this.plansById.get(planId));
    return paths.flatMap((path) => {
      const entry = this.entries.get(path);
      if (entry?.kind !== 'plan' || !isMission(entry.plan)) return [];
      return this.records.waits(entry.plan) ? [entry.plan] : [];
    });
  }

  /** True when this index has ever had the plan outside the rejected folder. */
  wasElsewhere(planId: string): boolean {
    return this.wereElsewhere.has(planId);
  }

  awaitsApproval(planId: string): boolean {
    const plan = this.plan(planId);
    const alike = plan ? [plan, ...this.plansOfSource(plan.sourceLink, mostAlike)] : [];
    return alike.some((one) => one.approval === 'pending' && one.objective === plan?.objective);
  }

  requests(): Iterable<RequestSummary> {
    return this.openRequests.values();
  }

  externalNotes(): readonly ExternalRequestRef[] {
    return [...this.external]
      .map(([path, place]) => ({ path, place }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  strayNotes(place: RequestFolder): readonly string[] {
    return [...this.strays[place]].sort();
  }

  all(): Iterable<IndexEntry> {
    return this.entries.values();
  }

  counts() {
    const { Active: active, Blocked: blocked, Draft: draft, stepsDone, steps } = this.counted;
    return { active, blocked, draft, stepsDone, steps };
  }

  nextPlanId(year: number, given?: PlanNumbers): string {
    const number = Math.max(this.numbers.highestOf(year), given?.highestOf(year) ?? 0) + 1;
    return `PLAN-${year}-${String(number).padStart(3, '0')}`;
  }

  isUnseen(planId: string): boolean {
    return this.numbers.isAbove(planId);
  }

  private replace(path: string, read: IndexEntry | null, digest: string | null): AffectedKeys {
    const entry = this.inItsFolder(read);
    const affected = new Set<string>();
    this.numbers.note(baseName(path));
    const before = this.entries.get(path);
    if (before?.kind === 'plan' && entry?.kind === 'plan') {
      this.entries.set(path, entry);
      this.setPlan(path, before.plan, entry.plan);
      if (!areSamePlan(before.plan, entry.plan)) this.touch(before, affected);
      this.touch(entry, affected);
    } else {
      this.remove(path, affected);
      if (entry) this.add(entry, affected);
    }
    if (entry && digest !== null) this.digests.set(path, digest);
    else this.digests.delete(path);
    const isOpen = entry?.kind === 'plan' && isIncomplete(entry.plan);
    this.plansByWord.set(path, isOpen ? entry.plan.objective : null);
    return [...affected];
  }

  private add(entry: IndexEntry, affected: Set<string>): void {
    this.entries.set(entry.path, entry);
    if (entry.kind === 'plan') this.setPlan(entry.path, null, entry.plan);
    if (entry.kind === 'request') this.addRequest(entry.request);
    if (isSource(entry)) this.touchNamesakes(entry.path, this.sources.add(entry.path), affected);
    if (entry.kind === 'external') this.addExternal(entry);
    if (isStray(entry)) this.strays[entry.place].add(entry.path);
    if (isSetAsideNote(entry)) this.strays.rejected.add(entry.path);
    if (entry.kind === 'broken' && entry.id !== null) {
      this.byId(entry.of).add(entry.id, entry.path);
      this.numbers.note(entry.id);
    }
    this.touch(entry, affected);
  }

  private remove(path: string, affected: Set<string>): void {
    const entry = this.entries.get(path);
    if (!entry) return;
    this.entries.delete(path);
    if (entry.kind === 'plan') this.setPlan(path, entry.plan, null);
    if (entry.kind === 'request') this.removeRequest(entry.request);
    if (isSource(entry)) this.touchNamesakes(path, this.sources.remove(path), affected);
    if (entry.kind === 'external') this.removeExternal(entry);
    if (isStray(entry)) this.strays[entry.place].delete(path);
    this.strays.rejected.delete(path);
    if (entry.kind === 'broken' && entry.id !== null) this.byId(entry.of).remove(entry.id, path);
    this.touch(entry, affected);
  }

  private touch(entry: IndexEntry, affected: Set<string>): void {
    switch (entry.kind) {
      case 'plan':
        affected.add(`plan:${entry.plan.planId}`);
        this.touchDuplicate(entry.plan, affected);
        this.touchItem(this.sources.named(entry.plan.sourceLink), affected);
        this.touchRequests(entry.plan.planId, affected);
        return;
      case 'request':
        affected.add(`request:${entry.request.requestId}`);
        if (entry.request.planId !== null) affected.add(`plan:${entry.request.planId}`);
        return;
      case 'broken':
        if (entry.id !== null) affected.add(`${entry.of}:${entry.id}`);
        if (entry.of === 'plan' && entry.id !== null) this.touchRequests(entry.id, affected);
        affected.add(`path:${entry.path}`);
        return;
      case 'external':
        if (entry.id !== null) affected.add(`request:${entry.id}`);
        if (entry.incomplete?.forStep) affected.add(`plan:${entry.incomplete.forStep.planId}`);
        affected.add(`path:${entry.path}`);
        return;
      case 'other':
        affected.add(isStray(entry) ? `strays:${entry.place}` : `path:${entry.path}`);
        return;
      case 'item':
        affected.add(`path:${entry.path}`);
    }
  }

  private touchRequests(planId: string, affected: Set<string>): void {
    for (const { requestId } of this.requestsOfPlan(planId)) affected.add(`request:${requestId}`);
    for (const path of this.incompleteByPlan.get(planId)) affected.add(`path:${path}`);
  }

  private touchNamesakes(path: string, items: readonly string[], affected: Set<string>): void {
    for (const item of items) this.touchItem(item, affected);
    for (const name of namesOf(path)) {
      this.touchPlanAt(this.plansBySource.first(name, 1)[0], affected);
    }
  }

  private touchItem(path: string | null, affected: Set<string>): void {
    if (path !== null) affected.add(`path:${path}`);
  }

  private incompleteAt(paths: readonly string[]): readonly PlanSummary[] {
    return paths.flatMap((path) => {
      const entry = this.entries.get(path);
      return entry?.kind === 'plan' &&
        isIncomplete(entry.plan) &&
        !this.records.isOver(entry.plan.planId)
        ? [entry.plan]
        : [];
    });
  }

  private inItsFolder(entry: IndexEntry | null): IndexEntry | null {
    if (entry?.kind !== 'plan') return entry;
    return { ...entry, plan: { ...entry.plan, ...approvalAt(this.folders.plans, entry.path) } };
  }

  private hasDuplicate(plan: PlanSummary): boolean {
    const other = this.plansById.firstOther(plan.planId, plan.path);
    return (other ?? this.otherOfSource(plan)) !== undefined;
  }

  private otherOfSource({ sourceLink, path }: PlanSummary): string | undefined {
    for (const key of this.sources.keysOf(sourceLink)) {
      const other = this.plansBySource.firstOther(key, path);
      if (other !== undefined) return other;
    }
    return undefined;
  }

  private touchDuplicate(plan: PlanSummary, affected: Set<string>): void {
    this.touchPlanAt(this.otherOfSource(plan), affected);
  }

  private touchPlanAt(path: string | undefined, affected: Set<string>): void {
    const entry = path === undefined ? undefined : this.entries.get(path);
    if (entry?.kind === 'plan') affected.add(`plan:${entry.plan.planId}`);
  }

  private byId(of: 'plan' | 'request'): PathsByKey {
    return of === 'plan' ? this.plansById : this.requestsById;
  }

  private incompleteNoteAt(path: string): IncompleteRequest | null {
    const entry = this.entries.get(path);
    return entry?.kind === 'external' ? entry.incomplete : null;
  }

  private addExternal({ id, path, place, incomplete }: ExternalEntry): void {
    if (incomplete?.forStep) this.incompleteByPlan.add(incomplete.forStep.planId, path);
    if (place !== 'rejected') this.external.set(path, place);
    if (id !== null) this.requestsById.add(id, path);
  }

  private removeExternal({ id, path, incomplete }: ExternalEntry): void {
    if (incomplete?.forStep) this.incompleteByPlan.remove(incomplete.forStep.planId, path);
    this.external.delete(path);
    if (id !== null) this.requestsById.remove(id, path);
  }

  private setPlan(path: string, before: PlanSummary | null, after: PlanSummary | null): void {
    if (before?.planId !== after?.planId) {
      if (before) this.plansById.remove(before.planId, path);
      if (after) this.plansById.add(after.planId, path);
      if (after) this.numbers.note(after.planId);
    }
    if (before?.sourceLink !== after?.sourceLink) {
      if (before) this.plansBySource.remove(sourceKey(before.sourceLink), path);
      if (after) this.plansBySource.add(sourceKey(after.sourceLink), path);
    }
    const wasListed = before && isMission(before) ? before : null;
    const listed = after && isMission(after) ? after : null;
    this.missionList.replace(wasListed, listed);
    if (listed && this.records.isOver(listed.planId)) this.endedMissions.set(path, listed.planId);
    else this.endedMissions.delete(path);
    if (after?.approval === 'pending') this.pendingPlans.set(path, after);
    else this.pendingPlans.delete(path);
    if (after && after.approval !== 'rejected') this.wereElsewhere.add(after.planId);
    if (before) this.count(before, -1);
    if (after) this.count(after, 1);
  }

  private count(plan: PlanSummary, sign: 1 | -1): void {
    if (plan.approval !== undefined) return;
    this.counted[plan.status] += sign;
    this.counted.stepsDone += sign * plan.doneSteps;
    this.counted.steps += sign * plan.steps.length;
  }

  private addRequest(request: RequestSummary): void {
    this.openRequests.set(request.path, request);
    this.requestsById.add(request.requestId, request.path);
    if (request.planId !== null) this.requestsByPlan.add(request.planId, request.path);
  }

  private removeRequest(request: RequestSummary): void {
    this.openRequests.delete(request.path);
    this.requestsById.remove(request.requestId, request.path);
    if (request.planId !== null) this.requestsByPlan.remove(request.planId, request.path);
  }
}

function areSamePlan(one: PlanSummary, other: PlanSummary): boolean {
  return one.planId === other.planId && one.sourceLink === other.sourceLink;
}
