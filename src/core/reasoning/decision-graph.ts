import { addToList } from '../map-of-lists.js';
import type { EntryValues, NodeKind, ReferenceKey } from './record-entry.js';
import { kindOfId, mayName } from './record-entry.js';
import type { LinePlace, RecordLine, RecordProblem } from './record-lines.js';

/** What the ledger says about the author of an entry. */
export type Authorship = 'verified' | 'outside' | 'not_verified';

export interface Said {
  readonly text: string;
  readonly authorship: Authorship;
}

export type Judge = Pick<DecisionNode, 'actor' | 'at' | 'authorship'>;

export interface DecisionNode {
  readonly id: string;
  readonly kind: NodeKind;
  readonly text: string;
  readonly at: string | null;
  readonly atMs: number | null;
  readonly actor: string | null;
  readonly authorship: Authorship;
  readonly place: LinePlace | null;
  readonly parentId: string | null;
  /** From 0 to 1. Null if none was recorded. */
  readonly confidence: number | null;
  readonly branch: string | null;
  readonly prompt: Said | null;
  readonly files: readonly Said[];
  readonly commits: readonly Said[];
  readonly notes: readonly (Said & { readonly name: string; readonly atMs?: number | null })[];
  readonly success: boolean | null;
  readonly values?: Omit<EntryValues, 'confidence' | 'branch'>;
}

export type EdgeKind =
  | 'spawns'
  | 'considers'
  | 'chooses'
  | 'rejects'
  | 'implements'
  | 'produces'
  | 'informs'
  | 'supersedes'
  | 'supports'
  | 'contradicts'
  | 'carries_out';

/** How likely a probe's outcomes are if the hypothesis `under` is true. */
export interface ExpectedOutcomes extends Said {
  readonly probe: string;
  readonly under: string;
  readonly atMs: number | null;
  readonly place: LinePlace;
}

export interface TurnedTo extends Said {
  readonly subsystem: string;
  readonly at: string;
}

export interface DecisionEdge {
  readonly kind: EdgeKind;
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly by?: Judge | undefined;
}

export interface DecisionGraph {
  readonly nodes: ReadonlyMap<string, DecisionNode>;
  readonly edges: readonly DecisionEdge[];
  /** Maps a decision with contradicting choices to the options that somebody chose. */
  readonly conflicting: ReadonlyMap<string, ReadonlySet<string>>;
  readonly problems: readonly RecordProblem[];
  readonly expected: readonly ExpectedOutcomes[];
  readonly focus: readonly TurnedTo[];
}

export interface PlanNodes {
  readonly nodes: readonly DecisionNode[];
  readonly edges: readonly DecisionEdge[];
  /** The id of the plan's goal. Null if there is no plan. */
  readonly goal: string | null;
  readonly unnamed: ReadonlySet<string>;
}

export const noPlan: PlanNodes = { nodes: [], edges: [], goal: null, unnamed: new Set() };

type Node = { -readonly [K in keyof DecisionNode]: DecisionNode[K] } & {
  files: Said[];
  commits: Said[];
  notes: (Said & { name: string; atMs?: number | null })[];
};

type Pair = readonly [from: string, to: string, line: RecordLine];

