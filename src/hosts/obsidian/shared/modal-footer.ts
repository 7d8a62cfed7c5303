import { Setting } from 'obsidian';

/**
 * The end of a window that asks for something: room for its buttons, which stay in sight while the
 * fields above are scrolled, and above them for what is wrong with the whole.
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
