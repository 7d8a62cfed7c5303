import type { Problem, Result } from '../../../core/errors.js';
import type { JsonObject } from '../../../core/json.js';
import type { Engine } from '../../../engine/engine.js';
import type { Actor } from '../../../engine/operations/shared/operation.js';
import type { CallOptions, ToolAnswer, ToolDefinition } from '../server-features.js';

export interface ToolContext extends CallOptions {
  readonly engine: Pick<Engine, 'operations' | 'drafter'>;
  readonly actor: Actor;
  /** Returns why no request may be made now; null if one may. */
  readonly whyNotAsk: () => Problem | null;
}

export interface ToolSuccess {
  readonly text: string;
  readonly data: JsonObject | null;
  readonly content?: readonly JsonObject[];
  readonly isError?: true;
  readonly onTold?: ToolAnswer['onTold'];
}

export interface Tool extends ToolDefinition {
  readonly command:
    `plan ${string}` | `request ${string}` | `task ${string}` | `decision ${string}`;
  readonly run: (context: ToolContext, args: JsonObject) => Promise<Result<ToolSuccess>>;
}

export function problemText({ path, line, message, advice }: Problem): string {
  const place = path === undefined ? '' : ` (${path}${line === undefined ? '' : `, line ${line}`})`;
  return `${message}${place} ${advice}`.trim();
}

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
