import type { CrossEdge, DrawnNode } from '../../core/reasoning/drawing/build-drawing.js';
import {
  columnGap,
  type Box,
  type DrawnRow,
  type Placement,
} from '../../core/reasoning/drawing/lay-out.js';

export interface DrawnEdge {
  readonly id: string;
  readonly path: string;
  readonly is: 'path' | 'plain' | 'quiet' | 'observed' | 'across';
}

const port = 17;
const radius = 8;

export function drawEdges(
  rows: readonly DrawnRow[],
  { boxes, isInColumns }: Placement,
): readonly DrawnEdge[] {
  const drawnTo = new Map<string, number>();
  const edges = rows.flatMap(({ node, parent }): readonly DrawnEdge[] => {
    const [from, to] = [boxes.get(parent?.node.id ?? ''), boxes.get(node.id)];
    if (!parent || !from || !to) return [];
    const is = kindOf(node, parent.node);
    const trunk = `${is} ${parent.node.id}`;
    const path = (isInColumns ? acrossGap : downAlong)(from, to, drawnTo.get(trunk) ?? null);
    if (!isInColumns || to.y !== from.y) drawnTo.set(trunk, to.y + port - radius);
    return [{ id: node.id, path, is }];
  });
  const isPath = ({ is }: DrawnEdge): boolean => is === 'path';
  return [...edges.filter((edge) => !isPath(edge)), ...edges.filter(isPath)];
}

export function drawAcross(
  rows: readonly DrawnRow[],
  across: readonly CrossEdge[],
  { boxes, isInColumns }: Placement,
): readonly DrawnEdge[] {
  if (!isInColumns || across.length === 0) return [];
  const shownIn = new Map<string, string>();
  for (const { node, isFolded } of rows) {
    shownIn.set(node.id, node.id);
    if (isFolded) for (const one of below(node)) shownIn.set(one.id, node.id);
  }
  const known = new Set<string>();
  return across.flatMap(({ kind, from, to }): readonly DrawnEdge[] => {
    const ends = [shownIn.get(from), shownIn.get(to)] as const;
    const id = `${kind} ${ends.join(' ')}`;
    const [start, end] = [boxes.get(ends[0] ?? ''), boxes.get(ends[1] ?? '')];
    if (!start || !end || start === end || known.has(id)) return [];
    if (kind !== 'supersedes' && (ends[0] !== from || ends[1] !== to)) return [];
    known.add(id);
    return [{ id, path: curve(start, end), is: 'across' }];
  });
}

function kindOf(node: DrawnNode, parent: DrawnNode): DrawnEdge['is'] {
  if (node.isOnPath && parent.isOnPath) return 'path';
  if (node.kind === 'observed') return 'observed';
  return node.isQuiet || node.kind === 'rejected' ? 'quiet' : 'plain';
}

function acrossGap(from: Box, to: Box, drawnTo: number | null): string {
  const [x, y, end] = [from.x + from.width, from.y + port, to.y + port];
  if (y === end) return `M${x} ${y}H${to.x}`;
  const middle = to.x - columnGap / 2;
  const begin =
    drawnTo === null
      ? `M${x} ${y}H${middle - radius}q${radius} 0 ${radius} ${radius}`
      : `M${middle} ${drawnTo}`;
  return `${begin}V${end - radius}q0 ${radius} ${radius} ${radius}H${to.x}`;
}

function downAlong(from: Box, to: Box, drawnTo: number | null): string {
  const x = from.x + Math.min(10, (to.x - from.x) / 2);
  const bend = Math.min(radius, to.x - x);
  const end = to.y + port;
  return `M${x} ${drawnTo ?? from.y + from.height}V${end - bend}q0 ${bend} ${bend} ${bend}H${to.x}`;
}

function curve(from: Box, to: Box): string {
  const out = 14;
  const [y, end] = [from.y + port + 6, to.y + port + 6];
  const [x, toX] = [from.x, to.x < from.x ? to.x + to.width : to.x];
  const bend = to.x < from.x ? toX + out : toX - out;
  return `M${x} ${y}C${x - out} ${y} ${bend} ${end} ${toX} ${end}`;
}

function* below(node: DrawnNode): Generator<DrawnNode> {
  const open = [...node.children];
  for (let next = open.pop(); next; next = open.pop()) {
    yield next;
    open.push(...next.children);
  }
}
