import { fail, ok, type Result } from '../../errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { leftOver } from '../decision-graph.js';
import type { RecordVerb } from '../new-entries.js';
import type { NodeKind } from '../record-entry.js';
import {
  edgeTypes,
  edgeWords,
  kept,
  looksKept,
  nodeTypes,
  usualStatus,
  type EdgeWords,
} from './deciduous.js';
import {
  count,
  counted,
  EntryList,
  importedTime,
  plainText,
  tally,
  type Imported,
} from './imported-entries.js';

interface GraphNode {
  readonly id: string;
  readonly kind: NodeKind;
  readonly title: string;
  readonly at: string | null;
  readonly json: JsonObject;
}

interface GraphEdge extends EdgeWords {
  readonly from: GraphNode;
  readonly to: GraphNode;
  readonly at: string | null;
}

interface Place {
  of: string | null;
  under: string | null;
  readonly others: string[];
}

type Way = 'of' | 'under' | 'informs';
const ways: Readonly<Record<NodeKind, Readonly<Partial<Record<NodeKind, Way>>>>> = {
  goal: { goal: 'of' },
  decision: { goal: 'of', observation: 'informs' },
  option: { decision: 'of' },
  action: { decision: 'of', goal: 'under' },
  outcome: { action: 'of', goal: 'under' },
  observation: { action: 'under', goal: 'under' },
};

const verbs: Readonly<Record<NodeKind, RecordVerb>> = {
  goal: 'create_goal',
  decision: 'create_decision',
  option: 'add_option',
  action: 'create_action',
  outcome: 'create_outcome',
  observation: 'add_observation',
};
const kinds = Object.keys(verbs) as NodeKind[];

export function fromDeciduous(value: Json): Result<Imported> {
  const { nodes, edges = [] } = isJsonObject(value) ? value : {};
  if (!Array.isArray(nodes) || !Array.isArray(edges)) {
    const message = 'This is no graph: `nodes` or `edges` is no list.';
    return fail('input_invalid', message, 'Export the graph again. Nothing was imported.');
  }
  return ok(new GraphReader().read(nodes as readonly Json[], edges as readonly Json[]));
}

class GraphReader {
  private readonly nodes = new Map<string, GraphNode>();
  private readonly places = new Map<string, Place>();
  private readonly list = new EntryList();
  private readonly told: string[] = [];
  private readonly names = new Map<string, string>();

  read(nodes: readonly Json[], edges: readonly Json[]): Imported {
    const { list, told } = this;
    this.readNodes(nodes);
    const found = this.withoutCycles(this.readEdges(edges));
    for (const edge of found) this.place(edge);
    const judged = this.judge(found);
    for (const kind of kinds) {
      const own = [...this.nodes.values()].filter((node) => node.kind === kind);
      for (const node of kind === 'goal' ? this.parentsFirst(own) : own) this.add(node);
    }
    for (const { to, type, rationale: text, at } of judged) {
      const verb = type === 'chosen' ? 'choose_option' : 'reject_option';
      list.add({ do: verb, of: this.nameOf(to.id), text, refs: {} }, at);
    }
    for (const node of this.nodes.values()) this.note(node);
    this.keep(found, judged);
    if (list.shortened > 0) {
      const texts = counted(list.shortened, 'text');
      told.push(`${texts} had more than 2,000 characters: shortened.`);
    }
    return { entries: list.entries, format: 'graph', told };
  }

  private readNodes(nodes: readonly Json[]): void {
    const unknown = new Map<string, number>();
    let nameless = 0;
    let doubled = 0;
    for (const json of nodes) {
      if (!isJsonObject(json)) {
        count(unknown, 'no object');
        continue;
      }
      const kind = plainText(json['node_type']);
      const id = plainText(json['id']);
      const title = plainText(json['title']);
      if (!nodeTypes.has(kind)) count(unknown, kind.slice(0, 40) || 'none');
      else if (!/^[\w-]{1,64}$/u.test(id) || title === '') nameless += 1;
      else if (this.nodes.has(id)) doubled += 1;
      else {
        const at = importedTime(json['created_at']);
        this.nodes.set(id, { id, kind: kind as NodeKind, title, at, json });
      }
    }
    this.tellUnknown(unknown, 'node');
    this.tell(nameless, 'node', 'without a title or a plain id');
    this.tell(doubled, 'node', 'with the id of another');
  }

