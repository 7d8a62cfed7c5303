import { sha256Hex } from '../core/digest.js';
import { bodyStartOf } from '../core/note/front-matter-block.js';
import { namesOf } from '../core/task/source-link.js';
import type { EngineContext } from './context.js';
import { readPlan } from './plan-notes.js';

/**
 * What the note at this path says; `null` if a plan of it is being worked or was made of this very text, or if it
 * cannot be read. What comes under the name of an item that was done is another piece of work.
 */
export async function unplannedText(context: EngineContext, path: string): Promise<string | null> {
  const { index, book, notes } = context;
  if (index.planOfSource(path)) return null;
  const note = await notes.read(path);
  if (!note.ok) return null;
  const brief = briefDigest(note.value);
  for (const name of namesOf(path)) {
    for (const { planId, brief: of } of book.plannedTexts(name)) {
      // Of a plan that was put on record without its text, the name alone tells.
      const isOfThis = of === null ? index.sources.named(name) === path : of === brief;
      if (isOfThis && !(await isUnwritten(context, planId))) return null;
    }
  }
  return note.value;
}

/** The last plan that was made of the note at this path, when it said something else; `null`: none was. */
export async function earlierPlanOf(context: EngineContext, path: string): Promise<string | null> {
  const { index, book } = context;
  const names = namesOf(path).filter((name) => index.sources.named(name) === path);
  for (const { planId } of names.flatMap((name) => book.plannedTexts(name)).reverse()) {
    if (!(await isUnwritten(context, planId))) return planId;
  }
  return null;
}

/** A plan was put on record, and its note is not there: a crash may have kept it from being written. */
export async function isUnwritten(context: EngineContext, planId: string): Promise<boolean> {
  if (!context.book.plannedIds.isOnlyBegun(planId)) return false;
  const found = await readPlan(context, planId);
  return !found.ok && found.error.code === 'plan_missing';
}

/** For the record of a plan: the digest of the text it is made of, where its source is a note known here. */
export async function briefOf(
  { index, notes }: Pick<EngineContext, 'index' | 'notes'>,
  sourceLink: string,
): Promise<{ readonly brief?: string }> {
  const path = index.sources.named(sourceLink);
  const note = path === null ? null : await notes.read(path);
  return note?.ok ? { brief: briefDigest(note.value) } : {};
}

/** Properties do not count: what becomes of an item may be noted there. */
function briefDigest(text: string): string {
  return sha256Hex(text.slice(bodyStartOf(text)).trim());
}
