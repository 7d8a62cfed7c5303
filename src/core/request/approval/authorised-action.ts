import type { JsonObject } from '../../json.js';

declare const authorised: unique symbol;

/**
 * One call that passed every check of the gate. Only `authoriseAction` can make one, and a test allows that
 * only in `engine/gate`.
 */
export interface AuthorisedAction {
  readonly [authorised]: true;
  /** The id of the request; under a standing permission, the id of the call in the call log. */
  readonly requestId: string;
  readonly bridge: string;
  /** The connection whose target and tools were compared with the approval. */
  readonly connection: string;
  readonly tool: string;
  /**
   * Exactly what is sent: the signed arguments, or under a standing permission, those that the agent
   * passed.
   */
  readonly arguments: JsonObject;
}

/**
 * Marks a call as authorised. CALL ONLY IN `engine/gate`, AFTER THE CALL IS ON RECORD: a request as an
 * intent in the ledger, a call under a standing permission in the call log.
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
