import type { Json } from '../../json.js';

/** What is known about one `tools/call`. */
export type CallReport =
  /** `shown` is the result without secrets. */
  | {
      readonly kind: 'result';
      readonly result: Json;
      readonly shown?: Json;
      readonly outputMismatch?: string;
    }
  /** `refused` means that the server asked for something during the call, but did not get it. */
  | {
      readonly kind: 'rpc_error';
      readonly code: number;
      readonly message: string;
      readonly refused?: true;
    }
  | { readonly kind: 'http_status'; readonly status: number; readonly detail: string }
  /** The server cannot have received any byte of the call. */
  | { readonly kind: 'not_sent'; readonly detail: string }
  /** Maybe the call was sent. No usable answer came. */
  | { readonly kind: 'lost'; readonly detail: string }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'input_required'; readonly detail: string };
