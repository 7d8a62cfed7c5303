import type { JsonObject } from '../../json.js';

declare const authorised: unique symbol;

/**
 * One call that passed every check of the gate. The brand has no value: the only way to one is
 * `authoriseAction`, and a test allows that only in `engine/gate`.
 */
export interface AuthorisedAction {
  readonly [authorised]: true;
  /** The attempt id. */
  readonly requestId: string;
  readonly bridge: string;
  /** The connection whose target and tools were compared with what was approved. */
  readonly connection: string;
  readonly tool: string;
  /** Exactly what is sent: `JSON.parse(S).arguments`. */
  readonly arguments: JsonObject;
}

/** CALL ONLY IN `engine/gate`, AFTER THE INTENT IS DURABLE. Brands a call as authorised. */
export function authoriseAction(call: {
  requestId: string;
  bridge: string;
  connection: string;
  tool: string;
  arguments: JsonObject;
}): AuthorisedAction {
  return Object.freeze({ ...call }) as AuthorisedAction;
}
