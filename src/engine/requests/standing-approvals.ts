import { sha256Hex } from '../../core/digest.js';
import { quotedPath } from '../../core/text/quote.js';
import { isSameProposal, mayCount, type RequestFacts } from '../../core/ledger/request-facts.js';
import type { ActionRequest } from '../../core/request/request.js';
import { proposalDigest } from '../../core/request/approval/signed-content.js';
import type { EngineContext, RequestContext } from '../context.js';
import type { IndexEntry } from '../vault/index/read-entry.js';
import type { AffectedKeys, VaultIndex } from '../vault/index/vault-index.js';
import type { Deciding } from './approval-state.js';
import { noteWaits } from './record-asked.js';
import { noteWanted, planNow, wantedBefore, whyNotInPlan } from '../gate/wanted-by-plan.js';

const openStatus = /^(?:pending|approved)$/iu;
/** Countersign itself writes the status `expired` into a request in Pending. */
const openInPending = /^(?:pending|approved|expired)$/iu;
const endedStatus = /^(?:rejected|withdrawn|cancell?ed|denied|declined)\b/iu;

type RequestEntry = Extract<IndexEntry, { kind: 'request' }>;
type Completed = NonNullable<RequestFacts['prepared']>;

/**
 * Revokes an approval as soon as a note or its plan contradicts it. CALL WITH EVERY CHANGE OF THE
 * INDEX.
 * @param isWhole true when all notes are known
 */
export function followApprovals(
  context: RequestContext,
  keys: AffectedKeys,
  isWhole: boolean,
): void {
  const { book, index } = context;
  if (isWhole) book.chosenPlans.look((path) => isCancelledAt(index, path));
  const ids = new Set<string>();
  for (const key of keys) {
    if (key.startsWith('request:')) ids.add(key.slice('request:'.length));
    if (key.startsWith('plan:')) {
      for (const id of book.facts.openIdsOf(key.slice('plan:'.length))) ids.add(id);
    }
  }
  for (const id of ids) followApproval(context, id, isWhole);
}

export function isAwaited(context: RequestContext, path: string): boolean {
  return standingAt(context, path).length > 0;
}

export function lookedLate(context: RequestContext, path: string): void {
  for (const id of standingAt(context, path)) {
    void takeBack(
      context,
      id,
      `${quotedPath(path)} may have changed, and couldn’t be read in time.`,
    );
  }
}

function standingAt({ standing, index, book }: RequestContext, path: string): readonly string[] {
  const entry = index.entryAt(path);
  if (entry?.kind === 'request') {
    const { requestId } = entry.request;
    return standing.seen.has(requestId) ? [requestId] : [];
  }
  if (entry?.kind !== 'plan') return [];
  const { planId } = entry.plan;
  return [...standing.seen.keys()].filter(
    (id) => book.facts.request(id)?.prepared?.plan === planId,
  );
}

function followApproval(context: RequestContext, id: string, isWhole: boolean): void {
  const { standing, book, inFlight, approving } = context;
  const facts = book.facts.request(id);
  const isTooLate = book.facts.isUsed(id) && (!inFlight.has(id) || standing.calling.has(id));
  if (!facts?.prepared || isTooLate) {
    standing.forget(id);
    return;
  }
  const { prepared } = facts;
  const notes = notesOf(context, id, facts);
  const wasLying = standing.lying.has(id) || facts.asked;
  const hasLeft = isWhole && wasLying && notes.approved.length === 0;
  if (notes.approved.length > 0) standing.lying.add(id);
  else if (isWhole) standing.lying.delete(id);
  followDecision(context, id, prepared, notes);
  if (approving.has(id)) {
    standing.seen.delete(id);
    return;
  }
  const unwanted = whyNotInPlan(context, id, prepared, isWhole);
  const isTold =
    hasLeft ||
    standing.seen.has(id) ||
    facts.approvalStands === true ||
    notes.all.some(notes.counts);
  const wasWanted = wantedBefore(context, id) !== undefined;
  if (unwanted !== null) standing.wanted.delete(id);
  else if (isWhole) standing.wanted.set(id, planNow(context, id, prepared));
  const why =
    whyNotInNotes(context, id, facts, { ...notes, hasLeft }, isWhole) ??
    whyAnothers(context, id, notes);
  if (isWhole && why === null && unwanted === null) standing.recorded.delete(id);
  if (isTold || (wasWanted && unwanted !== null)) {
    const lapse = why ?? unwanted;
    if (lapse !== null) {
      context.undoWindows.drop(id);
      void takeBack(context, id, lapse);
    } else if (isWhole) see(context, id, facts, notes);
  } else if (why !== null) standing.lapsed.set(id, why);
}

