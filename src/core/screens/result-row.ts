import { isOver, type RequestState } from '../request/request-state.js';

/** What a person did with a request. */
export type Did = 'approved' | 'rejected' | 'moved_back' | 'happened';

/** What a press on a card led to. It is shown in the place of that card. */
export interface ResultRow {
  readonly requestId: string;
  readonly did: Did;
  /** When it was pressed (ms since 1970). */
  readonly pressedMs: number;
  /** What became of the request since. */
  readonly state: RequestState;
  /** The call in a few words; empty: not known here. */
  readonly title: string;
  /** It was prepared for the practice server. */
  readonly isPractice: boolean;
  /** Its tool sends emails; absent: it does not, or that is not known here. */
  readonly isEmail?: true;
}

/** A row in the panel. */
export interface PanelRow extends ResultRow {
  /** How many cards are above it. */
  readonly position: number;
}

/** Whether more is still to happen by itself: the row changes then. */
export function isUnderWay({ did, state }: ResultRow): boolean {
  const { is } = state;
  return (
    did === 'approved' && !isOver(state) && is !== 'waits_for' && is !== 'lost' && is !== 'gone'
  );
}

/** Whether the note of the request, or of the one that came back, can be opened. */
export function hasNote({ did, state }: ResultRow): boolean {
  if (state.is === 'lost') return state.how !== 'missing';
  return did === 'happened' || state.is === 'executed' || isForPerson(state);
}

/** Whether it is for a person again. */
function isForPerson({ is }: RequestState): boolean {
  return is === 'returned' || is === 'unknown' || is === 'lost';
}

/** How grave it is: a row that asks for a look is marked. */
export function severityOf({ did, state }: ResultRow): 'good' | 'waits' | 'warning' | 'quiet' {
  if (did === 'moved_back' || did === 'rejected') return 'quiet';
  if (did === 'happened' || state.is === 'executed') return 'good';
  return isForPerson(state) ? 'warning' : 'waits';
}
