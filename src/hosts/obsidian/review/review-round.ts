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

/** What a round needs from its controller. */
export interface RoundHost {
  readonly clock: Clock;
  readonly state: () => SessionState;
  /** Returns what the card of a request shows besides the request. */
  readonly about: (review: Review) => AboutCard;
  /** Returns the result for a decided request; `null` when none is known. */
  readonly became: (requestId: string) => ResultRow | null;
  readonly reject: (requestId: string, reason: string) => Promise<Result<unknown>>;
  /** Runs work that rejects these requests. From its start on, none of these requests can run. */
  readonly whileRejecting: (ids: readonly string[], work: () => Promise<void>) => Promise<void>;
  /** Closes the window. */
  readonly close: () => void;
  /** Tells a person something when the window is closed. */
  readonly tell: (text: string) => void;
}

/** A person's decision about a request, once it has succeeded. */
export interface Done {
  readonly requestId: string;
  readonly what: 'Approved' | 'Rejected' | 'Moved back';
}

/**
 * One round through the waiting requests: which one is shown, which ones the filter leaves out, and rejecting
 * all that match. When a request is decided, here or elsewhere, the next one is shown.
 */
export class ReviewRound implements ReviewActions {
  readonly feed: ModelFeed<ReviewModel>;
  private filter: ReviewFilter = {};
  /** The request that is shown; `null` while there is none. `queue` is the list that it was found in. */
  private current: RequestSummary | null = null;
  private queue: readonly RequestSummary[] = [];
  /** The last decision, until the window shows it. */
  private done: Done | null = null;
  /** The request that disappeared last from the list of waiting requests; `null` while none has. */
  private gone: RequestSummary | null = null;
  private said: string | null = null;
  /** The id of the approved request that `said` is about; `null` for any other text. */
  private saidOf: string | null = null;
  private denial: Denial | null = null;
  /** The requests that the question about rejecting all named. */
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

  /** Draws the window again after a change that it may show. */
  changed(): void {
    this.feed.changed();
  }

  /** Records a decision that succeeded. It is shown when the request has left the list. */
  did(done: Done): void {
    this.done = done;
    this.changed();
  }

  /** Stops drawing and rejecting. */
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
    // The list is read again, because the filter may have changed since it was drawn.
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

  /**
   * Rejects the requests one after the other, like a press on each one's Reject. Skips those that cannot be
   * rejected.
   */
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
    // The content behind the question is not drawn again, because it would change with every rejection.
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

  /** Takes over a new list. If the shown request is gone, shows the one that takes its place. */
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

  /**
   * Returns what became of the request that was approved last, as sentences; empty when that is not known.
   */
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

/**
 * Returns a function that gives the risk of a request, by what this device knows of its tool. Each tool is
 * looked up once.
 */
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
