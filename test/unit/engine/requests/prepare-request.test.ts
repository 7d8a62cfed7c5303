import { describe, expect, test } from 'vitest';
import { ok } from '../../../../src/core/errors.js';
import { memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import { settle } from '../../../support/memory/virtual-clock.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
} from '../../../support/engine/people-bench.js';
import { latch, slowStore } from '../../../support/engine/slow-store.js';
import { invoiceMission, quiet } from '../../../support/engine/world.js';
import {
  alertsOf,
  createBench,
  deafTo,
  idOf,
  planned,
  requestIn,
  standalone,
} from '../../../support/engine/gate-bench.js';
import { earlierAudit, tellOfEarlierLedger } from '../../../support/engine/earlier-ledger.js';
import { withoutPreparation } from '../../../support/engine/newcomer.js';

const minute = 60_000;

test('a bridge that cannot be reached is tried once a minute until the request is prepared', async () => {
  const bench = await createBench();
  const { server, clock } = bench.world;
  let tried = 0;
  server.duringInspect = () => {
    tried += 1;
  };
  server.reachable = false;
  const path = await standalone(bench);
  expect(tried).toBe(1);
  expect((await onlyReview(bench)).attempts).toEqual([]);
  await clock.advance(minute - 1);
  await quiet(bench.engine);
  expect(tried).toBe(1);
  await clock.advance(1);
  await quiet(bench.engine);
  expect(tried).toBe(2);
  server.reachable = true;
  await clock.advance(minute);
  await quiet(bench.engine);
  expect(requestIn(bench.world, path).machine.preparation).not.toBeNull();
  expect(alertsOf(bench, idOf(bench.world, path))).toEqual([]);
  await clock.advance(10 * minute);
  await quiet(bench.engine);
  expect(tried).toBe(3);
});

test('a request whose note goes away while it is prepared needs nobody', async () => {
  const bench = await createBench();
  const { server, vault, notices } = bench.world;
  await bench.world.clock.advance(5_000);
  server.duringInspect = () => {
    vault.outside.remove(bench.world.only('Pending_Approval'));
  };
  await standalone(bench);
  await bench.world.clock.advance(5_000);
  await quiet(bench.engine);
  expect(notices).toEqual([]);
});

test('what came back unprepared, was lost, and is found says why it cannot be approved, and where it lies', async () => {
  const bench = await createPeopleBench();
  const { server, vault, clock } = bench.world;
  await standalone(bench);
  server.answer = () => {
    server.reachable = false;
    return { kind: 'lost', detail: 'The pipe broke.' };
  };
  await pressApprove(bench, await onlyReview(bench));
  const path = bench.world.only('Pending_Approval');
  const text = bench.world.note(path);
  vault.outside.remove(path);
  await quiet(bench.engine);
  await clock.advance(6_000);
  await quiet(bench.engine);
  vault.outside.write(path, text);
  await quiet(bench.engine);
  expect(alertsOf(bench, idOf(bench.world, path)).map(({ kind }) => kind)).toEqual([
    'unknown_outcome',
    'incomplete',
  ]);
  expect((await onlyReview(bench)).blocked).toMatchObject({
    code: 'request_not_ready',
    message: expect.stringMatching(/^Can’t approve .* yet: .*can’t be reached/) as string,
    path,
  });
});

test.each([
  ['as a watcher says', 'none'],
  ['as no watcher says', earlierAudit],
])(
  'what another computer turns out to prepare while the bridge is asked, %s, is left to it, and that is said [HOST-6]',
  async (_how, unwatched) => {
    const bench = await createBench({ ports: deafTo(unwatched) });
    const { world } = bench;
    world.server.duringInspect = () => {
      tellOfEarlierLedger(world);
    };
    const path = await standalone(bench);
    expect(requestIn(world, path).machine.preparation).toBeNull();
    expect(alertsOf(bench, idOf(world, path))).toMatchObject([
      { kind: 'incomplete', text: expect.stringContaining('is not prepared yet') as string },
    ]);
    expect(world.records().filter(({ audit }) => audit.event === 'error')).toEqual([]);
  },
);

test.each([
  ['of a step keeps how that reads', planned, { step_text: invoiceMission.steps[1]?.text }],
  ['without a plan names no step', standalone, {}],
])('the record that a request was prepared, %s', async (_kind, draft, names) => {
  const bench = await createBench();
  await draft(bench);
  const [completed, more] = bench.world.records().filter(({ kind }) => kind === 'completed');
  const { step_text } = completed as { readonly step_text?: string };
  expect(step_text === undefined ? {} : { step_text }).toEqual(names);
  expect(more).toBeUndefined();
});

