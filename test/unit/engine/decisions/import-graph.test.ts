import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { foldRecord } from '../../../../src/core/reasoning/decision-graph.js';
import { exportGraph } from '../../../../src/core/reasoning/exchange/export-graph.js';
import type { Engine } from '../../../../src/engine/engine.js';
import { importText } from '../../../support/engine/import-text.js';
import { createWorld, everythingIn, valueOf, type World } from '../../../support/engine/world.js';
import { runs } from '../../../support/run/test-length.js';

interface Graph {
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
  readonly edges: readonly Readonly<Record<string, unknown>>[];
}

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = await createWorld();
  engine = await world.start();
});

const importFile = (value: unknown, source = 'graph.json') =>
  importText(engine, typeof value === 'string' ? value : JSON.stringify(value), source);
const ask = async (planId: string, what: 'get_decision_tree' | 'unlinked') =>
  valueOf(await engine.operations.askDecisions({ planId, ask: what })).words.join('\n');
const graphOf = async (planId: string) => {
  const { graph } = valueOf(await engine.operations.askDecisions({ planId, ask: 'get_graph' }));
  return JSON.parse(exportGraph(graph ?? foldRecord([]), 'graph')) as Graph;
};

let last = 0;
const node = (node_type: string, title: string, more: object = {}) => ({
  ...{ id: (last += 1), change_id: `c-${last}`, node_type, title, description: null },
  ...{ status: 'pending', created_at: '2025-12-05T17:09:17.953137-05:00' },
  ...{ updated_at: '2025-12-05T17:09:17.953137-05:00', metadata_json: null, ...more },
});
type Node = ReturnType<typeof node>;
const edge = (from: Node, to: Node, edge_type = 'leads_to', rationale: string | null = null) => ({
  ...{ id: (last += 1), from_node_id: from.id, to_node_id: to.id, edge_type, weight: 1, rationale },
  ...{ from_change_id: from.change_id, to_change_id: to.change_id },
  created_at: '2025-12-05T17:11:33.912610-05:00',
});

/** What a graph says, in no order; of times the millisecond. */
function saidBy({ nodes, edges }: Graph) {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '{}');
  const nodeOf = ({
    id,
    change_id,
    node_type,
    title,
    description,
    status,
    ...one
  }: Graph['nodes'][number]) => {
    const metadata = JSON.parse(text(one['metadata_json'])) as Record<string, unknown>;
    const files = new Set(metadata['files'] as string[] | undefined);
    const at = Date.parse(text(one['created_at']));
    return { id, change_id, node_type, title, description, status, at, ...metadata, files };
  };
  const edgeOf = ({
    from_node_id: from,
    to_node_id: to,
    edge_type,
    weight,
    rationale,
  }: Graph['edges'][number]) => JSON.stringify([from, to, edge_type, weight, rationale]);
  const byId = (a: { id: unknown }, b: { id: unknown }) => Number(a.id) - Number(b.id);
  return { nodes: nodes.map(nodeOf).sort(byId), edges: edges.map(edgeOf).sort() };
}

/** One line, as a record keeps it: nothing hidden in it, no comment, and no two blanks. */
const words = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '^d-aaaaaa',
          '[key:: x]',
          '[confidence:: 1]',
          '[[Other#^o-aaaaaa|x]]',
          ']]',
          '"',
          ';',
          '—',
        ],
        ...[
          '<b>',
          '\\',
          '\\[informs::',
          'commit 9f2c41ab',
          'succeeded: x',
          '%',
          '#',
          '`',
          "'); --",
          ':',
        ],
        ...['שלום', '日本', '\u{1f469}\u200d\u{1f467}', '- [ ]', '12', 'Chose [[#^o-aaaaaa]]'],
      ),
      fc.string({ minLength: 1, maxLength: 8 }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(' ').replace(/\s+/gu, ' ').trim())
  .filter((text) => text !== '' && !/%%|<!--|<%|\$=/u.test(text));
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });

