import type { App, TFile } from 'obsidian';
import type { Result } from '../../../core/errors.js';
import { linkTo } from '../../../core/task/source-link.js';
import type { Executor } from '../lifecycle/executor.js';
import { openPanel } from './panel-view.js';

/** How a note is named as the source of a plan; a link by its name alone would name another note, where one has it. */
export function linkToNote(app: App, file: TFile): string {
  return linkTo(file.path, isNamedAlone(app, file));
}

/** Writes a plan beside one in another tool’s form, or goes on with the one it has, and opens it. */
export async function importPlan(
  app: App,
  executor: Executor,
  path: string,
): Promise<Result<unknown>> {
  const file = app.vault.getFileByPath(path);
  const isAlone = file === null || isNamedAlone(app, file);
  const plan = await executor.engine.operations.importPlan({
    path,
    ...(isAlone ? {} : { sourceLink: linkTo(path, false) }),
    actor: 'Human',
  });
  // The panel says what went wrong.
  if (!plan.ok) await openPanel(app.workspace);
  const made = plan.ok ? app.vault.getFileByPath(plan.value.path) : null;
  if (made) await app.workspace.getLeaf('tab').openFile(made);
  return plan;
}

/** Whether a link by its name alone leads to this note. */
export function isNamedAlone({ metadataCache }: App, file: TFile): boolean {
  return metadataCache.getFirstLinkpathDest(file.basename, '')?.path === file.path;
}
