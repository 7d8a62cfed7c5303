import type { AuthorisedAction } from '../../../../../src/core/request/approval/authorised-action.js';
import type { Bridges } from '../../../../../src/ports/bridges.js';
import type * as ports from '../../../../../src/ports/bridges.js';

type Door = Pick<Bridges, 'call'>;

interface Reachable {
  readonly out: { readonly bridges: Bridges | null };
}

export const plainly = (bridges: Bridges, action: AuthorisedAction) => bridges.call(action, async () => null); // ✗ door referenced
export const bound = (bridges: ports.Bridges) => bridges.call.bind(bridges); // ✗ door referenced, door hidden
export const applied = (door: Door, action: AuthorisedAction) => door.call.apply(door, [action, async () => null]); // ✗ door referenced
export const nested = ({ out }: Reachable, action: AuthorisedAction) => out.bridges?.call(action, async () => null); // ✗ door referenced
export const copied = (bridges: Bridges, action: AuthorisedAction) => ({ ...bridges }).call(action, async () => null); // ✗ door referenced

export const otherwiseNamed = (
  door: { send(action: AuthorisedAction, whyNot: () => Promise<null>): Promise<unknown> },
  action: AuthorisedAction,
) => door.send(action, async () => null); // ✗ door referenced

function member<T, K extends keyof T>(of: T, key: K): T[K] {
  return of[key];
}
export const generically = (bridges: Bridges, action: AuthorisedAction) =>
  member(bridges, 'call')(action, async () => null); // ✗ door referenced
