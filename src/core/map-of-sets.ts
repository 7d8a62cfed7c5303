/** Adds a value to the set of a key; nothing for the key `null`. */
export function addTo(map: Map<string, Set<string>>, key: string | null, value: string): void {
  if (key === null) return;
  map.set(key, (map.get(key) ?? new Set()).add(value));
}
