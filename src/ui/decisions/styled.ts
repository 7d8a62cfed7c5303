import type { Attachment } from 'svelte/attachments';

/** Gives an element what follows from measuring, such as its place: no class could say it. */
export function styled(properties: Readonly<Record<string, string>>): Attachment<HTMLElement> {
  return ({ style }) => {
    for (const [name, value] of Object.entries(properties)) style.setProperty(name, value);
  };
}

/** A map with other values. */
export function withValues<T>(
  map: ReadonlyMap<string, T>,
  values: Iterable<readonly [string, T]>,
): ReadonlyMap<string, T> {
  return new Map([...map, ...values]);
}
