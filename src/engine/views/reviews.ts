import { sha256Hex } from '../../core/digest.js';
import type { RequestSummary } from '../../core/mission/summaries.js';
import { proposalDigest } from '../../core/request/approval/signed-content.js';
import { buildReview, compareCalls } from '../../core/request/review/build-review.js';
import { callDigest, isPractice } from '../../core/request/action/digests.js';
import { recordedText } from '../../core/ledger/closed-step.js';
import { parseRequest } from '../../core/request/parse-request.js';
import type { ActionRequest } from '../../core/request/request.js';
import type { ProposedCall } from '../../core/request/action/proposed-call.js';
import type { AskerView, UnknownOutcomeView, Review } from '../../core/request/review/review.js';
import { agentNameOf } from '../../core/settings/agents/agent-clients.js';
import { showInvisible } from '../../core/text/show-invisible.js';
import { drafterOf, isEdited } from '../operations/requests/await-request.js';
import { isConfig, isPracticeBridge } from '../../core/settings/device-config.js';
import { attemptsToCheck, notApprovable } from '../requests/approvable.js';
import { heldUntil } from '../gate/trusted-move.js';
import { unknownOutcomeOf, wasAnswered } from '../requests/outcomes/unknown-outcome.js';
import type { RequestContext } from '../context.js';
import { whyReturned } from '../requests/returned-requests.js';
import type { Notes } from '../vault/notes.js';
import { waitsForPerson } from '../plans/reconcile-plan.js';
import { stepOfRequest } from '../vault/step-of-request.js';

const longestAnswer = 4_000;
const mostOpenSteps = 3;

/** Reads requests from notes, and keeps them until the notes change. */
export class ReadRequests {
  private readonly known = new Map<string, { digest: string; request: ActionRequest }>();

  constructor(
    private readonly notes: Pick<Notes, 'read'>,
    private readonly digestOf: (path: string) => string | undefined,
  ) {}

  /** Forgets the notes that are not in `summaries`. */
  async of(summaries: readonly RequestSummary[]): Promise<readonly ActionRequest[]> {
    const read = await Promise.all(summaries.map((summary) => this.at(summary)));
    const shown = new Set(summaries.map(({ path }) => path));
    for (const path of this.known.keys()) if (!shown.has(path)) this.known.delete(path);
    return read.flatMap((request) => request ?? []);
  }

  async at({ path, requestId }: RequestSummary): Promise<ActionRequest | null> {
    const digest = this.digestOf(path) ?? '';
    const known = this.known.get(path);
    if (known?.digest === digest) return known.request;
    const text = await this.notes.read(path);
    const request = text.ok ? parseRequest(text.value, path).request : null;
    if (request?.requestId !== requestId) return null;
    if (sha256Hex(request.text) === digest) this.known.set(path, { digest, request });
    return request;
  }
}

interface OpenRequest extends RequestSummary {
  readonly wasCalled: boolean;
}

export function requestsOf(
  { index, book }: RequestContext,
  planId: string,
): readonly OpenRequest[] {
  return index
    .requestsOfPlan(planId)
    .filter(({ folder }) => folder !== 'rejected')
    .map((request) => ({
      ...request,
      wasCalled: book.facts.request(request.requestId)?.intent !== undefined,
    }));
}

export function isHeld({ index, undoWindows }: RequestContext, requestId: string): boolean {
  const isThere = (path: string): boolean => index.placeOf(path) === 'approved';
  return undoWindows.get(requestId) !== undefined && index.requestPaths(requestId).some(isThere);
}

export function heldMoves({ findings, index }: RequestContext): readonly string[] {
  return [...index.requests()].flatMap(({ requestId }) =>
    findings.find(requestId, 'verdict')?.verdict.code === 'held' ? requestId : [],
  );
}

export function waitingAt(context: RequestContext, path: string): RequestSummary | null {
  const request = context.index.requestAt(path);
  return request && waitsForPerson(context, request) ? request : null;
}

export async function reviewAt(
  context: RequestContext,
  requests: ReadRequests,
  path: string,
): Promise<Review | null> {
  const waiting = waitingAt(context, path);
  const request = waiting && (await requests.at(waiting));
  return request && reviewOf(context, request);
}

