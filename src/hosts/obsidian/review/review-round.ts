import type { Result } from '../../../core/errors.js';
import type { RequestSummary } from '../../../core/mission/summaries.js';
import {
  startingReview,
  type Denial,
  type KeptRequest,
  type RequestLine,
  type ReviewedCard,
  type ReviewModel,
} from '../../../core/screens/review-model.js';
import {
  indexInQueue,
  reviewQueue,
  type Facet,
  type QueueEntry,
  type ReviewFilter,
  type ReviewQueue,
} from '../../../core/screens/review-queue.js';
import type { ResultRow } from '../../../core/screens/result-row.js';
import { riskOf, type Risk } from '../../../core/policy/risk.js';
import { requestTitle } from '../../../core/request/call-title.js';
import type { Review } from '../../../core/request/review/review.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import type { Clock } from '../../../ports/clock.js';
import { formatResult } from '../../../ui/card/format-result.js';
import type { ReviewActions } from '../../../ui/actions/review-actions.js';
import type { AboutCard } from '../note-card/build-action-card.js';
import { waitingRequests } from '../lifecycle/session-queries.js';
import { ModelFeed } from '../shared/model-feed.js';
import { unexpected } from '../shared/press-problems.js';
import { formatProblem } from '../shared/format-problem.js';
import type { SessionState } from '../lifecycle/session-state.js';

export interface RoundHost {
  readonly clock: Clock;
  readonly state: () => SessionState;
  readonly about: (review: Review) => AboutCard;
  readonly became: (requestId: string) => ResultRow | null;
  readonly reject: (requestId: string, reason: string) => Promise<Result<unknown>>;
  /** Calls `work`. Until it ends, none of the requests in `ids` may be dispatched. */
  readonly whileRejecting: (ids: readonly string[], work: () => Promise<void>) => Promise<void>;
  readonly close: () => void;
  readonly tell: (text: string) => void;
}

export interface Done {
  readonly requestId: string;
  readonly what: 'Approved' | 'Rejected' | 'Moved back';
}

export class ReviewRound implements ReviewActions {
  readonly feed: ModelFeed<ReviewModel>;
  private filter: ReviewFilter = {};
  private current: RequestSummary | null = null;
  private queue: readonly RequestSummary[] = [];
  private done: Done | null = null;
  private gone: RequestSummary | null = null;
  private said: string | null = null;
  private saidOf: string | null = null;
  private denial: Denial | null = null;
  private denied: readonly RequestSummary[] = [];
  private isStopped = false;
  private hasEnded = false;

  constructor(private readonly host: RoundHost) {
    this.feed = new ModelFeed(
      host.clock,
      () => this.buildModel(),
      startingReview,
      (problem, before) => ({ ...before, problem, denial: this.denial }),
    );
  }

  changed(): void {
    this.feed.changed();
  }

  did(done: Done): void {
    this.done = done;
    this.changed();
  }

  end(): void {
    this.isStopped = true;
    this.hasEnded = true;
    this.feed.close();
  }

  go(by: number): void {
    const at = indexInQueue(this.queue, this.current, this.queue);
    const next = this.queue[Math.min(Math.max(at + by, 0), this.queue.length - 1)];
    if (!next || next === this.current) return;
    this.current = next;
    this.said = null;
    this.changed();
  }

  narrow(facet: Facet, value: string | null): void {
    const { [facet]: _before, ...others } = this.filter;
    this.filter = value === null ? others : { ...others, [facet]: value };
    this.said = null;
    this.changed();
  }

  clearFilter(): void {
    this.filter = {};
    this.changed();
  }

  askToDeny(): void {
    const state = this.host.state();
    this.denied = state.at === 'ready' ? this.queueOf(state).requests : [];
    this.denial = { stage: 'asks', requests: this.denied.map(lineOf) };
    this.changed();
  }

  deny(reason: string): void {
    if (this.denial?.stage !== 'asks') return;
    this.isStopped = false;
    const requests = this.denied;
    const ids = requests.map(({ requestId }) => requestId);
    void this.host.whileRejecting(ids, () => this.rejectAll(requests, reason));
  }

  stopDenying(): void {
    this.isStopped = true;
  }

  leaveDenial(): void {
    if (this.denial?.stage === 'runs') return;
    this.denial = null;
    this.denied = [];
    this.said = null;
    this.changed();
  }

