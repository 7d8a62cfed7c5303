import type { Result } from '../../core/errors.js';
import { approve, type ApproveInput } from './approve.js';
import { hold, type HoldInput } from './hold.js';
import type { PeopleContext } from './people-context.js';
import { reject, type RejectInput } from './reject.js';
import { undo } from './undo.js';

/** What only people do. No MCP tool, command line verb, command or link reaches these (G5). */
export interface People {
  approve(input: ApproveInput): Promise<Result<{ readonly path: string }>>;
  hold(input: HoldInput): Promise<Result<{ readonly untilMs: number }>>;
  undo(input: { readonly requestId: string }): Promise<Result<{ readonly requestId: string }>>;
  reject(input: RejectInput): Promise<Result<{ readonly requestId: string }>>;
}

/** Binds people's operations to an engine's context. */
export function bindPeople(context: PeopleContext): People {
  return {
    approve: (input) => approve(context, input),
    hold: (input) => hold(context, input),
    undo: (input) => undo(context, input),
    reject: (input) => reject(context, input),
  };
}