export function reviewOf(context: RequestContext, request: ActionRequest): Review | null {
  const summary = context.index.requestAt(request.path);
  if (!summary) return null;
  const { requestId: id } = request;
  const asks = context.findings.find(id, 'verdict')?.verdict.do === 'ask';
  const unknownOutcome = unknownOutcomeView(context, request);
  const returned = unknownOutcome ? null : whyReturned(context, request);
  const undoUntilMs = context.undoWindows.get(id)?.untilMs ?? heldUntil(context, id);
  return buildReview(request, {
    folder: summary.folder,
    blocked: notApprovable(context, request),
    attempts: attemptsToCheck(context, request).map((attempt) =>
      attempt.since === undefined && wasAnswered(context, id, attempt.id)
        ? { ...attempt, wasAnswered: true }
        : attempt,
    ),
    asks: asks && undoUntilMs === null,
    undoUntilMs,
    ...(undoUntilMs !== null && isPaused(context) ? { isPaused: true as const } : {}),
    ...(practises(context, request) ? { practises: true as const } : {}),
    ...returned,
    ...rejectedBefore(context, request),
    unknownOutcome,
    asker: askerOf(context, request),
    step: stepOfRequest(context.index, request),
    stepBefore: recordedText(context.book.facts, id, unknownOutcome?.attemptId),
  });
}

function askerOf(context: RequestContext, request: ActionRequest): AskerView | null {
  const { book, index } = context;
  const actor = drafterOf(context, request.requestId);
  const name = actor === null ? null : agentNameOf(actor);
  if (actor === null || name === null) return null;
  const plans = request.planId === null ? book.drafters.plansOf(actor) : [];
  const openSteps = plans
    .flatMap((planId) => index.plan(planId) ?? [])
    .filter(({ status }) => status === 'Active' || status === 'Blocked')
    .flatMap(({ planId, steps }) =>
      steps
        .filter(({ gated, done, setAside }) => gated && !done && setAside === undefined)
        .map(({ position, text }) => ({ planId, position, shown: showInvisible(text) })),
    );
  const edited = isEdited(context, request.requestId, callDigest(request.call));
  return {
    name,
    ...(edited ? { isEdited: true } : {}),
    openSteps: openSteps.slice(0, mostOpenSteps),
  };
}

function rejectedBefore(
  { book }: RequestContext,
  request: ActionRequest,
): Pick<Review, 'rejectedBefore'> {
  if (request.supersedes === null) return {};
  const { voided, prepared } = book.facts.request(request.supersedes) ?? {};
  if (voided?.why !== 'rejected') return {};
  const now = proposalDigest({ ...request, requestId: request.supersedes });
  const isSame = prepared?.proposes === undefined ? {} : { isSame: prepared.proposes === now };
  const byPerson = voided.audit.actor === 'Human';
  return { rejectedBefore: { words: voided.words ?? '', byPerson, ...isSame } };
}

function practises(context: RequestContext, request: ActionRequest): boolean {
  const unknown = unknownOutcomeOf(context, request);
  if (unknown && !unknown.isCleared) return isPractice(unknown.intent);
  const config = context.config();
  return isConfig(config) && isPracticeBridge(config, request.call.bridge);
}

function isPaused({ config }: RequestContext): boolean {
  const known = config();
  return isConfig(known) && known.paused;
}

function unknownOutcomeView(
  context: RequestContext,
  request: ActionRequest,
): UnknownOutcomeView | null {
  const unknown = unknownOutcomeOf(context, request);
  if (!unknown || unknown.isCleared) return null;
  const { attemptId, intent } = unknown;
  const { outcome, late } = context.book.facts.request(attemptId) ?? {};
  const answer = late?.answer || outcome?.answer;
  const why = {
    attemptId,
    ...(outcome ? { reason: outcome.reason } : {}),
    ...(answer ? { answer: answer.slice(0, longestAnswer) } : {}),
  };
  if (intent === null) return { ...why, changes: null };
  const sent = JSON.parse(intent.s) as ProposedCall;
  return { ...why, changes: compareCalls(sent, request.call) };
}
