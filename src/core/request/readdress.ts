import type { ActionRequest } from './request.js';

/**
 * A request of another ledger as it goes back under a new id: addressed to this ledger from the first
 * moment, so that the one it came from leaves it alone. It names the attempt that it came from; all of
 * it is computed anew before it can be approved.
 */
export function readdress(request: ActionRequest, epoch: string, attemptId: string): ActionRequest {
  const { completion } = request.machine;
  if (!completion) return request;
  const attempts = [...new Set([...completion.attempts, attemptId])];
  return {
    ...request,
    machine: { ...request.machine, completion: { ...completion, epoch, attempts } },
  };
}
