import { fail, type Problem } from '../../core/errors.js';
import { isConflictCopy } from '../../core/note/file-name.js';
import type { ActionRequest } from '../../core/request/request.js';
import type { Gesture } from '../../core/request/approval/gesture.js';
import type { Folders } from '../../core/settings/device-config.js';
import type { Clock } from '../../ports/clock.js';
import type { Signer } from '../../ports/signer.js';
import { expired } from '../gate/preconditions.js';
import { notReadyFor } from '../requests/approvable.js';
import { setAsideStep } from '../requests/ended-steps.js';
import type { VaultIndex } from '../vault/index/vault-index.js';
import type { Notes } from '../vault/notes.js';
import type { KeyedQueue } from '../../core/keyed-queue.js';

export interface Approver {
  readonly device: string;
  readonly signer: Signer;
}

export interface RemoteContext {
  readonly notes: Notes;
  readonly index: VaultIndex;
  readonly folders: Folders;
  readonly vaultId: string;
  readonly clock: Clock;
  readonly keyedQueue: KeyedQueue;
  readonly usedGestures: WeakSet<Gesture>;
  readonly approver: () => Approver | Problem;
}

export function isApprover(approver: Approver | Problem): approver is Approver {
  return 'signer' in approver;
}

/** Returns why a request cannot be approved on a device without a ledger; null if it can. */
export function notApprovableHere(context: RemoteContext, request: ActionRequest): Problem | null {
  const { requestId: id, path, machine, status, supersedes } = request;
  const { index, clock } = context;
  if (machine.stamp !== null) return approvedAlready(path, index.placeOf(path) === 'approved');
  const approver = context.approver();
  if (!isApprover(approver)) return approver;
  if (index.requestPaths(id).length > 1 || isConflictCopy(path)) {
    return notReady(
      `There is more than one note of ${id}, or this one is a copy that sync made.`,
      'Remove all but one.',
      path,
    );
  }
  const over = expired(request, clock.now());
  if (over) return notReady(over.reason, 'Draft it again if it is still wanted.', path);
  const attempts = machine.preparation?.attempts ?? [];
  const isFresh =
    status !== 'outcome_unknown' || supersedes === null || attempts.includes(supersedes);
  if (!machine.preparation || !isFresh) {
    return notReady(
      'The device that runs actions has not prepared it yet.',
      'It does so as soon as it sees this note; then it can be approved here, too.',
      path,
    );
  }
  const summary = index.requestAt(path);
  const aside = summary && setAsideStep(index, summary);
  return aside ? notReadyFor(id, aside, path) : null;
}

function approvedAlready(path: string, isInApproved: boolean): Problem {
  return isInApproved
    ? notReady(
        'Its note says that it was approved. It’s waiting for the device that runs actions.',
        'If nothing happens, open Countersign on that device to see why.',
        path,
      )
    : notReady(
        'Its note says that it was approved, and it was taken back.',
        'The computer that runs actions prepares it again, under a new id.',
        path,
      );
}

function notReady(message: string, advice: string, path: string): Problem {
  return fail('request_not_ready', message, advice, { path }).error;
}
