/** What keeps an approved request from running now. */
export type WaitsFor =
  /** All actions are paused. */
  | { readonly what: 'resume' }
  /** An earlier step of its plan. */
  | { readonly what: 'step'; readonly position: number }
  /** The hourly limit; until when (ms since 1970), or `null` if it must be raised first. */
  | { readonly what: 'limit'; readonly untilMs: number | null }
  /** Another device, which runs actions; this one does not. */
  | { readonly what: 'other_device' }
  /** Something that an alert explains. */
  | { readonly what: 'other' };

/** The state of a request according to the ledger, the gate and the folders. */
export type RequestState =
  /** A person has to decide: it is in Pending, or in Approved without a valid approval. */
  | { readonly is: 'waiting' | 'asks' }
  /** It runs when its undo time has passed. */
  | { readonly is: 'held' }
  /** It is about to run. */
  | { readonly is: 'approved' }
  | { readonly is: 'waits_for'; readonly waitsFor: WaitsFor }
  /** Its call has begun and not ended. */
  | { readonly is: 'running'; readonly isPractice: boolean }
  | { readonly is: 'executed'; readonly isPractice: boolean; readonly atMs: number }
  /** It was returned under another id, with nothing done. */
  | { readonly is: 'returned'; readonly reason: string; readonly successor: string | null }
  /** It is unknown whether its call happened. */
  | { readonly is: 'unknown'; readonly isPractice: boolean; readonly successor: string | null }
  | {
      readonly is: 'ended';
      readonly why: 'rejected' | 'withdrawn' | 'happened';
      /** The log of its plan says so too. */
      readonly isLogged?: true;
    }
  /** It cannot run with its note in the current state. */
  | {
      readonly is: 'lost';
      readonly how: HowLost;
      /** The ledger says that it was approved. */
      readonly isApproved: boolean;
    }
  /** Nothing is known about it here any more. */
  | { readonly is: 'gone' };

/** Why a note cannot run: it is in none of its folders, cannot be read as a request, or exists twice. */
export type HowLost = 'missing' | 'unreadable' | 'doubled';

const over: ReadonlySet<RequestState['is']> = new Set(['executed', 'returned', 'unknown', 'ended']);

/** Whether its state can no longer change. */
export function isOver({ is }: RequestState): boolean {
  return over.has(is);
}

/** Whether a person who acted on it still has to decide, or can still undo. */
export function isOpen({ is }: RequestState): boolean {
  return is === 'waiting' || is === 'asks' || is === 'held';
}
