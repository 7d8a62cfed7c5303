import type { JsonObject } from '../../json.js';

declare const authorised: unique symbol;

/**
 * One call that passed every check of the gate. The brand has no value: only `authoriseAction` can create
 * one, and a test allows that only in `engine/gate`.
 */
export interface AuthorisedAction {
  readonly [authorised]: true;
  /** The attempt id, or for a call under a standing permission, its id in the call log. */
  readonly requestId: string;
  readonly bridge: string;
  /** The connection whose target and tools were compared with the approval. */
  readonly connection: string;
  readonly tool: string;
  /** Exactly what is sent: `JSON.parse(S).arguments`, or what the agent passed. */
  readonly arguments: JsonObject;
}

/**
 * CALL ONLY IN `engine/gate`, AFTER THE INTENT IS DURABLE, or after a call under a standing permission is
 * in the call log. Brands a call as authorised.
 */
export function authoriseAction(call: {
  requestId: string;
  bridge: string;
  connection: string;
  tool: string;
  arguments: JsonObject;
}): AuthorisedAction {
  return Object.freeze({ ...call }) as AuthorisedAction;
}
