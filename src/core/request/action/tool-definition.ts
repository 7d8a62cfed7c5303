import type { JsonObject } from '../../json.js';

/** A tool as a server lists it; the digest covers exactly these fields. */
export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
}

/** Whether a request can name a tool in this way. */
export function isToolName(name: string): boolean {
  return /^[\x21-\x7e]{1,128}$/.test(name);
}

/** What a bridge really reaches. The values of environment variables, headers and secrets are left out. */
export type BridgeTarget =
  | {
      readonly transport: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      /** Names of environment variables and secrets, sorted. */
      readonly names: readonly string[];
    }
  | {
      readonly transport: 'http';
      readonly url: string;
      /** Names of headers and secrets, sorted. */
      readonly names: readonly string[];
    }
  /** Built in; `names` is empty. */
  | { readonly transport: 'practice'; readonly names: readonly string[] };
