import type { Json } from '../../json.js';

/**
 * What is known about one `tools/call`. `not_sent` means that no byte of the call can have reached
 * the server.
 */
export type CallReport =
  /**
   * The server answered with a result. `outputMismatch` says how the result breaks the tool's
   * `outputSchema`. `shown` is the result without bridge secrets.
   */
  | {
      readonly kind: 'result';
      readonly result: Json;
      readonly shown?: Json;
      readonly outputMismatch?: string;
    }
  /**
   * A JSON-RPC error from the server. `refused` means that the server asked for something during
   * the call.
   */
  | {
      readonly kind: 'rpc_error';
      readonly code: number;
      readonly message: string;
      readonly refused?: true;
    }
  /** An HTTP error, or a response without a JSON-RPC message. */
  | { readonly kind: 'http_status'; readonly status: number; readonly detail: string }
  /** The call was certainly not sent, for example because the connection was refused. */
  | { readonly kind: 'not_sent'; readonly detail: string }
  /** The connection ended, or the answer was unreadable, after the call may have been sent. */
  | { readonly kind: 'lost'; readonly detail: string }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'input_required'; readonly detail: string };
