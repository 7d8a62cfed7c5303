import type { AuthorisedAction } from '../../../../../src/core/request/approval/authorised-action.js';
import type { Bridges } from '../../../../../src/ports/bridges.js';

export function destructured(bridges: Bridges, action: AuthorisedAction): unknown {
  const { call } = bridges; // ✗ door referenced
  return call(action, async () => null); // ✗ door referenced
}

export function renamed(bridges: Bridges): unknown {
  const { call: inform } = bridges; // ✗ door referenced
  return inform; // ✗ door referenced
}

export function inParameters({ call: inform }: Pick<Bridges, 'call'>): unknown { // ✗ door referenced
 
  return inform; // ✗ door referenced
}

export function assigned(bridges: Bridges): unknown {
  let inform: Bridges['call'];
  ({ call: inform } = bridges); // ✗ door referenced
  return inform; // ✗ door referenced
}

export function rest(bridges: Bridges, action: AuthorisedAction): unknown {
  const { close, ...others } = bridges;
  void close;
  return others.call(action, async () => null); // ✗ door referenced
}

export function computed(bridges: Bridges): unknown {
  const { ['call']: inform } = bridges; // ✗ door referenced
  return inform; // ✗ door referenced
}
