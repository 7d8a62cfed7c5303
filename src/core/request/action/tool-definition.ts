import type { JsonObject } from '../../json.js';

/** A tool as its server lists it. `toolDigest` covers all these fields. */
export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
}

/** True when a request can name the tool, with at most 128 printable ASCII characters. */
export function isToolName(name: string): boolean {
  return /^[\x21-\x7e]{1,128}$/.test(name);
}

/** The command or URL behind a bridge, without any secret values. */
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
