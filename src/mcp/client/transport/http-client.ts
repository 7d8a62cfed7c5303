export interface HttpRequest {
  readonly url: string;
  /** The headers, by lower-case name. Their values may contain secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HttpHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** What is called during a request. `end` is called once, after all others. */
export interface HttpListeners {
  /**
   * Called when the connection is open, right before the first byte. With `true` the request is sent, with
   * `false` nothing is sent. Never rejects.
   */
  readonly writing: () => Promise<boolean>;
  readonly head: (head: HttpHead) => void;
  readonly body: (chunk: Uint8Array) => void;
  /**
   * Called with `null` when the answer is complete according to its framing. Otherwise gets the reason as the
   * end of a sentence, without headers or address.
   */
  readonly end: (problem: string | null) => void;
}

export interface HttpExchange {
  /** Drops the connection immediately. Bytes that were not written yet are never written. */
  breakOff(): void;
}

/** Sends each request once and over a connection of its own: no redirect, no retry, no cookie, no proxy. */
export interface HttpClient {
  /**
   * Sends a request. Never throws: `end` also reports a request that could not be started. No listener is
   * called before `post` returns.
   */
  post(request: HttpRequest, listeners: HttpListeners): HttpExchange;
}
