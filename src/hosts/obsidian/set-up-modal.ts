import { Modal, Setting, type App } from 'obsidian';
import type { Problem, Result } from '../../core/errors.js';
import { folderProblem } from '../../core/settings/vault-settings.js';
import { markModal } from './mark-modal.js';
import { proposeBase, wouldBeMade } from './set-up-preview.js';

/** Shows every folder and note that setting up would make, and where; makes them when it is told to. */
export class SetUpModal extends Modal {
  private base: string;

  /** @param setUp sets the vault up below a base folder (`''`: the root) */
  constructor(
    app: App,
    private readonly setUp: (base: string) => Promise<Result<void>>,
  ) {
    super(app);
    this.base = proposeBase(app.vault);
  }

  override onOpen(): void {
    const { contentEl } = this;
    this.setTitle('Set up vault');
    markModal(this);
    contentEl.createEl('p', {
      text: 'Missing folders and notes are created. Existing files are left untouched.',
    });
    new Setting(contentEl)
      .setName('Base folder')
      .setDesc('Everything is created in this folder. Leave it empty to use the top of the vault.')
      .addText((text) =>
        text
          .setPlaceholder('Top of the vault')
          .setValue(this.base)
          .onChange((value) => {
            this.base = value.trim().replace(/^\/+|\/+$/g, '');
            showPreview();
          }),
      );
    const preview = contentEl.createEl('ul', {
      cls: 'countersign-preview',
      attr: { 'aria-label': 'What will be created', tabindex: '0' },
    });
    const problem = contentEl.createEl('p', {
      cls: 'countersign-modal-problem',
      attr: { role: 'alert' },
    });
    const buttons = new Setting(contentEl)
      .addButton((button) => button.setButtonText('Cancel').onClick(() => this.close()))
      .addButton((button) =>
        button
          .setButtonText('Set up vault')
          .setCta()
          .onClick(async () => {
            button.setDisabled(true);
            const done = await this.setUp(this.base);
            if (done.ok) this.close();
            else problem.setText(sentences(done.error));
            button.setDisabled(false);
          }),
      );

    const showPreview = (): void => {
      const wrong = this.base === '' ? null : folderProblem(this.base);
      problem.setText(wrong === null ? '' : `The base folder ${wrong}.`);
      buttons.setDisabled(wrong !== null);
      preview.empty();
      for (const path of wrong === null ? linesFor(this.base) : []) {
        const isThere = this.app.vault.getAbstractFileByPath(path.replace(/\/$/, '')) !== null;
        preview.createEl('li', { text: isThere ? `${path} (already there)` : path });
      }
    };
    showPreview();
  }

  override onClose(): void {
    this.contentEl.empty();
  }
}

function sentences({ path, message, advice }: Problem): string {
  return path === undefined ? `${message} ${advice}` : `${path}: ${message} ${advice}`;
}

function linesFor(base: string): readonly string[] {
  const { folders, dashboard } = wouldBeMade(base);
  return [...folders.map((folder) => `${folder}/`), dashboard];
}
