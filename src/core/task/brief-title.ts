const longestTitle = 200;

/** What a brief is about, in one line: its first sentence, without list, quote and heading marks. */
export function titleOfBrief(brief: string): string {
  const line =
    brief
      .split('\n')
      .map((candidate) => candidate.replace(/^[#>*\-+\d.)\s]+/, '').trim())
      .find((candidate) => candidate !== '') ?? '';
  const sentence = /^.+?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  return sentence.slice(0, longestTitle);
}
