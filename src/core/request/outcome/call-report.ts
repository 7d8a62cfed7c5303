import type { Json } from '../../json.js';

/**
 * What is known about one `tools/call`; `decide-outcome.ts` gives the verdict. `not_sent` is allowed only
 * if not one byte of the call can have reached the server.
 */
export type CallReport =
  /**
   * The server answered with a result. `outputMismatch`: how it differs from the tool's `outputSchema`.
   * `shown`: the result without bridge secrets, if it repeats any; the verdict uses `result`, notes and
   * screens use `shown`. All other texts of a report are masked already.
   */
  | {
      readonly kind: 'result';
      readonly result: Json;
      readonly shown?: Json;
      readonly outputMismatch?: string;
    }
  /**
   * A JSON-RPC error from the server. `refused` is set if the server had asked us for something during the
   * call, and got nothing.
   */
  | {
      readonly kind: 'rpc_error';
      readonly code: number;
      readonly message: string;
      readonly refused?: true;
    }
  /** An HTTP response that is not a success with a JSON-RPC message. */
  | { readonly kind: 'http_status'; readonly status: number; readonly detail: string }
  /** Certain, as after a refused connection or a missing command. */
  | { readonly kind: 'not_sent'; readonly detail: string }
  /** The connection ended, or the answer was not understood, after the call may have been sent. */
  | { readonly kind: 'lost'; readonly detail: string }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'input_required'; readonly detail: string };
