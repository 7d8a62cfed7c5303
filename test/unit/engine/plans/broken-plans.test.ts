import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../../src/engine/engine.js';
import {
  createWorld,
  invoiceMail,
  invoiceMission,
  moveToApproved,
  quiet,
  upToRequest,
  valueOf,
  type World,
} from '../../../support/engine/world.js';

const planPath = 'Plans/PLAN-2026-001.md';

async function blocked(): Promise<{ world: World; engine: Engine; path: string }> {
  const world = await createWorld();
  const engine = await world.start();
  return { world, engine, path: await upToRequest(world, engine) };
}

function edit(world: World, path: string, from: string, to: string): void {
  const text = world.note(path);
  expect(text).toContain(from);
  world.vault.outside.write(path, text.replace(from, to));
}

test('a plan without steps waits for them: that is said, and is no fault', async () => {
  const world = await createWorld();
  const engine = await world.start();
  await engine.operations.initializePlan(invoiceMission);
  const text = world.note(planPath);
  world.vault.outside.write(planPath, text.replaceAll(/^\d+\. \[ \] .*\n/gmu, ''));
  await quiet(engine);
  expect(engine.view().alerts).toEqual([
    expect.objectContaining({
      kind: 'waits',
      path: planPath,
      text: expect.stringMatching(
        /^PLAN-2026-001, line \d+: This plan has no steps yet\.$/,
      ) as string,
      advice:
        'Your agent can add them, or add a line such as `1. [ ] …` under its heading yourself.',
    }),
  ]);
});