export function foldRecord(
  lines: readonly RecordLine[],
  plan: PlanNodes = noPlan,
  authorshipOf: (line: RecordLine) => Authorship = () => 'not_verified',
): DecisionGraph {
  const entries = inOrder(lines, authorshipOf);
  const problems: RecordProblem[] = [];
  const nodes = new Map<string, Node>();
  for (const node of plan.nodes) nodes.set(node.id, mutable(node));
  const edges: DecisionEdge[] = [...plan.edges];
  const add = (kind: EdgeKind, from: string, to: string, label = '', by?: Judge): void => {
    edges.push({ kind, from, to, label, by });
  };
  const tell = (is: RecordProblem['is'], { path, line }: LinePlace, why: string): void => {
    problems.push({ is, path, line, why });
  };

  const byId = new Map<string, RecordLine[]>();
  for (const line of entries) {
    if (line.id === null) continue;
    const same = byId.get(line.id);
    if (same) same.push(line);
    else byId.set(line.id, [line]);
  }
  for (const [id, [line, ...others]] of byId) {
    if (!line) continue;
    if (others.length === 0) {
      nodes.set(id, nodeOf(id, line, authorshipOf(line)));
      continue;
    }
    const also = others.slice(0, mostNamed).map((other) => other.line);
    const more = others.length > mostNamed ? ` and ${others.length - mostNamed} more` : '';
    const where = `${also.length + (more === '' ? 0 : 1) === 1 ? 'line' : 'lines'} ${also.join(', ')}${more}`;
    tell('doubled_id', line, `The id ^${id} is used again in ${where}, so links to it don’t work.`);
  }

  const find = (line: RecordLine, there: ReferenceKey | 'of', id: string): Node | null => {
    const found = plan.unnamed.has(id) ? null : (nodes.get(id) ?? null);
    if (found && mayName(line.is, there, found)) return found;
    if (found)
      tell('unresolved', line, `^${id} is ${kindNames[found.kind]}, and can’t be named there.`);
    else if (!byId.has(id)) tell('unresolved', line, `Nothing here has the id ^${id}.`);
    return null;
  };
  const refs = (line: RecordLine, key: ReferenceKey): readonly Node[] =>
    [...new Set(line.refs[key] ?? [])].flatMap((id) => find(line, key, id) ?? []);

  const chosen = new Map<string, Map<string, string[]>>();
  const rejected = new Map<string, string[]>();
  const supersedes: Pair[] = [];
  const parents: Pair[] = [];
  const under = (own: Node | null, line: RecordLine, usual: string | null): void => {
    const [above] = refs(line, 'under');
    if (own) own.parentId = line.refs.under === undefined ? usual : (above?.id ?? null);
  };
  const decisionOf = new Map<string, string>();
  const judged: RecordLine[] = [];
  const expected: ExpectedOutcomes[] = [];
  const focus: TurnedTo[] = [];
  for (const line of entries) {
    const own = line.id === null ? null : (nodes.get(line.id) ?? null);
    if (line.id !== null && !own) continue;
    const about = line.of === null ? null : find(line, 'of', line.of);
    switch (line.is) {
      case 'goal':
      case 'subsystem': {
        const [above] = refs(line, 'under');
        if (own && above && above.id !== plan.goal) parents.push([own.id, above.id, line]);
        else if (own && (above ?? line.refs.under) === undefined) own.parentId = plan.goal;
        else if (own && above) own.parentId = above.id;
        break;
      }
      case 'decision':
      case 'question': {
        const [above] = refs(line, 'under');
        const goal = line.refs.under === undefined ? plan.goal : (above?.id ?? null);
        if (own && goal !== null) {
          own.parentId = goal;
          add('spawns', goal, own.id);
        }
        for (const before of refs(line, 'supersedes'))
          if (own) supersedes.push([own.id, before.id, line]);
        break;
      }
      case 'option':
      case 'hypothesis':
        if (!own || !about) break;
        own.parentId = about.id;
        decisionOf.set(own.id, about.id);
        add('considers', about.id, own.id);
        break;
      case 'action':
      case 'probe': {
        if (line.of === null) under(own, line, plan.goal);
        if (!own || !about) break;
        own.parentId = about.id;
        add('implements', about.id, own.id);
        for (const other of refs(line, 'implements')) {
          if (other.kind === 'decision') add('implements', other.id, own.id);
          else add('implements', about.id, other.id);
        }
        break;
      }
      case 'outcome':
        if (line.of === null) under(own, line, plan.goal);
        if (!own || !about) break;
        own.parentId = about.id;
        add('produces', about.id, own.id);
        break;
      case 'observation':
        if (!own) break;
        under(own, line, null);
        for (const [key, kind] of observed)
          for (const [at, other] of refs(line, key).entries())
            if (key !== 'probe' || at === 0) add(kind, own.id, other.id);
            else
              tell(
                'key_unread',
                line,
                `An observation is of one probe, so ^${other.id} is ignored.`,
              );
        break;
      case 'expected':
        for (const probe of refs(line, 'probe')) {
          if (!about) break;
          const { text, atMs, path, line: at } = line;
          const place = { path, line: at };
          const authorship = authorshipOf(line);
          expected.push({ probe: probe.id, under: about.id, text, atMs, place, authorship });
        }
        break;
      case 'focus':
        if (about)
          focus.push({
            ...{ subsystem: about.id, text: line.text, at: line.at },
            authorship: authorshipOf(line),
          });
        break;
      case 'chosen':
      case 'rejected':
        if (about) judged.push(line);
        break;
      case 'commit':
        if (about) about.commits.push({ text: line.text, authorship: authorshipOf(line) });
        break;
      case 'note':
        if (about) note(about, line, authorshipOf(line));
    }
  }

  const judgedBy = new Map<string, Judge>();
  for (const line of judged) {
    const option = line.of ?? '';
    const decision = decisionOf.get(option);
    if (decision === undefined) continue;
    const { actor, at } = line;
    const by = { actor, at, authorship: authorshipOf(line) };
    const known = judgedBy.get(option);
    if (!known || proof.indexOf(by.authorship) < proof.indexOf(known.authorship))
      judgedBy.set(option, by);
    if (line.is === 'rejected') {
      addToList(rejected, option, line.text);
      continue;
    }
    const options = chosen.get(decision) ?? new Map<string, string[]>();
    addToList(options, option, line.text);
    chosen.set(decision, options);
  }

  const inCycle = (line: RecordLine): void => tell('cycle', line, cycleText);
  for (const [from, to] of withoutCycles(parents, inCycle)) {
    const node = nodes.get(from);
    if (node) node.parentId = to;
  }
  const replaced = new Set<string>();
  for (const [from, to] of withoutCycles(supersedes, inCycle)) {
    add('supersedes', from, to);
    replaced.add(to);
  }

  const conflicting = new Map<string, ReadonlySet<string>>();
  for (const [decision, options] of chosen) {
    const isRejected = [...options.keys()].some((option) => rejected.has(option));
    if (options.size === 1 && !isRejected) {
      for (const [option, reasons] of options)
        add('chooses', decision, option, said(reasons), judgedBy.get(option));
      continue;
    }
    conflicting.set(decision, new Set(options.keys()));
    const place = nodes.get(decision)?.place;
    if (place && !replaced.has(decision)) tell('conflict', place, conflictText(options.size > 1));
  }
  for (const [option, reasons] of rejected) {
    const decision = decisionOf.get(option) ?? '';
    if (chosen.get(decision)?.has(option) !== true)
      add('rejects', decision, option, said(reasons), judgedBy.get(option));
  }
  return { nodes, edges, conflicting, problems, expected, focus };
}

