import type { ToolDefinition } from '../../../core/request/action/tool-definition.js';
import {
  hintPhrases,
  hintsOf,
  saysNothing,
  saysOf,
} from '../../../core/request/action/tool-hints.js';

/** What a server says of a tool; what it does not say counts as the worse (docs/gate.md#what-an-answer-means). */
export function annotationsOf({ annotations }: Pick<ToolDefinition, 'annotations'>): string {
  const phrases = hintPhrases(hintsOf(annotations));
  return phrases.length === 0 ? saysNothing : saysOf(phrases);
}
