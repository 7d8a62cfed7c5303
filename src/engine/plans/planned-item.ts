import type { Alert } from '../../core/alert.js';
import { sha256Hex } from '../../core/digest.js';
import { addedSinceAlert } from '../../core/loop/task-alerts.js';
import { bodyStartOf } from '../../core/note/front-matter/front-matter-block.js';
import { foldName } from '../../core/note/vault-path.js';
import { readItem } from '../../core/task/read-item.js';
import { namesOf } from '../../core/task/source-link.js';
import { showInvisible } from '../../core/text/show-invisible.js';
import type { EngineContext } from '../context.js';
import { readPlan } from '../vault/plan-notes.js';

type KnownPlans = Pick<EngineContext, 'index' | 'book' | 'notes' | 'folders'>;

export async function unplannedText(context: KnownPlans, path: string): Promise<string | null> {
  const { index, book, notes } = context;
  if (index.planOfSource(path)) return null;
  const note = await notes.read(path);
  if (!note.ok) return null;
  const brief = briefDigest(note.value);
  const names = namesOf(path);
  for (const { source, planId, brief: of } of book.plannedTexts.named(path)) {
    const isOfThis =
      of === null ? index.sources.named(source) === path : of === brief && names.includes(source);
    if (isOfThis && !(await isUnwritten(context, planId))) return null;
  }
  return note.value;
}

/** False when the ledger knows which texts the plan was made from, and `text` is none of them. */
export function isPlanOf(
  { book }: Pick<EngineContext, 'book'>,
  planId: string,
  path: string,
  text: string,
): boolean {
  const brief = briefDigest(text);
  const made = book.plannedTexts.named(path).filter((one) => one.planId === planId);
  return made.length === 0 || made.some((one) => one.brief === null || one.brief === brief);
}

/**
 * Returns the digests of the texts that the plan was made from or resumed with. Ignores texts of
 * notes with another file name than `source`.
 */
export function textsOfPlan(
  { book }: Pick<EngineContext, 'book'>,
  planId: string,
  source: string,
): readonly string[] {
  const made = book.plannedTexts.named(source).filter((one) => one.planId === planId);
  return made.flatMap(({ brief }) => brief ?? []);
}

export function addedSince(
  context: Pick<EngineContext, 'book' | 'index'>,
  planId: string | null,
  path: string,
  text: string,
): readonly Alert[] {
  const plan = planId === null ? null : context.index.plan(planId);
  if (!plan || isPlanOf(context, plan.planId, path, text)) return [];
  const planned = new Set(plan.steps.map((step) => foldName(step.text)));
  const asked = readItem(text, path).steps.map((step) => step.text);
  const added = asked.find((step) => !planned.has(foldName(step)));
  return added === undefined ? [] : [addedSinceAlert(path, plan.planId, showInvisible(added))];
}

export interface EarlierPlan {
  readonly planId: string;
  readonly saidTheSame: boolean;
}

export async function earlierPlanOf(
  context: KnownPlans,
  path: string,
  text: string,
): Promise<EarlierPlan | null> {
  const { index, book } = context;
  const digest = briefDigest(text);
  for (const { source, planId, brief } of [...book.plannedTexts.named(path)].reverse()) {
    const saidTheSame = brief === digest;
    const isOfThis = saidTheSame || index.sources.named(source) === path;
    if (isOfThis && !(await isUnwritten(context, planId))) return { planId, saidTheSame };
  }
  return null;
}

/** True when the ledger says that a plan was begun, but the plan has no note. */
export async function isUnwritten(context: KnownPlans, planId: string): Promise<boolean> {
  if (!context.book.plannedIds.isOnlyBegun(planId)) return false;
  const found = await readPlan(context, planId);
  return !found.ok && found.error.code === 'plan_missing';
}

export interface SourceNote {
  readonly path: string;
  readonly text: string;
}

export async function sourceNote(
  { index, notes }: Pick<EngineContext, 'index' | 'notes'>,
  sourceLink: string,
): Promise<SourceNote | null> {
  const path = index.sources.named(sourceLink);
  const note = path === null ? null : await notes.read(path);
  return path !== null && note?.ok ? { path, text: note.value } : null;
}

export function briefOf(source: SourceNote | null): { readonly brief?: string } {
  return source ? { brief: briefDigest(source.text) } : {};
}

/** Ignores the note's properties, because Countersign writes the state of a task there. */
export function briefDigest(text: string): string {
  return sha256Hex(text.slice(bodyStartOf(text)).trim());
}
