import fc from 'fast-check';
import initSqlJs, { type Database, type SqlJsStatic } from 'sql.js';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  foldRecord,
  type DecisionGraph,
  type DecisionNode,
  type PlanNodes,
} from '../../../../../src/core/reasoning/decision-graph.js';
import { exportGraph } from '../../../../../src/core/reasoning/exchange/export-graph.js';
import { readLongRecord } from '../../../../../src/core/reasoning/record-lines.js';
import { runs } from '../../../../support/run/test-length.js';

let sqlite: SqlJsStatic;
beforeAll(async () => {
  sqlite = await initSqlJs();
});

/** How to deliver the invoice: by e-mail, which failed once, and not by fax. */
const record = [
  'Goal — Send the invoice ^g-aaaaaa',
  'Decision — How to deliver it [under:: [[#^g-aaaaaa]]] [branch:: main] ^d-aaaaaa',
  'Option for [[#^d-aaaaaa]] — E-mail [confidence:: 0.8] ^o-aaaaaa',
  'Option for [[#^d-aaaaaa]] — Fax ^o-bbbbbb',
  'Chose [[#^o-aaaaaa]] — The contract asks for it',
  "Rejected [[#^o-bbbbbb]] — Nobody's fax works",
  'Action for [[#^d-aaaaaa]] — Send it ^a-aaaaaa',
  'Outcome of [[#^a-aaaaaa]] — failed: The mailbox was full ^r-aaaaaa',
  'Outcome of [[#^a-aaaaaa]] — succeeded: Delivered ^r-bbbbbb',
  'Observed — The last three went by e-mail [informs:: [[#^d-aaaaaa]]] ^b-aaaaaa',
  'Note on [[#^d-aaaaaa]] — prompt: Send it today',
  'Note on [[#^d-aaaaaa]] — file: Invoices/jan.md',
  'Note on [[#^d-aaaaaa]] — assumptions: They read mail',
  'Linked [[#^d-aaaaaa]] — commit 9f2c41ab',
  'Decision — Again [under:: [[#^g-aaaaaa]]] [supersedes:: [[#^d-aaaaaa]]] ^d-bbbbbb',
];

const fold = (lines: readonly string[], plan?: PlanNodes): DecisionGraph => {
  const at = (n: number) => `2026-02-21T10:${String(10 + Math.min(n, 49))}:00Z`;
  const text = lines.map((line, n) => `- [${at(n)}] Agent: ${line}`).join('\n');
  return foldRecord(readLongRecord(text, 'Logs/reasoning/a.md').lines, plan);
};

function load(graph: DecisionGraph): Database {
  const db = new sqlite.Database();
  db.exec(exportGraph(graph, 'sql'));
  return db;
}
const rows = (db: Database, sql: string) => db.exec(sql)[0]?.values ?? [];
/** Texts of one column as they are, also with a NUL in them. */
const texts = (db: Database, column: string, rest: string): string[] =>
  rows(db, `SELECT CAST(${column} AS BLOB) ${rest}`).map(([bytes]) =>
    new TextDecoder().decode(bytes as Uint8Array),
  );

const seedSchema = `CREATE TABLE decisions (
    node_id TEXT PRIMARY KEY REFERENCES nodes(id) ON DELETE CASCADE,
    decision_type TEXT NOT NULL CHECK(decision_type IN
        ('goal', 'decision', 'option', 'action', 'outcome', 'observation')),
    confidence REAL DEFAULT 0.5,
    prompt TEXT,
    files JSON,
    branch TEXT,
    commit_hash TEXT,
    parent_id TEXT REFERENCES decisions(node_id)
);

CREATE INDEX idx_decisions_type ON decisions(decision_type);
CREATE INDEX idx_decisions_parent ON decisions(parent_id);
CREATE INDEX idx_decisions_commit ON decisions(commit_hash);
`;

/** Texts that try to end a literal, a label or a line, or to hide. */
const nasty = [
  `'); DROP TABLE nodes; --`,
  `"]; click n1 "javascript:alert(1)" %%{init: {"theme":"x"}}%%`,
  `[[Other]] ![[x]] ![x](http://evil) <img src=x onerror=y> \`=this\` $x$ #tag`,
  'a\0b',
  'a\nb\r\nclick n1 call x()',
  '\u202etxt.exe\u2066 \u05d0\u05d1 12',
  '^o-aaaaaa [key:: x] [confidence:: 1]',
  '%% hidden <!-- also -->',
  '\ud800 half',
  '1. one',
  '"`markdown string`"',
];

