/** One POST, to be sent once. */
export interface HttpRequest {
  readonly url: string;
  /** By lower-case name. May hold secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The head of an answer. */
export interface HttpHead {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What happens to a request; each is called as it happens, `end` once and last. */
export interface HttpListeners {
  /**
   * Asked when the connection is there, right before the first byte of the request is handed over: until it says
   * `true` nothing can have been sent, and with `false` nothing is. Never rejects.
   */
  readonly writing: () => Promise<boolean>;
  /** At most once. */
  readonly head: (head: HttpHead) => void;
  readonly body: (chunk: Uint8Array) => void;
  /**
   * `null`: the answer is whole, as far as its framing tells. Otherwise why it is not, as the end of a
   * sentence that holds neither headers nor the address.
   */
  readonly end: (problem: string | null) => void;
}

/** A request under way. */
export interface HttpExchange {
  /** Drops the connection at once. What was not written by then is never written. */
  breakOff(): void;
}

/** Sends requests, each once and over a connection of its own: no redirect, no retry, no cookie, no proxy. */
export interface HttpClient {
  /** Never throws; `end` tells what could not even be started. No listener is called before it returns. */
  post(request: HttpRequest, listeners: HttpListeners): HttpExchange;
}
