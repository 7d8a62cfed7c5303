import { fail, ok, type Problem, type Result } from '../../../core/errors.js';
import type { Gesture } from '../../../core/request/approval/gesture.js';
import { isConfig } from '../../../core/settings/device-config.js';
import type { Signer } from '../../../ports/signer.js';
import type { RequestContext } from '../../context.js';
import { isAboutToBeCalled, whileCallsBlocked } from '../../requests/block-calls.js';
import {
  beginDeciding,
  endDeciding,
  isOnItsWay,
  takeBack,
  takeBackDecided,
  type Decided,
} from '../../requests/standing-approvals.js';
import type { OperationContext } from '../../operations/shared/operation.js';

/** The context of actions that only people may do (G5). */
export interface PersonContext
  extends OperationContext, Pick<RequestContext, 'approving' | 'undoWindows'> {
  readonly signer: Signer | null;
  readonly usedGestures: WeakSet<Gesture>;
}

/** Fails if the ledger has halted, or the settings cannot be read. */
export function mayAct({ config, book }: PersonContext): Result<void> {
  const known = config();
  if (!isConfig(known)) return { ok: false, error: known };
  return book.halted ? { ok: false, error: book.halted } : ok(undefined);
}

/**
 * An agent can cause a person's press to be refused. The press must revoke the approvals all the
 * same.
 */
async function refusedButTakenBack<T>(
  context: PersonContext,
  ids: readonly string[],
  { error }: { readonly error: Problem },
): Promise<Result<T>> {
  const { facts } = context.book;
  const known = ids.filter((id) => {
    const isEndable = !facts.isUsed(id) || isAboutToBeCalled(context, id);
    return isEndable && facts.request(id)?.prepared;
  });
  if (known.length === 0) return { ok: false, error };
  const isApproved = known.some((id) => isOnItsWay(context, id) || isAboutToBeCalled(context, id));
  for (const id of known) context.undoWindows.drop(id);
  await Promise.all(known.map((id) => takeBack(context, id, 'A person took it back.')));
  if (!isApproved) return { ok: false, error };
  const [one] = known;
  const said =
    known.length === 1
      ? `The approval of ${one} is no longer valid; it asks again.`
      : `The approvals of ${known.length} requests are no longer valid; they ask again.`;
  const advice = `${said} ${error.advice}`;
  return { ok: false, error: { ...error, advice } };
}

export interface TakenFrom {
  readonly ids: readonly string[];
  readonly meant?: () => Promise<readonly string[]>;
}

/** Blocks the calls of these requests while `work` revokes approvals. */
export function whileTakingAway<T>(
  context: PersonContext,
  { ids, meant = async () => ids }: TakenFrom,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  return whileCallsBlocked(context, ids, async () => {
    const may = mayAct(context);
    const done = may.ok ? await work() : may;
    return done.ok ? done : refusedButTakenBack(context, await meant(), done);
  });
}

/** Carries out a person's decision. The gate ignores the request meanwhile. */
export async function whileDeciding<T>(
  context: PersonContext,
  requestId: string,
  work: () => Promise<T>,
): Promise<T> {
  const { approving, lookAgain } = context;
  approving.add(requestId);
  try {
    return await work();
  } finally {
    takeBackDecided(context, requestId);
    approving.delete(requestId);
    lookAgain(`request:${requestId}`);
  }
}

export async function whileApproving<T>(
  context: PersonContext,
  requestId: string,
  decided: Decided,
  work: () => Promise<T>,
): Promise<T> {
  beginDeciding(context, requestId, decided);
  try {
    return await work();
  } finally {
    endDeciding(context, requestId);
  }
}

const gestureLifeMs = 5_000;

/** Uses a gesture for one decision. Fails if the gesture is old, or was used before. */
export function takeGesture(
  { usedGestures, clock }: Pick<PersonContext, 'usedGestures' | 'clock'>,
  gesture: Gesture,
): Result<Gesture> {
  if (usedGestures.has(gesture) || Math.abs(clock.now() - gesture.atMs) > gestureLifeMs) {
    return fail(
      'gesture_used',
      'This was not a new press of the button.',
      'Press the button again.',
    );
  }
  usedGestures.add(gesture);
  return ok(gesture);
}
