import { evaluateComplexity } from '../../../core/task/complexity.js';
import type { ComplexityKeywords } from '../../../core/policy/keywords.js';
import type { ItemContent } from '../../../core/task/read-item.js';

/** Shows a person whether the text seems to need a plan. Returns true if it does. */
export function drawComplexity(
  container: HTMLElement,
  content: ItemContent,
  words: ComplexityKeywords,
): boolean {
  container.empty();
  if (content.text === '') {
    container.createEl('p', {
      cls: 'countersign-quiet',
      text: 'Start typing to get suggested steps.',
    });
    return false;
  }
  const { complex, reasons } = evaluateComplexity(content, words);
  container.createEl('strong', {
    text: complex ? 'A plan could help here' : 'This looks like a simple task',
  });
  const why = container.createEl('ul');
  for (const reason of reasons) why.createEl('li', { text: reason });
  return complex;
}
