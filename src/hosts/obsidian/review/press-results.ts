import {
  isUnderWay,
  type Did,
  type PanelRow,
  type ResultRow,
} from '../../../core/screens/result-row.js';
import type { RequestSummary } from '../../../core/mission/summaries.js';
import { callTitle } from '../../../core/request/call-title.js';
import { isPractice } from '../../../core/request/action/digests.js';
import { isOpen, isOver, type RequestState } from '../../../core/request/request-state.js';
import type { Review } from '../../../core/request/review/review.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import { CardOrder } from './card-order.js';

const most = 3;

interface Pressed extends Omit<ResultRow, 'state'> {
  readonly isUndoWindow: boolean;
}

export class PressResults {
  private pressed: readonly Pressed[] = [];
  private readonly ended = new Map<string, RequestState>();
  private readonly said = new Map<string, string>();
  private readonly order = new CardOrder();
  private inUndoWindow: ReadonlySet<string> = new Set();

  /** `now` returns milliseconds since 1970. */
  constructor(
    private readonly now: () => number,
    private readonly stateOf: (requestId: string, isUndoWindow: boolean) => RequestState | null,
    private readonly say: (row: ResultRow) => void,
  ) {}

  /**
   * Adds a result. `isUndoWindow` is true for a move into Approved that can be undone. The returned
   * function removes the result again.
   */
  add(review: Review, did: Did, isUndoWindow = false): () => void {
    const { requestId, request } = review;
    return this.put({
      requestId,
      did,
      pressedMs: this.now(),
      title: showInvisible(callTitle(review)),
      isPractice: isPractice(request.machine.preparation),
      ...(request.call.tool === 'send_email' ? { isEmail: true as const } : {}),
      isUndoWindow,
    });
  }

  addResumed(request: RequestSummary, isPractice: boolean): void {
    const { requestId, tool } = request;
    if (this.pressed.some((one) => one.requestId === requestId)) return;
    this.put({
      requestId,
      did: 'approved',
      pressedMs: this.now(),
      title: showInvisible(callTitle(request)),
      isPractice,
      ...(tool === 'send_email' ? { isEmail: true as const } : {}),
      isUndoWindow: false,
    });
  }

  addMovedBack(requestId: string): () => void {
    const known = this.pressed.find((one) => one.requestId === requestId);
    return this.put({
      ...(known ?? { requestId, title: '', isPractice: false }),
      did: 'moved_back',
      pressedMs: this.now(),
      isUndoWindow: false,
    });
  }

  dismiss(requestId: string): void {
    this.pressed = this.pressed.filter((one) => one.requestId !== requestId);
    this.said.delete(requestId);
  }

  rows(): readonly ResultRow[] {
    return this.all().filter(isShown);
  }

  all(): readonly ResultRow[] {
    return this.pressed.flatMap((one) => {
      const { requestId, isUndoWindow } = one;
      const now = this.stateOf(requestId, isUndoWindow);
      const state = now && 'isLogged' in now ? now : (this.ended.get(requestId) ?? now);
      if (state === null) return [];
      if (isOver(state)) this.ended.set(requestId, state);
      return [{ ...one, state }];
    });
  }

  arrange(reviews: readonly Review[]): {
    readonly cards: readonly Review[];
    readonly results: readonly PanelRow[];
  } {
    this.noteUndoWindows(reviews);
    const rows = this.rows();
    const gone = new Set(rows.filter(replacesCard).map(({ requestId }) => requestId));
    const left = reviews.filter(({ requestId }) => !gone.has(requestId));
    const cards = this.order.of(left, this.all());
    return { cards, results: this.order.among(cards, rows) };
  }

  look(): void {
    for (const row of this.rows()) {
      const news = newsOf(row);
      if (isUnderWay(row) || this.said.get(row.requestId) === news) continue;
      this.said.set(row.requestId, news);
      this.say(row);
    }
  }

  private noteUndoWindows(reviews: readonly Review[]): void {
    const inUndoWindow = reviews.filter(({ undoUntilMs }) => undoUntilMs !== null);
    for (const review of inUndoWindow) {
      if (!this.inUndoWindow.has(review.requestId)) this.add(review, 'approved', true);
    }
    this.inUndoWindow = new Set(inUndoWindow.map(({ requestId }) => requestId));
  }

  private put(pressed: Pressed): () => void {
    const { requestId } = pressed;
    const isOfIt = (one: Pressed): boolean => one.requestId === requestId;
    const replaced = this.pressed.filter(isOfIt);
    const others = this.pressed.filter((one) => !isOfIt(one));
    this.pressed = [...others.slice(-(most - 1)), pressed];
    this.said.delete(requestId);
    return () => {
      this.pressed = this.pressed.flatMap((one) => (one === pressed ? replaced : [one]));
    };
  }
}

const beforeMovedBack: ReadonlySet<RequestState['is']> = new Set([
  'asks',
  'held',
  'approved',
  'waits_for',
  'running',
  'executed',
]);

function isShown({ did, state }: ResultRow): boolean {
  return did === 'moved_back' ? !beforeMovedBack.has(state.is) : !isOpen(state);
}

function replacesCard({ did, state }: ResultRow): boolean {
  return did !== 'moved_back' && !isOpen(state);
}

function newsOf({ did, state }: ResultRow): string {
  if (did !== 'approved') return did;
  return state.is === 'waits_for' ? `waits for ${state.waitsFor.what}` : state.is;
}
