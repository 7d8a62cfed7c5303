export type WaitsFor =
  /** All actions are paused. */
  | { readonly what: 'resume' }
  /** An earlier step of the plan comes first. */
  | { readonly what: 'step'; readonly position: number }
  /**
   * The hourly limit. `untilMs` is when it next allows a call (ms since 1970), or `null` if a person must
   * raise it first.
   */
  | { readonly what: 'limit'; readonly untilMs: number | null }
  /** This device runs no actions; another one does. */
  | { readonly what: 'other_device' }
  /** Something that an alert explains. */
  | { readonly what: 'other' };

export type RequestState =
  /** A person has to decide: `waiting` in Pending, `asks` in Approved without a valid approval. */
  | { readonly is: 'waiting' | 'asks' }
  /** The request runs when its undo time has passed. */
  | { readonly is: 'held' }
  /** The request is about to run. */
  | { readonly is: 'approved' }
  | { readonly is: 'waits_for'; readonly waitsFor: WaitsFor }
  | { readonly is: 'running'; readonly isPractice: boolean }
  | { readonly is: 'executed'; readonly isPractice: boolean; readonly atMs: number }
  /** The request was returned under another id (`successor`), and nothing was executed. */
  | { readonly is: 'returned'; readonly reason: string; readonly successor: string | null }
  | { readonly is: 'unknown'; readonly isPractice: boolean; readonly successor: string | null }
  | {
      readonly is: 'ended';
      readonly why: 'rejected' | 'withdrawn' | 'happened';
      /** Set when the plan's log records this end too. */
      readonly isLogged?: true;
    }
  | {
      readonly is: 'lost';
      readonly how: HowLost;
      /** True when the ledger has an approval of the request. */
      readonly isApproved: boolean;
    }
  | { readonly is: 'gone' };

/**
 * Why a request cannot run: its note is in none of its folders, cannot be read as a request, or exists twice.
 */
export type HowLost = 'missing' | 'unreadable' | 'doubled';

const over: ReadonlySet<RequestState['is']> = new Set(['executed', 'returned', 'unknown', 'ended']);

/** True when nothing can run under this request's id any more. */
export function isOver({ is }: RequestState): boolean {
  return over.has(is);
}

/** True when a person still has to decide about the request, or can still undo their approval. */
export function isOpen({ is }: RequestState): boolean {
  return is === 'waiting' || is === 'asks' || is === 'held';
}
