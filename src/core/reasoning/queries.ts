import { addToList } from '../map-of-lists.js';
import type {
  DecisionEdge,
  DecisionGraph,
  DecisionNode,
  EdgeKind,
  Judge,
} from './decision-graph.js';

/** The questions that a decision record can answer. */
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

/** The fate of an option. `conflicting`: two choices were recorded, so none is valid. */
export type Fate = 'chosen' | 'rejected' | 'open' | 'conflicting';

export interface JudgedOption {
  readonly option: DecisionNode;
  readonly fate: Fate;
  /** Why it was chosen or rejected; empty if it is open or no reason was given. */
  readonly reason: string;
  /** Who chose or rejected it; `null` if it is open. */
  readonly judgedBy: Judge | null;
}

/** An action with its outcomes, earliest first. */
export interface TriedAction {
  readonly action: DecisionNode;
  readonly outcomes: readonly DecisionNode[];
  /** Results that are neither success nor failure: a person said no, or nobody knows. */
  readonly observations: readonly DecisionNode[];
}

/** A decision with everything that belongs to it. */
export interface DecisionView {
  readonly decision: DecisionNode;
  readonly options: readonly JudgedOption[];
  readonly observations: readonly DecisionNode[];
  readonly actions: readonly TriedAction[];
  /** The decisions that it replaced, and those that replaced it. */
  readonly supersedes: readonly DecisionNode[];
  readonly supersededBy: readonly DecisionNode[];
}

/** A goal with its decisions, its actions without a decision, and its other results. */
export interface GoalView {
  readonly goal: DecisionNode;
  /** Its depth in the tree of goals. */
  readonly depth: number;
  readonly decisions: readonly DecisionView[];
  readonly actions: readonly TriedAction[];
  /** Outcomes and observations of requests without a step, or whose step is no longer in the plan. */
  readonly others: readonly DecisionNode[];
}

/** A graph with its edges indexed by both ends, for any number of questions. */
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
   * A goal and all goals below it, each before its children; empty if there is no such goal. Without an id, all goals, the plan’s first.
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

  /** `null` if there is no such decision. */
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

  /** The rejected options of a decision, with the reasons. */
  rejectedOptions(decisionId: string): readonly JudgedOption[] {
    return (this.decision(decisionId)?.options ?? []).filter(({ fate }) => fate === 'rejected');
  }

  informingObservations(decisionId: string): readonly DecisionNode[] {
    return this.from(decisionId, 'informs');
  }

  /**
   * All results of a goal and of the goals below it, earliest first, so that the last one is its outcome. Unproven results come before all
   * others, whatever their time.
   */
  outcomes(goalId: string): readonly DecisionNode[] {
    const found = this.resultsOf(goalId).filter(({ kind }) => kind === 'outcome');
    const all = inTime([...new Set(found)]);
    const isVerified = ({ authorship }: DecisionNode): boolean => authorship === 'verified';
    return [...all.filter((one) => !isVerified(one)), ...all.filter(isVerified)];
  }

  /** The results of a goal that are neither success nor failure: a person said no, or nobody knows. */
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

  /** The decisions that a commit was linked to; the beginning of its id is sufficient. */
  decisionsForCommit(commit: string): readonly DecisionNode[] {
    const name = commit.toLowerCase();
    return [...this.graph.nodes.values()].filter(({ commits }) =>
      commits.some(({ text }) => text.startsWith(name) || name.startsWith(text)),
    );
  }

  /** The decision that a node is or belongs to; `null` if there is none. */
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

  /** Decisions without a choice that were not replaced. */
  undecided(): readonly DecisionNode[] {
    return [...this.graph.nodes.values()].filter(
      ({ id, kind }) =>
        kind === 'decision' &&
        this.to(id, 'chooses').length === 0 &&
        this.from(id, 'supersedes').length === 0,
    );
  }

  /** Nodes without a connection: no goal, decision or action contains them, or they inform nothing. */
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

  /** An action with its outcomes. */
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

/** Edges that do not make their source part of the decision: it only informs or replaces it. */
const sideways: ReadonlySet<EdgeKind> = new Set<EdgeKind>(['informs', 'supersedes']);

/** Nodes by time, earliest first; those without a time last. */
export function inTime(nodes: readonly DecisionNode[]): readonly DecisionNode[] {
  return [...nodes].sort((a, b) => (a.atMs ?? Infinity) - (b.atMs ?? Infinity));
}
