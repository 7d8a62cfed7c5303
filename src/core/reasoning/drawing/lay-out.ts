import type { DrawnNode } from './build-drawing.js';

export interface DrawnRow {
  readonly node: DrawnNode;
  readonly parent: DrawnRow | null;
  readonly depth: number;
  readonly position: number;
  readonly siblings: number;
  readonly isFolded: boolean;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Placement {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly width: number;
  readonly height: number;
  /** True when each generation has its own column. False when children are indented. */
  readonly isInColumns: boolean;
}

export const columnGap = 36;
const narrowestColumn = 150;
const widestColumn = 300;
const widestIndent = 24;
const narrowestText = 120;
const widestIndented = 480;
const [gap, wideGap] = [10, 22];

/** Returns the visible nodes in reading order, each before its children. */
export function drawnRows(
  roots: readonly DrawnNode[],
  isFolded: (node: DrawnNode) => boolean,
): readonly DrawnRow[] {
  const rows: DrawnRow[] = [];
  const open: DrawnRow[] = [];
  const add = (nodes: readonly DrawnNode[], parent: DrawnRow | null): void => {
    const depth = parent === null ? 0 : parent.depth + 1;
    for (let at = nodes.length - 1; at >= 0; at -= 1) {
      const node = nodes[at];
      if (!node) continue;
      const place = { position: at + 1, siblings: nodes.length };
      const folded = node.children.length > 0 && isFolded(node);
      open.push({ node, parent, depth, ...place, isFolded: folded });
    }
  };
  add(roots, null);
  for (let next = open.pop(); next; next = open.pop()) {
    rows.push(next);
    if (!next.isFolded) add(next.node.children, next);
  }
  return rows;
}

export function widthOfNodes(rows: readonly DrawnRow[], available: number) {
  const depth = Math.max(0, ...rows.map((row) => row.depth));
  const column = (available - depth * columnGap) / (depth + 1);
  const isInColumns = column >= narrowestColumn;
  const indent = Math.max(
    4,
    Math.min(widestIndent, (available - narrowestText) / Math.max(depth, 1)),
  );
  return {
    isInColumns,
    indent,
    width: Math.min(isInColumns ? column : available, isInColumns ? widestColumn : widestIndented),
  };
}

interface Begun {
  readonly top: number;
  readonly bottom: number;
  below: number | null;
}

export function layOut(
  rows: readonly DrawnRow[],
  available: number,
  heightOf: (id: string) => number,
): Placement {
  const { isInColumns, indent, width } = widthOfNodes(rows, available);
  const boxes = new Map<string, Box>();
  const all: Begun = { top: 0, bottom: 0, below: null };
  const above: Begun[] = [all];
  const size = { width: 0, height: 0 };
  for (const { node, parent, depth } of rows) {
    while (above.length > depth + 1) end(above);
    const over = above.at(-1) ?? all;
    const space = parent === null || parent.node.kind === 'goal' ? wideGap : gap;
    const indented = Math.max(0, Math.min(depth * indent, width - narrowestText));
    const x = isInColumns ? depth * (width + columnGap) : indented;
    const first = isInColumns || boxes.size === 0 ? over.top : over.bottom + gap;
    const y = over.below === null ? first : over.below + space;
    const box = { x, y, width: isInColumns ? width : width - x, height: heightOf(node.id) };
    boxes.set(node.id, box);
    above.push({ top: y, bottom: y + box.height, below: null });
    size.width = Math.max(size.width, x + box.width);
    size.height = Math.max(size.height, y + box.height);
  }
  return { boxes, ...size, isInColumns };
}

function end(above: Begun[]): void {
  const ended = above.pop();
  const over = above.at(-1);
  if (ended && over) over.below = Math.max(over.below ?? 0, ended.bottom, ended.below ?? 0);
}
