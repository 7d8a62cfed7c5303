import type { DecisionGraph, DecisionNode } from '../decision-graph.js';

const schema = `CREATE TABLE nodes (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    subtype TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at TEXT,
    actor TEXT,
    author TEXT NOT NULL CHECK(author IN ('verified', 'outside', 'not_verified')),
    success INTEGER CHECK(success IN (0, 1)),
    commits JSON,
    notes JSON,
    note_path TEXT,
    note_line INTEGER
);

CREATE TABLE edges (
    id INTEGER PRIMARY KEY,
    type TEXT NOT NULL CHECK(type IN
        ('spawns', 'considers', 'chooses', 'rejects', 'implements', 'produces', 'informs', 'supersedes',
         'supports', 'contradicts', 'carries_out')),
    from_id TEXT NOT NULL REFERENCES nodes(id) ON DELETE CASCADE,
    to_id TEXT NOT NULL REFERENCES nodes(id) ON DELETE CASCADE,
    label TEXT NOT NULL
);

CREATE TABLE decisions (
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

export function toSql(graph: DecisionGraph): string {
  const nodes = parentsFirst(graph);
  return [
    'PRAGMA foreign_keys = ON;',
    'BEGIN;',
    schema,
    ...nodes.map(nodeRow),
    ...nodes.map((node) => decisionRow(node, graph)),
    ...graph.edges.map(
      ({ kind, from, to, label }, at) =>
        `INSERT INTO edges VALUES (${[at + 1, kind, from, to, label].map(literal).join(', ')});`,
    ),
    'COMMIT;',
    '',
  ].join('\n');
}

/** A row may refer only to rows above it. */
function parentsFirst({ nodes }: DecisionGraph): readonly DecisionNode[] {
  const sorted = new Set<DecisionNode>();
  for (const node of nodes.values()) {
    const way: DecisionNode[] = [];
    for (let next: DecisionNode | undefined = node; next && !sorted.has(next);) {
      way.push(next);
      next = nodes.get(next.parentId ?? '');
    }
    for (const one of way.reverse()) sorted.add(one);
  }
  return [...sorted];
}

function nodeRow(node: DecisionNode): string {
  const { id, kind, text, at, actor, authorship, success, commits, notes, place } = node;
  const values = [
    ...[id, 'decision', kind, text, at, actor, authorship],
    success === null ? null : Number(success),
    commits.length === 0 ? null : JSON.stringify(commits.map((one) => one.text)),
    notes.length === 0
      ? null
      : JSON.stringify(notes.map(({ name, text: said }) => ({ name, text: said }))),
    ...[place?.path ?? null, place?.line ?? null],
  ];
  return `INSERT INTO nodes VALUES (${values.map(literal).join(', ')});`;
}

function decisionRow(node: DecisionNode, { nodes }: DecisionGraph): string {
  const { id, kind, confidence, prompt, files, branch, commits, parentId } = node;
  const values = [
    ...[id, kind, confidence, prompt?.text ?? null],
    JSON.stringify(files.map(({ text }) => text)),
    ...[branch, commits.at(-1)?.text ?? null],
    parentId !== null && nodes.has(parentId) ? parentId : null,
  ];
  return `INSERT INTO decisions VALUES (${values.map(literal).join(', ')});`;
}

/** A NUL character would end the statement. */
function literal(value: string | number | null): string {
  if (typeof value !== 'string') return String(value ?? 'NULL');
  return `'${value.replaceAll("'", "''").replaceAll('\0', "' || char(0) || '")}'`;
}
