import { sha256Hex } from '../../digest.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { isoSeconds, readInstant } from '../../time.js';
import type { DecisionGraph, DecisionNode } from '../decision-graph.js';
import {
  importer,
  kept,
  readEdgeWords,
  usualStatus,
  type EdgeType,
  type EdgeWords,
} from './deciduous.js';
import { exactTime } from './imported-entries.js';
import { joinsOf } from './joins.js';

export function toDeciduous(graph: DecisionGraph): string {
  const nodes = [...graph.nodes.values()];
  const numbers = numbersOf(nodes);
  const changeIds = new Map(nodes.map((node) => [node.id, changeIdOf(node)]));
  const byOldId = new Map(nodes.map((node) => [noted(node, kept.id), node.id]));
  const timeOf = (node: DecisionNode): string => timeNear(graph, node);
  const edges = new Map<string, readonly [from: string, to: string, words: readonly EdgeWords[]]>();
  for (const { from, to, kind, label } of joinsOf(graph)) {
    // When one entry supersedes another, Deciduous begins the edge at the superseded one.
    const [first, then] = kind === 'supersedes' ? [to, from] : [from, to];
    const pair = `${first} ${then}`;
    const type = edgeTypeOf[kind] ?? 'leads_to';
    const rationale = kind === 'supersedes' ? 'It takes its place.' : label;
    const known = edges.get(pair)?.[2] ?? [];
    edges.set(pair, [first, then, [...known, { type, rationale, weight: 1 }]]);
  }
  for (const node of nodes) {
    const own = new Map<string, EdgeWords[]>();
    for (const { name, text } of keptNotesOf(node)) {
      const from = name.startsWith(kept.edge)
        ? byOldId.get(name.slice(kept.edge.length))
        : undefined;
      const words = from === undefined ? null : readEdgeWords(text);
      if (from !== undefined && words) own.set(from, [...(own.get(from) ?? []), words]);
    }
    for (const [from, words] of own) edges.set(`${from} ${node.id}`, [from, node.id, words]);
  }
  let lastEdge = 0;
  return `${JSON.stringify(
    {
      nodes: nodes.map((node) => {
        const at = timeOf(node);
        return {
          id: numbers.get(node.id) ?? 0,
          change_id: changeIds.get(node.id) ?? '',
          node_type: node.kind,
          title: node.text,
          description: noted(node, kept.description),
          status: noted(node, kept.status) ?? usualStatus,
          created_at: at,
          updated_at: at,
          metadata_json: metadataOf(node),
        };
      }),
      edges: [...edges.values()].flatMap(([from, to, words]) =>
        words.map(({ type, rationale, weight }) => ({
          id: (lastEdge += 1),
          from_node_id: numbers.get(from) ?? 0,
          to_node_id: numbers.get(to) ?? 0,
          from_change_id: changeIds.get(from) ?? null,
          to_change_id: changeIds.get(to) ?? null,
          edge_type: type,
          weight,
          rationale: rationale === '' ? null : rationale,
          created_at: timeOf(graph.nodes.get(to) ?? missing),
        })),
      ),
    },
    null,
    2,
  )}\n`;
}

const edgeTypeOf: Readonly<Record<string, EdgeType>> = { chooses: 'chosen', rejects: 'rejected' };
const missing = { id: '', at: null, parentId: null } as DecisionNode;
const ownNotes: ReadonlySet<string> = new Set(Object.values(kept));

function keptNotesOf({ actor, notes }: DecisionNode): DecisionNode['notes'] {
  return actor === importer
    ? notes.filter(({ name }) => ownNotes.has(name) || name.startsWith(kept.edge))
    : [];
}

function noted(node: DecisionNode, name: string): string | null {
  return keptNotesOf(node).findLast((note) => note.name === name)?.text ?? null;
}

function numbersOf(nodes: readonly DecisionNode[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  const taken = new Set<number>();
  for (const node of nodes) {
    const old = noted(node, kept.id);
    if (old === null || !/^[1-9]\d{0,14}$/u.test(old) || taken.has(Number(old))) continue;
    numbers.set(node.id, Number(old));
    taken.add(Number(old));
  }
  let next = [...taken].reduce((most, one) => Math.max(most, one), 0);
  for (const { id } of nodes) if (!numbers.has(id)) numbers.set(id, (next += 1));
  return numbers;
}

function changeIdOf(node: DecisionNode): string {
  const old = noted(node, kept.changeId);
  if (old !== null) return old;
  const hex = sha256Hex(`countersign decision ${node.place?.path ?? ''} ${node.id}`);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${(8 + (Number.parseInt(hex[16] ?? '0', 16) % 4)).toString(16)}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

function timeNear({ nodes }: DecisionGraph, node: DecisionNode): string {
  for (let one: DecisionNode | undefined = node; one; one = nodes.get(one.parentId ?? '')) {
    const ms = one.at === null ? null : (readInstant(one.at)?.ms ?? null);
    if (ms !== null) return exactTime(ms);
  }
  return isoSeconds(0);
}

function metadataOf(node: DecisionNode): string | null {
  const { confidence, commits, prompt, files, branch, success, notes } = node;
  const own = new Set(keptNotesOf(node));
  const others = notes.filter((note) => !own.has(note));
  const commit = commits.at(-1)?.text ?? noted(node, kept.commit);
  const metadata = {
    ...restOf(noted(node, kept.metadata)),
    ...(confidence === null ? {} : { confidence: Math.round(confidence * 100) }),
    ...(commit === null ? {} : { commit }),
    ...(commits.length > 1 ? { commits: commits.map(({ text }) => text) } : {}),
    ...(prompt === null ? {} : { prompt: prompt.text }),
    ...(files.length === 0 ? {} : { files: files.map(({ text }) => text) }),
    ...(branch === null ? {} : { branch }),
    ...(success === null ? {} : { success }),
    ...(others.length === 0 ? {} : { notes: others.map(({ name, text }) => ({ name, text })) }),
  };
  return Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);
}

function restOf(text: string | null): JsonObject {
  try {
    const read = JSON.parse(text ?? 'null') as Json;
    return isJsonObject(read) ? read : {};
  } catch {
    return {};
  }
}
