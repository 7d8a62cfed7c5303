import { Modal, type App } from 'obsidian';
import type { Result } from '../../../core/errors.js';
import type { NewFile } from '../../../core/views/base-views.js';
import { modalFooter } from '../shared/modal-footer.js';
import { markModal } from '../shared/mark-modal.js';
import { isPluginOn } from '../shared/obsidian-internals.js';
import { formatProblem } from '../shared/format-problem.js';

/**
 * Shows the bases that would be made, and where; makes those that are missing when it is told to. Says what opens
 * them where the core plugin is off.
 */
export class BaseViewsModal extends Modal {
  /** @param create makes what is missing; the value is what was made */
  constructor(
    app: App,
    private readonly files: readonly NewFile[],
    private readonly create: () => Promise<Result<readonly string[]>>,
    private readonly onMade: (paths: readonly string[]) => void,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { contentEl, files } = this;
    this.setTitle('Create Bases views');
    markModal(this);
    contentEl.createEl('p', {
      text: `Tables of your plans and requests, for the core plugin Bases. ${basesMust(this.app)}Existing files are left untouched.`,
    });
    const isThere = ({ path }: NewFile): boolean =>
      this.app.vault.getAbstractFileByPath(path) !== null;
    const preview = contentEl.createEl('ul', {
      cls: 'countersign-preview',
      attr: { 'aria-label': 'What will be created', tabindex: '0' },
    });
    for (const file of files) {
      const text = isThere(file) ? `${file.path} (already there)` : file.path;
      preview.createEl('li', { text });
    }
    const problem = contentEl.createEl('p', {
      cls: 'countersign-modal-problem',
      attr: { role: 'alert' },
    });
    modalFooter(contentEl)
      .row.addButton((button) => button.setButtonText('Cancel').onClick(() => this.close()))
      .addButton((button) =>
        button
          .setButtonText('Create views')
          .setCta()
          .setDisabled(files.every(isThere))
          .onClick(async () => {
            button.setDisabled(true);
            const made = await this.create();
            if (!made.ok) {
              problem.setText(formatProblem(made.error));
              button.setDisabled(false);
              return;
            }
            this.close();
            this.onMade(made.value);
          }),
      );
  }

  override onClose(): void {
    this.contentEl.empty();
  }
}

function basesMust(app: App): string {
  const isOn = isPluginOn(app, 'bases');
  if (isOn === null) return 'Turn it on to open them. ';
  return isOn ? '' : 'It is off. Turn it on under Settings → Core plugins to open them. ';
}
