const width = 32;

export async function visitAll<T>(
  notes: readonly T[],
  visit: (note: T) => Promise<void>,
): Promise<void> {
  const rest = notes[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (const note of rest) await visit(note);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
