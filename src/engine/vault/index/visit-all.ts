/** How many notes are read at once. */
const width = 32;

/** Visits notes, some of them at once. */
export async function visitAll(
  paths: readonly string[],
  visit: (path: string) => Promise<void>,
): Promise<void> {
  const rest = paths[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (const path of rest) await visit(path);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
