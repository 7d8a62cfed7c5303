import type { DecisionEdge, DecisionGraph, EdgeKind } from '../decision-graph.js';

export type Join = Pick<DecisionEdge, 'from' | 'to' | 'label'> & {
  readonly kind: EdgeKind | 'under';
};

export function joinsOf({ nodes, edges }: DecisionGraph): readonly Join[] {
  const joined = new Set(edges.flatMap(({ from, to }) => [`${from} ${to}`, `${to} ${from}`]));
  const under = [...nodes.values()].flatMap(({ id, parentId }): readonly Join[] =>
    parentId === null || !nodes.has(parentId) || joined.has(`${parentId} ${id}`)
      ? []
      : [{ kind: 'under', from: parentId, to: id, label: '' }],
  );
  return [...edges, ...under];
}

export function drawnJoins(graph: DecisionGraph): readonly Join[] {
  const joins = joinsOf(graph);
  const judged = new Set(
    joins.flatMap(({ kind, from, to }) =>
      kind === 'chooses' || kind === 'rejects' ? [`${from} ${to}`] : [],
    ),
  );
  return joins.filter(({ kind, from, to }) => kind !== 'considers' || !judged.has(`${from} ${to}`));
}

export function joinWords(kind: Join['kind'], label: string): string {
  const words = { chooses: 'chosen', rejects: 'rejected', under: '' };
  const what = kind in words ? words[kind as keyof typeof words] : kind;
  return label === '' ? what : `${what}: ${label}`;
}

export type Mark = 'good' | 'bad';

export function markOf({ nodes, edges }: DecisionGraph): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const { kind, from, to } of edges) {
    if (kind === 'rejects') marks.set(to, 'bad');
    if (kind !== 'chooses') continue;
    marks.set(to, 'good');
    marks.set(from, 'good');
  }
  for (const { id, success } of nodes.values()) {
    if (success !== null) marks.set(id, success ? 'good' : 'bad');
  }
  return marks;
}
