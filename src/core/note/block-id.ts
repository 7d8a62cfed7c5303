/** Finds the block id at the end of a line. Null if there is none. */
export function blockIdAt(lineText: string): { id: string; index: number } | null {
  let end = lineText.length;
  while (end > 0 && isSpace(lineText.charCodeAt(end - 1))) end -= 1;
  let start = end;
  while (start > 0 && isIdCharacter(lineText.charCodeAt(start - 1))) start -= 1;
  const index = start - 1;
  if (start === end || lineText.charCodeAt(index) !== 0x5e) return null;
  if (index > 0 && !isSpace(lineText.charCodeAt(index - 1))) return null;
  return { id: lineText.slice(start, end), index };
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}

function isIdCharacter(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x2d
  );
}
