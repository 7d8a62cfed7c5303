import type { App, TFile } from 'obsidian';
import { fail, type Result } from '../../core/errors.js';
import { isoSeconds, slugOf, timestampForName } from '../../core/note/file-name.js';
import { linkTo } from '../../core/task/source-link.js';
import type { Brief } from '../../engine/operations/evaluate-brief.js';
import type { StartedPlan } from '../../engine/operations/start-plan.js';
import type { NoteStore } from '../../ports/note-store.js';
import type { Executor } from './executor.js';
import { createFirstFree } from './first-free-note.js';
import { openPanel } from './panel-view.js';
import { startAsPerson, type AskSimilar } from './start-as-person.js';

/** Makes a plan of a note, or goes on with the one it has, and opens it. */
export async function planFromNote(
  app: App,
  executor: Executor,
  ask: AskSimilar,
  file: TFile,
): Promise<Result<unknown>> {
  const read = await executor.engine.operations.evaluateBrief({ path: file.path });
  const { text } = read.ok ? read.value : { text: '' };
  // A link by its name alone would name another note.
  const brief = isNamedAlone(app, file)
    ? { path: file.path }
    : { text, sourceLink: linkTo(file.path, false) };
  return started(app, executor, ask, read.ok && text.trim() === '' ? nothingToPlan : read, brief);
}

/** Keeps a selection as an item that links back to its note, makes a plan of it, and opens the plan. */
export async function planFromSelection(
  app: App,
  executor: Executor,
  ask: AskSimilar,
  selected: {
    readonly store: NoteStore;
    readonly file: TFile;
    readonly text: string;
    /** Milliseconds since 1970. */
    readonly nowMs: number;
  },
): Promise<Result<unknown>> {
  const { store, file, text, nowMs } = selected;
  const source = JSON.stringify(linkTo(file.path, isNamedAlone(app, file)));
  const note = `---\ntype: selection\nsource: ${source}\ncreated_date: ${isoSeconds(nowMs)}\n---\n\n${text.trim()}\n`;
  const folder = executor.settings.folders.needsAction;
  const name = `${folder}/${timestampForName(nowMs)}_${slugOf(text.trim().split('\n')[0] ?? '')}`;
  const made = await createFirstFree(store, name, note);
  const path = made.ok ? made.value : '';
  const done = await started(app, executor, ask, made, { path });
  // What we write ourselves is not told to the engine; it comes after the plan, and suggests none.
  if (made.ok) executor.engine.look(path);
  return done;
}

/** Writes a plan beside one in another tool's form, or goes on with the one it has, and opens it. */
export async function adoptPlan(
  app: App,
  executor: Executor,
  path: string,
): Promise<Result<unknown>> {
  const file = app.vault.getFileByPath(path);
  const isAlone = file === null || isNamedAlone(app, file);
  const plan = await executor.engine.operations.adoptPlan({
    path,
    ...(isAlone ? {} : { sourceLink: linkTo(path, false) }),
    actor: 'Human',
  });
  return opened(app, plan);
}

async function started(
  app: App,
  { engine }: Executor,
  ask: AskSimilar,
  before: Result<unknown>,
  brief: Brief,
): Promise<Result<unknown>> {
  const plan = before.ok ? await startAsPerson(engine.operations, ask, brief) : before;
  return opened(app, plan);
}

/** Opens the plan that was made, or else the panel. */
async function opened(
  app: App,
  plan: Result<{ readonly path: string } | StartedPlan | null>,
): Promise<Result<unknown>> {
  // The panel says what went wrong.
  if (!plan.ok) await openPanel(app.workspace);
  const path = plan.ok && plan.value && 'path' in plan.value ? plan.value.path : null;
  const file = path === null ? null : app.vault.getFileByPath(path);
  if (file) await app.workspace.getLeaf('tab').openFile(file);
  return plan;
}

function isNamedAlone({ metadataCache }: App, file: TFile): boolean {
  return metadataCache.getFirstLinkpathDest(file.basename, '')?.path === file.path;
}

const nothingToPlan = fail(
  'input_invalid',
  'There is nothing in this note to make a plan of.',
  'Write what is to be done into it first.',
);
