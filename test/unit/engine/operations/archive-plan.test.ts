import { describe, expect, test } from 'vitest';
import { createWorld, everythingIn, quiet, valueOf } from '../../../support/engine/world.js';
import { path, plan, start } from '../../../support/engine/one-plan.js';

describe('archivePlan', () => {
  test('refuses while steps are open, and names the first [R6.4]', async () => {
    const { world, engine } = await start();
    const before = everythingIn(world);
    expect(await engine.operations.archivePlan({ planId: 'PLAN-2026-001' })).toMatchObject({
      error: {
        code: 'transition_not_allowed',
        message: 'PLAN-2026-001 has 4 open steps, first step 2 (“Write”).',
        path,
        line: 16,
      },
    });
    expect(everythingIn(world)).toEqual(before);
  });

  test('moves a finished plan whole, and asking again changes nothing [R6.4] [R9.2]', async () => {
    const world = await createWorld();
    const finished = plan().replaceAll('[ ]', '[x]').replace('✋ ', '');
    world.vault.outside.write(path, finished);
    const engine = await world.start();
    const where = { planId: 'PLAN-2026-001', path: 'Done/Plans/PLAN-2026-001.md' };
    expect(valueOf(await engine.operations.archivePlan({ planId: where.planId }))).toEqual(where);
    expect(world.note(where.path)).toBe(
      `${finished.replace('status: Active', 'status: Done')}- [2026-02-21T10:30:00Z] Countersign: Completed plan — All 5 steps are done.\n`,
    );
    await quiet(engine);
    const before = everythingIn(world);
    expect(valueOf(await engine.operations.archivePlan({ planId: where.planId }))).toEqual(where);
    expect(everythingIn(world)).toEqual(before);
  });

  test('finds a plan again whose note a person gave another name, also after a restart [R6.4]', async () => {
    const world = await createWorld();
    const finished = plan().replaceAll('[ ]', '[x]').replace('✋ ', '');
    world.vault.outside.write('Plans/client-a/January invoice.md', finished);
    const engine = await world.start();
    const where = { planId: 'PLAN-2026-001', path: 'Done/Plans/January invoice.md' };
    expect(valueOf(await engine.operations.archivePlan({ planId: where.planId }))).toEqual(where);
    await engine.stop();
    const again = await world.start();
    expect(valueOf(await again.operations.archivePlan({ planId: where.planId }))).toEqual(where);
    // Another note may bear that name by then.
    world.vault.outside.write(where.path, finished.replace(where.planId, 'PLAN-2026-009'));
    expect(await again.operations.archivePlan({ planId: where.planId })).toMatchObject({
      error: { code: 'plan_missing' },
    });
  });

  test('refuses an unknown plan', async () => {
    const { engine } = await start();
    expect(await engine.operations.archivePlan({ planId: 'PLAN-2026-002' })).toMatchObject({
      error: { code: 'plan_missing' },
    });
  });
});
