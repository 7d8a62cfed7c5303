import type { TAbstractFile, TFile, TFolder } from 'obsidian';
import type { WorkspaceLeaf } from '../../workspace/workspace-leaf.js';
import { ConfirmationModal } from '../windows/confirmation-modal.js';
import { Menu } from '../menu.js';
import { tell } from '../tell.js';
import { isFolder } from './explorer-model.js';
import { ChooseFolder } from './choose-folder.js';

interface MenuActions {
  rename(): void;
  move(folder: TFolder): Promise<void>;
}

/** The context menu of one entry (`file-menu`) or of several (`files-menu`). */
export function openExplorerMenu(
  leaf: WorkspaceLeaf,
  files: readonly TAbstractFile[],
  event: MouseEvent,
  actions: MenuActions,
): void {
  const { app, workspace } = leaf;
  const [file] = files;
  if (!file) return;
  const menu = new Menu();
  const one = files.length === 1;
  const name = one ? file.name : `${files.length} items`;
  if (one && !isFolder(file)) addOpening(menu, leaf, file as TFile);
  menu.addItem((item) =>
    item
      .setTitle(one ? 'Move file to…' : `Move ${name} to…`)
      .setIcon('folder-input')
      .setSection('action')
      .onClick(() => new ChooseFolder(app, (folder) => void actions.move(folder)).open()),
  );
  if (one) {
    menu.addItem((item) =>
      item
        .setTitle('Rename…')
        .setIcon('pencil')
        .setSection('danger')
        .onClick(() => actions.rename()),
    );
  }
  menu.addItem((item) =>
    item
      .setTitle('Delete')
      .setIcon('trash-2')
      .setSection('danger')
      .setWarning(true)
      .onClick(() => {
        new ConfirmationModal(app)
          .setTitle('Delete')
          .setContent(`Delete “${name}”?`)
          .addButton((button) =>
            button
              .setButtonText('Delete')
              .setWarning()
              .setInitialFocus()
              .onClick(async () => {
                for (const each of files) {
                  await tell(() => app.fileManager.trashFile(each));
                }
              }),
          )
          .addCancelButton()
          .open();
      }),
  );
  if (one) workspace.trigger('file-menu', menu, file, 'file-explorer-context-menu', leaf);
  else workspace.trigger('files-menu', menu, [...files], 'file-explorer-context-menu', leaf);
  menu.showAtMouseEvent(event);
}

function addOpening(menu: Menu, { workspace }: WorkspaceLeaf, file: TFile): void {
  const add = (title: string, icon: string, pane: 'tab' | 'split' | 'window'): void => {
    menu.addItem((item) =>
      item
        .setTitle(title)
        .setIcon(icon)
        .setSection('open')
        .onClick(() => void tell(() => workspace.getLeaf(pane).openFile(file))),
    );
  };
  add('Open in new tab', 'file-plus', 'tab');
  add('Open to the right', 'panel-right', 'split');
  if (!workspace.phone) add('Open in new window', 'picture-in-picture-2', 'window');
}
