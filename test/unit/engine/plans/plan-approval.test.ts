import { describe, expect, test } from 'vitest';
import { requestNote } from '../../../support/builders/request-note.js';
import { fail } from '../../../../src/core/errors.js';
import { memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import { SimulatedCrash } from '../../../support/memory/simulated-crash.js';
import type { Bench } from '../../../support/engine/gate-bench.js';
import { calledIds, edit, look, move, restart } from '../../../support/engine/gate-bench.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
} from '../../../support/engine/people-bench.js';
import { beginEpoch, epochIn, withNewcomer } from '../../../support/engine/newcomer.js';
import { twinNote } from '../../../support/builders/twin-note.js';
import {
  createWorld,
  invoiceMail,
  invoiceMission,
  quiet,
  valueOf,
} from '../../../support/engine/world.js';

const planId = 'PLAN-2026-001';
const pending = `Plans/pending/${planId}.md`;
const approved = `Plans/approved/${planId}.md`;
const rejected = `Plans/rejected/${planId}.md`;
const hourMs = 3_600_000;

async function waiting() {
  const bench = await createPeopleBench();
  valueOf(
    await bench.engine.operations.initializePlan({ ...invoiceMission, awaitsApproval: true }),
  );
  await quiet(bench.engine);
  return bench;
}

/** What happened to plans, with who did it. */
function recorded({ world }: Pick<Bench, 'world'>): string[] {
  return world
    .records()
    .flatMap(({ audit: { event, actor } }) =>
      /^plan_(?:waits|approv|reject)/.test(event) ? [`${actor}: ${event}`] : [],
    );
}

function planAlerts({ engine }: Bench) {
  return engine.view().alerts.filter(({ subject }) => subject.id === planId);
}

describe('a plan in pending', () => {
  test('is no mission, and still the one plan of its item; a person is told that it waits, and again after 24 and 72 hours [LOOP-6]', async () => {
    const bench = await waiting();
    const { engine, world } = bench;
    const view = engine.view();
    expect([view.missions, view.missionCount, view.counts.active]).toEqual([[], 0, 0]);
    expect(view.plansWaiting).toMatchObject([{ planId, approval: 'pending' }]);
    expect(world.note(pending)).toContain('Countersign: Waits for your approval — ');
    expect(planAlerts(bench)).toMatchObject([
      { kind: 'waits', path: pending, offers: { do: 'decide_plan', planId } },
    ]);
    const again = valueOf(await engine.operations.initializePlan(invoiceMission));
    expect(again).toEqual({ planId, path: pending, resumed: true });
    const other = { ...invoiceMission, objective: 'Book a room.', sourceLink: '[[other]]' };
    const steps = [{ text: 'Find a hotel in Graz' }];
    const made = await engine.operations.initializePlan({ ...other, context: '', steps });
    expect(valueOf(made).planId).toBe('PLAN-2026-002');
    await world.clock.advance(24 * hourMs);
    await quiet(engine);
    expect(planAlerts(bench)).toMatchObject([{ kind: 'blocked_long' }]);
    expect(planAlerts(bench)[0]?.text).toContain('has waited 24 hours for your approval');
    await world.clock.advance(48 * hourMs);
    await quiet(engine);
    expect(planAlerts(bench)[0]?.advice).toContain('If nobody needs it any more, reject it.');
  });

  test('is neither completed nor filed when all its boxes are ticked; its request is held back as one of a plan that is not in progress [LOOP-6]', async () => {
    const bench = await waiting();
    const { engine, world } = bench;
    valueOf(await engine.operations.draftExternalAction({ ...invoiceMail, actor: 'Human' }));
    await quiet(engine);
    expect(world.note(pending)).toContain('status: Active');
    await edit(bench, pending, (text) => text.replaceAll('[ ]', '[x]'));
    await quiet(engine);
    expect(world.note(pending)).toContain('status: Active');
    expect(calledIds(world)).toEqual([]);
    await edit(bench, pending, (text) => text.replace('status: Active', 'status: Done'));
    await quiet(engine);
    expect(world.paths('Plans')).toEqual([]);
  });
});