test('what another computer turns out to prepare in the last moment is left to it [HOST-6]', async () => {
  const store = slowStore();
  const bench = await createBench({ ports: store.ports });
  const { server, vault } = bench.world;
  const path = await standalone(bench);
  const text = withoutPreparation(bench.world.note(path));
  vault.outside.remove(path);
  await quiet(bench.engine);
  let reading = latch();
  server.duringInspect = () => {
    reading = store.holdNextRead(path);
  };
  vault.outside.write(path, text.replace(/request_id: (\S+)/, 'request_id: $1-again'));
  await expect.poll(() => reading.isReached()).toBe(true);
  tellOfEarlierLedger(bench.world);
  await settle();
  reading.open();
  await quiet(bench.engine);
  expect(requestIn(bench.world, path).machine.preparation).toBeNull();
});

describe('a note that is another when its preparation is to be written', () => {
  test.each([
    ['for a moment only', false],
    ['from then on, as no watcher says', true],
  ])('%s, is prepared within a second [GATE-7]', async (_how, stays) => {
    let isDue = false;
    const bench = await createBench({
      ports: ({ vault }) => {
        const store = memoryNoteStore(vault);
        return {
          store: {
            ...store,
            async read(path) {
              const text = await store.read(path);
              if (!isDue || !text.ok) return text;
              isDue = false;
              const other = `${text.value}\nMore of it.\n`;
              if (stays) await store.update(path, () => other);
              return ok(other);
            },
          },
        };
      },
    });
    const { server, clock } = bench.world;
    server.duringInspect = () => {
      isDue = true;
      server.duringInspect = () => undefined;
    };
    const path = await standalone(bench);
    expect(isDue).toBe(false);
    await clock.advance(1_000);
    await quiet(bench.engine);
    expect(requestIn(bench.world, path).machine.preparation).not.toBeNull();
    expect(bench.world.note(path).includes('More of it.')).toBe(stays);
  });
});

test('two notes in Approved with an id that nobody prepared are said to be two, and nothing but that is recorded [GATE-17]', async () => {
  const bench = await createBench();
  const path = await standalone(bench);
  const text = withoutPreparation(bench.world.note(path)).replace(
    /request_id: .*/,
    'request_id: by-hand',
  );
  const before = bench.world.records().length;
  for (const name of ['one', 'two']) bench.world.vault.outside.write(`Approved/${name}.md`, text);
  await quiet(bench.engine);
  expect(alertsOf(bench, 'by-hand').map(({ kind }) => kind)).toEqual(['duplicate']);
  expect(bench.world.records().slice(before)).toMatchObject([
    { kind: 'event', audit: { actor: 'Outside', event: 'request_found', request_id: 'by-hand' } },
  ]);
});

test.each([
  ['both in Pending, ask nothing', 'Pending_Approval/copy.md', []],
  ['one of them in Approved, ask, and that is recorded', 'Approved/copy.md', ['asked']],
])('two notes of one request, %s [GATE-7]', async (_where, copy, tells) => {
  const bench = await createBench();
  const path = await standalone(bench);
  const before = bench.world.records().length;
  bench.world.vault.outside.write(copy, bench.world.note(path));
  await quiet(bench.engine);
  const told = bench.world.records().slice(before);
  expect(told.map(({ kind }) => kind)).toEqual(tells);
});

test('a note of another ledger that is broken while it is looked at is no bug', async () => {
  const to = 'Approved/theirs.md';
  let reads = -1;
  const bench = await createBench({
    ports: ({ vault }) => {
      const store = memoryNoteStore(vault);
      return {
        store: {
          ...store,
          async read(path) {
            if (path === to) reads += 1;
            // After the index and the gate, whoever says whose it is reads it.
            if (path === to && reads === 2)
              vault.outside.write(to, '---\ntype: approval_request\n---\n');
            return store.read(path);
          },
        },
      };
    },
  });
  const path = await standalone(bench);
  const text = bench.world.note(path).replace(/"epoch":"[^"]*"/, '"epoch":"e-elsewhere"');
  bench.world.vault.outside.remove(path);
  bench.world.vault.outside.write(to, text);
  await quiet(bench.engine);
  expect(reads).toBeGreaterThan(2);
  expect(bench.world.records().filter(({ audit }) => audit.event === 'error')).toEqual([]);
});
