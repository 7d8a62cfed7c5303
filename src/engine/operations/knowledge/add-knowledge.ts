import { fail, ok, type Result } from '../../../core/errors.js';
import { bundleFile, withEntry } from '../../../core/knowledge/bundle.js';
import { baseChecklist, baseCriteria, knowledgeFolder } from '../../../core/knowledge/kb-base.js';
import type { Folders } from '../../../core/settings/device-config.js';
import { hasUnseen } from '../../../core/text/show-invisible.js';
import type { NoteStore } from '../../../ports/note-store.js';
import { mostBytes } from './read-knowledge.js';

export interface AddKnowledgeInput {
  readonly folders: Pick<Folders, 'plans'>;
  readonly name: string;
  readonly text: string;
  /** One answer for each of {@link baseCriteria}. */
  readonly criteria: readonly boolean[];
  readonly checklist: readonly boolean[];
}

/** Adds a note to the knowledge base. CALL ONLY ON A PERSON'S COMMAND. */
export async function addKnowledge(
  store: Pick<NoteStore, 'read' | 'create' | 'update'>,
  { folders, name, text, criteria, checklist }: AddKnowledgeInput,
): Promise<Result<{ readonly path: string }>> {
  if (criteria.length !== baseCriteria.length)
    return refused('The three criteria are not answered.', 'Answer each with yes or no.');
  const isBase = criteria.every((one) => one);
  const open = isBase ? baseChecklist.filter((_, at) => checklist[at] !== true) : [];
  if (open.length > 0)
    return refused(
      `The base does not change while this is open: ${open.join(' ')}`,
      'Do what is missing, then try again.',
    );
  if (text.trim() === '' || text.length > mostBytes)
    return refused(
      text.trim() === '' ? 'The note is empty.' : `The note has more than ${mostBytes / 1024} kB.`,
      'A note that agents read whole is short.',
    );
  if (hasUnseen(text))
    return refused('The note has hidden characters.', 'Remove them: agents would read them.');
  if (text.includes('<%'))
    return refused('The note has `<%`.', 'Remove it: the Templater plugin would run what follows.');
  const folder = knowledgeFolder(folders);
  const bundlePath = `${folder}/${bundleFile}`;
  const bundle = await store.read(bundlePath);
  if (!bundle.ok) return bundle;
  const path = `${folder}/${name}.md`;
  const entry = { name, file: `${name}.md` };
  const table = isBase ? 'base' : 'extended';
  const planned = withEntry(bundle.value, bundlePath, table, entry);
  if (!planned.ok) return planned;
  const created = await store.create(path, text);
  if (!created.ok) {
    const there = created.error.code === 'note_exists' ? await store.read(path) : created;
    // An earlier try may have written the note, but not its name into the bundle.
    if (!there.ok || there.value !== text) return created;
  }
  const named = await store.update(bundlePath, (now) =>
    now === bundle.value ? planned.value : null,
  );
  if (!named.ok) return named;
  return named.value === planned.value
    ? ok({ path })
    : fail(
        'note_changed',
        'The bundle was changed in the meantime.',
        `Name ${path} in it yourself.`,
        {
          path: bundlePath,
        },
      );
}

function refused(message: string, advice: string): Result<never> {
  return fail('input_invalid', message, `${advice} Nothing was written.`);
}
