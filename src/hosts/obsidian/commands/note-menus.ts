import { TFile, type Plugin } from 'obsidian';
import { contractFolderOf } from '../../../core/settings/folders.js';
import type { Commands } from './commands.js';
import type { PanelController } from '../panel/panel-controller.js';
import type { Session } from '../lifecycle/session.js';
import { sourceOf } from '../lifecycle/session-queries.js';

export function addNoteMenus(
  plugin: Plugin,
  session: Session,
  controller: PanelController,
  windows: Pick<Commands, 'planNote' | 'planSelection'>,
): void {
  const { app } = plugin;
  plugin.registerEvent(
    app.workspace.on('file-menu', (menu, file) => {
      if (!(file instanceof TFile)) return;
      if (waits(session, file.path)) {
        menu.addItem((item) =>
          item
            .setTitle('Review request')
            .setIcon('stamp')
            .setSection('action')
            .onClick(() => {
              controller.views.review(file.path);
            }),
        );
      }
      if (isImportable(session, file.path)) {
        menu.addItem((item) =>
          item
            .setTitle('Adopt plan')
            .setIcon('list-checks')
            .setSection('action')
            .onClick(() => {
              controller.plans.importPlan(file.path);
            }),
        );
      }
      if (session.executor && isPlanned(session, file)) {
        menu.addItem((item) =>
          item
            .setTitle('Create plan from this note…')
            .setIcon('list-checks')
            .setSection('action')
            .onClick(() => {
              windows.planNote(file.path);
            }),
        );
      }
    }),
  );
  plugin.registerEvent(
    app.workspace.on('editor-menu', (menu, editor, { file }) => {
      const text = editor.getSelection();
      if (!session.executor || !file || text.trim() === '') return;
      menu.addItem((item) =>
        item
          .setTitle('Create plan from selection…')
          .setIcon('list-checks')
          .setSection('action')
          .onClick(() => {
            windows.planSelection(file.path, text.trim());
          }),
      );
    }),
  );
}

function waits({ state }: Session, path: string): boolean {
  return (sourceOf(state)?.waitingAt(path) ?? null) !== null;
}

function isImportable({ executor }: Session, path: string): boolean {
  return executor?.engine.isImportable(path) === true;
}

function isPlanned({ state }: Session, { path, extension }: TFile): boolean {
  if (state.at !== 'ready' || extension !== 'md') return false;
  const { folders, dashboard } = state.vault.settings;
  const place = contractFolderOf(folders, path);
  const isItem = place === 'inbox' || place === 'needsAction';
  return path !== dashboard && (place === null || isItem);
}
