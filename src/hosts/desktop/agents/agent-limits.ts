export interface AgentLimits {
  readonly bodyBytes: number;
  readonly running: number;
  readonly runningOfClient: number;
  readonly callsAMinute: number;
  readonly headMs: number;
  readonly requestMs: number;
}

export const defaultAgentLimits: AgentLimits = {
  bodyBytes: 4 * 1024 * 1024,
  running: 256,
  runningOfClient: 64,
  callsAMinute: 600,
  headMs: 10_000,
  requestMs: 30_000,
};

const minute = 60_000;

export class AgentCounts {
  #running = 0;
  readonly #runningOf = new Map<string | null, number>();
  readonly #minutes = new Map<string | null, { readonly began: number; calls: number }>();

  constructor(readonly limits: AgentLimits) {}

  /**
   * Records that an HTTP request begins. Returns the function to call when the HTTP request ends.
   * Null means that too many are running.
   */
  begin(client: string | null): (() => void) | null {
    const own = this.#runningOf.get(client) ?? 0;
    if (this.#running >= this.limits.running || own >= this.limits.runningOfClient) return null;
    this.#running += 1;
    this.#runningOf.set(client, own + 1);
    return () => {
      this.#running -= 1;
      const left = (this.#runningOf.get(client) ?? 1) - 1;
      if (left > 0) this.#runningOf.set(client, left);
      else this.#runningOf.delete(client);
    };
  }

  /** Records a call of the client. Returns 0 if the client need not wait. */
  secondsToWait(client: string | null, now: number): number {
    const known = this.#minutes.get(client);
    const isOver = known === undefined || now < known.began || now >= known.began + minute;
    const current = isOver ? { began: now, calls: 0 } : known;
    if (isOver) this.#minutes.set(client, current);
    current.calls += 1;
    if (current.calls <= this.limits.callsAMinute) return 0;
    return Math.max(1, Math.ceil((current.began + minute - now) / 1000));
  }
}
