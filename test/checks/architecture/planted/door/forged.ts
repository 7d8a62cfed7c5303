import type { AuthorisedAction } from '../../../../../src/core/request/approval/authorised-action.js';
import type { Bridges } from '../../../../../src/ports/bridges.js';

declare function later(action: AuthorisedAction): void;

export const cast = {} as unknown as AuthorisedAction; // ✗ action forged
export const angled = <AuthorisedAction>(<unknown>{}); // ✗ action forged
export const inAList = [{}] as unknown as readonly AuthorisedAction[]; // ✗ action forged
export const inAJob = {} as { readonly action: AuthorisedAction }; // ✗ action forged
export const fromAny: AuthorisedAction = JSON.parse('{}'); // ✗ action forged
export const taker = ((text: string) => text) as unknown as (action: AuthorisedAction) => string; // ✗ door referenced, action forged
export const asBridges = {} as unknown as Bridges; // ✗ action forged

export function passed(text: never): void {
  later({} as any); // ✗ door referenced, action forged
  later({} as never); // ✗ door referenced, action forged
  later(text); // ✗ door referenced, action forged
}

export function isAuthorised(value: unknown): value is AuthorisedAction { // ✗ action forged
  return typeof value === 'object';
}

export const altered = (action: AuthorisedAction): AuthorisedAction => ({ // ✗ action forged
  ...action,
  tool: 'other',
});
export const merged = (action: AuthorisedAction) => Object.assign({}, action, { tool: 'other' }); // ✗ action forged