test.each([
  ['while it runs', false],
  ['while nothing runs', true],
  ['where it cannot be moved back', 'stuck'],
] as const)(
  'a plan that waits is approved by no move to another folder of Plans: %s [LOOP-6]',
  async (_when, how) => {
    const bench = await waiting();
    const { world } = bench;
    const away = `Plans/pending (conflicted copy)/${planId}.md`;
    if (how === true) await bench.engine.stop();
    const inner = memoryNoteStore(world.vault);
    const denied = fail('note_write_failed', 'Access is denied.', 'Allow it.');
    if (how === 'stuck') {
      await restart(bench, { store: { ...inner, move: () => Promise.resolve(denied) } });
    }
    world.vault.outside.move(pending, away);
    if (how === true) await restart(bench);
    else await look(bench);
    expect(recorded(bench)).toEqual(['Countersign: plan_waits']);
    expect(planAlerts(bench)).toMatchObject([{ kind: 'waits' }]);
    const step = { planId, step: 1, actor: 'Agent (Claude)', rationale: 'Because' } as const;
    expect(await bench.engine.operations.updatePlanStep(step)).toMatchObject({
      error: { code: 'plan_not_started' },
    });
    if (how === 'stuck') await restart(bench);
    expect(world.paths('Plans')).toEqual([pending]);
    await move(bench, pending, approved);
    valueOf(await bench.engine.operations.updatePlanStep(step));
  },
);

test('nothing of a plan that waits runs where its note lies elsewhere and cannot be moved back; a person can approve it there [LOOP-6]', async () => {
  const bench = await waiting();
  const { engine, world } = bench;
  valueOf(
    await engine.operations.draftExternalAction({ ...invoiceMail, step: 's2', actor: 'Human' }),
  );
  await quiet(engine);
  // Step 1 is none of this.
  valueOf(
    await engine.operations.updatePlanStep({ planId, step: 1, actor: 'Human', rationale: 'Done' }),
  );
  const inner = memoryNoteStore(world.vault);
  const stuck = (from: string) => from.startsWith('Plans/');
  const denied = fail('note_write_failed', 'There is a file there.', 'Move it.');
  const store = {
    ...inner,
    move: async (from: string, to: string) => (stuck(from) ? denied : inner.move(from, to)),
  };
  await restart(bench, { store, signer: bench.signer });
  const acme = `Plans/acme/${planId}.md`;
  world.vault.outside.move(pending, acme);
  await look(bench);
  expect(planAlerts(bench)[0]?.text).toContain(
    'Its note is in “Plans/acme”: that approves nothing.',
  );
  valueOf(await pressApprove(bench, await onlyReview(bench)));
  await look(bench);
  expect(calledIds(world)).toEqual([]);
  expect(world.paths('Approved')).toEqual([]);
  valueOf(await bench.engine.personActions.approvePlan({ planId }));
  await quiet(bench.engine);
  valueOf(await pressApprove(bench, await onlyReview(bench)));
  await look(bench);
  expect(calledIds(world)).toHaveLength(1);
});

test('no agent works on a plan in pending; a person may, and agents once it is approved', async () => {
  const bench = await waiting();
  const { world } = bench;
  const before = world.note(pending);
  const agent = { planId, actor: 'Agent (Claude)', rationale: 'Because' } as const;
  const work = ({ operations }: Bench['engine']) => [
    () => operations.updatePlanStep({ ...agent, step: 1 }),
    () => operations.updatePlanStep({ ...agent, step: 1, skip: true }),
    () => operations.addPlanStep({ ...agent, text: 'Proof-read' }),
    () => operations.draftExternalAction({ ...invoiceMail, actor: agent.actor }),
  ];
  for (const attempt of work(bench.engine)) {
    expect(await attempt()).toMatchObject({
      error: { code: 'plan_not_started', message: `${planId} waits for a person’s approval.` },
    });
  }
  expect(world.note(pending)).toBe(before);
  expect(world.paths('Pending_Approval')).toEqual([]);
  valueOf(await bench.engine.operations.updatePlanStep({ ...agent, step: 1, actor: 'Human' }));
  await move(bench, pending, approved);
  await quiet(bench.engine);
  valueOf(await bench.engine.operations.addPlanStep({ ...agent, text: 'Proof-read' }));
});

