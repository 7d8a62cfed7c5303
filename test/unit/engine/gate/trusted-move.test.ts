import { expect, test } from 'vitest';
import { contractFolders } from '../../../../src/core/settings/folders.js';
import { letterRequest } from '../../../support/builders/letter-request.js';
import { quiet } from '../../../support/engine/world.js';
import {
  alertsOf,
  createBench,
  edit,
  idOf,
  inApproved,
  look,
  move,
  planned,
  restart,
  rewrite,
  standalone,
  startEngine,
  type Bench,
  withoutNonce,
} from '../../../support/engine/gate-bench.js';

const trusting = { config: { trustMoves: true } };
const dayMs = 24 * 3_600_000;

const arrivals: Readonly<Record<string, (bench: Bench, path: string) => void>> = {
  'moved by a file manager': ({ world }, path) => {
    world.vault.outside.move(path, inApproved(path));
  },
  'moved into a folder below Approved': ({ world }, path) => {
    world.vault.outside.move(path, path.replace('Pending_Approval/', 'Approved/clients/'));
  },
  'written there, and deleted in Pending': ({ world }, path) => {
    world.vault.outside.write('Approved/other-name.md', world.note(path));
    world.vault.outside.remove(path);
  },
  'moved with a status that says approved': ({ world }, path) => {
    rewrite(world, path, (text) => text.replace('status: pending', 'status: approved'));
    world.vault.outside.move(path, inApproved(path));
  },
  'moved with a key more that says who approved it': ({ world }, path) => {
    rewrite(world, path, (text) => text.replace('status:', 'approved_by: human\nstatus:'));
    world.vault.outside.move(path, inApproved(path));
  },
};

test.each(Object.entries(arrivals))(
  'while moves are not trusted, a request that is %s asks, and goes on asking [GATE-7]',
  async (_name, arrive) => {
    const bench = await createBench();
    arrive(bench, await planned(bench));
    await quiet(bench.engine);
    const path = bench.world.only('Approved');
    await restart(bench);
    await bench.world.clock.advance(dayMs);
    await look(bench);
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.only('Approved')).toBe(path);
    expect(alertsOf(bench, idOf(bench.world, path))).toMatchObject([{ kind: 'asks' }]);
    expect(bench.world.note('Plans/PLAN-2026-001.md')).toContain('status: Blocked');
  },
);

test.each(['confirmed before it starts', 'confirmed while it runs'])(
  'a request in a folder that only got the name of Approved asks, also where moves are trusted: %s [GATE-7]',
  async (when) => {
    const bench = await createBench(trusting);
    const { world } = bench;
    const left = await standalone(bench, { title: 'left in Pending' });
    const aside = await standalone(bench, { title: 'put aside' });
    await move(bench, aside, aside.replace('Pending_Approval/', 'Archive/'));
    for (const named of ['Pending_Approval', 'Archive']) {
      const names = { approved: named, pending: 'Requests', archive: 'Old' };
      const folders = { ...contractFolders(), ...names };
      const confirm = (): void => void (world.config = { ...world.config, folders });
      if (when === 'confirmed before it starts') confirm();
      await restart(bench, { folders });
      expect(world.server.calls).toEqual([]);
      confirm();
      bench.engine.lookAtEverything();
      await quiet(bench.engine);
      expect(world.server.calls).toEqual([]);
      const path = named === 'Archive' ? world.only('Archive') : left;
      expect(alertsOf(bench, idOf(world, path))).toMatchObject([{ kind: 'asks' }]);
      // Where they have no name of a folder any more.
      world.vault.outside.remove(path);
      world.config = { ...world.config, folders: contractFolders() };
      await restart(bench);
    }
  },
);

test('while moves are not trusted, a request that asked can be moved back, and only its nonce is new', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  const text = bench.world.note(path);
  await move(bench, path);
  await move(bench, inApproved(path), path);
  expect(withoutNonce(bench.world.note(path))).toBe(text);
  expect(alertsOf(bench, idOf(bench.world, path))).toEqual([]);
});

test('what asked while moves were not trusted still asks when they are, until it is moved back and again', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  await move(bench, path);
  bench.world.config = { ...bench.world.config, trustMoves: true };
  await restart(bench);
  expect(bench.world.server.calls).toEqual([]);
  expect(alertsOf(bench, idOf(bench.world, inApproved(path)))).toMatchObject([{ kind: 'asks' }]);
  await move(bench, inApproved(path), path);
  await move(bench, path);
  expect(bench.world.server.calls).toHaveLength(1);
});

test('while moves are trusted, a complete request runs once when it arrives', async () => {
  const bench = await createBench(trusting);
  await move(bench, await planned(bench));
  await restart(bench);
  expect(bench.world.server.calls).toHaveLength(1);
  const kinds = bench.world.records().map(({ kind }) => kind);
  expect(kinds.indexOf('arrived')).toBeLessThan(kinds.indexOf('accepted'));
  expect(kinds.indexOf('accepted')).toBeLessThan(kinds.indexOf('intent'));
});

test('while moves are trusted, a request that arrived while nothing ran runs after the start', async () => {
  const bench = await createBench(trusting);
  const path = await planned(bench);
  await bench.engine.stop();
  bench.world.vault.outside.move(path, inApproved(path));
  bench.engine = await startEngine(bench.world);
  expect(bench.world.server.calls).toHaveLength(1);
});

