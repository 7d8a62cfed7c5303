import { describe, expect, test } from 'vitest';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import {
  alertsOf,
  inApproved,
  phone,
  planned,
  stamped,
  standalone,
} from '../../../../support/engine/gate-bench.js';
import { latch, type Latch } from '../../../../support/engine/slow-store.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  type PeopleBench,
} from '../../../../support/engine/people-bench.js';

const gated = { planId: 'PLAN-2026-001', step: 's2' };

/** Lets the next start of the server take until it is opened. */
function slowServer({ world }: PeopleBench): Latch {
  const start = latch();
  world.server.duringInspect = () => start.opened;
  return start;
}

async function approve(bench: PeopleBench) {
  const { requestId, shownDigest, step } = await onlyReview(bench);
  const stepText = step?.text;
  return () =>
    bench.engine.personActions.approve({
      ...{ requestId, shownDigest, checked: [], gesture: press(bench) },
      ...(stepText === undefined ? {} : { stepText }),
    });
}

describe.each(['phone', 'desk'] as const)(
  'what the %s approved and whose server starts, with a second press of Approve before it,',
  (first) => {
    test.each(['reject', 'undo', 'withdraw'] as const)(
      'does not run after %s [GATE-9]',
      async (end) => {
        const bench = await createPeopleBench();
        const { world, engine } = bench;
        const key = { device: phone, publicKey: bench.key.publicKey };
        world.config = { ...world.config, pinnedKeys: [...world.config.pinnedKeys, key] };
        const path = await standalone(bench);
        const { requestId } = await onlyReview(bench);
        const again = await approve(bench);
        const text = await stamped(bench, path);
        const start = slowServer(bench);
        if (first === 'desk') await again();
        else {
          world.vault.outside.move(path, inApproved(path));
          world.vault.outside.write(inApproved(path), text);
        }
        await expect.poll(() => start.isReached()).toBe(true);
        const second = again();
        await new Promise((resolve) => setTimeout(resolve, 5));
        const { personActions } = engine;
        const ended =
          end === 'reject'
            ? personActions.reject({ requestId, reason: '' })
            : personActions[end]({ requestId });
        start.open();
        expect([await second, await ended]).toMatchObject([{ ok: false }, { ok: true }]);
        await quiet(engine);
        expect(world.server.calls).toEqual([]);
        expect(alertsOf(bench, requestId)).toEqual([]);
      },
    );
  },
);

const cancel = ({ engine }: PeopleBench): Promise<unknown> =>
  engine.operations.cancelPlan({ planId: gated.planId, reason: 'No.', actor: 'Human' });

test.each([
  ['the plan is cancelled', cancel, 0],
  [
    'its step is skipped',
    ({ engine }) => engine.personActions.skipStep({ ...gated, reason: 'No.' }),
    0,
  ],
  ['its step is done by hand', ({ engine }) => engine.personActions.doneByHand(gated), 0],
  [
    'another step is said to be done by hand, which is refused',
    ({ engine }) => engine.personActions.doneByHand({ ...gated, step: 's1' }),
    1,
  ],
] as readonly [string, (bench: PeopleBench) => Promise<unknown>, number][])(
  'a request whose server starts, while another change of its plan is written and %s: calls [GATE-9]',
  async (_what, end, calls) => {
    let held: Latch | null = null;
    const bench = await createPeopleBench({
      ports(world) {
        const store = memoryNoteStore(world.vault);
        return {
          store: {
            ...store,
            async update(path, edit) {
              if (path.startsWith('Plans/')) await held?.opened;
              return store.update(path, edit);
            },
          },
        };
      },
    });
    const { world, engine } = bench;
    await planned(bench);
    const press = await approve(bench);
    const start = slowServer(bench);
    expect(await press()).toMatchObject({ ok: true });
    await expect.poll(() => start.isReached()).toBe(true);
    const writing = latch();
    held = writing;
    const entry = {
      planId: gated.planId,
      action: 'Thinking',
      rationale: 'So.',
      actor: 'Agent',
    } as const;
    const logged = engine.operations.logReasoning(entry);
    await expect.poll(() => writing.isReached()).toBe(true);
    const ended = end(bench);
    start.open();
    await new Promise((resolve) => setTimeout(resolve, 20));
    held = null;
    writing.open();
    expect([await logged, await ended]).toMatchObject([{ ok: true }, { ok: calls === 0 }]);
    await quiet(engine);
    expect(world.server.calls).toHaveLength(calls);
  },
);

test('Reject that is pressed between the intent and the call: it is refused, and the call is not made [GATE-9]', async () => {
  const rejected: Promise<unknown>[] = [];
  const about = { id: '' };
  const bench: PeopleBench = await createPeopleBench({
    ports(world) {
      const store = memoryNoteStore(world.vault);
      return {
        store: {
          ...store,
          async read(path) {
            const text = await store.read(path);
            const isAbout = world.records().at(-1)?.kind === 'intent';
            if (isAbout && rejected.length === 0 && path.startsWith('Approved/')) {
              rejected.push(bench.engine.personActions.reject({ requestId: about.id, reason: '' }));
              await rejected[0];
            }
            return text;
          },
        },
      };
    },
  });
  await standalone(bench);
  about.id = (await onlyReview(bench)).requestId;
  expect(await (await approve(bench))()).toMatchObject({ ok: true });
  await quiet(bench.engine);
  expect(rejected).toHaveLength(1);
  expect(await rejected[0]).toMatchObject({
    error: { message: `The call of ${about.id} was about to be made.` },
  });
  expect(bench.world.server.calls).toEqual([]);
  expect((await onlyReview(bench)).request.supersedes).toBe(about.id);
});
