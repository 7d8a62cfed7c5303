import { getContext, setContext } from 'svelte';

const key = Symbol('a request is shown in its own note');

/** Says, to what is drawn below, that it is drawn in the very note it is about. */
export function beInOwnNote(): void {
  setContext(key, true);
}

export function isInOwnNote(): boolean {
  return getContext<boolean | undefined>(key) === true;
}
