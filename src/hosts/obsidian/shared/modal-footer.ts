import { Setting } from 'obsidian';

/** Adds a row for buttons, and a place above it for the problem of the whole form. */
export function modalFooter(contentEl: HTMLElement): {
  readonly row: Setting;
  readonly problem: HTMLElement;
} {
  const end = contentEl.createDiv('countersign-modal-end');
  const problem = end.createEl('p', {
    cls: 'countersign-modal-problem',
    attr: { role: 'alert' },
  });
  return { row: new Setting(end), problem };
}