  close(): void {
    this.host.close();
  }

  private async rejectAll(requests: readonly RequestSummary[], reason: string): Promise<void> {
    const total = requests.length;
    const count = { rejected: 0, gone: 0 };
    const kept: KeptRequest[] = [];
    for (const request of requests) {
      if (this.isStopped) break;
      this.tell({ stage: 'runs', rejected: count.rejected, total });
      const done = await this.host.reject(request.requestId, reason).catch(unexpected);
      if (done.ok) count.rejected += 1;
      else if (!this.waitsStill(request)) count.gone += 1;
      else kept.push({ request: lineOf(request), problem: done.error });
    }
    const left = total - count.rejected - count.gone;
    if (this.hasEnded) {
      const [first] = kept;
      const why = first ? ` ${formatProblem(first.problem)}` : '';
      this.host.tell(`${count.rejected} of ${total} requests were rejected; ${left} wait.${why}`);
      return;
    }
    this.tell({ stage: 'over', ...count, left, kept });
  }

  private waitsStill({ path, requestId }: RequestSummary): boolean {
    const state = this.host.state();
    if (state.at !== 'ready') return true;
    return state.work.source.waitingAt(path)?.requestId === requestId;
  }

  private tell(denial: Denial): void {
    this.denial = denial;
    this.changed();
  }

  private async buildModel(): Promise<ReviewModel> {
    const state = this.host.state();
    const { denial } = this;
    if (denial) return { ...this.feed.model, denial };
    if (state.at !== 'ready') return startingReview;
    const queue = this.queueOf(state);
    this.take(queue.requests);
    const at = queue.requests.findIndex((request) => request === this.current);
    return {
      stage: 'ready',
      problem: null,
      waiting: queue.waiting,
      matching: queue.requests.length,
      position: at + 1,
      facets: queue.facets,
      filter: this.filter,
      card: this.current && (await this.cardOf(state, this.current)),
      said: this.said === null ? null : [this.said, ...this.becameOf()].join(' '),
      denial: null,
    };
  }

  private take(requests: readonly RequestSummary[]): void {
    const { current: before } = this;
    const at = indexInQueue(requests, before, this.queue);
    this.current = requests[at] ?? null;
    this.queue = requests;
    if (before !== null && !isSame(before, this.current)) {
      this.gone = before;
      this.said = null;
    }
    if (this.gone === null || this.done?.requestId !== this.gone.requestId) return;
    this.said = `${this.done.what}: ${requestTitle(this.gone)}.`;
    this.saidOf = this.done.what === 'Approved' ? this.done.requestId : null;
    this.done = null;
  }

  private becameOf(): readonly string[] {
    const row = this.saidOf === null ? null : this.host.became(this.saidOf);
    if (row?.did !== 'approved') return [];
    const words = formatResult(row, new Date(this.host.clock.now()));
    return [words.endsWith('.') || words.endsWith('…') ? words : `${words}.`];
  }

  private queueOf(state: Extract<SessionState, { at: 'ready' }>): ReviewQueue {
    return reviewQueue(waitingRequests(state), this.filter, riskByTool(state));
  }

  private async cardOf(
    state: Extract<SessionState, { at: 'ready' }>,
    { path }: RequestSummary,
  ): Promise<ReviewedCard> {
    const review = await state.work.source.reviewAt(path);
    if (!review) return { shows: 'nothing', path };
    return { shows: 'call', review: state.vault.tools.tell(review), ...this.host.about(review) };
  }
}

function riskByTool({
  vault: { tools },
}: Extract<SessionState, { at: 'ready' }>): (request: RequestSummary) => Risk {
  const known = new Map<string, ReturnType<typeof tools.hintsOf>>();
  return ({ bridge, tool, actionType }) => {
    const key = JSON.stringify([bridge, tool]);
    if (!known.has(key)) known.set(key, tools.hintsOf({ bridge, tool }));
    return riskOf({ actionType, tool }, known.get(key));
  };
}

function isSame(a: QueueEntry, b: QueueEntry | null): boolean {
  return a.requestId === b?.requestId;
}

function lineOf(request: RequestSummary): RequestLine {
  const { tool, bridge } = request;
  return {
    tool: showInvisible(tool),
    bridge: showInvisible(bridge),
    title: requestTitle(request),
  };
}
