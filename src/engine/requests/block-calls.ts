import { isUnderWay } from '../../core/ledger/request-facts.js';
import type { EngineContext } from '../context.js';

export async function whileCallsBlocked<T>(
  context: EngineContext,
  ids: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const { ending } = context.standing;
  for (const id of ids) ending.set(id, (ending.get(id) ?? 0) + 1);
  try {
    return await work();
  } finally {
    for (const id of ids) {
      const others = (ending.get(id) ?? 1) - 1;
      if (others > 0) ending.set(id, others);
      else ending.delete(id);
      context.lookAgain(`request:${id}`);
    }
  }
}

/** True when a request's id is spent, but its call has not started yet. */
export function isAboutToBeCalled({ book, standing }: EngineContext, id: string): boolean {
  return isUnderWay(book.facts.request(id)) && !standing.calling.has(id);
}

export function endableOf({ book, index }: EngineContext, planId: string): readonly string[] {
  const noted = index.requestsOfPlan(planId).map(({ requestId }) => requestId);
  return [...new Set([...book.facts.openIdsOf(planId), ...noted])];
}
