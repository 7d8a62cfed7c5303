import type { JsonObject } from '../../json.js';

declare const authorised: unique symbol;

/** A call that the gate allows. */
export interface AuthorisedAction {
  readonly [authorised]: true;
  readonly requestId: string;
  readonly bridge: string;
  readonly connection: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** Marks a call as allowed. CALL ONLY IN `engine/gate`, AFTER THE CALL IS ON RECORD. */
export function authoriseAction(call: {
  requestId: string;
  bridge: string;
  connection: string;
  tool: string;
  arguments: JsonObject;
}): AuthorisedAction {
  return Object.freeze({ ...call }) as AuthorisedAction;
}
