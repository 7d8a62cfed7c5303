/** What keeps an approved request from running now. */
export type WaitsFor =
  /** All actions are paused. */
  | { readonly what: 'resume' }
  /** An earlier step of its plan. */
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

/** The state of a request according to the ledger, the gate and the folders. */
export type RequestState =
  /** A person has to decide: `waiting` in Pending, `asks` in Approved without a valid approval. */
  | { readonly is: 'waiting' | 'asks' }
  /** It runs when its undo time has passed. */
  | { readonly is: 'held' }
  /** It is about to run. */
  | { readonly is: 'approved' }
  | { readonly is: 'waits_for'; readonly waitsFor: WaitsFor }
  | { readonly is: 'running'; readonly isPractice: boolean }
  | { readonly is: 'executed'; readonly isPractice: boolean; readonly atMs: number }
  /** It was returned under another id (`successor`), and nothing was executed. */
  | { readonly is: 'returned'; readonly reason: string; readonly successor: string | null }
  | { readonly is: 'unknown'; readonly isPractice: boolean; readonly successor: string | null }
  | {
      readonly is: 'ended';
      readonly why: 'rejected' | 'withdrawn' | 'happened';
      /** Set when the log of its plan says so too. */
      readonly isLogged?: true;
    }
  | {
      readonly is: 'lost';
      readonly how: HowLost;
      /** True when the ledger has an approval of it. */
      readonly isApproved: boolean;
    }
  /** Neither the ledger nor any note here has this request. */
  | { readonly is: 'gone' };

/** Why a note cannot run: it is in none of its folders, cannot be read as a request, or exists twice. */
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
