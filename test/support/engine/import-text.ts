import { ok, type Result } from '../../../src/core/errors.js';
import { recordNote, type RecordNote } from '../../../src/core/reasoning/exchange/record-note.js';
import type { Engine } from '../../../src/engine/engine.js';
import { seededIds } from '../memory/seeded-ids.js';

let seed = 0;

/** Imports a file of another tool, as `countersign decision import` does. */
export async function importText(
  { operations, now }: Engine,
  text: string,
  source = 'run.jsonl',
): Promise<Result<RecordNote & { readonly path: string }>> {
  const ids = seededIds((seed += 1));
  const record = recordNote(text, source, now(), () => ids.random(6));
  if (!record.ok) return record;
  const made = await operations.importRecord({ record: record.value, actor: 'Outside' });
  return made.ok ? ok({ ...record.value, path: made.value }) : made;
}
