import { isJsonObject, type Json } from '../../json.js';
import { readInstant } from '../../time.js';
import type { DecisionEdge, DecisionGraph, DecisionNode, Said } from '../decision-graph.js';

export function graphFromJson(json: Json | undefined): DecisionGraph | null {
  if (!isJsonObject(json)) return null;
  const { nodes, edges } = json as unknown as {
    readonly nodes: readonly NodeJson[];
    readonly edges: readonly {
      type: DecisionEdge['kind'];
      from: string;
      to: string;
      label: string;
    }[];
  };
  return {
    nodes: new Map(nodes.map((node) => [node.id, nodeOf(node)])),
    edges: edges.map(({ type, ...edge }) => ({ kind: type, ...edge })),
    conflicting: new Map(),
    problems: [],
    ...{ expected: [], focus: [] },
  };
}

interface NodeJson {
  readonly id: string;
  readonly decision_type: DecisionNode['kind'];
  readonly content: string;
  readonly confidence: number | null;
  readonly prompt: string | null;
  readonly files: readonly string[];
  readonly branch: string | null;
  readonly parent_id: string | null;
  readonly commit_hash: string | null;
  readonly commits?: readonly string[];
  readonly success?: boolean;
  readonly notes?: readonly { readonly name: string; readonly text: string }[];
  readonly at: string | null;
  readonly actor: string | null;
  readonly author: DecisionNode['authorship'];
  readonly note?: string;
  readonly line?: number;
}

function nodeOf(json: NodeJson): DecisionNode {
  const { id, decision_type: kind, content: text, at, actor, author: authorship } = json;
  const { confidence, branch, prompt, files, commit_hash: commit, notes = [] } = json;
  const said = (words: string): Said => ({ text: words, authorship });
  return {
    ...{ id, kind, text, at, actor, authorship, confidence, branch },
    atMs: at === null ? null : (readInstant(at)?.ms ?? null),
    place: json.note === undefined ? null : { path: json.note, line: json.line ?? 1 },
    parentId: json.parent_id,
    prompt: prompt === null ? null : said(prompt),
    files: files.map(said),
    commits: (json.commits ?? (commit === null ? [] : [commit])).map(said),
    notes: notes.map(({ name, text: words }) => ({ name, ...said(words) })),
    success: json.success ?? null,
  };
}
