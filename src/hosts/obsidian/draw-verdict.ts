import { evaluateComplexity } from '../../core/policy/complexity.js';
import type { ComplexityWords } from '../../core/policy/words.js';

/** Says whether a brief looks like work for a plan, and why, for a person to read; the value is whether. */
export function drawVerdict(
  container: HTMLElement,
  brief: string,
  words: ComplexityWords,
): boolean {
  container.empty();
  if (brief.trim() === '') {
    container.createEl('p', {
      cls: 'countersign-quiet',
      text: 'As you type, this says whether it looks like work for a plan, and why.',
    });
    return false;
  }
  const { complex, reasons } = evaluateComplexity(brief, words);
  container.createEl('strong', {
    text: complex ? 'This looks like work for a plan' : 'This looks like one task',
  });
  const why = container.createEl('ul');
  for (const reason of reasons) why.createEl('li', { text: reason });
  return complex;
}
