import type { Remote } from '../../rpc/remote.js';
import type { ServerMethods } from '../../server/page-session.js';
import { EventEmitter } from './node-events.js';

/** A child's stdout or stderr: chunks wait until somebody listens. */
export class ChildOutput extends EventEmitter {
  destroyed = false;
  readonly #chunks: Uint8Array[] = [];
  #decoder: TextDecoder | null = null;
  #flowing = false;
  #ended = false;
  #finished = false;

  constructor(readonly destroyThere: () => void) {
    super();
  }

  override on(event: string, listener: (...args: never[]) => void): this {
    super.on(event, listener);
    return event === 'data' ? this.resume() : this;
  }

  setEncoding(encoding: string): this {
    this.#decoder = new TextDecoder(encoding, { ignoreBOM: true });
    return this;
  }

  /** As in Node, chunks flow from the next turn on, so that who listens in this one gets them all. */
  resume(): this {
    this.#flowing = true;
    queueMicrotask(() => this.#flow());
    return this;
  }

  destroy(): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.#chunks.length = 0;
    this.destroyThere();
    queueMicrotask(() => this.#finish());
    return this;
  }

  /** The next chunk arrived; `null`: there will be no more. */
  receive(chunk: Uint8Array | null): void {
    if (chunk === null) this.#ended = true;
    else if (!this.destroyed) this.#chunks.push(chunk);
    this.#flow();
  }

  #flow(): void {
    while (this.#flowing && this.#chunks.length > 0) this.#deliver(this.#chunks.shift()!);
    if (!this.#flowing || !this.#ended || this.destroyed || this.#finished) return;
    const rest = this.#decoder?.decode() ?? '';
    if (rest !== '') this.emit('data', rest);
    this.emit('end');
    this.#finish();
  }

  #deliver(chunk: Uint8Array): void {
    const data = this.#decoder === null ? chunk : this.#decoder.decode(chunk, { stream: true });
    if (data.length > 0) this.emit('data', data);
  }

  #finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    this.emit('close');
  }
}

/** A child's stdin. */
export class ChildInput extends EventEmitter {
  writable = true;
  destroyed = false;

  constructor(
    readonly remote: Remote<ServerMethods>,
    readonly child: number,
  ) {
    super();
  }

  /** Always ready for more: what the child has not read yet waits in the serving process. */
  write(data: Uint8Array | string): boolean {
    if (!this.writable) {
      queueMicrotask(() => this.emit('error', new Error('write after end')));
      return false;
    }
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
    this.remote.tell('writeChild', this.child, bytes);
    return true;
  }

  end(data?: Uint8Array | string): this {
    if (data !== undefined) this.write(data);
    if (this.writable) this.remote.tell('endChild', this.child);
    this.writable = false;
    return this;
  }

  destroy(): this {
    if (!this.destroyed) this.remote.tell('destroyStream', this.child, 'stdin');
    this.destroyed = true;
    this.writable = false;
    return this;
  }

  /** The child reads no more. */
  fail(error: Error): void {
    this.writable = false;
    this.emit('error', error);
  }
}
