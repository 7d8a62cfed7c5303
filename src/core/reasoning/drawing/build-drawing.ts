import { showInvisible } from '../../text/show-invisible.js';
import { foldLine } from '../../text/text-line.js';
import type { DecisionGraph, DecisionNode, EdgeKind, Said } from '../decision-graph.js';
import type { DecisionQueries, DecisionView, Fate, GoalView, TriedAction } from '../queries.js';
import { isNodeId, sortOfId, type NodeSort } from '../record-entry.js';
import type { LinePlace } from '../record-lines.js';

export type DrawnKind =
  | 'goal'
  | 'decision'
  | 'undecided'
  | 'disputed'
  | 'replaced'
  | Fate
  | 'action'
  | 'step'
  | 'succeeded'
  | 'failed'
  | 'ended'
  | 'observed'
  | 'group';

export interface DrawnNode {
  readonly id: string;
  readonly kind: DrawnKind;
  readonly sort: NodeSort | null;
  readonly text: string;
  readonly why: string;
  readonly more: readonly string[];
  readonly inShort: readonly Pick<DrawnNode, 'kind' | 'sort' | 'text' | 'why'>[];
  readonly actor: string;
  readonly at: string;
  readonly badge: 'Outside' | 'not verified' | null;
  readonly isOnPath: boolean;
  readonly isQuiet: boolean;
  readonly place: LinePlace | null;
  readonly children: readonly DrawnNode[];
  readonly held: number;
  readonly startsFolded: boolean;
}

export interface CrossEdge {
  readonly kind: Extract<EdgeKind, 'informs' | 'implements' | 'supersedes'>;
  readonly from: string;
  readonly to: string;
}

export interface DecisionDrawing {
  readonly roots: readonly DrawnNode[];
  readonly across: readonly CrossEdge[];
  readonly decisions: number;
  readonly questions: number;
  readonly isUnverified: boolean;
}

type Node = { -readonly [K in keyof DrawnNode]: DrawnNode[K] } & { children: Node[] };

const mostUnfolded = 200;
const mostBelow = 100;
const longestText = 300;
const fates: readonly Fate[] = ['chosen', 'conflicting', 'open', 'rejected'];

export function buildDrawing(queries: DecisionQueries): DecisionDrawing | null {
  const { graph } = queries;
  const said = [...graph.nodes.values()].filter(({ id }) => isNodeId(id));
  if (said.length === 0) return null;
  const isUnverified = said.every(({ authorship }) => authorship === 'not_verified');
  const tree = new Tree(isUnverified);
  const roots = [...tree.goals(queries.decisionTree()), ...tree.unlinked(queries)];
  return {
    roots: tree.finish(roots, said.length > mostUnfolded),
    across: tree.across(graph),
    decisions: tree.count(null),
    questions: tree.count('question'),
    isUnverified,
  };
}

class Tree {
  private readonly all: Node[] = [];
  private readonly under = new Map<string, string>();

  constructor(private readonly isUnverified: boolean) {}

  count(sort: NodeSort | null): number {
    return this.all.filter((one) => isDecision(one) && one.sort === sort).length;
  }

  goals(tree: readonly GoalView[]): readonly Node[] {
    const roots: Node[] = [];
    const above: Node[] = [];
    const steps: [Node, GoalView][] = [];
    for (const view of tree) {
      const goal = this.node(view.goal, 'goal');
      above.length = view.depth;
      (above.at(-1)?.children ?? roots).push(goal);
      above.push(goal);
      for (const decision of view.decisions) goal.children.push(...this.decision(decision));
      steps.push([goal, view]);
    }
    for (const [goal, { actions, others }] of steps) {
      goal.children.push(...others.map((one) => this.result(one)));
      const other = actions.filter(({ action }) => !this.under.has(action.id));
      if (other.length === 0) continue;
      const group = this.group(`${goal.id}:steps`, 'Steps without a decision');
      group.children = other.map((one) => this.action(one, false));
      goal.children.push(group);
    }
    return roots;
  }

