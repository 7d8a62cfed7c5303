import { addToList } from '../map-of-lists.js';
import type {
  DecisionEdge,
  DecisionGraph,
  DecisionNode,
  EdgeKind,
  Judge,
} from './decision-graph.js';

export const decisionQuestions = [
  'get_decision_tree',
  'why',
  'get_rejected_options',
  'get_informing_observations',
  'get_outcome',
  'get_decisions_for_commit',
  'undecided',
  'unlinked',
  'get_beliefs',
  'get_memory_block',
  'get_trace',
  'get_write_up',
  'get_graph',
  'list_records',
  'get_structure',
] as const;
export type DecisionQuestion = (typeof decisionQuestions)[number];

export type Fate = 'chosen' | 'rejected' | 'open' | 'conflicting';

export interface JudgedOption {
  readonly option: DecisionNode;
  readonly fate: Fate;
  readonly reason: string;
  readonly judgedBy: Judge | null;
}

export interface TriedAction {
  readonly action: DecisionNode;
  readonly outcomes: readonly DecisionNode[];
  readonly observations: readonly DecisionNode[];
}

export interface DecisionView {
  readonly decision: DecisionNode;
  readonly options: readonly JudgedOption[];
  readonly observations: readonly DecisionNode[];
  readonly actions: readonly TriedAction[];
  readonly supersedes: readonly DecisionNode[];
  readonly supersededBy: readonly DecisionNode[];
}

export interface GoalView {
  readonly goal: DecisionNode;
  readonly depth: number;
  readonly decisions: readonly DecisionView[];
  readonly actions: readonly TriedAction[];
  readonly others: readonly DecisionNode[];
}

export class DecisionQueries {
  private readonly outOf = new Map<string, DecisionEdge[]>();
  private readonly into = new Map<string, DecisionEdge[]>();
  private readonly below = new Map<string, DecisionNode[]>();

  constructor(readonly graph: DecisionGraph) {
    for (const edge of graph.edges) {
      addToList(this.outOf, edge.from, edge);
      addToList(this.into, edge.to, edge);
    }
    for (const node of graph.nodes.values())
      if (node.parentId !== null) addToList(this.below, node.parentId, node);
  }

  node(id: string): DecisionNode | null {
    return this.graph.nodes.get(id) ?? null;
  }

  /**
   * Returns a goal and the goals below it, parents first. If `goalId` is absent, starts with each
   * goal that has no parent.
   */
  decisionTree(goalId?: string): readonly GoalView[] {
    const found: GoalView[] = [];
    const open = [...this.graph.nodes.values()]
      .filter(
        ({ id, kind, parentId }) =>
          kind === 'goal' && (goalId === undefined ? parentId === null : id === goalId),
      )
      .reverse()
      .map((goal) => ({ goal, depth: 0 }));
    for (let next = open.pop(); next; next = open.pop()) {
      const { goal, depth } = next;
      const below = this.below.get(goal.id) ?? [];
      found.push({
        ...next,
        decisions: this.to(goal.id, 'spawns').flatMap(({ id }) => this.decision(id) ?? []),
        actions: below.filter(({ kind }) => kind === 'action').map((action) => this.tried(action)),
        others: inTime(below.filter(({ kind }) => kind === 'outcome' || kind === 'observation')),
      });
      const goals = below.filter(({ kind }) => kind === 'goal');
      open.push(...goals.reverse().map((one) => ({ goal: one, depth: depth + 1 })));
    }
    return found;
  }

  decision(id: string): DecisionView | null {
    const decision = this.node(id);
    if (decision?.kind !== 'decision') return null;
    return {
      decision,
      options: this.to(id, 'considers').map((option) => this.judged(id, option)),
      observations: this.informingObservations(id),
      actions: this.to(id, 'implements').map((action) => this.tried(action)),
      supersedes: this.to(id, 'supersedes'),
      supersededBy: this.from(id, 'supersedes'),
    };
  }

  rejectedOptions(decisionId: string): readonly JudgedOption[] {
    return (this.decision(decisionId)?.options ?? []).filter(({ fate }) => fate === 'rejected');
  }

  informingObservations(decisionId: string): readonly DecisionNode[] {
    return this.from(decisionId, 'informs');
  }