export interface Decided {
  readonly stepText?: string | undefined;
  readonly isMoving?: boolean;
}

export function beginDeciding(
  context: EngineContext,
  id: string,
  { stepText, isMoving = false }: Decided,
): void {
  const { standing, index, book } = context;
  const other = standing.deciding.get(id);
  if (other) {
    other.count += 1;
    return;
  }
  const path = index.requestPaths(id)[0];
  const entry = path === undefined ? undefined : index.entryAt(path);
  const written = entry?.kind === 'request' ? entry.content : null;
  const { prepared, takenBackSeq } = book.facts.request(id) ?? {};
  standing.deciding.set(id, {
    takenBackSeq,
    seq: book.facts.head.seq,
    content: isMoving ? undefined : written,
    ...(stepText === undefined ? {} : { stepText }),
    unwanted: prepared ? whyNotInPlan(context, id, prepared, true, stepText) : null,
    isInApproved: path !== undefined && index.placeOf(path) === 'approved',
    why: null,
    count: 1,
  });
}

export function takeBackDecided(context: EngineContext, id: string): void {
  const why = context.standing.deciding.get(id)?.why ?? null;
  if (why !== null) void takeBack(context, id, why);
}

/**
 * Must follow each {@link beginDeciding}. Revokes the approval if something contradicted it in
 * between.
 */
export function endDeciding(context: EngineContext, id: string): void {
  const { deciding } = context.standing;
  takeBackDecided(context, id);
  const one = deciding.get(id);
  if (!one) return;
  one.count -= 1;
  if (one.count === 0) deciding.delete(id);
}

function followDecision(
  context: RequestContext,
  id: string,
  completed: Completed,
  notes: Notes,
): void {
  const deciding = context.standing.deciding.get(id);
  if (!deciding || deciding.why !== null) return;
  if (notes.approved.length > 0) deciding.isInApproved = true;
  if (deciding.content === undefined) deciding.content = notes.all[0]?.content;
  const unwanted = whyNotInPlan(context, id, completed, true, deciding.stepText);
  const isNew = unwanted !== deciding.unwanted;
  if (unwanted === null) deciding.unwanted = null;
  deciding.why = (isNew ? unwanted : null) ?? whyDisturbed(context, id, notes, deciding);
}

function whyDisturbed(
  { index }: RequestContext,
  id: string,
  { entries, all, approved }: Notes,
  { content: decided, isInApproved }: Deciding,
): string | null {
  const isRejected = entries.some(({ path }) => index.placeOf(path) === 'rejected');
  if (isRejected) return `A note of ${id} was moved to Rejected.`;
  if (all.length < entries.length) return `The note for ${id} can’t be read.`;
  if (all.some(({ content }) => content !== decided)) return `The note for ${id} was edited.`;
  return isInApproved && approved.length === 0
    ? `The note for ${id} was moved back to Pending, or removed.`
    : null;
}

export async function lookFirst(context: RequestContext, id: string): Promise<void> {
  followApproval(context, id, true);
  await noteWanted(context, id);
}

export async function keepApproval(context: RequestContext, id: string): Promise<void> {
  const { standing, book } = context;
  followApproval(context, id, true);
  if (book.facts.isUsed(id)) return;
  const why = standing.lapsed.get(id);
  const seen = standing.seen.get(id);
  if (why !== undefined) await takeBack(context, id, why);
  else if (seen) await noteWaits(context, id, seen.isStamped);
}

