import type { JsonObject } from '../../core/json.js';

export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** An absent hint has MCP's default. */
  readonly annotations: {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint?: boolean;
  };
}

export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured?: JsonObject;
  readonly content?: readonly JsonObject[];
  /** Call this after the answer was written to the client. */
  readonly onTold?: (() => Promise<unknown>) | undefined;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly progress?: (message: string) => void;
}

export interface ResourceDefinition {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

export interface PromptDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
}

export interface ServerFeatures {
  readonly instructions: string;
  readonly tools: readonly ToolDefinition[];
  callTool(name: string, args: JsonObject, options: CallOptions): Promise<ToolAnswer | null>;
  resources(): readonly ResourceDefinition[];
  readResource(uri: string): Promise<string | null>;
  readonly prompts: readonly PromptDefinition[];
  getPrompt(name: string, args: Readonly<Record<string, string>>): Promise<string | null>;
}