  unlinked(queries: DecisionQueries): readonly Node[] {
    const left = queries.unlinked().filter(({ id }) => isNodeId(id) && !this.under.has(id));
    if (left.length === 0) return [];
    const group = this.group('unlinked', 'Belongs to nothing');
    group.children = left.flatMap((one) => {
      const decision = queries.decision(one.id);
      if (decision) return this.decision(decision);
      if (one.kind === 'action') return this.action(queries.tried(one), false);
      return this.node(one, plainKind(one));
    });
    group.startsFolded = false;
    return [group];
  }

  finish(roots: readonly Node[], isLarge: boolean): readonly DrawnNode[] {
    const known = [...this.all];
    for (const node of known) {
      if (isLarge && node.children.length > 0 && isDecision(node)) node.startsFolded = true;
      node.children = this.grouped(node.id, node.children);
    }
    const shown = this.grouped('', roots);
    for (const node of [...inOrder(shown)].reverse()) {
      node.held = sum(node.children.map((one) => one.held + (one.kind === 'group' ? 0 : 1)));
      if (node.kind === 'goal' || node.kind === 'group')
        node.isOnPath = node.children.some(({ isOnPath }) => isOnPath);
    }
    return shown;
  }

  across({ edges, nodes }: DecisionGraph): readonly CrossEdge[] {
    return edges.flatMap(({ kind, from, to }): readonly CrossEdge[] => {
      if (!nodes.has(from) || !nodes.has(to)) return [];
      if (kind === 'supersedes') return [{ kind, from, to }];
      if (kind === 'informs') return this.under.get(from) === to ? [] : [{ kind, from, to }];
      if (kind !== 'implements') return [];
      return this.under.get(to) === from ? [] : [{ kind, from, to }];
    });
  }

  private decision(view: DecisionView): readonly Node[] {
    const { decision, options, observations, actions, supersedes, supersededBy } = view;
    if (this.under.has(decision.id)) return [];
    this.under.set(decision.id, decision.id);
    const chosen = options.find(({ fate }) => fate === 'chosen');
    const isReplaced = supersededBy.length > 0;
    const isDisputed = options.some(({ fate }) => fate === 'conflicting');
    const is = chosen ? 'decision' : isDisputed ? 'disputed' : 'undecided';
    const node = this.node(decision, isReplaced ? 'replaced' : is);
    node.isOnPath = chosen !== undefined && !isReplaced;
    node.more = [
      ...supersededBy.map((one) => `Replaced by “${shown(one.text)}”`),
      ...supersedes.map((one) => `Replaces “${shown(one.text)}”`),
      ...(isReplaced || chosen || (node.sort === 'question' && !isDisputed)
        ? []
        : [isDisputed ? contradict : nothingChosen]),
      ...(decision.commits.length === 0
        ? []
        : [`Commit ${decision.commits.map((one) => this.commit(one)).join(', ')}`]),
    ];
    for (const fate of fates) {
      for (const judged of options) {
        if (judged.fate !== fate || this.under.has(judged.option.id)) continue;
        const { option, reason, judgedBy } = judged;
        const isProven = judgedBy === null || judgedBy.authorship === 'verified';
        const authorship = isProven ? option.authorship : judgedBy.authorship;
        const drawn = this.node({ ...option, authorship }, fate, decision);
        drawn.why = shown(reason) || (fate === 'rejected' ? 'Nobody said why.' : '');
        drawn.isOnPath = node.isOnPath && fate === 'chosen';
        this.under.set(option.id, decision.id);
        node.children.push(drawn);
      }
    }
    const done = actions.filter(({ action }) => !this.under.has(action.id));
    for (const { action } of done) this.under.set(action.id, decision.id);
    const [first] = node.children;
    const from = chosen && first ? first : node;
    from.children.push(...done.map((one) => this.action(one, node.isOnPath)));
    const results = from.children.flatMap((one) => one.children.slice(0, 1));
    node.inShort = [...(chosen && first ? [first] : []), ...results.slice(0, 1)];
    for (const one of observations) {
      if (this.under.has(one.id)) continue;
      this.under.set(one.id, decision.id);
      node.children.push(this.node(one, 'observed', decision));
    }
    if (isReplaced) for (const one of inOrder([node])) one.isQuiet = true;
    return [node];
  }

