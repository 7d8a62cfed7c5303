import { expect, test } from 'vitest';
import { fail } from '../../../../src/core/errors.js';
import { attachmentTooLarge, readingStopped } from '../../../../src/core/note/note-problems.js';
import { MEMORY_ROOT, memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import { createPeopleBench, drag, onlyReview } from '../../../support/engine/people-bench.js';
import { invoiceMail, quiet } from '../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  createBench,
  idOf,
  look,
  move,
  requestIn,
  restart,
  standalone,
  type Bench,
} from '../../../support/engine/gate-bench.js';

const minute = 60_000;
const hour = 60 * minute;

test.each<[string, (bench: Bench, path: string) => Promise<void>, string[]]>([
  ['that was executed', approve, []],
  ['that asks', (bench, path) => move(bench, path), ['asks']],
])(
  'a request %s waits for nobody’s clock: no timer looks at it again',
  async (_what, act, kinds) => {
    const bench = await createBench();
    const path = await standalone(bench);
    const id = idOf(bench.world, path);
    await act(bench, path);
    // The look that would have reminded of it is the last one.
    await bench.world.clock.advance(24 * hour + minute);
    await quiet(bench.engine);
    expect(alertsOf(bench, id).map(({ kind }) => kind)).toEqual(kinds);
    expect(bench.world.clock.waiting).toBe(0);
  },
);

test('a request whose tool its bridge did not list is prepared by itself once it does', async () => {
  const bench = await createBench();
  const { server, clock } = bench.world;
  const { tools } = server;
  server.tools = [];
  const path = await standalone(bench);
  server.tools = tools;
  await clock.advance(9 * minute);
  expect(alertsOf(bench, idOf(bench.world, path))).toMatchObject([{ kind: 'incomplete' }]);
  await clock.advance(minute);
  await quiet(bench.engine);
  expect(requestIn(bench.world, path).machine.preparation).not.toBeNull();
  expect(alertsOf(bench, idOf(bench.world, path))).toEqual([]);
});

test('a file that is still being read keeps nobody from stopping', async () => {
  const bench = await createBench();
  const store = memoryNoteStore(bench.world.vault);
  let reads = 0;
  await restart(bench, {
    store: {
      ...store,
      async digest(path, goesOn = () => true) {
        for (reads = 0; goesOn(); reads += 1) await new Promise(setImmediate);
        return readingStopped(path);
      },
    },
  });
  bench.world.vault.outside.write('Invoices/January.pdf', 'x');
  void standalone(bench, {
    arguments: {
      to: 'a@example.com',
      subject: 'x',
      attachments: [`${MEMORY_ROOT}/Invoices/January.pdf`],
    },
  });
  while (reads === 0) await new Promise(setImmediate);
  await bench.engine.stop();
  const before = reads;
  await new Promise(setImmediate);
  expect(reads).toBe(before);
});

test('an attached file that grew over the limit since it was approved is not sent', async () => {
  const bench = await createBench();
  const store = memoryNoteStore(bench.world.vault);
  let grew = false;
  await restart(bench, {
    store: {
      ...store,
      digest: async (path) => (grew ? attachmentTooLarge(path) : store.digest(path)),
    },
  });
  bench.world.vault.outside.write('Invoices/January.pdf', 'x');
  const path = await standalone(bench, {
    arguments: {
      to: 'a@example.com',
      subject: 'x',
      attachments: [`${MEMORY_ROOT}/Invoices/January.pdf`],
    },
  });
  grew = true;
  await approve(bench, path);
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.note(bench.world.only('Pending_Approval'))).toContain(
    'Not run. The file “Invoices/January.pdf” is larger than 256 MB',
  );
});

test('a request whose attached file could not be read is prepared by itself once it can be', async () => {
  const locked = fail('note_read_failed', 'The file is locked.', 'Close it.');
  let isLocked = true;
  const bench = await createBench({
    ports: ({ vault }) => {
      const store = memoryNoteStore(vault);
      const digest: typeof store.digest = async (of) => (isLocked ? locked : store.digest(of));
      return { store: { ...store, digest } };
    },
  });
  const attached = { ...invoiceMail.arguments, attachments: [`${MEMORY_ROOT}/Invoices/b.pdf`] };
  const path = await standalone(bench, { arguments: attached });
  expect(alertsOf(bench, idOf(bench.world, path))).toMatchObject([{ kind: 'incomplete' }]);
  isLocked = false;
  await bench.world.clock.advance(minute);
  await quiet(bench.engine);
  expect(requestIn(bench.world, path).machine.preparation).not.toBeNull();
});

test('what waits in Approved goes back when its time is over, also after a restart [GATE-14]', async () => {
  const bench = await createBench();
  const path = await standalone(bench, { expires: '2026-02-21T11:00:00Z' });
  await move(bench, path);
  await restart(bench);
  await bench.world.clock.advance(30 * minute);
  await quiet(bench.engine);
  expect(bench.world.paths('Approved')).toEqual([]);
  expect(bench.world.note(bench.world.only('Pending_Approval'))).toContain('status: expired');
});

test('what is paused when its time is over waits for nobody’s clock', async () => {
  const bench = await createBench({ config: { paused: true } });
  const path = await standalone(bench, { expires: '2026-02-21T11:00:00Z' });
  await approve(bench, path);
  await bench.world.clock.advance(30 * minute);
  await quiet(bench.engine);
  await bench.world.clock.advance(minute);
  await quiet(bench.engine);
  expect(bench.world.clock.waiting).toBe(0);
});

test('nothing is said of a drag while it is held [GATE-23]', async () => {
  const bench = await createPeopleBench();
  await standalone(bench);
  await drag(bench, await onlyReview(bench));
  expect(bench.engine.view().alerts).toEqual([]);
});

test('that a request asks is recorded once, however often it is looked at [GATE-7]', async () => {
  const bench = await createBench();
  await move(bench, await standalone(bench));
  await look(bench);
  await restart(bench);
  await look(bench);
  expect(bench.world.records().filter(({ kind }) => kind === 'asked')).toHaveLength(1);
});

test('a request of no plan that waits for a day is told of in the Dashboard, and once more after three days [R3.5]', async () => {
  const bench = await createBench();
  const path = await standalone(bench);
  const id = idOf(bench.world, path);
  const { clock } = bench.world;
  const told = (): number =>
    bench.world.notices.filter((text) => text.includes('has waited')).length;
  await clock.advance(24 * hour - 1);
  await quiet(bench.engine);
  expect(alertsOf(bench, id)).toEqual([]);
  await clock.advance(1);
  await quiet(bench.engine);
  expect(alertsOf(bench, id)).toMatchObject([
    { kind: 'blocked_long', advice: 'Approve or reject it.' },
  ]);
  await clock.advance(3_000);
  expect(bench.world.note('Dashboard.md')).toMatch(/The request .* has waited for 24 hours\./);
  const firstTold = told();
  await clock.advance(47 * hour);
  await quiet(bench.engine);
  expect(told()).toBe(firstTold);
  await clock.advance(hour);
  await quiet(bench.engine);
  const [alert] = alertsOf(bench, id);
  expect(alert?.text).toMatch(/has waited for 3 days\.$/);
  expect(alert?.advice).toBe('Approve or reject it. If nobody needs it any more, withdraw it.');
  expect(told()).toBe(firstTold + 1);
  await approve(bench, path);
  expect(alertsOf(bench, id)).toEqual([]);
});
