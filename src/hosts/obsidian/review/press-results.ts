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

/** More would be a log, which exists elsewhere. */
const most = 3;

/** A press whose result is shown. */
interface Pressed extends Omit<ResultRow, 'state'> {
  /** A held move, which nobody has approved until the hold ends. */
  readonly isUndoWindow: boolean;
}

/**
 * The results of the last presses on cards, wherever those cards were. A row stays until a person dismisses
 * it, newer ones replace it, or the session ends.
 */
export class PressResults {
  private pressed: readonly Pressed[] = [];
  /** Known final states, which stay even if this device no longer runs actions. */
  private readonly ended = new Map<string, RequestState>();
  /** The last text shown for each request. */
  private readonly said = new Map<string, string>();
  private readonly order = new CardOrder();
  /** The requests whose hold was last shown. */
  private inUndoWindow: ReadonlySet<string> = new Set();

  /**
   * @param now ms since 1970
   * @param stateOf the state of a request, or of a hold of it; `null` if not known now
   * @param say announces a row when it appears, and when it has news
   */
  constructor(
    private readonly now: () => number,
    private readonly stateOf: (requestId: string, isUndoWindow: boolean) => RequestState | null,
    private readonly say: (row: ResultRow) => void,
  ) {}

  /**
   * A person pressed for this; replaces what is shown for the request. The row appears when the result is
   * there; until then the card keeps its place. The returned function cancels it if the press failed.
   * @param isUndoWindow a move to Approved is held; it is approved only when the ledger says so
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

  /** An approved request without a card runs now because a person resumed; what is already shown for it stays. */
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

  /** A request without a visible card was moved back. */
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

  /** The rows, the oldest first. A pending result, or a new question, is shown on the card instead. */
  rows(): readonly ResultRow[] {
    return this.all().filter(isShown);
  }

  /** The same, including those whose card is still there. */
  all(): readonly ResultRow[] {
    return this.pressed.flatMap((one) => {
      const { requestId, isUndoWindow } = one;
      const now = this.stateOf(requestId, isUndoWindow);
      // A final state never changes, except that the plan's log may record it later.
      const state = now && 'isLogged' in now ? now : (this.ended.get(requestId) ?? now);
      if (state === null) return [];
      if (isOver(state)) this.ended.set(requestId, state);
      return [{ ...one, state }];
    });
  }

  /** The cards in order, without those replaced by a row, and the rows in their places. */
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

  /** Called when something changed that may be a result. */
  look(): void {
    for (const row of this.rows()) {
      const news = newsOf(row);
      if (isUnderWay(row) || this.said.get(row.requestId) === news) continue;
      this.said.set(row.requestId, news);
      this.say(row);
    }
  }

  /** A hold that a person sees ends here, whoever moved the note. */
  private noteUndoWindows(reviews: readonly Review[]): void {
    const inUndoWindow = reviews.filter(({ undoUntilMs }) => undoUntilMs !== null);
    for (const review of inUndoWindow) {
      if (!this.inUndoWindow.has(review.requestId)) this.add(review, 'approved', true);
    }
    this.inUndoWindow = new Set(inUndoWindow.map(({ requestId }) => requestId));
  }

  private put(pressed: Pressed): () => void {
    const before = this.pressed;
    const { requestId } = pressed;
    const others = before.filter((one) => one.requestId !== requestId);
    this.pressed = [...others.slice(-(most - 1)), pressed];
    this.said.delete(requestId);
    return () => {
      if (this.pressed.includes(pressed)) this.pressed = before;
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

/** Whether a row replaces the card of its request. */
function replacesCard({ did, state }: ResultRow): boolean {
  return did !== 'moved_back' && !isOpen(state);
}

/** The parts of a row whose change is news. */
function newsOf({ did, state }: ResultRow): string {
  if (did !== 'approved') return did;
  return state.is === 'waits_for' ? `waits for ${state.waitsFor.what}` : state.is;
}
