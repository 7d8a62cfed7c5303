import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DrawnNode } from '../../../../../src/core/reasoning/drawing/build-drawing.js';
import {
  drawnRows,
  layOut,
  type Box,
  type Placement,
} from '../../../../../src/core/reasoning/drawing/lay-out.js';

interface Shape {
  readonly kind: 'goal' | 'decision';
  readonly isFolded: boolean;
  readonly children: readonly Shape[];
}

const kind = fc.constantFrom('goal' as const, 'decision' as const);
const leaf = fc.record({
  kind,
  isFolded: fc.constant(false),
  children: fc.constant<readonly Shape[]>([]),
});
const { tree } = fc.letrec<{ tree: Shape }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    leaf,
    fc.record({
      kind,
      isFolded: fc.boolean(),
      children: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
    }),
  ),
}));
const trees = fc.array(tree, { minLength: 1, maxLength: 4 });
/** From a phone to a wide screen; narrow ones are indented. */
const widths = fc.constantFrom(180, 280, 600, 1_000, 2_400);

function nodeOf({ kind, isFolded, children }: Shape, id: string): DrawnNode {
  return {
    ...{ id, kind, sort: null, text: id, why: '', more: [], inShort: [], actor: '', at: '' },
    badge: null,
    ...{ isOnPath: false, isQuiet: false, place: null, held: 0, startsFolded: isFolded },
    children: children.map((child, at) => nodeOf(child, `${id}.${at}`)),
  };
}
const nodesOf = (shapes: readonly Shape[]) => shapes.map((shape, at) => nodeOf(shape, `${at}`));
/** From 20 to 119 px, and the same for the same node. */
const heightOf = (id: string): number =>
  20 + ([...id].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 100);
const place = (roots: readonly DrawnNode[], width: number): Placement =>
  layOut(
    drawnRows(roots, ({ startsFolded }) => startsFolded),
    width,
    heightOf,
  );
const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test('no two nodes overlap, each comes after the one that it belongs to, and all are within the drawing, whatever the tree', () => {
  const seen = { columns: 0, indented: 0, folded: 0 };
  fc.assert(
    fc.property(trees, widths, (shapes, width) => {
      const rows = drawnRows(nodesOf(shapes), ({ startsFolded }) => startsFolded);
      const placement = layOut(rows, width, heightOf);
      const { boxes } = placement;
      seen[placement.isInColumns ? 'columns' : 'indented'] += 1;
      seen.folded += rows.filter(({ isFolded }) => isFolded).length;
      expect([...boxes.keys()]).toEqual(rows.map(({ node }) => node.id));
      const all = [...boxes.values()];
      expect(all.filter((one, at) => all.slice(at + 1).some((two) => overlap(one, two)))).toEqual(
        [],
      );
      for (const { node, parent, isFolded, depth } of rows) {
        const box = boxes.get(node.id)!;
        expect(box.x + box.width).toBeLessThanOrEqual(placement.width);
        expect(box.y + box.height).toBeLessThanOrEqual(placement.height);
        if (isFolded)
          expect([...boxes.keys()].some((id) => id.startsWith(`${node.id}.`))).toBe(false);
        if (!parent) continue;
        const above = boxes.get(parent.node.id)!;
        expect(depth).toBe(parent.depth + 1);
        expect(box.x).toBeGreaterThan(above.x);
        expect(box.y).toBeGreaterThanOrEqual(above.y);
        // What lies first under a node goes straight on from it.
        if (placement.isInColumns) expect(box.x).toBeGreaterThan(above.x + above.width);
        if (placement.isInColumns && node.id.endsWith('.0')) expect(box.y).toBe(above.y);
      }
      if (!placement.isInColumns) expect(placement.width).toBeLessThanOrEqual(width);
    }),
    { numRuns: 300 },
  );
  expect(Math.min(seen.columns, seen.indented, seen.folded)).toBeGreaterThan(20);
});

test('what is added at the end moves nothing that is there', () => {
  fc.assert(
    fc.property(trees, tree, widths, (shapes, added, width) => {
      const goal = (children: readonly Shape[]): readonly DrawnNode[] =>
        nodesOf([{ kind: 'goal', isFolded: false, children }]);
      // One as deep as the others: a deeper one may take away the room for columns.
      const flat = { ...added, children: [] };
      const before = place(goal(shapes), width);
      const after = place(goal([...shapes, flat]), width);
      for (const [id, box] of before.boxes) expect(after.boxes.get(id)).toEqual(box);
      expect(after.boxes.size).toBe(before.boxes.size + 1);
    }),
  );
});

test('a long chain and a long row of nodes are placed, each in time that grows with their number', () => {
  let chain: Shape = { kind: 'goal', isFolded: false, children: [] };
  for (let depth = 0; depth < 3_000; depth += 1)
    chain = { kind: 'goal', isFolded: false, children: [chain] };
  const row = Array.from({ length: 20_000 }, (): Shape => ({ ...chain, children: [] }));
  const many = place(nodesOf([{ kind: 'goal', isFolded: false, children: row }]), 1_000);
  expect(many.boxes.size).toBe(20_001);
  const names = new Map<string, DrawnNode>();
  let node = nodeOf({ kind: 'goal', isFolded: false, children: [] }, 'end');
  for (let depth = 0; depth < 20_000; depth += 1) {
    node = { ...node, id: `${depth}`, children: [node] };
    names.set(node.id, node);
  }
  const deep = place([node], 1_000);
  expect(deep.boxes.size).toBe(20_001);
  // Indented no further than leaves room for words.
  expect(Math.min(...[...deep.boxes.values()].map(({ width }) => width))).toBeGreaterThan(100);
});
