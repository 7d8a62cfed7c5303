import { showUnseen } from '../../text/show-invisible.js';
import { cut } from '../../text/quote.js';
import { foldLine } from '../../text/text-line.js';
import type { DecisionGraph } from '../decision-graph.js';
import { wordOf } from '../record-words.js';
import { drawnJoins, joinWords, markOf, type Mark } from './joins.js';

const styles: Readonly<Record<Mark, string>> = {
  good: 'stroke:#2e7d32,stroke-width:3px',
  bad: 'stroke:#c62828,stroke-dasharray:4 3',
};
const longest = 200;

export function toMermaid(graph: DecisionGraph): string {
  const names = new Map([...graph.nodes.keys()].map((id, at) => [id, `n${at + 1}`]));
  const marks = markOf(graph);
  return [
    'flowchart LR',
    ...[...graph.nodes.values()].map((node) => {
      const { id, text, success } = node;
      const mark = marks.get(id);
      const is = success === null ? '' : success ? ', succeeded' : ', failed';
      const words = `${wordOf(node)}${is}: ${text}`;
      return `  ${names.get(id) ?? ''}["${escaped(words)}"]${mark ? `:::${mark}` : ''}`;
    }),
    ...drawnJoins(graph).map(({ kind, from, to, label }) => {
      const arrow = kind === 'chooses' ? '==>' : kind === 'rejects' ? '-.->' : '-->';
      const words = escaped(joinWords(kind, label));
      const said = words === '' ? '' : `|"${words}"|`;
      return `  ${names.get(from) ?? ''} ${arrow}${said} ${names.get(to) ?? ''}`;
    }),
    ...Object.entries(styles).map(([mark, style]) => `  classDef ${mark} ${style}`),
    '',
  ].join('\n');
}

function escaped(text: string): string {
  const line = cut(foldLine(showUnseen(text)), longest);
  return line.replace(
    /[^\p{L}\p{M}\p{N} .,:?!’“”‘‹›…–—]/gu,
    (sign) => `#${sign.codePointAt(0) ?? 0};`,
  );
}