const observed = [
  ...[['informs', 'informs'] as const, ['supports', 'supports'] as const],
  ...[['contradicts', 'contradicts'] as const, ['probe', 'carries_out'] as const],
];
const mostNamed = 5;
const proof: readonly Authorship[] = ['outside', 'not_verified', 'verified'];
export const kindNames: Readonly<Record<NodeKind, string>> = {
  goal: 'a goal',
  decision: 'a decision',
  option: 'an option',
  action: 'an action or step',
  outcome: 'an outcome',
  observation: 'an observation',
};
const cycleText = 'It leads back to itself, so what it belongs to or replaces is ignored.';

function conflictText(isTwice: boolean): string {
  return isTwice
    ? 'Two options were chosen for it, so neither applies. Decide again, and name this decision in `supersedes`.'
    : 'One option was both chosen and rejected, so neither applies. Decide again, and name this decision in `supersedes`.';
}

function said(reasons: readonly string[]): string {
  return [...new Set(reasons)].filter((reason) => reason !== '').join('; ');
}

function inOrder(
  lines: readonly RecordLine[],
  authorshipOf: (line: RecordLine) => Authorship,
): readonly RecordLine[] {
  const keyed = lines.map((line) => ({ line, key: wordsOf(line) }));
  keyed.sort(
    (a, b) =>
      (a.line.atMs ?? Infinity) - (b.line.atMs ?? Infinity) ||
      compare(a.key, b.key) ||
      compare(a.line.raw, b.line.raw) ||
      compare(a.line.path, b.line.path) ||
      a.line.line - b.line.line,
  );
  const once: { line: RecordLine; readonly key: string }[] = [];
  for (const one of keyed) {
    const last = once.at(-1);
    if (last?.key !== one.key) once.push({ ...one });
    else if (authorshipOf(last.line) !== 'verified' && authorshipOf(one.line) === 'verified')
      last.line = one.line;
  }
  return once.map(({ line }) => line);
}

