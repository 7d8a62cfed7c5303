import type { JsonObject } from '../../json.js';

/** A tool as its server lists it. `toolDigest` covers all these fields. */
export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
}

export function isToolName(name: string): boolean {
  return /^[\x21-\x7e]{1,128}$/.test(name);
}

export type BridgeTarget =
  | {
      readonly transport: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly names: readonly string[];
    }
  | {
      readonly transport: 'http';
      readonly url: string;
      readonly names: readonly string[];
    }
  | { readonly transport: 'practice'; readonly names: readonly string[] };
