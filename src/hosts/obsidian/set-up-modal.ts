import { Modal, Setting, type App, type Vault } from 'obsidian';
import type { Problem, Result } from '../../core/errors.js';
import { contractFolders } from '../../core/settings/folders.js';
import { folderProblem, newVaultSettings } from '../../core/settings/vault-settings.js';
import { planSetUp } from '../../engine/operations/set-up-vault.js';

const proposedBase = 'Countersign';

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
    this.modalEl.addClass('countersign-modal');
    contentEl.createEl('p', {
      text: 'These folders and notes are made where they are missing. What is there already is left as it is.',
    });
    new Setting(contentEl)
      .setName('Base folder')
      .setDesc('Everything is made below it. Leave it empty for the top of the vault.')
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
      attr: { 'aria-label': 'What would be made', tabindex: '0' },
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
      for (const path of wrong === null ? wouldBeMade(this.base) : []) {
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

function wouldBeMade(base: string): readonly string[] {
  const { folders, dashboard } = newVaultSettings('', base);
  const plan = planSetUp(folders, dashboard);
  return [...plan.folders.map((folder) => `${folder}/`), plan.dashboard];
}

/** The top of an empty vault, or of one that has such folders already; else a folder of its own. */
function proposeBase(vault: Vault): string {
  const here = vault.getRoot().children.map(({ name }) => name);
  const { needsAction, pending, approved } = contractFolders();
  const isAtHome = [needsAction, pending, approved].some((folder) => here.includes(folder));
  return here.length === 0 || isAtHome ? '' : proposedBase;
}
