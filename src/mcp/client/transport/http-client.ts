/** A POST that is sent once. */
export interface HttpRequest {
  readonly url: string;
  /** By lower-case name. They may contain secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The status and headers of an answer. */
export interface HttpHead {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The events of a request; `end` is called once and last. */
export interface HttpListeners {
  /**
   * Called when the connection is open, right before the first byte. Nothing is sent before it resolves to `true`, and with `false` nothing
   * is sent at all. Never rejects.
   */
  readonly writing: () => Promise<boolean>;
  /** Called at most once. */
  readonly head: (head: HttpHead) => void;
  readonly body: (chunk: Uint8Array) => void;
  /**
   * `null`: the answer is complete, according to its framing. Otherwise the reason as the end of a sentence, without headers or address.
   */
  readonly end: (problem: string | null) => void;
}

/** A running request. */
export interface HttpExchange {
  /** Drops the connection immediately. Bytes that were not written by then are never written. */
  breakOff(): void;
}

/** Sends each request once and over a connection of its own: no redirect, no retry, no cookie, no proxy. */
export interface HttpClient {
  /** Never throws; `end` also reports a request that could not be started. No listener is called before it returns. */
  post(request: HttpRequest, listeners: HttpListeners): HttpExchange;
}
