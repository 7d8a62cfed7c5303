import { describe, expect, test } from 'vitest';
import { calledIds, edit, planned } from '../../../../support/engine/gate-bench.js';
import { invoiceMail, quiet, valueOf } from '../../../../support/engine/world.js';
import { createDevices, toDesk, toPhone } from '../../../../support/engine/desk-and-phone.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
} from '../../../../support/engine/people-bench.js';

const plan = 'Plans/PLAN-2026-001.md';
const marked = (mark: string) => (text: string) => text.replace('2. [ ] ✋', `2. [${mark}] ✋`);
const opened = (text: string) => text.replace('1. [x]', '1. [ ]');
const ticked = (text: string) => text.replace('1. [ ]', '1. [x]');

describe.each(['-', '>', '~', '!', 'c', '–'])('a ✋ step that a person marks [%s]', (mark) => {
  test('after its request was approved: nothing runs, and the mark stays [GATE-9]', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    await edit(bench, plan, opened);
    expect((await pressApprove(bench, await onlyReview(bench))).ok).toBe(true);
    await edit(bench, plan, marked(mark));
    expect((await onlyReview(bench)).returnReason).toContain(`Step 2 is marked [${mark}].`);
    await edit(bench, plan, ticked);
    await bench.world.clock.advance(3_600_000);
    await quiet(bench.engine);
    expect(calledIds(bench.world)).toEqual([]);
    expect(bench.world.note(plan)).toContain(`2. [${mark}] ✋ Send`);
  });
});

const hourMs = 3_600_000;
const cannotRun =
  'The request “Email to client_a@example.com” can’t run: it belongs to step 2 of PLAN-2026-001, which is marked [-].';

describe('a ✋ step that is marked [-] while its request waits', () => {
  test('does not block its plan: what is said is what its card says', async () => {
    const bench = await createPeopleBench();
    const { world, engine } = bench;
    await planned(bench);
    expect(world.note(plan)).toContain('status: Blocked');
    await edit(bench, plan, marked('-'));
    await world.clock.advance(25 * hourMs);
    await quiet(engine);
    expect(world.note(plan)).toMatch(/^status: Active$/mu);
    expect(world.note(plan)).not.toContain('Plan blocked for');
    expect((await onlyReview(bench)).blocked?.message).toBe(cannotRun);
    const told = engine.view().alerts.filter(({ kind }) => kind !== 'suggestion');
    expect(told.map(({ text }) => text)).toEqual([
      expect.stringContaining(
        'Step 2 is marked `[-]`, which does not mean that it is done: nothing runs',
      ),
      cannotRun,
    ]);
    await edit(bench, plan, (text) => text.replace('[-] ✋', '[ ] ✋'));
    expect(world.note(plan)).toMatch(/^status: Blocked$/mu);
  });

  test('is not the next step', async () => {
    const bench = await createPeopleBench();
    const { world, engine } = bench;
    await planned(bench);
    await edit(bench, plan, marked('-'));
    const next = async () => valueOf(await engine.operations.resumePlan({})).words;
    expect(await next()).toContain('Next step: 3 of 3, Log transaction');
    await engine.flushDashboard();
    expect(world.note('Dashboard.md')).toContain('- **Next step**: Log transaction');
    expect(world.note('Dashboard.md')).not.toContain('Blocked since');
    const tick = { planId: 'PLAN-2026-001', step: 3, rationale: 'Logged', actor: 'Agent' } as const;
    expect(await engine.operations.updatePlanStep(tick)).toMatchObject({
      error: {
        code: 'dependency_not_met',
        advice: expect.stringContaining('marked [-]') as string,
      },
    });
    await edit(bench, plan, (text) => text.replace('3. [ ]', '3. [x]'));
    expect(await next()).toContain('Next step: none, step 2 is marked [-].');
    await engine.flushDashboard();
    expect(world.note('Dashboard.md')).toContain('- **Current step**: none (step 2 is marked [-])');
    expect(world.note('Dashboard.md')).not.toContain('Next step');
  });

  test('gets no other request, and nobody is asked to draft it again', async () => {
    const bench = await createPeopleBench();
    const { engine } = bench;
    await planned(bench);
    await edit(bench, plan, marked('-'));
    const { requestId } = await onlyReview(bench);
    valueOf(await engine.personActions.reject({ requestId, reason: 'Not now' }));
    await quiet(engine);
    const rejected = () => engine.view().alerts.filter(({ kind }) => kind === 'rejected');
    expect(rejected()).toEqual([]);
    const refused = {
      error: { code: 'step_set_aside', message: 'Step 2 is marked [-].', path: plan },
    };
    const mail = { ...invoiceMail, step: 's2' };
    expect(await engine.operations.draftExternalAction(mail)).toMatchObject(refused);
    const again = { requestId, actor: 'Agent' } as const;
    expect(await engine.operations.redraft(again)).toMatchObject(refused);
    await edit(bench, plan, (text) => text.replace('[-] ✋', '[ ] ✋'));
    expect(rejected()).toHaveLength(1);
    valueOf(await engine.operations.draftExternalAction(mail));
  });

  test('cannot be approved on a phone either, which says the same [GATE-16]', async () => {
    const devices = await createDevices();
    const { desk, phone } = devices;
    await planned(desk);
    await edit(desk, plan, marked('-'));
    await desk.world.clock.advance(20_000);
    await quiet(desk.engine);
    await toPhone(devices);
    const review = await phone.review();
    const { blocked } = await onlyReview(desk);
    expect(blocked?.message).toBe(cannotRun);
    expect(review.blocked).toEqual(blocked);
    expect(await phone.approve(review)).toEqual({ ok: false, error: blocked });
    await toDesk(devices);
    expect(desk.world.paths('Approved')).toEqual([]);
    await edit(desk, plan, (text) => text.replace('[-] ✋', '[ ] ✋'));
    await toPhone(devices);
    expect((await phone.review()).blocked).toBeNull();
  });
});

test('a ✋ step in progress, marked [/], runs when it is approved', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  await edit(bench, plan, marked('/'));
  await pressApprove(bench, await onlyReview(bench));
  expect(calledIds(bench.world)).toHaveLength(1);
  expect(bench.world.note(plan)).toContain('2. [x] ✋ Send');
});
