export interface Requirement {
  readonly id: string;
  readonly text: string;
  readonly source: string;
}

/** The requirements that no test shows yet. The list may only shrink: its ceiling is its length. */
export interface NotYetCovered {
  readonly ceiling: number;
  readonly ids: readonly string[];
}

/** What is wrong with the coverage of the requirements, as sentences; empty when all is well. */
export function judgeCoverage(
  requirements: readonly Requirement[],
  notYet: NotYetCovered,
  citations: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const known = new Set(requirements.map(({ id }) => id));
  const listed = new Set(notYet.ids);
  const problems: string[] = [];
  if (known.size !== requirements.length) problems.push('Two requirements have the same ID.');
  if (listed.size !== notYet.ids.length) problems.push('An ID is listed twice.');
  if (notYet.ceiling !== notYet.ids.length) {
    problems.push(`The ceiling is ${notYet.ceiling}, but ${notYet.ids.length} IDs are listed.`);
  }
  for (const id of known) {
    if (citations.has(id) && listed.has(id)) {
      problems.push(
        `${id} is stale: ${citations.get(id)?.join(', ')} cites it, so take it off the list.`,
      );
    }
    if (!citations.has(id) && !listed.has(id)) problems.push(`${id} is cited by no test.`);
  }
  for (const [id, files] of citations) {
    if (!known.has(id))
      problems.push(`${id} is not a requirement, but ${files.join(', ')} cites it.`);
  }
  for (const id of listed) {
    if (!known.has(id)) problems.push(`${id} is not a requirement, but it is listed.`);
  }
  return problems;
}
