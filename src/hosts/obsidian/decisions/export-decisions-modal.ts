import { DropdownComponent, Setting, TextComponent, type App } from 'obsidian';
import type { Result } from '../../../core/errors.js';
import { FormModal } from '../shared/form-modal.js';

const forms = { canvas: 'Canvas', md: 'Note with a Mermaid diagram' };

export class ExportDecisionsModal extends FormModal {
  /** `base` is the proposed path of the new file, without its extension. */
  constructor(
    app: App,
    private readonly planId: string,
    private readonly base: string,
    private readonly write: (to: string) => Promise<Result<unknown>>,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { contentEl, base, planId } = this;
    this.setTitle(`Export decisions of ${planId}`);
    const about =
      'Writes a new file. For SQL and JSON, use countersign decision export in a terminal.';
    contentEl.createEl('p', { text: about });
    const form = new DropdownComponent(new Setting(contentEl).setName('Form').controlEl);
    const row = new Setting(contentEl).setName('File').setClass('countersign-wide');
    const path = new TextComponent(row.controlEl).setValue(`${base}.canvas`);
    form.addOptions(forms).onChange((ending) => {
      path.setValue(path.getValue().replace(/(?:\.(?:canvas|md))?$/u, `.${ending}`));
    });
    form.selectEl.setAttr('aria-label', 'Form');
    path.inputEl.setAttr('aria-label', 'File');
    const typed = (): string => path.getValue().trim();
    this.watchField(row, path.inputEl, () => (typed() === '' ? 'Required' : null));
    this.addButtons({ text: 'Export', act: () => this.write(typed()) });
    form.selectEl.focus();
  }
}
