/** What keeps a request that was approved from running now. */
export type WaitsFor =
  /** All actions are paused. */
  | { readonly what: 'resume' }
  /** An earlier step of its plan. */
  | { readonly what: 'step'; readonly position: number }
  /** The hourly limit; until when (ms since 1970), `null`: until somebody raises it. */
  | { readonly what: 'limit'; readonly untilMs: number | null }
  /** The device that runs actions: this one does not. */
  | { readonly what: 'other_device' }
  /** Something that an alert says. */
  | { readonly what: 'other' };

/** What became of a request, as the ledger, the gate and the folders say. */
export type RequestState =
  /** A person has to decide about it: it is in Pending, or in Approved without authority. */
  | { readonly is: 'waiting' | 'asks' }
  /** It runs when its undo time is over. */
  | { readonly is: 'held' }
  /** It is about to run. */
  | { readonly is: 'approved' }
  | { readonly is: 'waits_for'; readonly waitsFor: WaitsFor }
  /** Its call was begun, and has not ended. */
  | { readonly is: 'running'; readonly isPractice: boolean }
  | { readonly is: 'executed'; readonly isPractice: boolean; readonly atMs: number }
  /** It came back under another id, with nothing done. */
  | { readonly is: 'returned'; readonly reason: string; readonly successor: string | null }
  /** Nobody knows whether its call happened. */
  | { readonly is: 'unknown'; readonly isPractice: boolean; readonly successor: string | null }
  | {
      readonly is: 'ended';
      readonly why: 'rejected' | 'withdrawn' | 'happened';
      /** The log of its plan says so, too. */
      readonly isLogged?: true;
    }
  /** It cannot run as its note is now. */
  | {
      readonly is: 'lost';
      readonly how: HowLost;
      /** The ledger says that it was approved. */
      readonly isApproved: boolean;
    }
  /** Nothing is known of it here any more. */
  | { readonly is: 'gone' };

/** Why a note is not one that can run: it is not in its folders, not readable as a request, or not the only one. */
export type HowLost = 'missing' | 'unreadable' | 'doubled';

const over: ReadonlySet<RequestState['is']> = new Set(['executed', 'returned', 'unknown', 'ended']);

/** Whether nothing else can become of it. */
export function isOver({ is }: RequestState): boolean {
  return over.has(is);
}

/** Whether a person who pressed for it is still to decide about it, or can still undo it. */
export function isOpen({ is }: RequestState): boolean {
  return is === 'waiting' || is === 'asks' || is === 'held';
}
