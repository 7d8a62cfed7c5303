import { isUnderWay } from '../../core/ledger/request-facts.js';
import type { EngineContext } from '../context.js';

/**
 * Does what ends requests, which may have to wait for other work: none of them is called meanwhile, also one whose
 * intent is written. If they do not end after all, they are looked at again.
 */
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

/** Whether the intent of a request is written, and its call has not been made yet. */
export function isAboutToBeCalled({ book, standing }: EngineContext, id: string): boolean {
  return isUnderWay(book.facts.request(id)) && !standing.calling.has(id);
}

/** The requests of a plan that may still be called: what ends the plan, or one of its steps, may end them. */
export function endableOf({ book, index }: EngineContext, planId: string): readonly string[] {
  const noted = index.requestsOfPlan(planId).map(({ requestId }) => requestId);
  return [...new Set([...book.facts.openIdsOf(planId), ...noted])];
}