/** A graph in which a text that was written into a plan stands everywhere. */
function graphOf(said: readonly string[]): DecisionGraph {
  const node = (id: string, kind: DecisionNode['kind'], text: string): DecisionNode => ({
    ...{ id, kind, text, at: text, atMs: null, actor: text, authorship: 'outside', success: null },
    ...{
      place: { path: `${text}.md`, line: 1 },
      parentId: kind === 'goal' ? null : 'g',
      confidence: 0.5,
    },
    ...{ branch: text, prompt: { text, authorship: 'outside' }, commits: [] },
    files: [{ text, authorship: 'outside' }],
    notes: [{ name: text, text, authorship: 'outside' }],
  });
  const decisions = said.map((text, n) => node(`${text} ${n}`, 'decision', text));
  const goal = node('g', 'goal', said.join(''));
  return {
    nodes: new Map([goal, ...decisions].map((one) => [one.id, one])),
    edges: decisions.map(({ id, text }) => ({ kind: 'rejects', from: 'g', to: id, label: text })),
    conflicting: new Map(),
    problems: [],
    ...{ expected: [], focus: [] },
  };
}

describe('a decision graph as SQL', () => {
  test('has the seed’s table of decisions with its indexes, and keeps outcomes and the words of every edge [SPEC-04.25] [SEED-9]', () => {
    const sql = exportGraph(fold(record), 'sql');
    expect(sql).toContain(`\n${seedSchema}\n`);
    const db = load(fold(record));
    expect(rows(db, 'PRAGMA foreign_key_check')).toEqual([]);
    expect(rows(db, `SELECT * FROM decisions WHERE node_id IN ('d-aaaaaa', 'r-bbbbbb')`)).toEqual([
      [
        'd-aaaaaa',
        'decision',
        null,
        'Send it today',
        '["Invoices/jan.md"]',
        'main',
        '9f2c41ab',
        'g-aaaaaa',
      ],
      ['r-bbbbbb', 'outcome', null, null, '[]', null, null, 'a-aaaaaa'],
    ]);
    expect(rows(db, 'SELECT content, success FROM nodes WHERE success IS NOT NULL')).toEqual([
      ['The mailbox was full', 0],
      ['Delivered', 1],
    ]);
    expect(rows(db, 'SELECT type, from_id, to_id, label FROM edges ORDER BY id')).toEqual(
      fold(record).edges.map(({ kind, from, to, label }) => [kind, from, to, label]),
    );
    expect(rows(db, `SELECT label FROM edges WHERE type = 'rejects'`)).toEqual([
      ["Nobody's fax works"],
    ]);
    expect(rows(db, 'SELECT DISTINCT type FROM nodes')).toEqual([['decision']]);
  });

  test.each([
    [
      'a kind that does not exist',
      `INSERT INTO decisions (node_id, decision_type) VALUES ('n', 'guess')`,
      'CHECK',
    ],
    [
      'a parent that is missing',
      `INSERT INTO decisions (node_id, decision_type, parent_id) VALUES ('n', 'goal', 'x')`,
      'FOREIGN KEY',
    ],
    [
      'a node that is missing',
      `INSERT INTO decisions (node_id, decision_type) VALUES ('x', 'goal')`,
      'FOREIGN KEY',
    ],
    ['an edge to nowhere', `INSERT INTO edges VALUES (99, 'spawns', 'n', 'x', '')`, 'FOREIGN KEY'],
  ])('refuses %s [SPEC-04.25]', (_, sql, why) => {
    const db = load(fold(record));
    db.exec(
      `INSERT INTO nodes (id, type, subtype, content, author) VALUES ('n', 'decision', 'goal', 'x', 'outside')`,
    );
    expect(() => db.exec(sql)).toThrow(why);
    db.exec(`DELETE FROM nodes WHERE id = 'b-aaaaaa'`);
    expect(rows(db, `SELECT * FROM decisions WHERE node_id = 'b-aaaaaa'`)).toEqual([]);
  });

  test('keeps every text as it is, whatever it says [SEED-9]', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...nasty.slice(0, 8)), fc.string({ unit: 'grapheme' })), {
          maxLength: 6,
        }),
        (said) => {
          const db = load(graphOf(said));
          expect(rows(db, 'SELECT count(*) FROM nodes')).toEqual([[said.length + 1]]);
          const ofDecisions = `FROM nodes WHERE subtype = 'decision' ORDER BY rowid`;
          expect(texts(db, 'content', ofDecisions)).toEqual(said);
          expect(texts(db, 'label', 'FROM edges ORDER BY id')).toEqual(said);
          db.close();
        },
      ),
      { numRuns: 40 },
    );
  });

  test('of an empty record has the tables only; of 20,000 nodes it has all', () => {
    expect(rows(load(fold([])), 'SELECT count(*) FROM nodes')).toEqual([[0]]);
    const id = (n: number) =>
      `g-${n
        .toString(32)
        .padStart(6, 'a')
        .replace(/[01890]/gu, 'z')}`;
    const names = [...new Set(Array.from({ length: 21_000 }, (_, n) => id(n)))].slice(
      0,
      runs(20_000),
    );
    const many = fold(
      names.map(
        (own, n) => `Goal — ${n}${n === 0 ? '' : ` [under:: [[#^${names[n - 1]}]]]`} ^${own}`,
      ),
    );
    const all = names.length;
    expect(rows(load(many), 'SELECT count(parent_id) FROM decisions')).toEqual([[all - 1]]);
    expect((JSON.parse(exportGraph(many, 'canvas')) as Canvas).nodes).toHaveLength(all);
    expect((JSON.parse(exportGraph(many, 'graph')) as { nodes: [] }).nodes).toHaveLength(all);
    expect(exportGraph(many, 'mermaid').split('\n').length).toBeGreaterThan(2 * all);
  });
});

describe('a decision graph for Deciduous', () => {
  test('is in their form, the same each time, and names no node that is not there [SEED-9]', () => {
    const text = exportGraph(fold(record), 'graph');
    expect(exportGraph(fold(record), 'graph')).toBe(text);
    const { nodes, edges } = JSON.parse(text) as Record<
      string,
      Readonly<Record<string, unknown>>[]
    >;
    const ids = new Map(nodes?.map(({ id, change_id: changeId }) => [id, changeId]));
    expect([ids.size, new Set(ids.values()).size]).toEqual([nodes?.length, nodes?.length]);
    for (const node of nodes ?? []) {
      const {
        id,
        change_id: changeId,
        node_type: type,
        status,
        description,
        created_at: at,
      } = node;
      expect(Number.isInteger(id)).toBe(true);
      expect(changeId).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u,
      );
      expect(type).toMatch(/^(?:goal|decision|option|action|outcome|observation)$/u);
      expect([status, description]).toEqual(['pending', null]);
      expect(at).toMatch(/^2026-02-21T10:\d\d:00Z$/u);
    }
    for (const edge of edges ?? []) {
      expect(ids.get(edge['from_node_id'])).toBe(edge['from_change_id']);
      expect(ids.get(edge['to_node_id'])).toBe(edge['to_change_id']);
    }
    expect(edges?.map(({ edge_type: type, rationale }) => [type, rationale])).toContainEqual([
      ...['chosen', 'The contract asks for it'],
    ]);
    const decision = nodes?.find(({ title }) => title === 'How to deliver it');
    expect(JSON.parse(String(decision?.['metadata_json']))).toEqual({
      ...{
        commit: '9f2c41ab',
        prompt: 'Send it today',
        files: ['Invoices/jan.md'],
        branch: 'main',
      },
      notes: [{ name: 'assumptions', text: 'They read mail' }],
    });
  });

  test('of a plan takes notes for notes, whatever they are called', () => {
    const notes = ['graph id: x1', 'status: rejected', 'description: Fax'].map(
      (note) => `Note on [[#^d-aaaaaa]] — ${note}`,
    );
    const edge = 'Note on [[#^o-aaaaaa]] — edge from x1: rejected: It is slow';
    const saidBy = (lines: readonly string[]) =>
      JSON.parse(exportGraph(fold(lines), 'graph')) as Record<'nodes' | 'edges', object[]>;
    const { nodes, edges } = saidBy([...record, ...notes, edge]);
    expect(edges).toEqual(saidBy(record).edges);
    const decision = nodes.find((one) => 'title' in one && one.title === 'How to deliver it');
    expect(decision).toMatchObject({
      ...{ status: 'pending', description: null },
      metadata_json: expect.stringContaining('{"name":"status","text":"rejected"}') as string,
    });
  });
});