function wordsOf(line: RecordLine): string {
  const { at, actor, is, id, of, text, name, success, refs, confidence, branch } = line;
  const more = valuesOf(line);
  return JSON.stringify([
    ...[at, actor, is, of, text, name, success, refs, confidence, branch, id],
    ...(more ? [more] : []),
  ]);
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function nodeOf(id: string, line: RecordLine, authorship: Authorship): Node {
  const values = valuesOf(line);
  return {
    ...{ id, kind: kindOfId(id) ?? 'observation', text: line.text, at: line.at, atMs: line.atMs },
    ...{ actor: line.actor, authorship, place: { path: line.path, line: line.line } },
    ...{ parentId: null, confidence: line.confidence ?? null, branch: line.branch ?? null },
    ...{ prompt: null, files: [], commits: [], notes: [], success: line.success ?? null },
    ...(values && { values }),
  };
}

function valuesOf({ prior, none, cost, outcome, independent }: RecordLine): Node['values'] {
  const values = {
    ...(prior === undefined ? {} : { prior }),
    ...(none === undefined ? {} : { none }),
    ...(cost === undefined ? {} : { cost }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(independent === undefined ? {} : { independent }),
  };
  return Object.keys(values).length === 0 ? undefined : values;
}

function mutable(node: DecisionNode): Node {
  return {
    ...node,
    files: [...node.files],
    commits: [...node.commits],
    notes: [...node.notes],
  };
}

function note(node: Node, { name = '', text, atMs }: RecordLine, authorship: Authorship): void {
  const key = name.toLowerCase();
  if (key === 'prompt') node.prompt = { text, authorship };
  else if (key === 'file') node.files.push({ text, authorship });
  else node.notes.push({ name, text, authorship, atMs });
}

function withoutCycles<T extends Pair>(pairs: readonly T[], tell: (line: RecordLine) => void) {
  const ahead = leftOver(pairs);
  const behind = leftOver(pairs.map(([from, to]) => [to, from]));
  const isIn = (node: string): boolean => ahead.has(node) && behind.has(node);
  return pairs.filter(([from, to, line]) => {
    const isLoop = isIn(from) && isIn(to);
    if (isLoop) tell(line);
    return !isLoop;
  });
}

/** Finds the nodes in cycles and all nodes after them (Kahn 1962). */
export function leftOver(pairs: readonly (readonly [from: string, to: string, ...unknown[]])[]) {
  const onward = new Map<string, string[]>();
  const into = new Map<string, number>();
  for (const [from, to] of pairs) {
    const others = onward.get(from);
    if (others) others.push(to);
    else onward.set(from, [to]);
    into.set(to, (into.get(to) ?? 0) + 1);
  }
  const free = [...onward.keys()].filter((node) => !into.has(node));
  for (let node = free.pop(); node !== undefined; node = free.pop()) {
    for (const to of onward.get(node) ?? []) {
      const rest = (into.get(to) ?? 0) - 1;
      into.set(to, rest);
      if (rest === 0) free.push(to);
    }
  }
  return new Set([...into].flatMap(([node, count]) => (count > 0 ? [node] : [])));
}
