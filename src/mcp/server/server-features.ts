import type { JsonObject } from '../../core/json.js';

/** A tool as clients are told of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  /** Written for a model. */
  readonly description: string;
  /** JSON Schema of its arguments; its root is a plain object. */
  readonly inputSchema: JsonObject;
  /** Hints for clients; absent ones have MCP's defaults: it writes, may destroy, and reaches outside. */
  readonly annotations: {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint?: boolean;
  };
}

/** What a tool answered. `isError`: the text says what went wrong, and what to do next. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured?: JsonObject;
  /** What a server answered, as it said it: told instead of `text`. */
  readonly content?: readonly JsonObject[];
  /** To be called once the answer was written to a client that was still there. */
  readonly onTold?: (() => Promise<unknown>) | undefined;
}

/** How a tool is called. */
export interface CallOptions {
  /** Aborted when the client cancels or disconnects. That ends a wait, never a request. */
  readonly signal: AbortSignal;
  /** Absent: the client asked for no progress. */
  readonly progress?: (message: string) => void;
}

/** Something to read, by its URI. */
export interface ResourceDefinition {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

/** A prompt that a person chooses in their client. */
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

/** What a server offers to one client, in the words of MCP: tools, resources and prompts. Lists keep their order. */
export interface ServerFeatures {
  /** How a model uses it, in a few sentences. */
  readonly instructions: string;
  readonly tools: readonly ToolDefinition[];
  /** `null`: there is no such tool. */
  callTool(name: string, args: JsonObject, options: CallOptions): Promise<ToolAnswer | null>;
  resources(): readonly ResourceDefinition[];
  /** `null`: there is nothing of that URI. */
  readResource(uri: string): Promise<string | null>;
  readonly prompts: readonly PromptDefinition[];
  /** `null`: there is no such prompt. */
  getPrompt(name: string, args: Readonly<Record<string, string>>): Promise<string | null>;
}
