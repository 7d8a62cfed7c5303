import { foldOf, ofLine } from '../../../ui/parts/text/long-text.js';

/** Adds a text as a line of its own. A very long one is folded, with a button that shows all of it. */
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
