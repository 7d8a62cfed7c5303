/** Returns values with unique keys, because a duplicate key breaks Svelte's lists. */
export function keyed<T>(
  values: readonly T[],
  keyOf: (value: T) => string,
): readonly { readonly key: string; readonly value: T }[] {
  const counts = new Map<string, number>();
  return values.map((value) => {
    const key = keyOf(value);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return { key: JSON.stringify([key, count]), value };
  });
}
