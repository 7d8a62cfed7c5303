/** The result for a longer note is not kept. */
const longestKept = 65_536;
/** Several parts read one note before the next one comes. */
const mostKept = 4;

/**
 * Caches the last few results of a reader, because a note is read several times while it is processed. The
 * result of `read` must depend only on text and path, and nobody may change it.
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
