import { Modal, Platform, Setting, type App } from 'obsidian';
import type { Result } from '../../../core/errors.js';
import { folderProblem } from '../../../core/settings/vault-settings.js';
import type { Press } from '../../../ui/actions/panel-actions.js';
import { formatProblem } from '../shared/format-problem.js';
import { markModal } from '../shared/mark-modal.js';
import { onPress } from '../gestures/press-button.js';
import { proposeBase, wouldBeMade } from './set-up-preview.js';

export interface SetUpChoices {
  setUp(base: string): Promise<Result<unknown>>;
  /** Must use `press` before its first await. */
  begin(base: string, press: Press): Promise<Result<unknown>>;
}

export class SetUpModal extends Modal {
  private base: string;
  private end: () => void = () => undefined;

  constructor(
    app: App,
    private readonly choices: SetUpChoices,
  ) {
    super(app);
    this.base = proposeBase(app.vault);
  }

  override onOpen(): void {
    const { contentEl } = this;
    this.setTitle('Set up vault');
    markModal(this);
    contentEl.createEl('p', {
      text: Platform.isMobile
        ? 'Missing folders and notes are created. Existing files are left untouched.'
        : 'This creates the folders, allows actions on this computer, and starts a practice plan. It has one email. Once you approve it, it is saved as a note instead of being sent.',
    });
    new Setting(contentEl)
      .setName('Base folder')
      .setDesc(
        'Everything is created in this folder. Leave it empty to use the top level of the vault. Existing files are left untouched.',
      )
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
    const buttons = new Setting(contentEl).addButton((button) =>
      button.setButtonText('Cancel').onClick(() => this.close()),
    );
    const wait = async (doing: Promise<Result<unknown>>): Promise<void> => {
      buttons.setDisabled(true);
      const done = await doing;
      if (done.ok) this.close();
      else problem.setText(formatProblem(done.error));
      buttons.setDisabled(false);
    };
    buttons.addButton((button) => {
      button.setButtonText('Create folders only').onClick(() => {
        void wait(this.choices.setUp(this.base));
      });
      if (Platform.isMobile) button.setButtonText('Create folders').setCta();
    });
    if (!Platform.isMobile) {
      buttons.addButton((button) => {
        button.setButtonText('Set up and start the practice plan').setCta();
        this.end = onPress(button, (press) => {
          void wait(this.choices.begin(this.base, press));
        });
      });
    }

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
    this.end();
    this.contentEl.empty();
  }
}

function linesFor(base: string): readonly string[] {
  const { folders, dashboard } = wouldBeMade(base);
  return [...folders.map((folder) => `${folder}/`), dashboard];
}