describe('an approved plan', () => {
  test.each([
    [pending, 'Outside: plan_approval_withdrawn', 1],
    [rejected, 'Outside: plan_rejected', 0],
  ])(
    'that is moved to %s before its note says so follows the last move [LOOP-6]',
    async (to, told, waits) => {
      const bench = await waiting();
      const store = memoryNoteStore(bench.world.vault);
      const full = fail('note_write_failed', 'The disk is full.', 'Make room.');
      await restart(bench, { store: { ...store, update: () => Promise.resolve(full) } });
      await move(bench, pending, approved);
      expect(recorded(bench).at(-1)).toBe('Outside: plan_approved');
      await move(bench, approved, to);
      await restart(bench);
      expect(bench.world.paths('Plans')).toEqual([to]);
      expect(recorded(bench).at(-1)).toBe(told);
      expect(bench.engine.view().plansWaiting).toHaveLength(waits);
    },
  );

  test('is a mission where it was moved to, recorded once and said in its log, also when it was moved while nothing ran [LOOP-6]', async () => {
    const bench = await waiting();
    await bench.engine.stop();
    bench.world.vault.outside.move(pending, approved);
    await restart(bench);
    const { engine, world } = bench;
    expect(engine.currentMission()).toMatchObject({ planId, path: approved });
    expect(engine.view().plansWaiting).toEqual([]);
    expect(recorded(bench)).toEqual(['Countersign: plan_waits', 'Outside: plan_approved']);
    expect(world.note(approved).match(/Outside: Approved plan — /g)).toHaveLength(1);
    expect(planAlerts(bench)).toEqual([]);
    const before = world.note(approved);
    await restart(bench);
    expect(world.note(approved)).toBe(before);
    await move(bench, approved, 'Plans/PENDING/PLAN-2026-001.md');
    expect(recorded(bench).at(-1)).toBe('Outside: plan_approval_withdrawn');
    expect([bench.engine.currentMission(), planAlerts(bench).length]).toEqual([null, 1]);
  });

  test('by a press is moved there; no request of it is approved with it [LOOP-6]', async () => {
    const bench = await waiting();
    const { engine, world } = bench;
    valueOf(
      await engine.operations.draftExternalAction({ ...invoiceMail, step: 's2', actor: 'Human' }),
    );
    await quiet(engine);
    valueOf(await engine.personActions.approvePlan({ planId }));
    await quiet(engine);
    expect(recorded(bench).at(-1)).toBe('Human: plan_approved');
    expect(world.note(approved)).toContain('Human: Approved plan — Approved in Countersign');
    expect(engine.currentMission()?.path).toBe(approved);
    expect([calledIds(world), engine.view().waiting.length]).toEqual([[], 1]);
    expect(await engine.personActions.approvePlan({ planId })).toMatchObject({ ok: false });
  });
});

