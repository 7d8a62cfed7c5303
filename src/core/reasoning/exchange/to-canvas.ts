import { inlineText } from '../../text/inline-text.js';
import { baseName } from '../../note/file-name.js';
import { cut } from '../../text/quote.js';
import type { DecisionGraph, DecisionNode } from '../decision-graph.js';
import { isNodeId } from '../record-entry.js';
import { wordOf } from '../record-words.js';
import { drawnJoins, joinWords, markOf, type Mark } from './joins.js';

const colours: Readonly<Record<Mark, string>> = { good: '4', bad: '1' };
const size = { width: 320, height: 140 } as const;
const apart = { x: 460, y: 170 } as const;
const longest = 400;

export function toCanvas(graph: DecisionGraph): string {
  const marks = markOf(graph);
  const places = layOut(graph);
  const canvas = {
    nodes: [...graph.nodes.values()].map((node) => {
      const mark = marks.get(node.id);
      return {
        id: node.id,
        type: 'text',
        text: cardText(node),
        ...(places.get(node.id) ?? { x: 0, y: 0 }),
        ...size,
        ...(mark ? { color: colours[mark] } : {}),
      };
    }),
    edges: drawnJoins(graph).map(({ kind, from, to, label }, at) => {
      const mark = kind === 'chooses' ? 'good' : kind === 'rejects' ? 'bad' : undefined;
      const words = joinWords(kind, inlineText(cut(label, longest)));
      return {
        id: `e${at + 1}`,
        ...{ fromNode: from, fromSide: 'right', toNode: to, toSide: 'left' },
        ...(mark ? { color: colours[mark] } : {}),
        ...(words === '' ? {} : { label: words }),
      };
    }),
  };
  return `${JSON.stringify(canvas, null, 2)}\n`;
}

function cardText(node: DecisionNode): string {
  const { id, text, place, success } = node;
  const is = success === null ? '' : success ? ', succeeded' : ', failed';
  const words = inlineText(cut(text, longest))
    .replace(/[\\*_[\]#|>=^~!&$+-]/gu, '\\$&')
    // A number at the start would begin a list.
    .replace(/^(\d+)([.)])/u, '$1\\$2');
  const link = place && isNodeId(id) ? `\n\n[[${baseName(place.path)}#^${id}|Open]]` : '';
  return `**${wordOf(node)}${is}**\n\n${words}${link}`;
}

function layOut({ nodes, edges }: DecisionGraph): ReadonlyMap<string, { x: number; y: number }> {
  const informs = new Map(
    edges.flatMap(({ kind, from, to }) => (kind === 'informs' ? [[from, to]] : [])),
  );
  const below = new Map<string, string[]>();
  const tops: string[] = [];
  for (const { id, parentId } of nodes.values()) {
    const above = parentId ?? informs.get(id) ?? '';
    const list = nodes.has(above) ? (below.get(above) ?? []) : tops;
    list.push(id);
    if (list !== tops) below.set(above, list);
  }
  const places = new Map<string, { x: number; y: number }>();
  const open = tops.reverse().map((id) => ({ id, x: 0, isFirst: false }));
  let y = -apart.y;
  for (let next = open.pop(); next; next = open.pop()) {
    const { id, x, isFirst } = next;
    if (places.has(id)) continue;
    if (!isFirst) y += apart.y;
    places.set(id, { x, y });
    const under = (below.get(id) ?? []).map((one, at) => ({
      ...{ id: one, x: x + apart.x },
      isFirst: at === 0,
    }));
    open.push(...under.reverse());
  }
  return places;
}
