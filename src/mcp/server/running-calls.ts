import type { RpcId } from '../protocol/json-rpc.js';

export class RunningCalls {
  readonly #running = new Set<{
    readonly client: string | null;
    readonly id: RpcId;
    readonly ending: AbortController;
  }>();

  /** Runs a call that can be aborted. Returns null if the call was aborted. */
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

  /** Cancels a client's call if only one call of the client has the id. */
  cancel(client: string | null, id: unknown): void {
    const meant = [...this.#running].filter((one) => one.client === client && one.id === id);
    if (meant.length === 1) meant[0]?.ending.abort();
  }
}
