import type { Attachment } from 'svelte/attachments';

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
