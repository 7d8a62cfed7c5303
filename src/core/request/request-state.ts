export type WaitsFor =
  | { readonly what: 'resume' }
  | { readonly what: 'step'; readonly position: number }
  /**
   * The tool has reached its hourly limit of calls. `untilMs` is in milliseconds since 1970. Null if
   * the limit is 0.
   */
  | { readonly what: 'limit'; readonly untilMs: number | null }
  | { readonly what: 'other_device' }
  | { readonly what: 'other' };

export type RequestState =
  /** A person has to decide. */
  | { readonly is: 'waiting' | 'asks' }
  | { readonly is: 'held' }
  | { readonly is: 'approved' }
  | { readonly is: 'waits_for'; readonly waitsFor: WaitsFor }
  | { readonly is: 'running'; readonly isPractice: boolean }
  | { readonly is: 'executed'; readonly isPractice: boolean; readonly atMs: number }
  /** `successor` is the new id of the returned request. */
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

export type HowLost = 'missing' | 'unreadable' | 'doubled';

const over: ReadonlySet<RequestState['is']> = new Set(['executed', 'returned', 'unknown', 'ended']);

export function isOver({ is }: RequestState): boolean {
  return over.has(is);
}

/** True when a person can still decide about the request. */
export function isOpen({ is }: RequestState): boolean {
  return is === 'waiting' || is === 'asks' || is === 'held';
}