  /**
   * Returns the outcomes of a goal and of the goals below it. Outcomes with a verified author come
   * last.
   */
  outcomes(goalId: string): readonly DecisionNode[] {
    const found = this.resultsOf(goalId).filter(({ kind }) => kind === 'outcome');
    const all = inTime([...new Set(found)]);
    const isVerified = ({ authorship }: DecisionNode): boolean => authorship === 'verified';
    return [...all.filter((one) => !isVerified(one)), ...all.filter(isVerified)];
  }

  undecidedResults(goalId: string): readonly DecisionNode[] {
    const found = this.resultsOf(goalId).filter(({ kind }) => kind === 'observation');
    return inTime([...new Set(found)]);
  }

  private resultsOf(goalId: string): readonly DecisionNode[] {
    return this.decisionTree(goalId).flatMap(({ decisions, actions, others }) => [
      ...[...decisions.flatMap((decision) => decision.actions), ...actions].flatMap(
        ({ outcomes, observations }) => [...outcomes, ...observations],
      ),
      ...others,
    ]);
  }

  /** Returns the nodes that are linked to a commit. `commit` may be a short hash. */
  decisionsForCommit(commit: string): readonly DecisionNode[] {
    const name = commit.toLowerCase();
    return [...this.graph.nodes.values()].filter(({ commits }) =>
      commits.some(({ text }) => text.startsWith(name) || name.startsWith(text)),
    );
  }

  /** Returns the id of the decision to which a node belongs. Null if there is none. */
  decisionOf(id: string): string | null {
    const node = this.node(id);
    if (!node) return null;
    if (node.kind === 'decision') return id;
    const [edge] = [
      ...(this.into.get(id) ?? []).filter(
        ({ kind }) => kind === 'considers' || kind === 'implements',
      ),
      ...(this.outOf.get(id) ?? []).filter(({ kind }) => kind === 'informs'),
    ];
    if (edge) return edge.kind === 'informs' ? edge.to : edge.from;
    return node.kind === 'outcome' && node.parentId !== null
      ? this.decisionOf(node.parentId)
      : null;
  }

  /** Returns decisions without a choice. Leaves out replaced decisions. */
  undecided(): readonly DecisionNode[] {
    return [...this.graph.nodes.values()].filter(
      ({ id, kind }) =>
        kind === 'decision' &&
        this.to(id, 'chooses').length === 0 &&
        this.from(id, 'supersedes').length === 0,
    );
  }

  /** Returns the nodes without a place in the tree of goals. */
  unlinked(): readonly DecisionNode[] {
    return [...this.graph.nodes.values()].filter(
      ({ id, kind, parentId }) =>
        parentId === null &&
        kind !== 'goal' &&
        (this.into.get(id) ?? []).every((edge) => sideways.has(edge.kind)) &&
        !(kind === 'observation' && this.outOf.has(id)),
    );
  }

  private judged(decisionId: string, option: DecisionNode): JudgedOption {
    const edge = (this.into.get(option.id) ?? []).find(
      ({ kind, from }) => from === decisionId && (kind === 'chooses' || kind === 'rejects'),
    );
    if (edge) {
      const { kind, label: reason, by: judgedBy = null } = edge;
      return { option, fate: kind === 'chooses' ? 'chosen' : 'rejected', reason, judgedBy };
    }
    return {
      option,
      fate: this.graph.conflicting.get(decisionId)?.has(option.id) ? 'conflicting' : 'open',
      reason: '',
      judgedBy: null,
    };
  }

  tried(action: DecisionNode): TriedAction {
    const below = this.below.get(action.id) ?? [];
    return {
      action,
      outcomes: inTime(this.to(action.id, 'produces')),
      observations: inTime(below.filter(({ kind }) => kind === 'observation')),
    };
  }

  private to(id: string, wanted: EdgeKind): DecisionNode[] {
    return (this.outOf.get(id) ?? []).flatMap(({ kind, to }) =>
      kind === wanted ? (this.node(to) ?? []) : [],
    );
  }

  private from(id: string, wanted: EdgeKind): DecisionNode[] {
    return (this.into.get(id) ?? []).flatMap(({ kind, from }) =>
      kind === wanted ? (this.node(from) ?? []) : [],
    );
  }
}

const sideways: ReadonlySet<EdgeKind> = new Set<EdgeKind>(['informs', 'supersedes']);

export function inTime(nodes: readonly DecisionNode[]): readonly DecisionNode[] {
  return [...nodes].sort((a, b) => (a.atMs ?? Infinity) - (b.atMs ?? Infinity));
}