describe('a plan that cannot be read', () => {
  test.each([
    ['broken YAML', 'status: Active', 'status: [Active'],
    ['a status that does not exist', 'status: Active', 'status: Sleeping'],
    ['a missing key', 'priority: high\n', ''],
    ['no Roadmap', '## Roadmap\n', '## Way\n'],
    ['one block id twice', '3. [ ] Log', '3. [ ] ✋ Log ^s2 \n4. [ ] Log'],
  ])(
    'because of %s is reported with path and line, never rewritten, and holds nothing else up [EC1] [R7.2]',
    async (_what, from, to) => {
      const world = await createWorld();
      const engine = await world.start();
      await engine.operations.initializePlan(invoiceMission);
      const whole = world.note(planPath);
      if (to.includes('^s2')) edit(world, planPath, from, to.replace(' \n', ' ^s2\n'));
      else edit(world, planPath, from, to);
      if (to.includes('^s2')) edit(world, planPath, '✋ Log ^s2 ^s2', '✋ Log ^s2');
      const broken = world.note(planPath);
      await quiet(engine);
      const [alert] = engine.view().alerts;
      expect(alert).toMatchObject({ kind: 'invalid', path: planPath });
      expect(alert?.text).toMatch(/^Plans\/PLAN-2026-001\.md:\d+:\d+: /);
      expect(alert?.advice).toMatch(/The note is left untouched\.$/);
      expect(world.notices).toContain(`${alert?.text} ${alert?.advice}`);

      const other = { ...invoiceMission, sourceLink: '[[other]]' };
      const made = valueOf(await engine.operations.initializePlan(other));
      const draft = { ...invoiceMail, planId: made.planId };
      valueOf(await engine.operations.draftExternalAction(draft));
      await quiet(engine);
      expect(world.note(made.path)).toContain('status: Blocked');
      expect(await engine.operations.draftExternalAction(invoiceMail)).toMatchObject({ ok: false });
      expect(world.note(planPath)).toBe(broken);

      world.vault.outside.write(planPath, whole);
      await quiet(engine);
      expect(engine.view().alerts).toEqual([]);
      expect(engine.view().missionCount).toBe(2);
    },
  );

  test('that stays so is told in the audit log, the day’s log and one error report, which is no item [EC1]', async () => {
    const world = await createWorld();
    const engine = await world.start();
    await engine.operations.initializePlan(invoiceMission);
    const reports = () => world.paths('Needs_Action').filter((path) => path.includes('/ERROR_'));
    edit(world, planPath, 'status: Active', 'status: [Active');
    await quiet(engine);
    expect(reports()).toEqual([]);
    await world.clock.advance(61_000);
    await quiet(engine);
    const [report = '', ...more] = reports();
    expect(more).toEqual([]);
    expect(report).toMatch(/ERROR_2026-02-21T10-31-\d\dZ_PLAN-2026-001\.md$/);
    expect(world.note(report)).toMatch(
      /type: error_report\nerror_type: plan_unreadable\ntask_id: PLAN-2026-001\n[^]*## Context\n[^]*## Details\n- Plans\/PLAN-2026-001\.md:\d+:[^]*## Suggested Options\n/,
    );
    const audit = world.records().map(({ audit: { event } }) => event);
    expect(audit.filter((event) => event === 'plan_unreadable')).toHaveLength(1);
    await world.clock.advance(120_000);
    await quiet(engine);
    expect(world.note('Logs/2026-02-21.log.md')).toContain('The plan can’t be read');
    expect(engine.view().alerts.filter(({ kind }) => kind === 'suggestion')).toEqual([]);
    await engine.stop();
    const next = await world.start();
    await world.clock.advance(61_000);
    await quiet(next);
    expect(reports()).toEqual([report]);
  });

  test('is reported again when it breaks again in the same way [EC1]', async () => {
    const world = await createWorld();
    const engine = await world.start();
    await engine.operations.initializePlan(invoiceMission);
    const breakPlan = async () => {
      edit(world, planPath, 'status: Active', 'status: [Active');
      await quiet(engine);
      await world.clock.advance(61_000);
      await quiet(engine);
      return world.paths('Needs_Action').find((path) => path.includes('/ERROR_'));
    };
    const first = await breakPlan();
    edit(world, planPath, 'status: [Active', 'status: Active');
    await quiet(engine);
    world.vault.outside.remove(first ?? '');
    await quiet(engine);
    expect(await breakPlan()).toMatch(/ERROR_/);
  });

  test('while somebody types in it is reported to nobody [EC1]', async () => {
    const world = await createWorld();
    const engine = await world.start();
    await engine.operations.initializePlan(invoiceMission);
    edit(world, planPath, 'status: Active', 'status: [Active');
    await quiet(engine);
    edit(world, planPath, 'status: [Active', 'status: Active');
    await quiet(engine);
    await world.clock.advance(120_000);
    await quiet(engine);
    expect(world.paths('Needs_Action').filter((path) => path.includes('/ERROR_'))).toEqual([]);
  });

  test('is found at the start as well [EC1]', async () => {
    const world = await createWorld();
    world.vault.outside.write(planPath, '---\ntask_id: PLAN-2026-001\n---\n');
    const engine = await world.start();
    await quiet(engine);
    expect(engine.view().alerts[0]?.text).toMatch(
      /^Plans\/PLAN-2026-001\.md:3:1: .*[^.] \(and \d+ more problems\)\.$/,
    );
    expect(engine.currentMission()).toBeNull();
  });

  test('takes the outcome of its action once it is repaired', async () => {
    const { world, engine, path } = await blocked();
    world.server.answer = () => {
      edit(world, planPath, 'status: Active', 'status: [Active');
      return { kind: 'result', result: { content: [{ type: 'text', text: 'Email sent' }] } };
    };
    await moveToApproved(world, engine, path);
    expect(world.server.calls).toHaveLength(1);
    expect(world.note(world.only('Done/Actions'))).toContain('status: executed');
    expect(world.note(planPath)).toContain('2. [ ] ✋');
    edit(world, planPath, 'status: [Active', 'status: Active');
    await quiet(engine);
    expect(world.note(planPath)).toContain('2. [x] ✋');
    expect(world.note(planPath).trimEnd().split('\n').at(-1)).toContain('Executed step 2');
    expect(world.server.calls).toHaveLength(1);
  });
});
