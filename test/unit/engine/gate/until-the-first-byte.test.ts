import { expect, test } from 'vitest';
import { fail, ok } from '../../../../src/core/errors.js';
import { memoryLedger } from '../../../support/memory/memory-ledger.js';
import { memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import { latch } from '../../../support/engine/slow-store.js';
import { quiet } from '../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
} from '../../../support/engine/people-bench.js';
import { calledIds, idOf, inApproved, planned } from '../../../support/engine/gate-bench.js';

test.each([
  [
    'pauses all actions',
    async ({ world }) => void (world.config = { ...world.config, paused: true }),
  ],
  [
    'rejects it',
    ({ engine, world }) =>
      engine.personActions.reject({ requestId: idOf(world, world.only('Approved')), reason: '' }),
  ],
  [
    'moves its note to Rejected',
    async ({ world }) => world.vault.outside.move(world.only('Approved'), 'Rejected/a.md'),
  ],
] as [string, (bench: Awaited<ReturnType<typeof createPeopleBench>>) => Promise<unknown>][])(
  'while the connection for the call is being made, a person %s: nothing is sent [GATE-9] [GATE-20]',
  async (_what, end) => {
    const bench = await createPeopleBench();
    const { world, engine } = bench;
    const connecting = latch();
    world.server.duringConnect = () => connecting.opened;
    await planned(bench);
    const { requestId, shownDigest } = await onlyReview(bench);
    const shown = { requestId, shownDigest, checked: [] };
    await engine.personActions.approve({ ...shown, gesture: press(bench) });
    await expect.poll(() => connecting.isReached()).toBe(true);
    const ended = end(bench);
    await new Promise((resolve) => setTimeout(resolve, 20));
    connecting.open();
    await ended;
    await quiet(engine);
    expect(world.server.calls).toEqual([]);
    expect(world.records()).toContainEqual(
      expect.objectContaining({ kind: 'outcome', outcome: 'not_executed' }),
    );
  },
);

test('a process that was frozen while it connected calls nothing once another one has written its ledger [GATE-6]', async () => {
  let isTaken = false;
  const taken = fail('ledger_write_failed', 'Another process wrote into the ledger.', 'Restart.');
  const bench = await createPeopleBench({
    ports: ({ ledgerFile }) => ({
      ledger: {
        ...memoryLedger(ledgerFile),
        checkUnchanged: async () => (isTaken ? taken : ok(undefined)),
      },
    }),
  });
  const { world, engine } = bench;
  world.server.duringConnect = () => {
    isTaken = true;
  };
  await planned(bench);
  await pressApprove(bench, await onlyReview(bench));
  await quiet(engine);
  expect(world.server.calls).toEqual([]);
  expect(engine.view().alerts).toContainEqual(
    expect.objectContaining({ subject: { kind: 'ledger' }, kind: 'halted' }),
  );
});

test.each([2, 4])(
  'trust in moves that ends and begins again at look %d of a moved note does not cover it [GATE-23]',
  async (at) => {
    let looks = 0;
    let watched = '';
    const bench = await createPeopleBench({
      config: { trustMoves: true },
      ports: (world) => {
        const store = memoryNoteStore(world.vault);
        const toggle = (): void => {
          for (const trustMoves of [false, true]) {
            world.config = { ...world.config, trustMoves };
            bench.engine.lookAtEverything();
          }
        };
        return {
          store: {
            ...store,
            async read(path) {
              const text = await store.read(path);
              if (path === watched && (looks += 1) === at) toggle();
              return text;
            },
          },
        };
      },
    });
    const { world, engine } = bench;
    const path = await planned(bench);
    watched = inApproved(path);
    world.vault.outside.move(path, watched);
    await quiet(engine);
    expect(looks).toBeGreaterThanOrEqual(at);
    expect(calledIds(world)).toEqual([]);
    expect(await onlyReview(bench)).toMatchObject({ asks: true });
  },
);
