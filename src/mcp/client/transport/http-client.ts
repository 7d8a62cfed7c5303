export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HttpHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface HttpListeners {
  /**
   * Called when the connection is open, right before the first byte. With `true` the request is sent, with
   * `false` nothing is sent. Never rejects.
   */
  readonly writing: () => Promise<boolean>;
  readonly head: (head: HttpHead) => void;
  readonly body: (chunk: Uint8Array) => void;
  /**
   * Called with null when the answer is complete, otherwise with the reason as the end of a
   * sentence.
   */
  readonly end: (problem: string | null) => void;
}

export interface HttpExchange {
  /** Drops the connection immediately. Bytes that were not written yet are never written. */
  breakOff(): void;
}

/**
 * Sends each request once, over a connection of its own, without redirect, retry, cookie or proxy.
 */
export interface HttpClient {
  /**
   * Sends a request. Never throws, because `end` reports every failure. No listener is called
   * before `post` returns.
   */
  post(request: HttpRequest, listeners: HttpListeners): HttpExchange;
}
