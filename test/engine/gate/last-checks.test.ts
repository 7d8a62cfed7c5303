import { expect, test } from 'vitest';
import { ok } from '../../../src/core/errors.js';
import { parsePlan } from '../../../src/core/plan/parse-plan.js';
import type { LedgerFacts } from '../../../src/core/request/ledger-facts.js';
import { allowedChecks, type CheckInput } from '../../../src/engine/gate/allowed.js';
import { memoryNoteStore } from '../../memory/memory-note-store.js';
import { createBench, inApproved, move, planned, requestIn, rewrite } from './bench.js';

const plan = 'Plans/PLAN-2026-001.md';

// What others do at that moment mostly takes the note away as well, before the gate comes to these checks.
test('a request whose id is spent in the last moment goes to the archive [GATE-2]', async () => {
  const bench = await createBench();
  const request = requestIn(bench.world, await planned(bench));
  const facts: Partial<LedgerFacts> = { isUsed: (id) => id === request.requestId };
  const check = allowedChecks.find(({ code }) => code === 'id_used');
  expect(check?.verdict({ facts, request } as CheckInput)).toEqual({
    do: 'archive',
    code: 'id_used',
    reason: `The id ${request.requestId} has already been used.`,
  });
});

test('a request whose step is done in the last moment goes back [GATE-1]', async () => {
  const bench = await createBench();
  const request = requestIn(bench.world, await planned(bench));
  rewrite(bench.world, plan, (text) => text.replace('2. [ ]', '2. [x]'));
  const read = parsePlan(bench.world.note(plan), plan).plan;
  if (!read) throw new Error('no plan');
  const check = allowedChecks.find(({ code }) => code === 'step_done');
  expect(check?.verdict({ request, plan: ok(read) } as CheckInput)).toMatchObject({
    do: 'return',
    code: 'step_done',
  });
});

test.each(['paused', 'no longer trusting', 'being stopped'])(
  'a request is not called by a device that is %s since its note was read again [GATE-7] [GATE-23]',
  async (now) => {
    let isListed = false;
    const bench = await createBench({
      config: { trustMoves: true },
      ports: ({ vault }) => {
        const store = memoryNoteStore(vault);
        return {
          store: {
            ...store,
            async read(path) {
              const { world } = bench;
              const change = now === 'paused' ? { paused: true } : { trustMoves: false };
              if (isListed && path.startsWith('Approved/')) {
                if (now === 'being stopped') world.server.isClosed = true;
                else world.config = { ...world.config, ...change };
              }
              return store.read(path);
            },
          },
        };
      },
    });
    const path = await planned(bench);
    bench.world.server.duringInspect = () => {
      isListed = true;
    };
    await move(bench, path);
    expect(isListed).toBe(true);
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.paths('Approved')).toEqual([inApproved(path)]);
  },
);

test('an approval outlives a stop that comes while the tools are listed [GATE-2]', async () => {
  const bench = await createBench({ config: { trustMoves: true } });
  const path = await planned(bench);
  bench.world.server.duringInspect = () => {
    bench.world.server.isClosed = true;
  };
  await move(bench, path);
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.paths('Approved')).toEqual([inApproved(path)]);
  bench.world.server.duringInspect = () => undefined;
  bench.world.server.isClosed = false;
  bench.engine.lookAtEverything();
  await bench.engine.idle();
  expect(bench.world.server.calls).toHaveLength(1);
});

test.each([1, 2, 3])(
  'a pause by another process counts at once, whichever look at the settings finds it: %s [GATE-7]',
  async (look) => {
    let looks = 0;
    const bench = await createBench({
      config: { trustMoves: true },
      ports: (world) => ({
        async refreshConfig() {
          looks += 1;
          if (looks === look) world.config = { ...world.config, paused: true };
        },
      }),
    });
    const path = await planned(bench);
    looks = 0;
    await move(bench, path);
    expect(looks).toBeGreaterThanOrEqual(look);
    expect(bench.world.server.calls).toEqual([]);
  },
);