export function isOnItsWay({ book, index, standing }: EngineContext, id: string): boolean {
  return (
    book.facts.request(id)?.approvalStands === true ||
    standing.seen.has(id) ||
    index.requestPaths(id).some((path) => index.placeOf(path) === 'approved')
  );
}

/** Revokes all approvals of a request. */
export async function takeBack(
  context: EngineContext,
  id: string,
  why: string,
  event: 'taken_back' | 'request_edited' = 'taken_back',
): Promise<void> {
  const { standing, book, index } = context;
  const facts = book.facts.request(id);
  if (!facts?.prepared) return;
  const deciding = standing.deciding.get(id);
  if (deciding) deciding.why ??= why;
  const notes = notesSeen(context, id, facts.prepared);
  const isStanding = facts.approvalStands === true || standing.seen.has(id);
  const isLying = index.requestPaths(id).some((path) => index.placeOf(path) === 'approved');
  const isNew = isStanding || facts.takenBack !== true;
  const wasRecorded = !isNew && event === 'taken_back' && (facts.asked || !isLying);
  const known = standing.recorded.get(id);
  const isKnown = !isStanding && (known === undefined ? wasRecorded : known === notes);
  standing.seen.delete(id);
  standing.lapsed.delete(id);
  standing.recorded.set(id, notes);
  if (isKnown) return;
  const detail = isStanding ? `${why} Earlier approvals are not valid.` : why;
  // If the record cannot be written, the ledger halts, and nothing runs until the next start.
  const recorded = await book.record(
    { kind: 'taken_back', id, ...(isLying ? { asks: true } : {}) },
    { actor: 'Outside', event, request_id: id, detail },
  );
  if (recorded.ok && isNew) context.lookAgain(`request:${id}`);
}

export function takeBackOfPlan(context: EngineContext, planId: string, why: string): void {
  const { book, index, standing } = context;
  const { facts } = book;
  const begun = index.requestsOfPlan(planId).flatMap(({ requestId: id }) => {
    const { intent, outcome } = facts.request(id) ?? {};
    return intent && !outcome && !standing.calling.has(id) ? [id] : [];
  });
  for (const id of [...facts.openIdsOf(planId), ...begun]) void takeBack(context, id, why);
}

/**
 * Revokes the approvals of a request whose note was edited after its preparation. CALL BEFORE THE
 * NOTE IS PREPARED AGAIN.
 */
export async function noteEdited(context: EngineContext, request: ActionRequest): Promise<void> {
  const { requestId: id } = request;
  const { prepared } = context.book.facts.request(id) ?? {};
  if (!prepared || isSameProposal(prepared, proposalDigest(request))) return;
  const why = `The note for ${id} was edited since it was prepared.`;
  await takeBack(context, id, why, 'request_edited');
}

interface Notes {
  readonly entries: readonly IndexEntry[];
  readonly all: readonly RequestEntry[];
  readonly inPending: readonly RequestEntry[];
  readonly approved: readonly RequestEntry[];
  readonly counts: (note: RequestEntry) => boolean;
}

function notesOf({ index }: RequestContext, id: string, facts: RequestFacts): Notes {
  const entries = index.requestPaths(id).flatMap((path) => index.entryAt(path) ?? []);
  const all = entries.filter((entry): entry is RequestEntry => entry.kind === 'request');
  return {
    entries,
    all,
    inPending: all.filter(({ path }) => index.placeOf(path) === 'pending'),
    approved: all.filter(({ path }) => index.placeOf(path) === 'approved'),
    counts: ({ stamp }) => stamp !== null && mayCount(facts, stamp),
  };
}

