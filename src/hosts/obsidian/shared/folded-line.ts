import { foldOf, ofLine } from '../../../ui/parts/text/long-text.js';

export function addFoldedLine(container: HTMLElement, text: string): void {
  const line = container.createDiv();
  const fold = foldOf(text, ofLine);
  line.setText(fold === null ? text : `${fold.start}…`);
  if (fold === null) return;
  const button = container.createEl('button', { text: `… ${fold.rest}: show all` });
  button.addEventListener('click', () => {
    line.setText(text);
    button.remove();
  });
}