interface Canvas {
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
  readonly edges: readonly Readonly<Record<string, unknown>>[];
}

/** What JSON Canvas 1.0 asks of text nodes and edges. */
function expectCanvas(text: string): Canvas {
  const canvas = JSON.parse(text) as Canvas;
  expect(Object.keys(canvas)).toEqual(['nodes', 'edges']);
  const ids = new Set<unknown>();
  for (const node of canvas.nodes) {
    const { id, type, x, y, width, height, color = '1', text: said, ...others } = node;
    expect(others).toEqual({});
    expect([typeof id, type, typeof said]).toEqual(['string', 'text', 'string']);
    for (const number of [x, y, width, height]) expect(Number.isInteger(number)).toBe(true);
    expect(color).toMatch(/^[1-6]$/u);
    ids.add(id);
  }
  for (const edge of canvas.edges) {
    const { id, fromNode, toNode, fromSide, toSide, color = '1', label = '', ...others } = edge;
    expect(others).toEqual({});
    expect([typeof id, fromSide, toSide, typeof label]).toEqual([
      'string',
      'right',
      'left',
      'string',
    ]);
    expect(color).toMatch(/^[1-6]$/u);
    expect(ids.has(fromNode) && ids.has(toNode)).toBe(true);
    ids.add(id);
  }
  expect(ids.size).toBe(canvas.nodes.length + canvas.edges.length);
  return canvas;
}