describe('a rejected plan', () => {
  test('is cancelled with the reason, its request is withdrawn, and it stays there; only a person reopens it [LOOP-6]', async () => {
    const bench = await waiting();
    const { engine, world } = bench;
    const drafted = valueOf(
      await engine.operations.draftExternalAction({ ...invoiceMail, actor: 'Human' }),
    );
    await quiet(engine);
    valueOf(await engine.personActions.rejectPlan({ planId, reason: 'Already paid' }));
    await quiet(engine);
    expect(world.note(rejected)).toContain('status: Cancelled');
    expect(world.note(rejected)).toContain('Human: Rejected plan — Already paid.');
    expect(recorded(bench).at(-1)).toBe('Human: plan_rejected');
    expect(world.paths('Pending_Approval')).toEqual([]);
    expect(drafted.requestId).toBeDefined();
    expect(planAlerts(bench)).toEqual([]);
    await restart(bench);
    expect(world.paths('Plans')).toEqual([rejected]);
    await move(bench, rejected, approved);
    expect(planAlerts(bench)).toMatchObject([{ kind: 'plan_put_back' }]);
    expect([bench.engine.currentMission(), world.paths('Plans')]).toEqual([null, [approved]]);
    await move(bench, approved, rejected);
    valueOf(await bench.engine.personActions.activatePlan({ planId }));
    await quiet(bench.engine);
    expect(bench.engine.currentMission()).toMatchObject({ status: 'Active', path: approved });
  });

  test('by a move is one all the same, also one that never waited; an approved request of it is not called [LOOP-6]', async () => {
    const bench = await createPeopleBench();
    const { engine, world } = bench;
    valueOf(await engine.operations.initializePlan(invoiceMission));
    await quiet(engine);
    await edit(bench, `Plans/${planId}.md`, (text) => text.replace('1. [ ]', '1. [x]'));
    valueOf(await engine.operations.draftExternalAction(invoiceMail));
    await quiet(engine);
    world.config = { ...world.config, paused: true };
    valueOf(await pressApprove(bench, await onlyReview(bench)));
    await move(bench, `Plans/${planId}.md`, rejected);
    expect(world.note(rejected)).toContain('status: Cancelled');
    expect(world.note(rejected)).toContain('Outside: Rejected plan — ');
    world.config = { ...world.config, paused: false };
    await look(bench);
    expect([calledIds(world), world.paths('Approved')]).toEqual([[], []]);
  });

  test.each([
    ['worked', false, 1],
    ['rejected', true, 0],
    ['rejected under a ledger before', 'before', 0],
    ['rejected under a ledger of which an older copy was set aside', 'older', 0],
  ])(
    'that says Active again runs nothing, also a new request of it: %s',
    async (_is, isRejected, calls) => {
      const bench = await createPeopleBench({ config: { trustMoves: true } });
      const { engine, world } = bench;
      valueOf(await engine.operations.initializePlan(invoiceMission));
      await quiet(engine);
      const path = `Plans/${planId}.md`;
      const older = world.ledgerFile.text;
      if (isRejected) {
        await move(bench, path, rejected);
        await edit(bench, rejected, (text) => text.replace('status: Cancelled', 'status: Active'));
        if (isRejected === 'older') world.ledgerFile.text = older;
        if (typeof isRejected === 'string') await beginEpoch(bench);
        expect(planAlerts(bench)).toMatchObject([{ kind: 'plan_put_back', path: rejected }]);
      }
      await edit(bench, isRejected ? rejected : path, (text) => text.replace('1. [ ]', '1. [x]'));
      world.vault.outside.write('Pending_Approval/mail.md', requestNote({ step_id: 's2' }));
      await quiet(engine);
      await move(bench, 'Pending_Approval/mail.md');
      expect([engine.view().missions.length, calledIds(world).length]).toEqual([calls, calls]);
    },
  );

  test('that a person reopened under a ledger that is set aside in turn stays reopened, whatever older lines tell', async () => {
    const bench = await waiting();
    const { engine, world } = bench;
    const older = world.ledgerFile.text;
    await move(bench, pending, rejected);
    await engine.stop();
    world.ledgerFile.text = older;
    await beginEpoch(bench);
    await world.clock.advance(1_000);
    valueOf(await bench.engine.personActions.activatePlan({ planId }));
    await beginEpoch(bench, 'd-ffffffffff');
    expect(bench.engine.currentMission()).toMatchObject({ status: 'Active' });
  });

  test('that waits goes on waiting under a new ledger, wherever its note is put meanwhile', async () => {
    const bench = await waiting();
    const { engine, world } = bench;
    await engine.stop();
    world.vault.outside.move(pending, `Plans/${planId}.md`);
    await beginEpoch(bench);
    expect([bench.engine.view().missions, world.paths('Plans')]).toEqual([[], [pending]]);
    await move(bench, pending, approved);
    await beginEpoch(bench, 'd-ffffffffff');
    expect(bench.engine.currentMission()).toMatchObject({ status: 'Active', path: approved });
  });

  test('says why it waits again, where only an earlier ledger knows that it was approved', async () => {
    const bench = await waiting();
    const { engine, world } = bench;
    valueOf(await engine.personActions.approvePlan({ planId }));
    await quiet(engine);
    await engine.stop();
    // Sync brings its note as it was before.
    world.vault.outside.move(approved, pending);
    await beginEpoch(bench);
    const again = 'An earlier record says that it was approved before this computer took over';
    expect(bench.engine.view().plansWaiting).toMatchObject([{ planId, approvedBefore: true }]);
    expect(planAlerts(bench)[0]?.text).toContain(again);
    await bench.world.clock.advance(3_000);
    expect(world.note('Dashboard.md')).toContain(again);
    await beginEpoch(bench, 'd-ffffffffff');
    expect(bench.engine.view().plansWaiting).toMatchObject([{ planId, approvedBefore: true }]);
    valueOf(await bench.engine.personActions.approvePlan({ planId }));
    await quiet(bench.engine);
    await move(bench, approved, pending);
    expect(bench.engine.view().plansWaiting).toHaveLength(1);
    expect(bench.engine.view().plansWaiting?.[0]).not.toHaveProperty('approvedBefore');
  });

  test('says so after a take-over, too, where sync brought the other computer’s log and not its note', async () => {
    const pair = await withNewcomer();
    const { first, other, sync } = pair;
    const made = { ...invoiceMission, awaitsApproval: true as const };
    valueOf(await first.engine.operations.initializePlan(made));
    await quiet(first.engine);
    await sync('first');
    await first.world.clock.advance(1_000);
    valueOf(await first.engine.personActions.approvePlan({ planId }));
    await quiet(first.engine);
    await sync('first', (path) => path.startsWith('Logs/'));
    const whose = epochIn(first.world.ledgerFile);
    valueOf(await other.engine.personActions.takeOverByWord({ whose }));
    await quiet(other.engine);
    expect(other.engine.view().plansWaiting).toMatchObject([{ planId, approvedBefore: true }]);
  });

  test('found at the first look was decided by nobody: it is told of, and left as it is [LOOP-6]', async () => {
    const before = await waiting();
    const text = before.world.note(pending);
    const bench = await createPeopleBench();
    await bench.engine.stop();
    bench.world.vault.outside.write(rejected, text);
    await restart(bench);
    const { engine, world } = bench;
    expect(world.note(rejected)).toBe(text);
    expect([engine.view().missions, engine.view().plansWaiting]).toEqual([[], []]);
    const told = engine.view().alerts.filter(({ text: said }) => said.includes(planId));
    expect(told.map(({ kind }) => kind)).toEqual(['plan_put_back']);
    await move(bench, rejected, pending);
    expect(engine.view().plansWaiting).toMatchObject([{ planId }]);
    await move(bench, pending, rejected);
    expect(world.note(rejected)).toContain('status: Cancelled');
  });

  test('while nothing ran, after a request of it was prepared here, is rejected, also where the plan is older than this ledger [LOOP-6]', async () => {
    const world = await createWorld();
    world.vault.outside.write(`Plans/${planId}.md`, twinNote());
    const bench = { world, engine: await world.start() };
    valueOf(await bench.engine.operations.draftExternalAction(invoiceMail));
    await quiet(bench.engine);
    await bench.engine.stop();
    world.vault.outside.move(`Plans/${planId}.md`, rejected);
    bench.engine = await world.start();
    await quiet(bench.engine);
    expect(recorded(bench)).toEqual(['Outside: plan_rejected']);
    expect(world.note(rejected)).toContain('status: Cancelled');
    expect(world.paths('Pending_Approval')).toEqual([]);
  });
});

