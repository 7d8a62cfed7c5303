import type { Edit } from '../text/edit.js';
import { readFrontMatter, setField, textField } from '../note/front-matter/front-matter.js';

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

/** The edits that keep it, of one line; `null` for a note without front matter that can be read: it is left alone. */
export function treatmentEdits(text: string, path: string, treatment: Treatment): Edit[] | null {
  const read = readFrontMatter(text, path);
  return read.ok ? setField(text, read.value, treatmentKey, treatment) : null;
}