function whyNotInNotes(
  { standing, index }: RequestContext,
  id: string,
  facts: RequestFacts,
  { entries, inPending, approved, counts, hasLeft }: Notes & { readonly hasLeft: boolean },
  isWhole: boolean,
): string | null {
  const isIn = (place: string) => (entry: IndexEntry) => index.placeOf(entry.path) === place;
  if (entries.some(isIn('rejected'))) return `A note of ${id} was moved to Rejected.`;
  if (inPending.some(counts)) return `A note of ${id} has a stamp, and is in Pending.`;
  const { prepared } = facts;
  const isEdited = ({ proposal }: RequestEntry): boolean =>
    prepared !== undefined && !isSameProposal(prepared, proposal);
  const unstamped = approved.filter(({ stamp }) => stamp === null);
  if ([...inPending, ...unstamped].some(isEdited)) return `A note of ${id} was edited.`;
  const over =
    approved.find(({ request }) => isOver(request.status, prepared, openStatus)) ??
    inPending.find(({ request }) => isOver(request.status, prepared, openInPending));
  if (over) return `A note of ${id} says “status: ${over.request.status}”.`;
  const seen = standing.seen.get(id);
  const isStanding = facts.approvalStands === true || seen !== undefined;
  const unread = entries.filter(({ kind }) => kind !== 'request');
  const mattersUnread = isStanding || approved.some(counts) || unread.some(isIn('pending'));
  if (unread.length > 0 && mattersUnread) return `The note for ${id} can’t be read.`;
  const isMove = facts.trustedMove !== undefined && seen?.isStamped !== true;
  if (hasLeft && !isMove) return `The note for ${id} was moved back to Pending, or removed.`;
  if (!isStanding && !approved.some(counts)) return null;
  if (entries.length === 0) {
    return isMove || !isWhole ? null : `The note for ${id} was gone from Approved.`;
  }
  const isLeft = ({ path }: RequestEntry): boolean =>
    seen ? seen.pending.includes(path) : facts.approvalStands !== true;
  if (!inPending.every(isLeft)) return `A note of ${id} is in Pending.`;
  const [first, second] = approved;
  if (second && !isMove) return `There are several notes of ${id} in Approved.`;
  if (first && seen && first.content !== seen.content) {
    return `The note for ${id} was changed after it was approved.`;
  }
  if (first?.stamp === null && !isMove) return `The note for ${id} has no stamp.`;
  return first || !isWhole ? null : `The note for ${id} was moved back to Pending.`;
}

/** True when the status ends the request, or was changed to an unknown one. */
function isOver(written: string, prepared: Completed | undefined, open: RegExp): boolean {
  const status = written.trim();
  if (endedStatus.test(status)) return true;
  // Older records contain no status.
  const before = prepared?.status?.trim() ?? status;
  return status !== before && !open.test(status);
}

function isCancelledAt(index: VaultIndex, path: string): boolean {
  const entry = index.entryAt(path);
  return entry?.kind === 'plan' && entry.plan.status === 'Cancelled';
}

function whyAnothers(
  { index, standing }: RequestContext,
  id: string,
  { entries }: Notes,
): string | null {
  const [entry] = entries;
  if (entry) standing.paths.set(id, entry.path);
  const path = standing.paths.get(id);
  const isAnothers = !entry && path !== undefined && index.entryAt(path) !== undefined;
  return isAnothers ? `The note for ${id} has another id now.` : null;
}

function see(
  { standing }: RequestContext,
  id: string,
  { approvalStands }: RequestFacts,
  { inPending, approved, counts }: Notes,
): void {
  const [first] = approved;
  const known = standing.seen.get(id);
  const isStamped = approved.some(counts);
  if (!first || !(isStamped || approvalStands === true || known)) return;
  standing.seen.set(id, {
    content: first.content,
    isStamped: isStamped || known?.isStamped === true,
    pending: inPending.map(({ path }) => path),
  });
}

function notesSeen(context: EngineContext, id: string, completed: Completed): string {
  const { index } = context;
  const said = index.requestPaths(id).map((path) => {
    const entry = index.entryAt(path);
    if (entry?.kind !== 'request') return `${path}\n${index.digestOf(path) ?? ''}`;
    const { proposal, stamp, request } = entry;
    return [path, proposal, request.status, stamp ?? ''].join('\n');
  });
  const unwanted = whyNotInPlan(context, id, completed, true);
  return sha256Hex([...said, unwanted ?? ''].join('\n'));
}
