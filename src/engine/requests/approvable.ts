import { fail, type Problem } from '../../core/errors.js';
import { isConflictCopy } from '../../core/note/file-name.js';
import type { Attempt } from '../../core/ledger/ledger-facts.js';
import { isUnderWay } from '../../core/ledger/request-facts.js';
import type { ActionRequest } from '../../core/request/request.js';
import { signedContent } from '../../core/request/approval/signed-content.js';
import type { EngineContext } from '../context.js';
import { attemptsOf } from '../vault/step-of-request.js';
import { expired, notActive } from '../gate/preconditions.js';
import type { Finding } from './request-findings.js';
import { alertOf } from './request-alerts.js';

/** Returns why a request cannot be approved now; null if it can. */
export function notApprovable(context: EngineContext, request: ActionRequest): Problem | null {
  const { book, findings, index, vaultId } = context;
  const { requestId: id, path, machine } = request;
  if (book.halted) return book.halted;
  if (book.facts.isUsed(id)) {
    return notReady(`The id ${id} has already been used.`, 'It cannot run again.', path);
  }
  if (index.requestPaths(id).length > 1 || isConflictCopy(path)) {
    return notReady(
      `There is more than one note for ${id}, or this one is a copy made by sync.`,
      'Remove all but one.',
      path,
    );
  }
  const over = expired(request, book.now());
  if (over) return notReady(over.reason, 'Draft it again if you still want it.', path);
  if (machine.preparation && machine.preparation.epoch !== book.epoch) {
    return notReady(
      'It was prepared for another device, or for a ledger that no longer exists.',
      'Let that device run it, or take over here (see the alerts).',
      path,
    );
  }
  const prepared = book.facts.request(id)?.prepared?.s;
  const asCompleted = { ...request, machine: { ...machine, confirms: null } };
  const contents = [request, asCompleted].map((one) => signedContent(one, vaultId)?.digest);
  if (prepared === undefined || !contents.includes(prepared)) {
    const why = findings.of(id).find(({ is }) => notPreparedBecause.has(is));
    return why ? notReadyFor(id, why, path) : notPrepared(context, path);
  }
  const withoutStep = findings.find(id, 'no_step');
  if (withoutStep) return notReadyFor(id, withoutStep, path);
  const idle = notActive(book.conflictWith, context.config());
  if (idle) return notReady(idle.reason, idle.advice, path);
  const isSent = attemptsToCheck(context, request).some((a) =>
    isUnderWay(book.facts.request(a.id)),
  );
  return isSent ? beingSent(path) : null;
}

export function beingSent(path: string): Problem {
  return notReady(
    'The same step or the same action is being sent right now.',
    'Wait for its outcome, then decide.',
    path,
  );
}

export function attemptsToCheck(
  context: EngineContext,
  request: ActionRequest,
): readonly Attempt[] {
  return attemptsOf(context, request, request.supersedes);
}

function notPrepared({ index, folders }: EngineContext, path: string): Problem {
  return index.placeOf(path) === 'pending'
    ? notReady('Preparing for approval…', 'This usually takes less than a second.', path)
    : notReady(
        'This version has not been prepared for approval.',
        `If this doesn’t change, move it to ${folders.pending}, where Countersign prepares it.`,
        path,
      );
}

const notPreparedBecause: ReadonlySet<Finding['is']> = new Set([
  'unprepared',
  'not_prepared_here',
  'unrecorded_outcome',
]);

export function notReadyFor(id: string, finding: Finding, path: string): Problem {
  const { text, advice } = alertOf(id, finding);
  return notReady(text, advice, path);
}

function notReady(message: string, advice: string, path: string): Problem {
  return fail('request_not_ready', message, advice, { path }).error;
}
