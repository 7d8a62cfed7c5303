import type { JsonObject } from '../../json.js';

declare const authorised: unique symbol;

/**
 * One call that passed every check of the gate. A test allows `authoriseAction` only in
 * `engine/gate`.
 */
export interface AuthorisedAction {
  readonly [authorised]: true;
  /** The request's id, or the id in the call log for a call under a standing permission. */
  readonly requestId: string;
  readonly bridge: string;
  readonly connection: string;
  readonly tool: string;
  /** Exactly the arguments that are sent. */
  readonly arguments: JsonObject;
}

/** Marks a call as authorised. CALL ONLY IN `engine/gate`, AFTER THE CALL IS ON RECORD. */
export function authoriseAction(call: {
  requestId: string;
  bridge: string;
  connection: string;
  tool: string;
  arguments: JsonObject;
}): AuthorisedAction {
  return Object.freeze({ ...call }) as AuthorisedAction;
}
