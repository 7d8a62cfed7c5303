import type { App, TFolder } from 'obsidian';
import { FuzzySuggestModal } from '../windows/fuzzy-search.js';
import { isFolder } from './explorer-model.js';

/** Asks for the folder to move to. */
export class ChooseFolder extends FuzzySuggestModal<TFolder> {
  constructor(
    app: App,
    private readonly choose: (folder: TFolder) => void,
  ) {
    super(app);
    this.setPlaceholder('Type a folder');
  }

  override getItems(): TFolder[] {
    return this.app.vault.getAllLoadedFiles().filter(isFolder);
  }

  override getItemText(folder: TFolder): string {
    return folder.isRoot() ? '/' : folder.path;
  }

  override onChooseItem(folder: TFolder): void {
    this.choose(folder);
  }
}
