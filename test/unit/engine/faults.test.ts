import { expect, test } from 'vitest';
import { fail } from '../../../src/core/errors.js';
import type { NoteStore } from '../../../src/ports/note-store.js';
import { memoryLedger } from '../../support/memory/memory-ledger.js';
import { memoryNoteStore } from '../../support/memory/memory-note-store.js';
import {
  createWorld,
  invoiceMail,
  moveToApproved,
  quiet,
  upToRequest,
  type World,
} from '../../support/engine/world.js';

const inUse = fail('note_write_failed', 'The note is in use.', 'Close what uses it.');

/** A store in which writes of some notes fail while the fault lasts. */
function faultyStore(world: World, fails: (path: string) => boolean): NoteStore {
  const store = memoryNoteStore(world.vault);
  return {
    ...store,
    update: (path, edit) => (fails(path) ? Promise.resolve(inUse) : store.update(path, edit)),
    move: (from, to) => (fails(to) ? Promise.resolve(inUse) : store.move(from, to)),
  };
}

test('an outcome that cannot be filed is said, tried again by itself, and found again after a restart', async () => {
  const world = await createWorld();
  let broken = false;
  const ports = {
    store: faultyStore(world, (path) => broken && path.startsWith('Done/Actions/')),
  };
  let engine = await world.start({}, ports);
  const path = await upToRequest(world, engine);
  broken = true;
  await moveToApproved(world, engine, path);
  expect(world.server.calls).toHaveLength(1);
  await engine.stop();
  engine = await world.start({}, ports);
  await quiet(engine);
  expect(
    engine
      .view()
      .alerts.map(({ text }) => text)
      .join(),
  ).toContain('The note is in use.');
  broken = false;
  await world.clock.advance(61_000);
  await quiet(engine);
  expect(world.note(world.only('Done/Actions'))).toContain('status: executed');
  expect(world.note('Plans/PLAN-2026-001.md')).toContain('2. [x] ✋');
  expect(world.server.calls).toHaveLength(1);
  expect(engine.view().alerts).toEqual([]);
});

test('a finished plan that cannot be moved stays, is said, and is moved later', async () => {
  const world = await createWorld();
  let broken = true;
  const engine = await world.start(
    {},
    { store: faultyStore(world, (path) => broken && path.startsWith('Done/Plans/')) },
  );
  await engine.operations.initializePlan({
    objective: 'Water the plants.',
    context: '',
    sourceLink: '[[Plants]]',
    steps: [{ text: 'Fill the can' }],
    actor: 'Human',
  });
  const step = { planId: 'PLAN-2026-001', step: 1, rationale: 'Filled', actor: 'Human' as const };
  await engine.operations.updatePlanStep(step);
  await quiet(engine);
  expect(await engine.operations.archivePlan({ planId: 'PLAN-2026-001' })).toMatchObject({
    ok: false,
    error: { code: 'note_write_failed' },
  });
  expect(engine.view().alerts).toMatchObject([{ kind: 'halted' }]);
  broken = false;
  await world.clock.advance(61_000);
  await quiet(engine);
  expect(world.only('Done/Plans')).toBe('Done/Plans/PLAN-2026-001.md');
  expect(engine.view().alerts).toEqual([]);
});

test('an operation writes nothing that the ledger refuses, and everybody is told [GATE-6]', async () => {
  const world = await createWorld();
  const ledger = memoryLedger(world.ledgerFile);
  let full = false;
  const refused = fail('ledger_write_failed', 'The disk is full.', 'Make room.');
  const engine = await world.start(
    {},
    {
      ledger: {
        read: () => ledger.read(),
        append: (records, durable) =>
          full ? Promise.resolve(refused) : ledger.append(records, durable),
      },
    },
  );
  await upToRequest(world, engine);
  const before = world.note('Plans/PLAN-2026-001.md');
  await world.clock.advance(3_000);
  full = true;
  const logged = await engine.operations.logReasoning({
    planId: 'PLAN-2026-001',
    action: 'Thought',
    rationale: 'Nothing',
    actor: 'Agent',
  });
  expect(logged).toMatchObject({ ok: false, error: { code: 'ledger_write_failed' } });
  expect(world.note('Plans/PLAN-2026-001.md')).toBe(before);
  expect(engine.view().alerts.map(({ text }) => text)).toContain('Nothing runs: The disk is full.');
  await world.clock.advance(3_000);
  expect(world.note('Dashboard.md')).toContain('Nothing runs: The disk is full.');
});

