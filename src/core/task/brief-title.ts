const longestTitle = 200;

const marks = /^(?:\s*(?:#{1,6}(?=\s|$)|>|[-*+](?=\s|$)|\d{1,9}[.)](?=\s|$)))+/u;

export function titleOfBrief(brief: string): string {
  const line =
    brief
      .split('\n')
      .map((candidate) => candidate.replace(marks, '').trim())
      .find((candidate) => /[^#>*\-+.)\s]/u.test(candidate)) ?? '';
  const sentence = /^.+?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  return wholeStart(sentence, longestTitle);
}

/** Returns the start of a text. A character at the end is never cut in half. */
export function wholeStart(text: string, length: number): string {
  return text.slice(0, length).replace(/\p{Surrogate}$/u, '');
}
