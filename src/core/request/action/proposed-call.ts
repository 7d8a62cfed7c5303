import type { JsonObject } from '../../json.js';

/** The exact call that a request proposes. */
export interface ProposedCall {
  readonly bridge: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}
