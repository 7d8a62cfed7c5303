/**
 * A text without any of these characters at its end. A pattern such as `\n+$` would take quadratic time for
 * long runs of them before the end.
 */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