  private commit({ text, authorship }: Said): string {
    const isUnproven = authorship !== 'verified' && !this.isUnverified;
    return `${text.slice(0, 10)}${isUnproven ? ' (not verified)' : ''}`;
  }

  private action({ action, outcomes, observations }: TriedAction, isOnPath: boolean): Node {
    const node = this.node(action, isNodeId(action.id) ? 'action' : 'step');
    node.isOnPath = isOnPath;
    for (const one of [...outcomes].reverse()) {
      const outcome = this.result(one, action);
      outcome.isOnPath = isOnPath && node.children.length === 0;
      node.children.push(outcome);
    }
    node.children.push(...observations.map((one) => this.result(one, action)));
    return node;
  }

  private result(one: DecisionNode, of?: DecisionNode): Node {
    const node = this.node(one, plainKind(one), of);
    node.place ??= of?.place ?? null;
    return node;
  }

  private node(about: DecisionNode, kind: DrawnKind, within?: DecisionNode): Node {
    const { id, text, actor, at, authorship, place, confidence } = about;
    const isSaid = actor !== null && authorship !== 'verified' && !this.isUnverified;
    const badge = authorship === 'outside' ? 'Outside' : 'not verified';
    const node: Node = {
      ...{
        id,
        kind,
        sort: sortOfId(id),
        text: shown(text),
        place,
        actor: shown(actor ?? ''),
        at: at ?? '',
      },
      ...{ why: '', inShort: [], isOnPath: false, isQuiet: false, startsFolded: false, held: 0 },
      more: confidence === null ? [] : [`Confidence ${confidence}`],
      badge: isSaid && within?.authorship !== authorship ? badge : null,
      children: [],
    };
    this.all.push(node);
    return node;
  }

  private group(id: string, text: string): Node {
    const node: Node = {
      ...{
        id,
        kind: 'group',
        sort: null,
        text,
        why: '',
        more: [],
        inShort: [],
        actor: '',
        at: '',
        badge: null,
      },
      ...{ isOnPath: false, isQuiet: false, place: null, children: [], held: 0 },
      startsFolded: true,
    };
    this.all.push(node);
    return node;
  }

  private grouped(of: string, children: readonly Node[]): Node[] {
    const groups: Node[] = [];
    let at = 0;
    for (; children.length - at > mostBelow; at += mostBelow) {
      const group = this.group(`${of}:${at}`, `${at + 1} to ${at + mostBelow}`);
      group.children = children.slice(at, at + mostBelow);
      groups.push(group);
    }
    return [...groups, ...children.slice(at)];
  }
}

const contradict = 'Its choices contradict each other, so none applies.';
const nothingChosen = 'Nothing has been chosen yet.';

function isDecision({ kind }: DrawnNode): boolean {
  return ['decision', 'undecided', 'disputed', 'replaced'].includes(kind);
}

function plainKind({ kind, success }: DecisionNode): DrawnKind {
  if (kind === 'outcome') return success === null ? 'ended' : success ? 'succeeded' : 'failed';
  if (kind === 'observation') return 'observed';
  if (kind === 'option') return 'open';
  return kind === 'decision' ? 'undecided' : kind;
}

export function* inOrder<T extends { readonly children: readonly T[] }>(
  roots: readonly T[],
): Generator<T> {
  const open = [...roots].reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    yield next;
    for (let at = next.children.length - 1; at >= 0; at -= 1) {
      const child = next.children[at];
      if (child) open.push(child);
    }
  }
}

function shown(text: string): string {
  const line = foldLine(text);
  if (line.length <= longestText) return showInvisible(line);
  return `${showInvisible(line.slice(0, longestText).replace(/[\uD800-\uDBFF]$/u, ''))}…`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
