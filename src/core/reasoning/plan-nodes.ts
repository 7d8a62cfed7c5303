import type { Plan } from '../plan/plan.js';
import { isNodeId } from './record-entry.js';
import type { OutcomeKind } from '../request/outcome/decide-outcome.js';
import type { DecisionEdge, DecisionNode, PlanNodes } from './decision-graph.js';

export interface EndedRequest {
  readonly requestId: string;
  readonly stepId: string | null;
  readonly at: string;
  readonly atMs: number;
  readonly is: OutcomeKind | 'rejected';
  readonly actor: string;
  readonly why: string;
}

export function planNodes(plan: Plan, requests: readonly EndedRequest[]): PlanNodes {
  const { taskId, objective, createdDate, path, steps } = plan;
  const nodes: DecisionNode[] = [
    {
      ...bare,
      id: taskId,
      kind: 'goal',
      text: objective,
      at: createdDate,
      place: { path, line: 1 },
    },
  ];
  const edges: DecisionEdge[] = [];
  const ids = new Set([taskId]);
  const unnamed = new Set<string>();
  for (const { id, position, text, line } of steps) {
    const isFree = id !== null && !ids.has(id) && !isNodeId(id);
    // A step's own id has no space, so it cannot be the same as this name.
    const name = isFree ? id : `step ${position}`;
    ids.add(name);
    if (!isFree) unnamed.add(name);
    nodes.push({
      ...bare,
      id: name,
      kind: 'action',
      text,
      parentId: taskId,
      place: { path, line },
    });
  }
  for (const { requestId, stepId, at, atMs, is, actor, why } of requests) {
    const isOutcome = is === 'executed' || is === 'not_executed';
    const parentId = stepId !== null && ids.has(stepId) ? stepId : taskId;
    nodes.push({
      ...{ ...bare, id: requestId, at, atMs, parentId, authorship: 'verified' },
      kind: isOutcome ? 'outcome' : 'observation',
      text: told(is, actor) + why,
      actor,
      success: isOutcome ? is === 'executed' : null,
    });
    if (isOutcome && parentId !== taskId)
      edges.push({ kind: 'produces', from: parentId, to: requestId, label: '' });
  }
  return { nodes, edges, goal: taskId, unnamed };
}

function told(is: EndedRequest['is'], actor: string): string {
  switch (is) {
    case 'rejected':
      return actor === 'Human'
        ? 'A person rejected this request: '
        : 'This request was rejected, and it is not known by whom: ';
    case 'unknown':
      return 'Nobody knows whether this request was executed: ';
    default:
      return '';
  }
}

const bare: Omit<DecisionNode, 'id' | 'kind' | 'text'> = {
  ...{ at: null, atMs: null, actor: null, authorship: 'not_verified', place: null, parentId: null },
  ...{ confidence: null, branch: null, prompt: null, files: [], commits: [], notes: [] },
  success: null,
};
