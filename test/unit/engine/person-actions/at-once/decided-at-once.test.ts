import { expect, test, vi } from 'vitest';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import {
  idOf,
  inApproved,
  planned,
  rewrite,
  startEngine,
} from '../../../../support/engine/gate-bench.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
  type PeopleBench,
} from '../../../../support/engine/people-bench.js';

/** A bench in which something happens while the next note in a folder is read. */
async function meanwhileBench(folder: string) {
  let meanwhile: (() => Promise<unknown>) | null = null;
  const bench = await createPeopleBench({
    config: { paused: true },
    ports: ({ vault }) => {
      const store = memoryNoteStore(vault);
      const read = async (path: string) => {
        const happening = path.startsWith(`${folder}/`) ? meanwhile : null;
        if (happening) meanwhile = null;
        await happening?.();
        return store.read(path);
      };
      return { store: { ...store, read } };
    },
  });
  return { bench, whileReading: (happens: () => Promise<unknown>) => (meanwhile = happens) };
}

/** Waits for what a slow read leaves time for; only where something is read is waited at all. */
function until(happened: () => boolean): Promise<unknown> {
  return vi.waitUntil(happened, { timeout: 2_000 }).catch(() => undefined);
}

const endsOf = ({ world }: PeopleBench, id: string) =>
  world.records().flatMap((record) => (record.kind === 'voided' && record.id === id ? record : []));

test.each(['reject', 'undo'] as const)(
  '%s decides when it is pressed: no call begins while notes are read [GATE-9]',
  async (how) => {
    const { bench, whileReading } = await meanwhileBench('Approved');
    const id = idOf(bench.world, await planned(bench));
    await pressApprove(bench, await onlyReview(bench));
    whileReading(async () => {
      bench.world.config = { ...bench.world.config, paused: false };
      bench.engine.lookAtEverything();
      await until(() => bench.world.server.calls.length > 0);
    });
    expect(await bench.engine.personActions[how]({ requestId: id, reason: '' })).toMatchObject({
      ok: true,
    });
    await quiet(bench.engine);
    expect(bench.world.server.calls).toEqual([]);
  },
);

test('reject of what comes back at that moment rejects it, or says that it did not [GATE-9]', async () => {
  const { bench, whileReading } = await meanwhileBench('Approved');
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  await pressApprove(bench, await onlyReview(bench));
  whileReading(async () => {
    rewrite(bench.world, inApproved(path), (text) =>
      text.replace('subject: January', 'subject: February'),
    );
    await until(() => endsOf(bench, id).length > 0);
  });
  const { ok } = await bench.engine.personActions.reject({ requestId: id, reason: '' });
  await quiet(bench.engine);
  expect(endsOf(bench, id).map(({ why }) => why)).toEqual([ok ? 'rejected' : 'returned']);
  expect(bench.world.paths('Rejected')).toHaveLength(ok ? 1 : 0);
});

test('what ended while it was read whose it is, is not told as rejected [GATE-9]', async () => {
  const { bench, whileReading } = await meanwhileBench('Pending_Approval');
  bench.world.server.reachable = false;
  const id = idOf(bench.world, await planned(bench));
  whileReading(async () => {
    await bench.engine.operations.withdraw({ requestId: id, reason: 'No.', actor: 'Agent' });
  });
  const rejected = await bench.engine.personActions.reject({ requestId: id, reason: '' });
  await quiet(bench.engine);
  expect(rejected).toMatchObject({ error: { code: 'request_not_open' } });
  expect(endsOf(bench, id).map(({ why }) => why)).toEqual(['withdrawn']);
});

test('after this device lost its own ledger, the refusal speaks of that', async () => {
  const bench = await createPeopleBench();
  const id = idOf(bench.world, await planned(bench));
  await bench.engine.stop();
  bench.world.ledgerFile.text = null;
  bench.engine = await startEngine(bench.world, { signer: bench.signer });
  await quiet(bench.engine);
  const said = await bench.engine.personActions.reject({ requestId: id, reason: '' });
  expect(said.ok ? '' : said.error.message).toBe(
    `The note for ${id} says that it was prepared for an earlier ledger of this device.`,
  );
});