  private readEdges(edges: readonly Json[]): readonly GraphEdge[] {
    const unknown = new Map<string, number>();
    const found = new Map<string, GraphEdge>();
    let loose = 0;
    for (const json of edges) {
      const edge = isJsonObject(json) ? json : {};
      const name = plainText(edge['edge_type']);
      const type = edgeTypes.find((one) => one === name);
      const from = this.nodes.get(plainText(edge['from_node_id']));
      const to = this.nodes.get(plainText(edge['to_node_id']));
      if (!type) count(unknown, name.slice(0, 40) || 'none');
      else if (!from || !to) loose += 1;
      else {
        const weight = typeof edge['weight'] === 'number' ? edge['weight'] : 1;
        const rationale = plainText(edge['rationale']);
        const at = importedTime(edge['created_at']);
        found.set(`${type} ${from.id} ${to.id}`, { type, rationale, weight, from, to, at });
      }
    }
    this.tellUnknown(unknown, 'edge');
    this.tell(loose, 'edge', 'to or from a node that is not there');
    return [...found.values()];
  }

  private withoutCycles(edges: readonly GraphEdge[]): readonly GraphEdge[] {
    const joining = edges.filter((edge) => wayOf(edge) !== null);
    const ahead = leftOver(joining.map(({ from, to }) => [from.id, to.id]));
    const behind = leftOver(joining.map(({ from, to }) => [to.id, from.id]));
    const isIn = ({ id }: GraphNode): boolean => ahead.has(id) && behind.has(id);
    const open = edges.filter((edge) => wayOf(edge) === null || !isIn(edge.from) || !isIn(edge.to));
    this.tell(
      edges.length - open.length,
      'edge',
      'in or between circles that lead back to themselves',
    );
    return open;
  }

  private placeOf(id: string): Place {
    const known = this.places.get(id);
    if (known) return known;
    const place: Place = { of: null, under: null, others: [] };
    this.places.set(id, place);
    return place;
  }

  private place(edge: GraphEdge): void {
    const { from, to } = edge;
    const way = wayOf(edge);
    if (way === null) return;
    const place = this.placeOf(to.id);
    if (way === 'informs') this.placeOf(from.id).others.push(to.id);
    else if (way === 'under') {
      if (place.under === null || from.kind === 'action') place.under = from.id;
    } else if (place.of === null) place.of = from.id;
    else if (place.of !== from.id && to.kind === 'action') place.others.push(from.id);
  }

  private judge(edges: readonly GraphEdge[]): ReadonlySet<GraphEdge> {
    const judged = new Set<GraphEdge>();
    const made = new Set<string>();
    const fated = new Set<string>();
    let refused = 0;
    for (const edge of edges) {
      const { from, to, type } = edge;
      if (!isFate(type) || to.kind !== 'option' || this.placeOf(to.id).of !== from.id) continue;
      const isTaken = fated.has(to.id) || (type === 'chosen' && made.has(from.id));
      if (isTaken) refused += 1;
      else judged.add(edge);
      fated.add(to.id);
      if (type === 'chosen') made.add(from.id);
    }
    if (refused > 0) {
      const choices = counted(refused, 'choice or rejection', 'choices or rejections');
      this.told.push(`Kept as notes only: ${choices} against an earlier one.`);
    }
    return judged;
  }

  private parentsFirst(goals: readonly GraphNode[]): readonly GraphNode[] {
    const sorted = new Set<GraphNode>();
    for (const goal of goals) {
      const way: GraphNode[] = [];
      for (let next: GraphNode | undefined = goal; next && !sorted.has(next);) {
        way.push(next);
        next = this.nodes.get(this.places.get(next.id)?.of ?? '');
      }
      for (const one of way.reverse()) sorted.add(one);
    }
    return [...sorted];
  }

  private nameOf(id: string): string {
    return this.names.get(id) ?? '';
  }

  private add({ id, kind, title: text, at, json }: GraphNode): void {
    const { of, under, others } = this.placeOf(id);
    const { confidence, branch, success } = metadataOf(json);
    const named = others.map((other) => this.nameOf(other));
    const refs = {
      ...(of === null && under !== null ? { under: [this.nameOf(under)] } : {}),
      ...(named.length > 0 ? { [kind === 'action' ? 'implements' : 'informs']: named } : {}),
    };
    const entry = {
      ...{ do: verbs[kind], text, refs },
      ...(of === null ? {} : { of: this.nameOf(of) }),
      ...(kind === 'outcome' ? { success: typeof success === 'boolean' ? success : null } : {}),
      ...(isPercent(confidence) ? { confidence: confidence / 100 } : {}),
    };
    this.names.set(id, this.list.add(entry, at, plainText(branch)));
  }

