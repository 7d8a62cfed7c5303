import { getContext, setContext } from 'svelte';

const key = Symbol('a request is shown in its own note');

export function beInOwnNote(): void {
  setContext(key, true);
}

export function isInOwnNote(): boolean {
  return getContext<boolean | undefined>(key) === true;
}
