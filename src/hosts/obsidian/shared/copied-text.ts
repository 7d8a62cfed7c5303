import { ButtonComponent, Notice } from 'obsidian';

export function addCopiedText(container: HTMLElement, text: string, what: string): void {
  const row = container.createDiv('countersign-copied');
  const shown = row.createEl('pre', { text, attr: { tabindex: '0', 'aria-label': what } });
  const copy = new ButtonComponent(row).setButtonText('Copy');
  copy.buttonEl.setAttr('aria-label', `Copy ${what}`);
  copy.onClick(() => {
    void copyText(shown);
  });
}

async function copyText(shown: HTMLElement): Promise<void> {
  try {
    await shown.win.navigator.clipboard.writeText(shown.textContent);
    new Notice('Copied.');
  } catch {
    // Selects the text, so that a person can copy it with the keyboard.
    shown.focus();
    shown.win.getSelection()?.selectAllChildren(shown);
    new Notice('Couldn’t copy automatically. Press Ctrl/Cmd+C.');
  }
}