test('the folder and the clock decide, never `status`: a request that only says it expired still waits', async () => {
  const world = await createWorld();
  const engine = await world.start();
  const path = await upToRequest(world, engine);
  const text = world.note(path);
  world.vault.outside.write(path, text.replace('status: pending', 'status: expired'));
  await quiet(engine);
  expect(world.note('Plans/PLAN-2026-001.md')).toContain('status: Blocked');
  expect(engine.view().waiting).toHaveLength(1);
  expect(world.note(path)).toContain('status: pending');
});

test('what a move did is recorded as done from outside, never as a person’s own', async () => {
  const world = await createWorld();
  const engine = await world.start();
  await moveToApproved(world, engine, await upToRequest(world, engine));
  const actorOf = (event: string): string | undefined =>
    world.records().find(({ audit }) => audit.event === event)?.audit.actor;
  expect(actorOf('accepted')).toBe('Outside');
});

test('an answer that cannot be said whole leaves an unknown outcome, never none', async () => {
  const world = await createWorld();
  world.config = {
    ...world.config,
    routes: world.config.routes.map((route) => ({ ...route, success: '^Email sent' })),
  };
  const said = `Error: ${'x'.repeat(152)}😀 \ud83d and \u202eso on`;
  world.server.answer = () => ({
    kind: 'result',
    result: { content: [{ type: 'text', text: said }] },
  });
  const engine = await world.start();
  await moveToApproved(world, engine, await upToRequest(world, engine));
  expect(world.records().find(({ kind }) => kind === 'outcome')).toMatchObject({
    outcome: 'unknown',
  });
  expect(world.note(world.only('Pending_Approval'))).toContain('status: outcome_unknown');
  expect(engine.view().alerts).toMatchObject([{ kind: 'unknown_outcome' }]);
});

test('a standalone request that cannot be filed is filed when the fault is over, without a restart', async () => {
  const world = await createWorld();
  let broken = true;
  const engine = await world.start(
    {},
    { store: faultyStore(world, (path) => broken && path.startsWith('Done/Actions/')) },
  );
  const { planId: _plan, step: _step, ...mail } = invoiceMail;
  const drafted = await engine.operations.draftExternalAction(mail);
  if (!drafted.ok) throw new Error(drafted.error.message);
  await quiet(engine);
  await moveToApproved(world, engine, drafted.value.path);
  broken = false;
  await world.clock.advance(61_000);
  await quiet(engine);
  expect(world.note(world.only('Done/Actions'))).toContain('status: executed');
  expect(engine.view().alerts).toEqual([]);
});

test('what asked in Approved and expires meanwhile goes back as expired, and blocks no more', async () => {
  const world = await createWorld({ trustMoves: false });
  const engine = await world.start();
  const path = await upToRequest(world, engine);
  const text = world.note(path);
  world.vault.outside.write(
    path,
    text.replace('status: pending', 'expires: 2026-02-21T11:00:00Z\nstatus: pending'),
  );
  await quiet(engine);
  await moveToApproved(world, engine, path);
  expect(world.paths('Approved')).toHaveLength(1);
  await world.clock.advance(31 * 60_000);
  await quiet(engine);
  expect(world.note(world.only('Pending_Approval'))).toContain('status: expired');
  expect(world.note('Plans/PLAN-2026-001.md')).toContain('status: Active');
});

test('a step whose request was deleted can be drafted anew', async () => {
  const world = await createWorld();
  const engine = await world.start();
  world.vault.outside.remove(await upToRequest(world, engine));
  await quiet(engine);
  await world.clock.advance(6_000);
  await quiet(engine);
  expect(await engine.operations.draftExternalAction(invoiceMail)).toMatchObject({ ok: true });
});
