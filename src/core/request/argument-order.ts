/** How people read a call: to whom, how much, about what, in which words, and then the rest. */
const readFirst: readonly RegExp[] = [
  /^(?:to|recipients?|payee|chat|chat_?id|channel(?:_?id)?|phone(?:_?number)?|e?mail|address)$/i,
  /^b?cc$/i,
  /^(?:amount|currency|price|total)$/i,
  /^(?:subject|title|headline|reference)$/i,
  /^(?:text|body|html|content|message|description|markdown|caption)$/i,
];

/** Arguments in the order in which people read them; those of which nothing is known stay as they are written. */
export function inReadingOrder<T>(
  args: readonly T[],
  nameOf: (argument: T) => string,
): readonly T[] {
  const place = (argument: T): number => {
    const at = readFirst.findIndex((form) => form.test(nameOf(argument)));
    return at === -1 ? readFirst.length : at;
  };
  return [...args].sort((a, b) => place(a) - place(b));
}
