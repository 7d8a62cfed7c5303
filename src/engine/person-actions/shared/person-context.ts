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

/** What people's operations work with: no agent reaches these (G5). */
export interface PersonContext
  extends OperationContext, Pick<RequestContext, 'approving' | 'undoWindows'> {
  /** This device's key; `null` where nobody can press a button (the headless runner). */
  readonly signer: Signer | null;
  /** Gestures that were used: one gesture is one decision. */
  readonly usedGestures: WeakSet<Gesture>;
}

/** Whether this device may act at all: not after its lock was lost or its settings cannot be read. */
export function mayAct({ config, book }: PersonContext): Result<void> {
  const known = config();
  if (!isConfig(known)) return { ok: false, error: known };
  return book.halted ? { ok: false, error: book.halted } : ok(undefined);
}

/**
 * Takes the approvals of these requests back although the press is refused. An agent may be why it is refused, who writes
 * audit files, settings and copies of plans; what a person does not want must not run when all is right again.
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
      ? `The approval of ${one} doesn’t count any more; it asks again.`
      : `The approvals of ${known.length} requests don’t count any more; they ask again.`;
  const advice = `${said} ${error.advice}`;
  return { ok: false, error: { ...error, advice } };
}

/** The requests that a press may take something away from. */
export interface TakenFrom {
  readonly ids: readonly string[];
  /** Finds those of them that it is about, should it be refused; default: all. */
  readonly meant?: () => Promise<readonly string[]>;
}

/**
 * Does what takes away from requests: none of them is called from the press on, and if it is refused in the end, the
 * approvals of those that it is about are taken back all the same.
 */
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

/**
 * Does what a person decided about a request: the gate leaves it alone meanwhile, and looks at it
 * afterwards. It is left alone before this returns.
 */
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

/** From the press on: what is seen meanwhile that speaks against an approval takes it back. */
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

/** A gesture older than this is not what the person is doing now. */
const gestureLifeMs = 5_000;

/** Takes a gesture for one decision; a second use and an old gesture are refused. */
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
