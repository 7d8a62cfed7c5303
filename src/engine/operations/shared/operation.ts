import type { Result } from '../../../core/errors.js';
import { fail } from '../../../core/errors.js';
import type { EngineContext } from '../../context.js';
import type { PermittedCall, ToolCallInput } from '../../gate/call-permitted.js';
import type { KeyedQueue } from '../../../core/keyed-queue.js';
import type { KnownRecord } from '../../../core/reasoning/record-laws.js';
import type { RequestState } from '../../../core/request/request-state.js';
import type { GitReader } from '../../../ports/git-reader.js';

/** Who acts through an operation, as logs name them. `Outside`: a command without a client’s name. */
export type Actor = 'Human' | 'Agent' | `Agent (${string})` | 'Outside';

/** What operations work with. */
export interface OperationContext extends EngineContext {
  /** Has the reconciler look at a key; resolves when it has nothing left to do for it. */
  readonly handled: (key: string) => Promise<void>;
  /** Keeps two calls from taking the same number, source or step. */
  readonly keyedQueue: KeyedQueue;
  /** What became of a request. */
  readonly stateOf: (requestId: string) => RequestState;
  /** The gate’s way to call a tool that a person permits without being asked. */
  readonly callPermitted: (call: ToolCallInput) => Promise<Result<PermittedCall>>;
  /** Finds the commits of decisions; `null`: nobody can. */
  readonly git: GitReader | null;
  /** The long decision record that was written last. */
  readonly lastRecord: { known: KnownRecord | null };
  /** Calls back after each change, until the value is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** One thing a person or an agent can do. */
export type Operation<Input, Output> = (
  context: OperationContext,
  input: Input,
) => Promise<Result<Output>>;

/** A required text of an input, trimmed; `input_invalid` names the field when it is empty. */
export function requireText(name: string, value: unknown): Result<string> {
  if (typeof value === 'string' && value.trim() !== '') return { ok: true, value: value.trim() };
  return fail('input_invalid', `\`${name}\` is missing or empty.`, `Give \`${name}\` a text.`);
}
