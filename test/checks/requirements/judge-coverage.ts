export interface Requirement {
  readonly id: string;
  readonly text: string;
  readonly source: string;
}

/** What is wrong with the coverage of the requirements, as sentences; empty when all is well. */
export function judgeCoverage(
  requirements: readonly Requirement[],
  citations: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const known = new Set(requirements.map(({ id }) => id));
  const uncited = [...known].filter((id) => !citations.has(id));
  const strange = [...citations].filter(([id]) => !known.has(id));
  return [
    ...(known.size === requirements.length ? [] : ['Two requirements have the same ID.']),
    ...uncited.map((id) => `${id} is cited by no test.`),
    ...strange.map(
      ([id, files]) => `${id} is not a requirement, but ${files.join(', ')} cites it.`,
    ),
  ];
}
