import type { JsonObject } from '../../json.js';

export interface ProposedCall {
  readonly bridge: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}
