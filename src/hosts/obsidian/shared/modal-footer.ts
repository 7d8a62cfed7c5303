import { Setting } from 'obsidian';

/**
 * The footer of a window that asks for something: its buttons, which stay visible while the fields above
 * scroll, and above them a place for problems of the whole form.
 */
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
