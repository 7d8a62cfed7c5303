import type { Json } from '../../json.js';

/**
 * What is known about one `tools/call`, without judgement; `decide-outcome.ts` gives the verdict.
 * `not_sent` may be claimed only when not one byte of the call can have reached the server.
 */
export type CallReport =
  /**
   * The server answered with a result. `outputMismatch`: it did not match the tool's `outputSchema`.
   * `shown`: the same without the bridges' secrets, where it repeats some. The verdict is on `result`;
   * what is written or shown is `shown`. Every other text of a report is masked already.
   */
  | {
      readonly kind: 'result';
      readonly result: Json;
      readonly shown?: Json;
      readonly outputMismatch?: string;
    }
  /** A JSON-RPC error from the wire. `refused`: the server had asked us something before, in vain. */
  | {
      readonly kind: 'rpc_error';
      readonly code: number;
      readonly message: string;
      readonly refused?: true;
    }
  /** An HTTP answer other than a success with a JSON-RPC message in it. */
  | { readonly kind: 'http_status'; readonly status: number; readonly detail: string }
  /** Certain: connection refused, command not found, process dead before the call was written. */
  | { readonly kind: 'not_sent'; readonly detail: string }
  /** The connection ended, or the answer could not be understood, after the call may have been sent. */
  | { readonly kind: 'lost'; readonly detail: string }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'cancelled' }
  /** The server asked for input (`input_required`, elicitation, sampling); it got none. */
  | { readonly kind: 'input_required'; readonly detail: string };