test('what lay in Approved before this ledger began is never run as it lies: it goes back, and runs when it is moved again', async () => {
  const bench = await createBench(trusting);
  const path = await standalone(bench);
  await bench.engine.stop();
  bench.world.ledgerFile.text = null;
  for (const log of [...bench.world.vault.entries.keys()].filter((name) => name.endsWith('.jsonl')))
    bench.world.vault.outside.remove(log);
  rewrite(bench.world, path, (text) => text.replace(/%% countersign .*%%\n/, ''));
  bench.world.vault.outside.move(path, inApproved(path));
  bench.engine = await startEngine(bench.world);
  await restart(bench);
  expect(bench.world.server.calls).toEqual([]);
  await move(bench, bench.world.only('Pending_Approval'));
  expect(bench.world.server.calls).toHaveLength(1);
});

test('a request that is rewritten and moved in one go goes back: nobody prepared what it says now', async () => {
  const bench = await createBench(trusting);
  const path = await planned(bench);
  rewrite(bench.world, path, (text) => text.replace('to: client_a@', 'to: client_b@'));
  await move(bench, path);
  expect(bench.world.server.calls).toEqual([]);
  const back = bench.world.only('Pending_Approval');
  expect(bench.world.note(back)).toContain('It was changed after it was prepared');
  await move(bench, back);
  expect(bench.world.server.calls).toMatchObject([{ arguments: { to: 'client_b@example.com' } }]);
});

test('a person may edit a request in Pending, and then move it', async () => {
  const bench = await createBench(trusting);
  const path = await planned(bench);
  await edit(bench, path, (text) => text.replace('to: client_a@', 'to: client_b@'));
  await move(bench, path);
  expect(bench.world.server.calls).toMatchObject([{ arguments: { to: 'client_b@example.com' } }]);
});

test('a request that this ledger never prepared goes back, whatever its machine line claims', async () => {
  const bench = await createBench(trusting);
  const path = await standalone(bench);
  const text = bench.world.note(path).replace(/request_id: .*/, 'request_id: made-up');
  bench.world.vault.outside.write('Approved/made-up.md', text);
  await quiet(bench.engine);
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.paths('Approved')).toEqual([]);
});

test('an edit that cannot be prepared is recorded at most twice, with its plan a draft as well', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  const before = bench.world.records().length;
  await edit(bench, path, (text) => text.replace('tool: send_email', 'tool: send_mail'));
  expect(bench.world.records().length - before).toBeLessThanOrEqual(2);
  await edit(bench, 'Plans/PLAN-2026-001.md', (text) =>
    text.replace(/^status: .*$/mu, 'status: Draft'),
  );
  expect(bench.world.records().length - before).toBeLessThanOrEqual(5);
});

test('a blocked plan with a copy, and two requests of it, come to rest', async () => {
  const bench = await createBench();
  const { world } = bench;
  const path = await planned(bench);
  const planPath = world.only('Plans');
  await edit(bench, planPath, (text) =>
    text.replace(/^blocked_reason: .*$/mu, 'blocked_reason: the lawyer'),
  );
  const other = path.replace('.md', ' other.md');
  world.vault.outside.write(other, world.note(path).replace(/^(request_id: .*)$/mu, '$1-x'));
  await quiet(bench.engine);
  const before = world.records().length;
  world.vault.outside.write('Plans/copy.md', world.note(planPath));
  await quiet(bench.engine);
  expect(world.records().length - before).toBeLessThanOrEqual(4);
});

test('the same call again, for no step: it asks, and tells nobody to tick one', async () => {
  const bench = await createBench(trusting);
  await move(bench, await standalone(bench));
  const again = await standalone(bench);
  await move(bench, again);
  expect(bench.world.server.calls).toHaveLength(1);
  const [alert] = alertsOf(bench, idOf(bench.world, inApproved(again)));
  expect(alert?.text).toContain(
    'The same step or the same action was, or may have been, tried before',
  );
  expect(alert?.advice).toContain('If that is enough, reject this request. To run it again, ');
  expect(alert?.advice).not.toMatch(/\bstep\b|done this myself/);
});

test('another call whose note claims to replace one that ran: it asks, and says that only the note claims it', async () => {
  const bench = await createBench(trusting);
  const { world } = bench;
  const first = await standalone(bench);
  const id = idOf(world, first);
  await move(bench, first);
  const text = letterRequest({ id: 'rent', to: 'landlord@example.com' });
  const claim = text.replace('status: pending\n', `status: pending\nsupersedes: ${id}\n`);
  world.vault.outside.write('Pending_Approval/rent.md', claim);
  await quiet(bench.engine);
  await move(bench, 'Pending_Approval/rent.md');
  expect(world.server.calls).toHaveLength(1);
  expect(alertsOf(bench, 'rent')[0]?.text).toContain(
    `tried before: ${id} (executed; only this note says that it is the same).`,
  );
});

test.each([true, false])(
  'a move does not run what its own note says may have happened, and that is asked at each look; moves are trusted: %s [GATE-7]',
  async (trustMoves) => {
    const bench = await createBench({ config: { trustMoves } });
    const path = await planned(bench);
    rewrite(bench.world, path, (text) =>
      text.replace('status: pending', 'status: outcome_unknown'),
    );
    await quiet(bench.engine);
    await move(bench, bench.world.only('Pending_Approval'));
    for (const again of [look, restart, look]) {
      await again(bench);
      expect(bench.world.server.calls).toEqual([]);
      const id = idOf(bench.world, bench.world.only('Approved'));
      const text = expect.stringContaining('nobody knows whether it happened') as string;
      expect(alertsOf(bench, id)).toMatchObject([{ kind: 'asks', text }]);
    }
  },
);