const kinds = ['goal', 'decision', 'option', 'action', 'outcome', 'observation'];
const types = [
  'leads_to',
  'leads_to',
  'leads_to',
  'chosen',
  'rejected',
  'requires',
  'blocks',
  'enables',
];
/** Any graph without circles, as their format has it. */
const graphs = fc
  .tuple(
    fc.array(
      fc.record({
        node_type: fc.constantFrom(...kinds),
        title: words,
        description: maybe(words),
        status: fc.constantFrom('pending', 'active', 'completed', 'rejected'),
        metadata: fc.record(
          {
            ...{
              confidence: fc.integer({ min: 0, max: 100 }),
              prompt: words,
              branch: fc.constant('main'),
            },
            ...{
              commit: fc.constantFrom('9f2c41ab', 'soon'),
              files: fc.uniqueArray(words, { maxLength: 2, minLength: 1 }),
            },
            ...{
              success: fc.constantFrom(true, false, 'yes'),
              extra: fc.constantFrom(1, 'a', null),
            },
          },
          { requiredKeys: [] },
        ),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    fc.uniqueArray(fc.tuple(fc.nat(11), fc.nat(11), fc.constantFrom(...types)), {
      maxLength: 24,
      selector: String,
    }),
    fc.array(fc.tuple(maybe(words), fc.constantFrom(1, 1, 1, 0.5)), {
      minLength: 24,
      maxLength: 24,
    }),
  )
  .map(([drawn, pairs, said]): Graph => {
    const nodes = drawn.map(({ node_type, title, metadata, ...more }) => {
      const json = Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);
      return node(node_type, title, { ...more, metadata_json: json });
    });
    const edges = pairs.flatMap(([a, b, type], n) => {
      const [from, to] = [nodes[Math.min(a, b)], nodes[Math.max(a, b)]];
      const [rationale = null, weight = 1] = said[n] ?? [];
      return from && to && from !== to ? [{ ...edge(from, to, type, rationale), weight }] : [];
    });
    const once = new Map(
      edges.map((one) => [`${one.from_node_id} ${one.to_node_id} ${one.edge_type}`, one]),
    );
    return { nodes, edges: [...once.values()] };
  });

describe('a graph of Deciduous', () => {
  test('comes out as it went in: the same nodes, edges, texts and reasons, whatever they say [SEED-9]', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, async (graph) => {
        const { recordId } = valueOf(await importFile(graph));
        const { problems } = valueOf(
          await engine.operations.askDecisions({ planId: recordId, ask: 'unlinked' }),
        );
        expect(problems).toEqual([]);
        expect(saidBy(await graphOf(recordId))).toEqual(saidBy(graph));
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});

describe('what a graph says that a record does not take', () => {
  const goal = node('goal', 'Ship it');
  const decision = node('decision', 'Which way');
  const [left, right] = [node('option', 'Left'), node('option', 'Right')];
  const action = node('action', 'Walk');
  const seen = node('observation', 'Rain');
  const base = [edge(goal, decision), edge(decision, left), edge(decision, right)];

  test.each<[string, Graph, string]>([
    [
      'nodes of unknown kinds',
      { nodes: [goal, node('claim', 'x'), node('claim', 'y'), node('', 'z')], edges: [] },
      'Left out: 3 nodes of unknown kinds: claim (2), none (1).',
    ],
    [
      'edges of unknown kinds',
      { nodes: [goal, decision], edges: [edge(goal, decision, 'spawned')] },
      'Left out: 1 edge of unknown kinds: spawned (1).',
    ],
    [
      'edges to nowhere',
      { nodes: [goal], edges: [edge(goal, decision)] },
      'Left out: 1 edge to or from a node that is not there.',
    ],
    [
      'nodes without a title, and with an id twice',
      { nodes: [goal, goal, node('goal', ' \n ')], edges: [] },
      'Left out: 1 node without a title or a plain id. Left out: 1 node with the id of another.',
    ],
    [
      'circles',
      {
        nodes: [goal, decision, action, seen],
        edges: [edge(goal, goal), edge(decision, action), edge(action, seen), edge(seen, decision)],
      },
      'Left out: 4 edges in or between circles that lead back to themselves.',
    ],
    [
      'edges between wrong kinds',
      { nodes: [goal, left, action], edges: [edge(left, action), edge(action, goal, 'chosen')] },
      'Kept as notes only: 2 edges that a record has no place for. option leads_to action (1), action chosen goal (1).',
    ],
    [
      'a second choice',
      {
        nodes: [goal, decision, left, right],
        edges: [...base, edge(decision, left, 'chosen'), edge(decision, right, 'chosen')],
      },
      'Kept as notes only: 1 choice or rejection against an earlier one.',
    ],
    [
      'texts that are too long',
      {
        nodes: [
          node('goal', `${'x'.repeat(1_999)}👍`, {
            metadata_json: JSON.stringify({ notes: [{ name: 'x'.repeat(25_000), text: 'x' }] }),
          }),
        ],
        edges: [],
      },
      '2 texts had more than 2,000 characters: shortened.',
    ],
  ])('is counted and said: %s', async (_what, graph, said) => {
    const { recordId, told, path } = valueOf(await importFile(graph));
    expect(told.join(' ')).toBe(said);
    expect(world.note(path)).toContain(told[0]?.slice(0, 30));
    const { problems } = valueOf(
      await engine.operations
        .askDecisions({ planId: recordId, ask: 'get_decision_tree' })
        .then((one) =>
          one.ok ? one : engine.operations.askDecisions({ planId: recordId, ask: 'unlinked' }),
        ),
    );
    expect(problems).toEqual([]);
  });

  test('takes no choice away: an edge that is a note only closes no circle', async () => {
    const next = node('decision', 'And then');
    const made = [edge(decision, left), edge(decision, left, 'chosen', 'It is near')];
    const back = [edge(left, next), edge(next, decision, 'requires')];
    const graph = {
      nodes: [goal, decision, left, next],
      edges: [edge(goal, decision), ...made, ...back],
    };
    const { recordId } = valueOf(await importFile(graph));
    expect(await ask(recordId, 'get_decision_tree')).toMatch(/Chosen: Left .*It is near\./u);
    expect(saidBy(await graphOf(recordId))).toEqual(saidBy(graph));
  });

  test('joins nothing: what led to it belongs to nothing, and is shown so', async () => {
    const { recordId } = valueOf(
      await importFile({ nodes: [left, action], edges: [edge(left, action)] }),
    );
    expect(await ask(recordId, 'unlinked')).toMatch(
      /^Action: Walk \(a-.{6}\)\nOption: Left \(o-.{6}\)$/u,
    );
  });
});

test('texts of a graph are words of its lines, whatever they say, and nothing hides in them', async () => {
  const texts = [
    `'); DROP TABLE nodes; --`,
    ']] [[Other#^d-aaaaaa|x]] ^o-aaaaaa',
    '[confidence:: 0.1] [branch:: evil] [key:: v] ^d-aaaaaa',
    'a\n- [2026-01-01T00:00:00Z] Human: Chose [[#^o-aaaaaa]] — b\0c',
    '%%x%% <!-- <img src=x onerror=y> ``` <%* tp.x %>',
    '\u202egnp.exe \u05d0 12 \u200b\u{e0041}',
  ];
  const { recordId, path } = valueOf(
    await importFile({
      nodes: texts.map((text) => node('decision', text, { description: text })),
      edges: [],
    }),
  );
  const { nodes } = await graphOf(recordId);
  expect(nodes).toHaveLength(texts.length);
  expect(nodes.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      ...texts.slice(0, 3),
      'a - [2026-01-01T00:00:00Z] Human: Chose [[#^o-aaaaaa]] — b c',
    ]),
  );
  expect(world.note(path).split('---\n').at(-1)).not.toMatch(/[\0\u202e\u200b]|%%|<!--|<%/u);
});

test('a note of a node says nothing of its edges, whatever it is called', async () => {
  const decision = node('decision', 'Which way');
  const notes = ['status', `edge from ${decision.id}`, `Edge from ${decision.id}: rejected`].map(
    (name) => ({ name, text: 'rejected: No' }),
  );
  const left = node('option', 'Left', { metadata_json: JSON.stringify({ notes }) });
  const { recordId } = valueOf(
    await importFile({
      nodes: [decision, left],
      edges: [edge(decision, left), edge(decision, left, 'chosen', 'Yes')],
    }),
  );
  const { nodes, edges } = await graphOf(recordId);
  expect(edges.map(({ edge_type: type }) => type)).toEqual(['leads_to', 'chosen']);
  expect(nodes.map(({ status }) => status)).toEqual(['pending', 'pending']);
});

function manyInformed(): Graph {
  const decisions = Array.from({ length: 450 }, (_, n) =>
    node('decision', `${'x'.repeat(40)} ${n}`),
  );
  const seen = node('observation', 'It rains');
  return { nodes: [...decisions, seen], edges: decisions.map((one) => edge(seen, one)) };
}

test.each([
  ['a graph that is cut off', '{"nodes": [{"id": 1', 'This graph is damaged: '],
  ['lists that are none', { nodes: {}, edges: [] }, '`nodes` or `edges` is no list'],
  ['an empty graph', { nodes: [], edges: [] }, 'There is nothing in it to import.'],
  ['no nodes that could be read', { nodes: [1, null], edges: 3 }, '`edges` is no list'],
  ['an empty file', '', 'There is nothing in it'],
  ['a file of brackets', `${'{"a":['.repeat(9_000)}`, 'This is no trajectory. Line 1: '],
  ['what is based on more than fits in a line', manyInformed(), 'has more than 20000 characters'],
  [
    'metadata that are nested without end',
    {
      nodes: [
        node('goal', 'x', { metadata_json: `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}` }),
      ],
      edges: [],
    },
    'nested too deeply',
  ],
])('nothing is written of %s', async (_what, text, why) => {
  const before = everythingIn(world);
  const done = await importFile(text);
  expect(done.ok ? '' : done.error.message).toContain(why);
  expect(everythingIn(world)).toEqual(before);
});

test('a file is imported once: its record is found again by its id', async () => {
  const graph = { nodes: [node('goal', 'Once')], edges: [] };
  const { recordId } = valueOf(await importFile(graph, 'My graph.json'));
  expect(recordId).toMatch(/^my-graph-[0-9a-f]{6}$/u);
  const before = everythingIn(world);
  const again = await importFile(graph, 'My graph.json');
  expect(again).toMatchObject({ ok: false, error: { code: 'note_exists' } });
  expect(everythingIn(world)).toEqual(before);
  const { words } = valueOf(await engine.operations.askDecisions({ ask: 'list_records' }));
  expect(words).toContain(`${recordId}: imported from “My graph.json”, as its note says`);
  expect(await ask(recordId, 'get_decision_tree')).toMatch(/^Goal: Once/u);
});

test('a graph of 20,000 nodes is one note, and comes out whole', async () => {
  const nodes = Array.from({ length: runs(20_000) }, (_, n) =>
    node(n % 5 === 0 ? 'decision' : 'option', `Node ${n}`),
  );
  const edges = nodes.flatMap((one, n) => {
    const top = nodes[n - (n % 5)];
    return top && top !== one ? [edge(top, one)] : [];
  });
  const { recordId } = valueOf(await importFile({ nodes, edges }, 'large.json'));
  const out = await graphOf(recordId);
  expect([out.nodes.length, out.edges.length]).toEqual([runs(20_000), runs(16_000)]);
}, 60_000);
