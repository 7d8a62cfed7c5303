import type { Attachment } from 'svelte/attachments';

/** Sets style properties that result from measuring, such as a position. */
export function styled(properties: Readonly<Record<string, string>>): Attachment<HTMLElement> {
  return ({ style }) => {
    for (const [name, value] of Object.entries(properties)) style.setProperty(name, value);
  };
}

export function withValues<T>(
  map: ReadonlyMap<string, T>,
  values: Iterable<readonly [string, T]>,
): ReadonlyMap<string, T> {
  return new Map([...map, ...values]);
}
