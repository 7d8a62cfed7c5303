/** Adds a value to the set at a key. Does nothing for the key `null`. */
export function addTo<K extends string>(
  map: Map<K, Set<string>>,
  key: K | null,
  value: string,
): void {
  if (key === null) return;
  map.set(key, (map.get(key) ?? new Set()).add(value));
}
