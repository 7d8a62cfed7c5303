import { effectDigest } from '../../core/request/digests.js';
import type { Result } from '../../core/errors.js';
import type { Alert, RequestSummary } from '../../core/mission/summaries.js';
import { parseRequest } from '../../core/request/parse-request.js';
import type { ActionRequest } from '../../core/request/request.js';
import type { EngineContext } from '../context.js';
import { endRequest } from './end-request.js';
import { alert } from './request-alerts.js';

/**
 * Whether a request was completed for another ledger: then it is left alone until a person takes
 * over. What came back from one of our ids is ours, whatever its note still says.
 */
export function isAnothers({ book }: EngineContext, request: ActionRequest): boolean {
  const { requestId: id, machine } = request;
  const epoch = machine.completion?.epoch;
  const { facts } = book;
  const isOurs = facts.request(id)?.completed !== undefined || facts.predecessor(id) !== undefined;
  return epoch !== undefined && epoch !== book.epoch && !isOurs;
}

/** The same of a request as its note is now; what is no request any more is nobody's. */
export async function isAnothersNote(
  context: EngineContext,
  { requestId, path }: Pick<RequestSummary, 'requestId' | 'path'>,
): Promise<boolean> {
  const text = await context.notes.read(path);
  const request = text.ok ? parseRequest(text.value, path).request : null;
  return request?.requestId === requestId && isAnothers(context, request);
}

/** A request of another ledger, with the way to take over what that one had prepared. */
export function anothersAlert({ book }: EngineContext, request: ActionRequest): Alert {
  const { requestId: id, path, machine } = request;
  const epoch = machine.completion?.epoch ?? '';
  const device = book.deviceOf(epoch);
  const whose = device === null ? 'another device, or for a ledger that is gone' : device;
  const said = alert(
    id,
    'other_device',
    `${id} was prepared for ${whose}.`,
    'Let that device run it. If it never will, take over here: it then comes back, and asks whether it may have happened.',
    path,
  );
  return { ...said, offers: { do: 'take_over', epoch, device } };
}

/**
 * Ends a request of a ledger that a person took over: nobody here knows whether it ran there, so its
 * id is voided as an attempt that may have, and it comes back under a new id that always asks “I
 * checked”. The value is `null` where there is nothing to take over.
 */
export async function endTakenOver(
  context: EngineContext,
  summary: RequestSummary,
): Promise<Result<void> | null> {
  const { book, notes } = context;
  const { requestId: id, path, place } = summary;
  if (book.facts.takenOver.size === 0) return null;
  const text = await notes.read(path);
  const request = text.ok ? parseRequest(text.value, path).request : null;
  const completion = request?.machine.completion;
  if (!request || request.requestId !== id || !completion) return null;
  if (completion.epoch === book.epoch || !book.facts.takenOver.has(completion.epoch)) return null;
  // In Pending, ours is completed anew; in Approved, it is not what anybody approved here.
  if (place !== 'approved' && !isAnothers(context, request)) return null;
  const effect = effectDigest({
    bridge_digest: completion.bridge_digest,
    tool: request.call.tool,
    arguments: request.call.arguments,
    files: completion.files,
  });
  const device = book.deviceOf(completion.epoch) ?? 'another device';
  return endRequest(context, summary, {
    why: place === 'rejected' ? 'rejected' : 'returned',
    reason:
      place === 'rejected'
        ? `Moved to Rejected. It had been taken over from ${device}.`
        : `It was taken over from ${device}, which may have run it: check before approving.`,
    actor: place === 'rejected' ? 'Outside' : 'Countersign',
    mayHaveRun: { effect, note: request.text },
  });
}
