import type { RpcId } from '../protocol/json-rpc.js';

/** The running calls, so that their client can cancel one by its id. */
export class RunningCalls {
  readonly #running = new Set<{
    readonly client: string | null;
    readonly id: RpcId;
    readonly ending: AbortController;
  }>();

  /**
   * Runs a call with a signal that also ends when its client cancels the call. `null`: it was cancelled, so nobody waits for its answer.
   */
  async run<T>(
    client: string | null,
    id: RpcId,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> {
    const ending = new AbortController();
    const end = (): void => ending.abort();
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    const call = { client, id, ending };
    this.#running.add(call);
    try {
      const done = await work(ending.signal);
      return ending.signal.aborted ? null : done;
    } finally {
      this.#running.delete(call);
      signal.removeEventListener('abort', end);
    }
  }

  /** Two windows of one client may use the same id; an ambiguous cancellation cancels neither. */
  cancel(client: string | null, id: unknown): void {
    const meant = [...this.#running].filter((one) => one.client === client && one.id === id);
    if (meant.length === 1) meant[0]?.ending.abort();
  }
}
