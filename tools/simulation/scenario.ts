import type { Happening } from './trace.js';

/** Something that a simulation of decent size must have seen (docs/gate.md#what-the-simulation-must-see). */
export interface Scenario {
  readonly name: string;
  readonly isIn: (happened: readonly Happening[]) => boolean;
}

export type Match = Partial<Pick<Happening, 'what' | 'device' | 'id'>> & {
  readonly detail?: RegExp;
};

export function matches(one: Happening, { what, device, id, detail }: Match): boolean {
  return (
    (what === undefined || one.what === what) &&
    (device === undefined || one.device === device) &&
    (id === undefined || one.id === id) &&
    (detail?.test(one.detail) ?? true)
  );
}

/** Whether something was followed, sooner or later, by what `next` says of it, and so on. */
export function inOrder(
  happened: readonly Happening[],
  first: Match,
  ...next: readonly ((first: Happening) => Match)[]
): boolean {
  return happened.some((one, index) => {
    if (!matches(one, first)) return false;
    let at = index;
    return next.every((then) => {
      const match = then(one);
      at = happened.findIndex((later, place) => place > at && matches(later, match));
      return at !== -1;
    });
  });
}

export function once(
  name: string,
  first: Match,
  ...next: readonly ((one: Happening) => Match)[]
): Scenario {
  return { name, isIn: (happened) => inOrder(happened, first, ...next) };
}
