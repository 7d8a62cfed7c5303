import type { ToolDefinition } from '../../../core/request/action/tool-definition.js';
import {
  hintPhrases,
  hintsOf,
  saysNothing,
  saysOf,
} from '../../../core/request/action/tool-hints.js';

export function annotationsOf({ annotations }: Pick<ToolDefinition, 'annotations'>): string {
  const phrases = hintPhrases(hintsOf(annotations));
  return phrases.length === 0 ? saysNothing : saysOf(phrases);
}
