import type { Result } from '../../core/errors.js';
import { fail } from '../../core/errors.js';
import type { EngineContext } from '../context.js';

/** Who acts through an operation, as logs name them. */
export type Actor = 'Human' | 'Agent' | `Agent (${string})`;

/** What operations work with. */
export interface OperationContext extends EngineContext {
  /** Resolves when the reconciler has nothing left to do. */
  readonly settled: () => Promise<void>;
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
