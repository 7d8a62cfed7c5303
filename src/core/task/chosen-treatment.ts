import { readFrontMatter, textField } from '../note/front-matter/front-matter.js';

export type Treatment = 'plan' | 'task';

export const treatmentKey = 'treat_as';

export function treatmentOf(text: string, path: string): Treatment | null {
  const read = readFrontMatter(text, path);
  const said = read.ok ? textField(read.value, treatmentKey)?.trim().toLowerCase() : null;
  return said === 'plan' || said === 'task' ? said : null;
}
