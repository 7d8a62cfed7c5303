/** In UTF-16 units. */
const longestKept = 65_536;
const mostKept = 4;

/**
 * Returns a version of `read` that keeps its last results, because a note is read several times
 * while it is processed. A result must depend only on text and path, and nobody may change the
 * result.
 */
export function memoizeLast<T>(
  read: (text: string, path: string) => T,
): (text: string, path: string) => T {
  const kept: { readonly text: string; readonly path: string; readonly value: T }[] = [];
  return (text, path) => {
    const known = kept.find((one) => one.path === path && one.text === text);
    if (known) return known.value;
    const value = read(text, path);
    if (text.length <= longestKept && kept.unshift({ text, path, value }) > mostKept) kept.pop();
    return value;
  };
}
