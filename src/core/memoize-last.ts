/** A longer note is not kept. */
const longestKept = 65_536;
/** One note is looked at by several parts before the next one comes. */
const mostKept = 4;

/**
 * The same reading, of which the last few values are kept: a note is read again and again while it goes its way. What
 * `read` gives must follow from text and path alone, and nobody may change it.
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
