import { witnessGesture, type Gesture } from '../../../src/core/request/approval/gesture.js';
import type { Review } from '../../../src/core/request/review/review.js';
import { generateTestKey, type TestKey } from '../memory/test-key.js';
import type { EngineOptions } from '../../../src/engine/engine.js';
import { createBench, restart, type Bench, type BenchOptions } from './gate-bench.js';
import { quiet } from './world.js';

/** The executor itself; its own key is pinned. */
const device = 'd-aaaaaaaaaa';

/** A bench at whose device a person sits. */
export interface PeopleBench extends Bench {
  readonly signer: NonNullable<EngineOptions['signer']>;
}

/** A vault whose executor has a key of its own; moves are not trusted. */
export async function createPeopleBench(
  options: Pick<BenchOptions, 'hooks' | 'config' | 'ports'> = {},
): Promise<PeopleBench> {
  const key = await generateTestKey();
  const signer = signerOf(key);
  const bench = await createBench({
    ...options,
    ports: (world) => ({ signer, ...options.ports?.(world) }),
    config: { pinnedKeys: [{ device, publicKey: key.publicKey }], ...options.config },
  });
  return { ...bench, signer };
}

function signerOf(key: TestKey): NonNullable<EngineOptions['signer']> {
  return {
    publicKey: async () => ({ ok: true, value: key.publicKey }),
    sign: async (message) => ({ ok: true, value: await key.sign(message) }),
  };
}

/** Ends the process and starts the next one, at the same device. */
export function restartPeople(bench: PeopleBench): Promise<void> {
  return restart(bench, { signer: bench.signer });
}

/** A press of a button, now. */
export function press({ world }: Bench, kind: Gesture['kind'] = 'press'): Gesture {
  return witnessGesture(kind, world.clock.now());
}

/** What the panel shows of the one request that waits. */
export async function onlyReview({ engine }: Bench): Promise<Review> {
  const reviews = await engine.reviews(10);
  const [review] = reviews;
  if (!review || reviews.length > 1) throw new Error(`${reviews.length} requests wait`);
  return review;
}

/** The person presses Approve on what is shown. */
export async function pressApprove(
  bench: Bench,
  review: Review,
  checked: readonly string[] = [],
  saved: Promise<void> = Promise.resolve(),
) {
  const result = await bench.engine.personActions.approve({
    requestId: review.requestId,
    shownDigest: review.shownDigest,
    checked,
    gesture: press(bench),
    ...(review.step ? { stepText: review.step.text } : {}),
    saved,
  });
  await quiet(bench.engine);
  return result;
}

/** The person drags the note to Approved; the host tells the engine without waiting. */
export async function drag(bench: Bench, review: Review) {
  const from = review.path;
  const to = from.replace(/^[^/]+\//, 'Approved/');
  bench.world.vault.outside.move(from, to);
  const held = bench.engine.personActions.approveByDrag({
    requestId: review.requestId,
    shownDigest: review.shownDigest,
    gesture: press(bench, 'drop'),
    ...(review.step ? { stepText: review.step.text } : {}),
    from,
    to,
  });
  const result = await held;
  await quiet(bench.engine);
  return { to, result };
}
