const longestTitle = 200;

/** What a brief is about, in one line: its first sentence, without list, quote and heading marks. */
export function titleOfBrief(brief: string): string {
  const line =
    brief
      .split('\n')
      .map((candidate) => candidate.replace(/^[#>*\-+\d.)\s]+/, '').trim())
      .find((candidate) => candidate !== '') ?? '';
  const sentence = /^.+?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  return wholeStart(sentence, longestTitle);
}

/** The start of a text, without half of a character at its end: no note could be written with it. */
export function wholeStart(text: string, length: number): string {
  return text.slice(0, length).replace(/\p{Surrogate}$/u, '');
}
