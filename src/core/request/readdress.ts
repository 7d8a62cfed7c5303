import type { ActionRequest } from './request.js';

/**
 * A request of another ledger as it goes back under a new id: addressed to this ledger from the first
 * moment, so that the one it came from leaves it alone. It names the attempt that it came from; all of
 * it is computed anew before it can be approved.
 */
export function readdress(request: ActionRequest, epoch: string, attemptId: string): ActionRequest {
  const { preparation } = request.machine;
  if (!preparation) return request;
  const attempts = [...new Set([...preparation.attempts, attemptId])];
  return {
    ...request,
    machine: { ...request.machine, preparation: { ...preparation, epoch, attempts } },
  };
}
