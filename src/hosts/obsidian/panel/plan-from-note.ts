import type { App, TFile } from 'obsidian';
import type { Result } from '../../../core/errors.js';
import { linkTo } from '../../../core/task/source-link.js';
import type { Executor } from '../lifecycle/executor.js';
import { openPanel } from './panel-view.js';

export function linkToNote(app: App, file: TFile): string {
  return linkTo(file.path, isNamedAlone(app, file));
}

/** Makes a plan of a note that another tool wrote, and opens the plan. */
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
  if (!plan.ok) await openPanel(app.workspace);
  const made = plan.ok ? app.vault.getFileByPath(plan.value.path) : null;
  if (made) await app.workspace.getLeaf('tab').openFile(made);
  return plan;
}

/** True when a link by name alone leads to this note. */
export function isNamedAlone({ metadataCache }: App, file: TFile): boolean {
  return metadataCache.getFirstLinkpathDest(file.basename, '')?.path === file.path;
}
