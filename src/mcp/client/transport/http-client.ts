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
  /** Called right before anything is sent. If it returns `false`, nothing is sent. */
  readonly writing: () => Promise<boolean>;
  readonly head: (head: HttpHead) => void;
  readonly body: (chunk: Uint8Array) => void;
  /** Gets null when the answer is complete, otherwise what went wrong, as the end of a sentence. */
  readonly end: (problem: string | null) => void;
}

export interface HttpExchange {
  breakOff(): void;
}

/** Sends each request once, without redirect, retry, cookie or proxy. */
export interface HttpClient {
  /** Sends a request. `end` gets every failure. */
  post(request: HttpRequest, listeners: HttpListeners): HttpExchange;
}