describe('a decision graph as JSON Canvas', () => {
  test('is as the specification has it, with the chosen path and reasons, and no card on another [SEED-9]', () => {
    const { nodes, edges } = expectCanvas(exportGraph(fold(record), 'canvas'));
    const places = nodes.map(({ x, y }) => `${String(x)} ${String(y)}`);
    expect(new Set(places).size).toBe(nodes.length);
    const colours = new Map(nodes.map(({ id, color }) => [id, color]));
    const wanted = {
      'd-aaaaaa': '4',
      'o-aaaaaa': '4',
      'o-bbbbbb': '1',
      'r-aaaaaa': '1',
      'r-bbbbbb': '4',
    };
    for (const [id, colour] of Object.entries(wanted)) expect(colours.get(id), id).toBe(colour);
    expect(colours.get('a-aaaaaa')).toBeUndefined();
    expect(edges.find(({ toNode }) => toNode === 'o-aaaaaa')).toMatchObject({
      ...{ label: 'chosen: The contract asks for it', color: '4' },
    });
    expect(nodes.find(({ id }) => id === 'd-aaaaaa')).toMatchObject({
      text: '**Decision**\n\nHow to deliver it\n\n[[a#^d-aaaaaa|Open]]',
    });
  });

  test('shows what somebody wrote as words: no link, embed, image, HTML or code comes of them', () => {
    const { nodes } = expectCanvas(exportGraph(graphOf(nasty), 'canvas'));
    for (const { text } of nodes) {
      const bare = String(text)
        .replace(/^\*\*\w+\*\*/u, '')
        .replace(/\\./gu, '');
      expect(bare).not.toMatch(/[[\]<`*#$]|!\(|%%|\p{Cf}|\0|^\d+\./mu);
    }
  });
});

describe('a decision graph for Mermaid', () => {
  test('is a flowchart in which a choice is thick and a rejection is dotted, with why [SEED-9]', () => {
    const text = exportGraph(fold(record), 'mermaid');
    expect(text.split('\n').slice(0, 3)).toEqual([
      'flowchart LR',
      '  n1["Goal: Send the invoice"]',
      expect.stringMatching(/^ {2}n2\["/u),
    ]);
    expect(text).toContain(' ==>|"chosen: The contract asks for it"| ');
    expect(text).toContain(' -.->|"rejected: Nobody#39;s fax works"| ');
    expect(text).toContain('["Outcome, failed: The mailbox was full"]:::bad');
  });

  test('lets no text out of its label', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...nasty), fc.string({ unit: 'binary' }))),
        (said) => {
          for (const line of exportGraph(graphOf(said), 'mermaid').split('\n').slice(1, -1)) {
            expect(line).toMatch(
              /^ {2}(?:n\d+\["[^"<>[\]{}|`%;&()\\\p{C}]*(?:#\d+;[^"<>[\]{}|`%;&()\\\p{C}]*)*"\](?::::(?:good|bad))?|n\d+ (?:-->|==>|-\.->)(?:\|"[^"<>[\]{}|`%&()\\\p{C}]*"\|)? n\d+|classDef (?:good|bad) [\w#:, -]+)$/u,
            );
          }
        },
      ),
    );
  });
});

test.each(['canvas', 'mermaid'] as const)(
  'as %s, what belongs to a question is called what it is [SUB-2]',
  (form) => {
    const drawn = exportGraph(
      fold([
        'Subsystem — Bank ^f-aaaaaa',
        'Question — Why? ^q-aaaaaa',
        'Hypothesis for [[#^q-aaaaaa]] — Chance ^h-aaaaaa',
        'Probe for [[#^q-aaaaaa]] — Look ^p-aaaaaa',
      ]),
      form,
    );
    for (const word of ['Subsystem', 'Question', 'Hypothesis', 'Probe'])
      expect(drawn).toContain(form === 'canvas' ? `**${word}**` : `["${word}: `);
  },
);
