import { isOver, type RequestState } from '../request/request-state.js';

export type Did = 'approved' | 'rejected' | 'moved_back' | 'happened';

export interface ResultRow {
  readonly requestId: string;
  readonly did: Did;
  readonly pressedMs: number;
  readonly state: RequestState;
  readonly title: string;
  readonly isPractice: boolean;
  readonly isEmail?: true;
}

export interface PanelRow extends ResultRow {
  readonly position: number;
}

export function isUnderWay({ did, state }: ResultRow): boolean {
  const { is } = state;
  return (
    did === 'approved' && !isOver(state) && is !== 'waits_for' && is !== 'lost' && is !== 'gone'
  );
}

export function hasNote({ did, state }: ResultRow): boolean {
  if (state.is === 'lost') return state.how !== 'missing';
  return did === 'happened' || state.is === 'executed' || isForPerson(state);
}

function isForPerson({ is }: RequestState): boolean {
  return is === 'returned' || is === 'unknown' || is === 'lost';
}

export function severityOf({ did, state }: ResultRow): 'good' | 'waits' | 'warning' | 'quiet' {
  if (did === 'moved_back' || did === 'rejected') return 'quiet';
  if (did === 'happened' || state.is === 'executed') return 'good';
  return isForPerson(state) ? 'warning' : 'waits';
}
