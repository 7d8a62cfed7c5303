import type { Result } from '../../../core/errors.js';
import { fail } from '../../../core/errors.js';
import type { EngineContext } from '../../context.js';
import type { PermittedCall, ToolCallInput } from '../../gate/call-permitted.js';
import type { KeyedQueue } from '../../../core/keyed-queue.js';
import type { KnownRecord } from '../../../core/reasoning/record-laws.js';
import type { RequestState } from '../../../core/request/request-state.js';
import type { GitReader } from '../../../ports/git-reader.js';

export type Actor = 'Human' | 'Agent' | `Agent (${string})` | 'Outside';

export interface OperationContext extends EngineContext {
  /** Handles a key such as `plan:…`. Resolves when no work for the key is left. */
  readonly handled: (key: string) => Promise<void>;
  readonly keyedQueue: KeyedQueue;
  readonly stateOf: (requestId: string) => RequestState;
  readonly callPermitted: (call: ToolCallInput) => Promise<Result<PermittedCall>>;
  readonly git: GitReader | null;
  readonly lastRecord: { known: KnownRecord | null };
  readonly subscribe: (listener: () => void) => () => void;
}

export type Operation<Input, Output> = (
  context: OperationContext,
  input: Input,
) => Promise<Result<Output>>;

/**
 * Returns a required text without outer spaces; fails with `input_invalid` if the text is empty.
 */
export function requireText(name: string, value: unknown): Result<string> {
  if (typeof value === 'string' && value.trim() !== '') return { ok: true, value: value.trim() };
  return fail('input_invalid', `\`${name}\` is missing or empty.`, `Give \`${name}\` a text.`);
}
