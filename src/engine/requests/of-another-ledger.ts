import { callDigest, effectsOf } from '../../core/request/action/digests.js';
import { proposalDigest } from '../../core/request/approval/signed-content.js';
import { fail, ok, type Result } from '../../core/errors.js';
import type { RequestSummary } from '../../core/mission/summaries.js';
import { parseRequest } from '../../core/request/parse-request.js';
import type { ActionRequest } from '../../core/request/request.js';
import { deviceRecord, formatDevice } from '../../core/settings/device-names.js';
import type { EngineContext } from '../context.js';
import { isActiveNow, takeOverOffer } from '../ledger/other-ledgers.js';
import { firstId } from '../gate/record-outcome.js';
import { endRequest } from './outcomes/end-request.js';
import type { Finding } from './request-findings.js';

/** True when a request belongs to another ledger, so this one leaves it alone. */
export function isAnothers(context: EngineContext, { requestId, machine }: ActionRequest): boolean {
  const { book } = context;
  const epoch = machine.preparation?.epoch;
  if (epoch === undefined || epoch === book.epoch) return false;
  const isTold = book.ledgers.tellsOf(epoch) && !book.facts.takenOver.has(epoch);
  return !book.isActive || isTold || !isKnownHere(context, requestId);
}

/** True when this ledger prepared a request, or recorded its id as an earlier request's new id. */
export function isKnownHere({ book: { facts } }: EngineContext, id: string): boolean {
  return facts.request(id)?.prepared !== undefined || facts.predecessor(id) !== undefined;
}

export async function isForAnother(
  context: EngineContext,
  request: ActionRequest,
): Promise<boolean> {
  return !isPreparedHere(context, request) && !(await isActiveNow(context));
}

function isPreparedHere({ book }: EngineContext, { requestId, machine }: ActionRequest): boolean {
  const { prepared } = book.facts.request(requestId) ?? {};
  return prepared !== undefined && machine.preparation?.epoch === book.epoch;
}

export async function isLeftAlone(
  context: EngineContext,
  { requestId, path }: Pick<RequestSummary, 'requestId' | 'path'>,
): Promise<boolean> {
  const text = await context.notes.read(path);
  const request = text.ok ? parseRequest(text.value, path).request : null;
  if (request?.requestId !== requestId) return !context.book.isActive;
  return isAnothers(context, request) || isForAnother(context, request);
}

export async function endsElsewhere(
  context: EngineContext,
  requestId: string,
): Promise<Result<never> | null> {
  if (context.book.isActive) return null;
  for (const path of context.index.requestPaths(requestId)) {
    if (!(await isLeftAlone(context, { requestId, path }))) continue;
    const device = formatDevice(context.config(), context.book.conflictWith ?? 'another computer');
    return fail(
      'request_not_open',
      `${requestId} is not withdrawn: ${device} runs actions for this vault.`,
      'Withdraw it there, or move its note to Rejected. If that computer is gone, take over here first.',
      { path },
    );
  }
  return null;
}

export async function anothersOfEnded(
  context: EngineContext,
  requestId: string,
): Promise<ActionRequest | null> {
  const { facts, isActive } = context.book;
  if (facts.request(requestId)?.intent !== undefined) return null;
  const request = await anothersNote(context, requestId);
  const epoch = request?.machine.preparation?.epoch ?? '';
  return isActive && facts.takenOver.has(epoch) ? null : request;
}

export async function isAnothersNote(
  context: EngineContext,
  { requestId, path }: Pick<RequestSummary, 'requestId' | 'path'>,
): Promise<boolean> {
  return (await anothersAt(context, requestId, path)) !== null;
}

export async function anothersNote(
  context: EngineContext,
  requestId: string,
): Promise<ActionRequest | null> {
  for (const path of context.index.requestPaths(requestId)) {
    const request = await anothersAt(context, requestId, path);
    if (request) return request;
  }
  return null;
}

async function anothersAt(
  context: EngineContext,
  requestId: string,
  path: string,
): Promise<ActionRequest | null> {
  const text = await context.notes.read(path);
  const request = text.ok ? parseRequest(text.value, path).request : null;
  return request?.requestId === requestId && isAnothers(context, request) ? request : null;
}

export function preparedFor({ book, config }: EngineContext, { machine }: ActionRequest): string {
  const device = book.ledgers.deviceOf(machine.preparation?.epoch ?? '');
  if (device === null) return 'another device, or for a ledger that no longer exists';
  if (device === book.facts.device) return 'an earlier ledger of this device';
  return formatDevice(config(), device);
}

