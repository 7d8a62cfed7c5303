export type WaitsFor =
  | { readonly what: 'resume' }
  | { readonly what: 'step'; readonly position: number }
  /**
   * The hourly limit. `untilMs` is the time of the next allowed call, or `null` if a person must
   * raise the limit.
   */
  | { readonly what: 'limit'; readonly untilMs: number | null }
  | { readonly what: 'other_device' }
  | { readonly what: 'other' };

export type RequestState =
  /** A person has to decide. `asks` means a request in Approved without a valid approval. */
  | { readonly is: 'waiting' | 'asks' }
  | { readonly is: 'held' }
  | { readonly is: 'approved' }
  | { readonly is: 'waits_for'; readonly waitsFor: WaitsFor }
  | { readonly is: 'running'; readonly isPractice: boolean }
  | { readonly is: 'executed'; readonly isPractice: boolean; readonly atMs: number }
  /** The request returned under the id `successor`, and nothing was executed. */
  | { readonly is: 'returned'; readonly reason: string; readonly successor: string | null }
  | { readonly is: 'unknown'; readonly isPractice: boolean; readonly successor: string | null }
  | {
      readonly is: 'ended';
      readonly why: 'rejected' | 'withdrawn' | 'happened';
      readonly isLogged?: true;
    }
  | {
      readonly is: 'lost';
      readonly how: HowLost;
      readonly isApproved: boolean;
    }
  | { readonly is: 'gone' };

/** Why a request cannot run. Its note is missing, unreadable or exists twice. */
export type HowLost = 'missing' | 'unreadable' | 'doubled';

const over: ReadonlySet<RequestState['is']> = new Set(['executed', 'returned', 'unknown', 'ended']);

/** True when nothing can run under this request's id any more. */
export function isOver({ is }: RequestState): boolean {
  return over.has(is);
}

/** True when a person can still decide about the request. */
export function isOpen({ is }: RequestState): boolean {
  return is === 'waiting' || is === 'asks' || is === 'held';
}
