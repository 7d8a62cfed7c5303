type Listener = (...args: never[]) => void;

/** Node's `EventEmitter`, as much of it as children, their streams and `process` need. */
export class EventEmitter {
  readonly #listeners = new Map<string, Listener[]>();

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this;
  }

  once(event: string, listener: Listener): this {
    const single = (...args: never[]): void => {
      this.off(event, single);
      listener(...args);
    };
    return this.on(event, Object.assign(single, { listener }));
  }

  off(event: string, listener: Listener): this {
    const listeners = this.#listeners.get(event) ?? [];
    const isIt = (it: Listener): boolean =>
      it === listener || ('listener' in it && it.listener === listener);
    const index = listeners.findLastIndex(isIt);
    if (index !== -1) this.#listeners.set(event, listeners.toSpliced(index, 1));
    return this;
  }

  /** As in Node, an `error` that nobody listens to is thrown. */
  emit(event: string, ...args: unknown[]): boolean {
    const listeners = this.#listeners.get(event) ?? [];
    if (event === 'error' && listeners.length === 0) throw args[0];
    for (const listener of listeners) listener(...(args as never[]));
    return listeners.length > 0;
  }

  listenerCount(event: string): number {
    return this.#listeners.get(event)?.length ?? 0;
  }
}

/** Node's `events.once`: the arguments of the next event, or the error that came before it. */
export function once(emitter: EventEmitter, event: string): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const settle = (...args: unknown[]): void => {
      emitter.off('error', fail);
      resolve(args);
    };
    const fail = (error: Error): void => {
      emitter.off(event, settle);
      reject(error);
    };
    emitter.once(event, settle);
    if (event !== 'error') emitter.once('error', fail);
  });
}