export function otherDevice(context: EngineContext, request: ActionRequest): Finding {
  const { path, machine } = request;
  const epoch = machine.preparation?.epoch ?? '';
  const takeOver = mayTakeOver(context, epoch) ? takeOverOffer(context, epoch) : null;
  const isRejected = context.index.requestAt(path)?.folder === 'rejected';
  return { is: 'other_device', path, device: preparedFor(context, request), takeOver, isRejected };
}

export function mayTakeOver({ book }: Pick<EngineContext, 'book'>, epoch: string): boolean {
  return book.isActive || book.ledgers.conflicts.conflictsWith(epoch);
}

export async function endTakenOver(
  context: EngineContext,
  summary: RequestSummary,
): Promise<Result<void> | null> {
  const { book, notes } = context;
  const { requestId: id, path, folder } = summary;
  if (book.facts.takenOver.size === 0 || !book.isActive) return null;
  const text = await notes.read(path);
  const request = text.ok ? parseRequest(text.value, path).request : null;
  if (!request || request.requestId !== id || !wasTakenOver(context, request, folder)) return null;
  const { preparation } = request.machine;
  const [effect, call] = effectsOf(request.call, preparation ?? { bridge_digest: '', files: {} });
  const known = book.ledgers.deviceOf(preparation?.epoch ?? '');
  const device = deviceRecord(context.config(), known ?? 'another device');
  const ended = await endReturnedThere(context, request, device);
  if (!ended.ok) return ended;
  return endRequest(context, summary, {
    why: folder === 'rejected' ? 'rejected' : 'returned',
    reason:
      folder === 'rejected'
        ? `Moved to Rejected. It had been taken over from ${device}.`
        : `It was taken over from ${device}, which may have run it: check before approving.`,
    actor: folder === 'rejected' ? 'Outside' : 'Countersign',
    ...(wasRejectedThere(context, request, folder)
      ? {}
      : { mayHaveRun: { effect, call, note: request.text } }),
  });
}

function wasRejectedThere(
  { book }: EngineContext,
  { requestId: id, supersedes, machine }: ActionRequest,
  place: RequestSummary['folder'],
): boolean {
  return (
    place === 'rejected' &&
    supersedes === null &&
    firstId(book, id) === id &&
    book.ledgers.rejectedElsewhere.has(`${machine.preparation?.epoch} ${id}`)
  );
}

async function endReturnedThere(
  context: EngineContext,
  request: ActionRequest,
  device: string,
): Promise<Result<void>> {
  const before = isKnownHere(context, request.requestId) ? undefined : ownBefore(context, request);
  if (before === undefined) return ok(undefined);
  const { plan: planId = null, step: stepId = null } =
    context.book.facts.request(before)?.prepared ?? {};
  return endRequest(
    context,
    { requestId: before, planId, stepId },
    { why: 'returned', reason: `It came back on ${device}.`, successor: request.requestId },
  );
}

function ownBefore({ book, index }: EngineContext, request: ActionRequest): string | undefined {
  const { facts, drafters } = book;
  const { requestId, supersedes } = request;
  if (supersedes === null) return undefined;
  return [supersedes, firstId(book, requestId)].find((id) => {
    if (id === requestId || facts.isUsed(id) || index.requestPaths(id).length > 0) return false;
    const { prepared } = facts.request(id) ?? {};
    return prepared
      ? prepared.proposes === proposalDigest({ ...request, requestId: id })
      : drafters.draftedCall([id]) === callDigest(request.call);
  });
}

export function heirOf(
  { index, book }: Pick<EngineContext, 'index' | 'book'>,
  id: string,
): string | undefined {
  const isFrom = (before: string, requestId: string): boolean =>
    (!book.isActive || book.facts.predecessor(requestId) === before) &&
    book.drafters.of([before]) === null &&
    firstId(book, before) === id;
  return [...index.requests()].find(
    ({ requestId, supersedes }) =>
      supersedes !== null &&
      requestId !== id &&
      (supersedes === id || isFrom(supersedes, requestId)),
  )?.requestId;
}

export function executedAs(
  { book }: Pick<EngineContext, 'book'>,
  requestId: string,
): string | undefined {
  const first = firstId(book, requestId);
  const isOther = (id: string) => id !== requestId && firstId(book, id) === first;
  return book.facts.earlier.executedId(isOther);
}

function wasTakenOver(
  context: EngineContext,
  request: ActionRequest,
  place: RequestSummary['folder'],
): boolean {
  const { book } = context;
  const { requestId, machine } = request;
  if (!machine.preparation) {
    const wasPrepared = book.ledgers.preparedElsewhere.has(requestId);
    return wasPrepared && !book.facts.isUsed(requestId) && !isKnownHere(context, requestId);
  }
  const { epoch } = machine.preparation;
  if (epoch === book.epoch || !book.facts.takenOver.has(epoch)) return false;
  return place === 'approved' || isAnothers(context, request);
}
