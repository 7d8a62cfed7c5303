import { readFrontMatter, textField } from '../note/front-matter/front-matter.js';

/** What a person said of an item, against what its words suggest. */
export type Treatment = 'plan' | 'task';

/** The property of an item that keeps it. */
export const treatmentKey = 'treat_as';

/** What a person said of an item before; `null`: nothing that can be read. */
export function treatmentOf(text: string, path: string): Treatment | null {
  const read = readFrontMatter(text, path);
  const said = read.ok ? textField(read.value, treatmentKey)?.trim().toLowerCase() : null;
  return said === 'plan' || said === 'task' ? said : null;
}