test.each([
  ['approvePlan', 'move', approved, 'Human: Approved plan', 'Active'],
  ['approvePlan', 'update', approved, 'Human: Approved plan', 'Active'],
  ['approvePlan', 'move', rejected, 'Outside: Rejected plan', 'Cancelled'],
  ['rejectPlan', 'move', rejected, 'Human: Rejected plan', 'Cancelled'],
  ['rejectPlan', 'update', rejected, 'Human: Rejected plan', 'Cancelled'],
] as const)(
  'what a press of %s decided is carried out after a crash before its %s, unless a person moves the note meanwhile: %s [LOOP-6]',
  async (decide, write, path, entry, status) => {
    const bench = await waiting();
    const { world } = bench;
    await bench.engine.stop();
    let isDead = false;
    const beforeWrite = (description: string): void => {
      isDead ||= description.startsWith(`${write} Plans/`);
      if (isDead) throw new SimulatedCrash(description, false);
    };
    const dying = await world.start({ beforeWrite });
    await dying.personActions[decide]({ planId }).catch(() => undefined);
    expect(isDead).toBe(true);
    const isMoved = entry.startsWith('Outside');
    if (isMoved) world.vault.outside.move(pending, path);
    await restart(bench);
    expect(world.paths('Plans')).toEqual([path]);
    expect(world.note(path).split(entry)).toHaveLength(2);
    expect(world.note(path)).toContain(`status: ${status}`);
    expect(world.note(path).includes('The audit log says why.')).toBe(!isMoved);
    expect(recorded(bench)).toHaveLength(isMoved ? 3 : 2);
  },
);
