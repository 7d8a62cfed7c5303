import type { JsonObject } from '../../json.js';

/** A tool as its server lists it. `toolDigest` covers all these fields. */
export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  /** True when the server takes no plain call of it (MCP 2025-11-25, `taskSupport: required`). */
  readonly onlyAsTask?: true;
}

/** Returns why Countersign never calls a tool. Null if it may. */
export function whyNeverCalled({ name, onlyAsTask }: ToolDefinition): string | null {
  return onlyAsTask ? `${name} can only be called as a task, which Countersign doesn’t do` : null;
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
