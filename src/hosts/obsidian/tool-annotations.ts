import type { ToolDefinition } from '../../core/request/tool-definition.js';
import { hintPhrases, hintsOf, saysNothing } from '../../core/request/tool-hints.js';

/** What a server says of a tool; what it does not say counts as the worse (gate.md, *What an answer means*). */
export function annotationsOf({ annotations }: Pick<ToolDefinition, 'annotations'>): string {
  const phrases = hintPhrases(hintsOf(annotations));
  if (phrases.length === 0) return `It ${saysNothing}.`;
  const text = phrases.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
