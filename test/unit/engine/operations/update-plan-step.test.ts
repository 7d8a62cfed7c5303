import { describe, expect, test } from 'vitest';
import { createWorld, everythingIn, quiet, valueOf } from '../../../support/engine/world.js';
import { path, plan, start } from '../../../support/engine/one-plan.js';

function tick(step: number | string, rationale = 'It is written') {
  return { planId: 'PLAN-2026-001', step, rationale, actor: 'Agent (claude)' as const };
}

describe('updatePlanStep', () => {
  test.each([2, 's2'])(
    'ticks step %s and says why, in one write of two places [FR-020] [FR-021] [R6.2] [R9.1]',
    async (step) => {
      const { world, engine } = await start();
      const store = { updates: 0 };
      const before = world.note(path);
      const watcher = { owner: {}, onChange: () => void (store.updates += 1) };
      world.vault.watchers.add(watcher);
      const done = valueOf(await engine.operations.updatePlanStep(tick(step)));
      await quiet(engine);
      expect(done).toEqual({ planId: 'PLAN-2026-001', position: 2, text: 'Write' });
      expect(world.note(path)).toBe(
        `${before.replace('2. [ ]', '2. [x]')}- [2026-02-21T10:30:00Z] Agent (claude): Marked step 2 complete — It is written.\n`,
      );
      // The two lines of the audit file, and the plan.
      expect(store.updates).toBe(3);
    },
  );

  test('is on record before it stands in the note', async () => {
    const { world, engine } = await start();
    valueOf(await engine.operations.updatePlanStep(tick(2)));
    expect(world.records().at(-2)?.audit).toMatchObject({
      actor: 'Agent (claude)',
      event: 'step_done',
      plan_id: 'PLAN-2026-001',
      detail: 'Step 2 completed (“Write”)',
    });
  });

  test.each<[string, string, number | string, object]>([
    ['a gated step', 'Active', 3, { code: 'step_gated', path, line: 17 }],
    ['a gated step by its id', 'Active', 's3', { code: 'step_gated', path, line: 17 }],
    ['a step that is done', 'Active', 1, { code: 'step_done', path, line: 15 }],
    [
      'a step whose dependency is open [R7.3]',
      'Active',
      4,
      { code: 'dependency_not_met', path, line: 18, message: 'Step 4 waits for step 2 (“Write”).' },
    ],
    [
      'a step before its turn in the linear order [R7.3]',
      'Active',
      5,
      { code: 'dependency_not_met', path, line: 19 },
    ],
    ['a step that does not exist', 'Active', 6, { code: 'step_missing', path }],
    ['an id that does not exist', 'Active', 's9', { code: 'step_missing', path }],
    ['a step of a draft', 'Draft', 2, { code: 'plan_finished', path, line: 16 }],
  ])('refuses %s and writes nothing', async (_what, status, step, error) => {
    const { world, engine } = await start(status);
    const before = everythingIn(world);
    expect(await engine.operations.updatePlanStep(tick(step))).toMatchObject({ error });
    expect(everythingIn(world)).toEqual(before);
  });

  test.each([
    ['an unknown plan', { ...tick(2), planId: 'PLAN-2026-009' }, 'plan_missing'],
    ['no reason', tick(2, ' '), 'input_invalid'],
  ])('refuses %s and writes nothing', async (_what, input, code) => {
    const { world, engine } = await start();
    const before = everythingIn(world);
    expect(await engine.operations.updatePlanStep(input)).toMatchObject({ error: { code } });
    expect(everythingIn(world)).toEqual(before);
  });

  test('leaves a step that somebody set aside as it is', async () => {
    const { world, engine } = await start();
    const before = world.note(path).replace('2. [ ]', '2. [!]');
    world.vault.outside.write(path, before);
    await quiet(engine);
    expect(await engine.operations.updatePlanStep(tick(2))).toMatchObject({
      error: { code: 'step_set_aside', advice: expect.stringContaining('marked [!]') as string },
    });
    expect(world.note(path)).toBe(before);
  });

  test('ticks the step that was shown, and none that took its place', async () => {
    const { world, engine } = await start();
    const shown = { ...tick(2), text: 'Write' };
    world.vault.outside.write(
      path,
      plan().replace('2. [ ] Write', '2. [ ] Call them\n3. [ ] Write'),
    );
    await quiet(engine);
    const refused = { code: 'note_changed', message: 'Step 2 is another one by now.' };
    const before = everythingIn(world);
    expect(await engine.operations.updatePlanStep(shown)).toMatchObject({ error: refused });
    expect(everythingIn(world)).toEqual(before);
    const byId = { ...shown, step: 's2' };
    expect(await engine.operations.updatePlanStep(byId)).toMatchObject({ ok: true });
    expect(world.note(path)).toContain('3. [x] Write');
  });

  test('does not tick another step that takes its place while the tick is put on record', async () => {
    const world = await createWorld();
    world.vault.outside.write(path, plan());
    const changed = plan().replace('2. [ ] Write', '2. [ ] Ask first\n3. [ ] Write');
    const comes = { now: false };
    const engine = await world.start({
      afterWrite: (written) => {
        if (!comes.now || !written.startsWith('ledger')) return;
        comes.now = false;
        world.vault.outside.write(path, changed);
      },
    });
    await quiet(engine);
    comes.now = true;
    expect(await engine.operations.updatePlanStep(tick(2))).toMatchObject({
      error: { code: 'note_changed', path },
    });
    expect(world.note(path)).toBe(changed);
    expect(world.records().at(-1)?.audit).toMatchObject({ event: 'not_written' });
  });

  test('is done once when two ask at once', async () => {
    const { world, engine } = await start();
    const results = await Promise.all([
      engine.operations.updatePlanStep(tick(2)),
      engine.operations.updatePlanStep(tick(2)),
    ]);
    expect(results).toMatchObject([{ ok: true }, { error: { code: 'step_done' } }]);
    expect(world.note(path).match(/Marked step 2/g)).toHaveLength(1);
    const events = world.records().map(({ audit }) => audit.event);
    expect(events.filter((event) => /step_done|not_written/.test(event))).toEqual(['step_done']);
  });

  test('never rewrites a plan that cannot be read [R7.2]', async () => {
    const world = await createWorld();
    const broken = plan().replace('status: Active', 'status: [');
    world.vault.outside.write(path, broken);
    const engine = await world.start();
    const result = await engine.operations.updatePlanStep(tick(2));
    expect(result).toMatchObject({ error: { code: 'front_matter_invalid', path } });
    expect(world.note(path)).toBe(broken);
  });
});
