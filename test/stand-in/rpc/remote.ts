import { rebuildError } from './remote-error.js';
import { decodeMessage, encodeMessage, type Message } from './wire.js';

/** What is used of a WebSocket: a browser's, or that of `ws`. */
export interface Socket {
  binaryType: string;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(data: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

type Handler = (...args: never[]) => unknown;
/** Methods by name, as one side offers them. */
export type Methods = Readonly<Record<string, Handler>>;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The calling end of a connection. Calls reach the other side in the order they are made; answers
 * and events come back in the order they happened there.
 */
export class Remote<M extends { [K in keyof M]: Handler }> {
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, (...args: unknown[]) => void>();
  #calls = 0;
  #open = true;

  /** `socket` must be open. `onLost` is called once when the connection ends. */
  constructor(
    readonly socket: Socket,
    onLost: () => void = () => {},
  ) {
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }) => {
      this.#receive(decodeMessage(new Uint8Array(data as ArrayBuffer)));
    };
    socket.onclose = () => {
      this.#open = false;
      for (const { reject } of this.#waiting.values()) reject(connectionLost());
      this.#waiting.clear();
      onLost();
    };
  }

  /** Rejects with the error that was thrown there, or when the connection is lost. */
  call<K extends keyof M & string>(
    method: K,
    ...args: Parameters<M[K]>
  ): Promise<Awaited<ReturnType<M[K]>>> {
    return new Promise((resolve, reject) => {
      if (!this.#open) throw connectionLost();
      const call = (this.#calls += 1);
      this.socket.send(encodeMessage({ call, method, args }));
      this.#waiting.set(call, { resolve: resolve as Waiting['resolve'], reject });
    });
  }

  /** A call whose answer nobody waits for. */
  tell<K extends keyof M & string>(method: K, ...args: Parameters<M[K]>): void {
    this.call(method, ...args).catch(() => {});
  }

  /** Calls back for every event of a topic; one listener a topic. The value stops it. */
  listen<A extends unknown[]>(topic: string, listener: (...args: A) => void): () => void {
    this.#listeners.set(topic, listener as (...args: unknown[]) => void);
    return () => void this.#listeners.delete(topic);
  }

  close(): void {
    this.socket.close();
  }

  #receive(message: Message): void {
    if ('topic' in message) {
      this.#listeners.get(message.topic)?.(...message.args);
    } else if ('answer' in message) {
      const waiting = this.#waiting.get(message.answer);
      this.#waiting.delete(message.answer);
      if ('error' in message) waiting?.reject(rebuildError(message.error));
      else waiting?.resolve(message.value);
    }
  }
}

function connectionLost(): Error {
  return new Error('The connection to the serving process is lost. Reload the page.');
}
