import type { Bridges } from '../../../../../src/ports/bridges.js';

export function concatenated(bridges: Bridges): unknown {
  // @ts-expect-error: the compiler refuses an unknown key, and a bypass would silence it just so
  return bridges['ca' + 'll'] as unknown; // ✗ door referenced
}

export const literal = (bridges: Bridges) => bridges['call']; // ✗ door referenced
export const byKey = (bridges: Bridges, key: keyof Bridges) => bridges[key]; // ✗ door referenced
export const reflected = (bridges: Bridges): unknown => Reflect.get(bridges, 'ca' + 'll'); // ✗ door hidden
export const enumerated = (bridges: Bridges): unknown => Object.entries(bridges); // ✗ door hidden

export function asRecord(bridges: Bridges): unknown {
  return (bridges as unknown as Record<string, () => unknown>)['ca' + 'll']; // ✗ door hidden
}

export function asAnything(bridges: Bridges): unknown {
  const anything: any = bridges; // ✗ door hidden
  return anything;
}

export function inABag(bridges: Bridges): unknown {
  const bag: { readonly bridges: object } = { bridges }; // ✗ door hidden
  return bag;
}

export function bagAsUnknown(deps: { readonly bridges: Bridges }): unknown {
  return deps; // ✗ door hidden
}

export const readOut = (bridges: Bridges) => {
  const { get } = Reflect;
  return get(bridges, 'ca' + 'll') as unknown; // ✗ door hidden
};
