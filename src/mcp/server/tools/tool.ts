import type { Problem, Result } from '../../../core/errors.js';
import type { JsonObject } from '../../../core/json.js';
import type { Engine } from '../../../engine/engine.js';
import type { Actor } from '../../../engine/operations/shared/operation.js';
import type { CallOptions, ToolAnswer, ToolDefinition } from '../server-features.js';

/** What a tool works with. */
export interface ToolContext extends CallOptions {
  readonly engine: Pick<Engine, 'operations' | 'drafter'>;
  readonly actor: Actor;
  /** Asked right before a request is filed: why none is. */
  readonly whyNotAsk: () => Problem | null;
}

/** What a tool says when it did what was asked: for a model to read, and as data. */
export interface ToolSuccess {
  readonly text: string;
  readonly data: JsonObject | null;
  /** What a server answered, as it said it: told instead of `text`. */
  readonly content?: readonly JsonObject[];
  /** It was done, and still nothing may be built on it. */
  readonly isError?: true;
  readonly onTold?: ToolAnswer['onTold'];
}

/** One tool: what clients are told of it, the words of its command, and what it does. */
export interface Tool extends ToolDefinition {
  /** Its command: `countersign plan start`. */
  readonly command:
    `plan ${string}` | `request ${string}` | `task ${string}` | `decision ${string}`;
  /** Its arguments match `inputSchema`. */
  readonly run: (context: ToolContext, args: JsonObject) => Promise<Result<ToolSuccess>>;
}

/** What went wrong and what to do, in one line or two, for a model. */
export function problemText({ path, line, message, advice }: Problem): string {
  const place = path === undefined ? '' : ` (${path}${line === undefined ? '' : `, line ${line}`})`;
  return `${message}${place} ${advice}`.trim();
}

/** The same as data. */
export function problemJson({ code, path, line, message, advice }: Problem): JsonObject {
  return {
    error: {
      code,
      message,
      advice,
      ...(path === undefined ? {} : { note: path }),
      ...(line === undefined ? {} : { line }),
    },
  };
}

export const reads = { readOnlyHint: true, openWorldHint: false } as const;

export const writes = { destructiveHint: false, openWorldHint: false } as const;