  private note({ id, kind, at, json }: GraphNode): void {
    const { confidence, commit, prompt, files, notes, success, branch, ...others } =
      metadataOf(json);
    const note = (name: string, said: unknown) => this.list.note(this.nameOf(id), name, said, at);
    note(kept.id, id);
    note(kept.changeId, json['change_id']);
    note(kept.description, json['description']);
    if (json['status'] !== usualStatus) note(kept.status, json['status']);
    const hash = plainText(commit);
    if (kind === 'decision' && /^[0-9a-f]{7,64}$/u.test(hash))
      this.list.add({ do: 'link_commit', of: this.nameOf(id), text: hash }, at);
    else note(kept.commit, hash);
    note(kept.prompt, prompt);
    for (const file of listOf(files)) note(kept.file, file);
    for (const one of listOf(notes)) {
      const { name, text } = isJsonObject(one) ? one : {};
      const own = plainText(name);
      if (own !== '') note(looksKept(own) ? `note ${own}` : own, text);
    }
    const rest = {
      ...others,
      ...(confidence === undefined || isPercent(confidence) ? {} : { confidence }),
      ...(success === undefined || (kind === 'outcome' && typeof success === 'boolean')
        ? {}
        : { success }),
      ...(branch === undefined || plainText(branch) !== '' ? {} : { branch }),
    };
    if (Object.keys(rest).length > 0) note(kept.metadata, JSON.stringify(rest));
  }

  private keep(edges: readonly GraphEdge[], judged: ReadonlySet<GraphEdge>): void {
    const pairs = new Map<string, GraphEdge[]>();
    for (const edge of edges) {
      const pair = `${edge.from.id} ${edge.to.id}`;
      pairs.set(pair, [...(pairs.get(pair) ?? []), edge]);
    }
    const strange = new Map<string, number>();
    for (const both of pairs.values()) {
      const [first] = both;
      if (!first) continue;
      const { from, to } = first;
      const fate = both.find((edge) => judged.has(edge));
      const isPlaced = this.isPlaced(from, to);
      const same = both.every(
        (edge) => edge === fate || (edge.type === 'leads_to' && edge.rationale === ''),
      );
      const isUsual = both.every(({ weight }) => weight === 1);
      if (isPlaced && same && isUsual && both.length === (fate ? 2 : 1)) continue;
      for (const edge of both) {
        if (!isPlaced) count(strange, `${from.kind} ${edge.type} ${to.kind}`);
        this.list.note(this.nameOf(to.id), `${kept.edge}${from.id}`, edgeWords(edge), edge.at);
      }
    }
    if (strange.size > 0) {
      const many = counted(sum(strange), 'edge');
      const which = tally(strange);
      this.told.push(`Kept as notes only: ${many} that a record has no place for. ${which}.`);
    }
  }

  private isPlaced(from: GraphNode, to: GraphNode): boolean {
    const { of, under, others } = this.placeOf(to.id);
    if (of === from.id || (of === null && under === from.id)) return true;
    return to.kind === 'action'
      ? others.includes(from.id)
      : from.kind === 'observation' && this.placeOf(from.id).others.includes(to.id);
  }

  private tellUnknown(unknown: ReadonlyMap<string, number>, what: string): void {
    this.tell(sum(unknown), what, `of unknown kinds: ${tally(unknown)}`);
  }

  private tell(many: number, what: string, why: string): void {
    if (many > 0) this.told.push(`Left out: ${counted(many, what)} ${why}.`);
  }
}

function wayOf({ from, to, type }: GraphEdge): Way | null {
  const isTaken = type === 'leads_to' || (isFate(type) && to.kind === 'option');
  return isTaken ? (ways[to.kind][from.kind] ?? null) : null;
}

function isFate(type: EdgeWords['type']): boolean {
  return type === 'chosen' || type === 'rejected';
}

function isPercent(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100;
}

function metadataOf({ metadata_json: metadata }: JsonObject): JsonObject {
  if (typeof metadata !== 'string') return isJsonObject(metadata) ? metadata : {};
  try {
    const read = JSON.parse(metadata) as Json;
    return isJsonObject(read) ? read : {};
  } catch {
    return { text: metadata };
  }
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((all, one) => all + one, 0);
}
