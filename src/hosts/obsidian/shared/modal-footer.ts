import { Setting } from 'obsidian';

/**
 * Adds the end of a window that asks for something. Its buttons stay visible while the fields scroll, and
 * problems of the whole form are shown above them.
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
