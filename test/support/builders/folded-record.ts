import { foldRecord, type DecisionGraph } from '../../../src/core/reasoning/decision-graph.js';
import { readLongRecord } from '../../../src/core/reasoning/record-lines.js';

/** The graph of lines that begin with their minute: `01 Question — Why? ^q-aaaaaa`. */
export function foldedRecord(...lines: readonly string[]): DecisionGraph {
  const text = lines.map((one) => `- [2026-02-21T10:${one.slice(0, 2)}:00Z] A: ${one.slice(3)}`);
  return foldRecord(readLongRecord(text.join('\n'), 'Logs/reasoning/a.md').lines);
}

/**
 * A question with two hypotheses and a probe that tells them apart; their ids end in `aaaaa` and this letter.
 *
 * @param keys what stands behind the question, as ` [under:: [[#^f-aaaaaa]]]`
 */
export function twoSided(letter: string, keys = '', likely = 0.9): readonly string[] {
  const [id, rest] = [`aaaaa${letter}`, Number((1 - likely).toFixed(4))];
  return [
    `00 Question — Why ${letter}?${keys} ^q-${id}`,
    `01 Hypothesis for [[#^q-${id}]] — Yes ${letter} ^h-${id}`,
    `01 Hypothesis for [[#^q-${id}]] — No ${letter} ^h-b${id.slice(1)}`,
    `02 Probe for [[#^q-${id}]] — Look ${letter} ^p-${id}`,
    `02 Expected under [[#^h-${id}]] — yes: ${likely}, no: ${rest} [probe:: [[#^p-${id}]]]`,
    `02 Expected under [[#^h-b${id.slice(1)}]] — yes: ${rest}, no: ${likely} [probe:: [[#^p-${id}]]]`,
  ];
}
