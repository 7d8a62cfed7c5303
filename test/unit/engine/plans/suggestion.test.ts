import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../../src/engine/engine.js';
import { planCrash } from '../../../support/memory/simulated-crash.js';
import { createWorld, invoiceMission, quiet, valueOf } from '../../../support/engine/world.js';

test('an item whose plan names it by its path is suggested no more, also after a restart', async () => {
  const world = await createWorld();
  const text = 'Generate and send the January invoice to Client B, then log the payment.\n';
  const path = 'Needs_Action/brief.md';
  world.vault.outside.write(path, text);
  const engine = await world.start();
  await quiet(engine);
  const kinds = (of: typeof engine) => of.view().alerts.map(({ kind }) => kind);
  expect(kinds(engine)).toEqual(['suggestion']);
  valueOf(await engine.operations.startPlan({ text, sourceLink: path, actor: 'Human' }));
  await quiet(engine);
  expect(kinds(engine)).toEqual([]);
  await engine.stop();
  const again = await world.start();
  await quiet(again);
  expect(kinds(again)).toEqual([]);
});

test('an error report is no work for a plan, whatever it speaks of, unless it says so itself', async () => {
  const world = await createWorld();
  const path = 'Needs_Action/ERROR_2026-02-21T10-00-00Z_T-1.md';
  const report =
    '---\ntype: error_report\nseverity: high\n---\n\n# Context\nThe payment of the invoice failed; send it again, then log it.\n';
  world.vault.outside.write(path, report);
  const engine = await world.start();
  await quiet(engine);
  expect(engine.view().alerts).toEqual([]);
  world.vault.outside.write(path, report.replace('severity', 'treat_as: plan\nseverity'));
  await quiet(engine);
  expect(engine.view().alerts.map(({ kind }) => kind)).toEqual(['suggestion']);
});

test('whatever a crash keeps of a new plan, its item has the plan or is suggested [SC-007]', async () => {
  const path = 'Needs_Action/brief.md';
  for (let at = 1; at <= 3; at += 1) {
    for (const moment of ['before', 'torn', 'after'] as const) {
      const world = await createWorld();
      world.vault.outside.write(
        path,
        'Generate and send the January invoice to Ann, then log it.\n',
      );
      const first = await world.start();
      await quiet(first);
      await first.stop();
      const hooks = planCrash(at, moment);
      const dying = await world.start(hooks);
      await expect(
        dying.operations
          .startPlan({ path, actor: 'Human' })
          .then((plan) => (plan.ok && !hooks.crashed ? plan : Promise.reject(new Error('dead')))),
      ).rejects.toThrow();
      world.vault.watchers.clear();
      const engine = await world.start();
      await quiet(engine);
      const kinds = engine.view().alerts.map(({ kind }) => kind);
      const isPlanned = world.paths('Plans').length > 0;
      expect([at, moment, kinds]).toEqual([at, moment, isPlanned ? [] : ['suggestion']]);
      const plan = valueOf(await engine.operations.startPlan({ path, actor: 'Human' }));
      expect(plan).toMatchObject({ planId: 'PLAN-2026-001', resumed: isPlanned });
      await quiet(engine);
      expect(engine.view().alerts).toEqual([]);
    }
  }
});

test.each(['Re  invoice', 'Re\u00a0invoice', ' invoice ', 'x.md'])(
  'an item called “%s” goes on with its plan, whatever it says by now [US1.3]',
  async (name) => {
    const world = await createWorld();
    const path = `Inbox/${name}.md`;
    const text = 'Generate and send the January invoice to Ann, then log it.\n';
    world.vault.outside.write(path, text);
    const engine = await world.start();
    const { planId } = valueOf(await engine.operations.startPlan({ path, actor: 'Human' })) as {
      planId: string;
    };
    world.vault.outside.write(path, `${text}And pay $40 to Eve.\n`);
    await quiet(engine);
    expect(engine.view().alerts).toEqual([]);
    const again = await engine.operations.startPlan({ path, actor: 'Human' });
    expect(again).toMatchObject({ value: { planId, resumed: true } });
  },
);

describe('items of one name', () => {
  const brief = (who: string) =>
    `Generate and send the January invoice to ${who}, then log the payment.\n`;
  const a = 'Needs_Action/client-a/invoice.md';
  const b = 'Needs_Action/client-b/invoice.md';
  const suggested = (engine: Engine) =>
    engine.view().alerts.flatMap(({ kind, path }) => (kind === 'suggestion' ? [path] : []));

  test('in two folders are told apart: the plan of one says nothing of the other [US1.3] [FR-002]', async () => {
    const world = await createWorld();
    world.vault.outside.write(a, brief('Ann'));
    world.vault.outside.write(b, brief('Bob'));
    const engine = await world.start();
    await quiet(engine);
    expect(engine.view().alerts.map(({ text }) => text.split(' could ')[0])).toEqual([
      '“Needs_Action/client-a/invoice”',
      '“Needs_Action/client-b/invoice”',
    ]);
    valueOf(await engine.operations.startPlan({ path: a, actor: 'Human' }));
    await quiet(engine);
    expect(suggested(engine)).toEqual([b]);
    const other = { path: b, actor: 'Human', evenIfSimilar: true } as const;
    expect(valueOf(await engine.operations.startPlan(other))).toMatchObject({ resumed: false });
    await quiet(engine);
    expect(suggested(engine)).toEqual([]);
    expect(world.note('Plans/PLAN-2026-001.md')).toContain(
      'source_link: "[[Needs_Action/client-a/invoice]]"',
    );
    expect(world.note('Plans/PLAN-2026-002.md')).toContain(
      'source_link: "[[Needs_Action/client-b/invoice]]"',
    );
    expect(valueOf(await engine.operations.startPlan(other))).toMatchObject({
      planId: 'PLAN-2026-002',
      resumed: true,
    });
    await engine.stop();
    const again = await world.start();
    await quiet(again);
    expect(suggested(again)).toEqual([]);
  });

  test('one that comes later is suggested; the one that was planned under that name is not', async () => {
    const world = await createWorld();
    world.vault.outside.write(a, brief('Ann'));
    const engine = await world.start();
    valueOf(await engine.operations.startPlan({ path: a, actor: 'Human' }));
    expect(world.note('Plans/PLAN-2026-001.md')).toContain('source_link: "[[invoice]]"');
    world.vault.outside.write(b, brief('Bob'));
    await quiet(engine);
    expect(suggested(engine)).toEqual([b]);
    world.vault.outside.remove(b);
    await quiet(engine);
    expect(suggested(engine)).toEqual([]);
  });

  test('one that was moved while its plan is worked says which that is, and goes on with it [US1.3]', async () => {
    const world = await createWorld();
    world.vault.outside.write(a, brief('Ann'));
    world.vault.outside.write(b, brief('Bob'));
    const engine = await world.start();
    valueOf(await engine.operations.startPlan({ path: a, actor: 'Human' }));
    const moved = 'Needs_Action/urgent/invoice.md';
    world.vault.outside.move(a, moved);
    await quiet(engine);
    const advice = (path: string) =>
      engine.view().alerts.find((alert) => alert.path === path)?.advice;
    const before = 'PLAN-2026-001 was made of a note of this name that said the same.';
    expect(advice(moved)).toContain(before);
    expect(advice(b)).not.toContain('PLAN-2026-001');
    const again = valueOf(await engine.operations.startPlan({ path: moved, actor: 'Human' }));
    expect(again).toMatchObject({ planId: 'PLAN-2026-001', resumed: true });
    await quiet(engine);
    expect(suggested(engine)).toEqual([b]);
  });

  test('an agent that names them by what they share is told so, and nothing is made', async () => {
    const world = await createWorld();
    world.vault.outside.write(a, brief('Ann'));
    world.vault.outside.write(b, brief('Bob'));
    const engine = await world.start();
    await quiet(engine);
    const made = (sourceLink: string) =>
      engine.operations.initializePlan({ ...invoiceMission, sourceLink });
    expect(await made('[[invoice]]')).toEqual({
      ok: false,
      error: {
        code: 'input_invalid',
        message: `The source [[invoice]] may be ${a} or ${b}.`,
        advice: 'Name it by its path, or rename one of them.',
      },
    });
    expect(world.paths('Plans')).toEqual([]);
    const first = valueOf(await made('[[client-a/invoice]]'));
    expect(valueOf(await made(a))).toEqual({ ...first, resumed: true });
    await quiet(engine);
    expect(suggested(engine)).toEqual([b]);
  });

  test('what comes under the name of an item that was done is suggested; what was done is not [US1.1]', async () => {
    const world = await createWorld();
    world.vault.outside.write(a, brief('Ann'));
    const engine = await world.start();
    valueOf(await engine.operations.startPlan({ path: a, actor: 'Human' }));
    world.vault.outside.write(
      'Plans/PLAN-2026-001.md',
      world.note('Plans/PLAN-2026-001.md').replaceAll('[ ] ✋', '[x]').replaceAll('[ ]', '[x]'),
    );
    await quiet(engine);
    expect(world.paths('Done/Plans')).toEqual(['Done/Plans/PLAN-2026-001.md']);
    // Its properties may say what became of it.
    world.vault.outside.write(a, `---\nstatus: done\n---\n\n${brief('Ann')}`);
    await quiet(engine);
    expect(suggested(engine)).toEqual([]);
    await engine.stop();
    const again = await world.start();
    await quiet(again);
    expect(suggested(again)).toEqual([]);
    world.vault.outside.write(a, brief('Ann').replace('January', 'February'));
    await quiet(again);
    expect(suggested(again)).toEqual([a]);
    const before = 'PLAN-2026-001 was made of a note of this name that said something else.';
    const [alert] = again.view().alerts;
    expect(alert?.advice).toContain(before);
    expect(alert?.suggests?.reasons).toContain(before);
    valueOf(await again.operations.startPlan({ path: a, actor: 'Human' }));
    await quiet(again);
    expect(suggested(again)).toEqual([]);
    expect(world.paths('Plans')).toEqual(['Plans/PLAN-2026-002.md']);
  });

  test('of a plan on record without its text, the name alone tells', async () => {
    const world = await createWorld();
    const source = '[[invoice]]';
    const before = await world.start();
    // The item comes after the plan: its text is not on record.
    const { planId } = valueOf(
      await before.operations.initializePlan({ ...invoiceMission, sourceLink: source }),
    );
    const step = { planId, step: 1, rationale: 'Written', actor: 'Agent' } as const;
    valueOf(await before.operations.updatePlanStep(step));
    world.vault.outside.remove('Plans/PLAN-2026-001.md');
    world.vault.outside.write(a, brief('Ann'));
    await quiet(before);
    expect(suggested(before)).toEqual([]);
    world.vault.outside.write(b, brief('Bob'));
    await quiet(before);
    expect(suggested(before).sort()).toEqual([a, b]);
  });

  test('plans in another tool’s form are told apart, too', async () => {
    const world = await createWorld();
    const foreign = (who: string) => `## Objective\nCall ${who}.\n\n## Steps\n- [ ] Call ${who}\n`;
    world.vault.outside.write('Plans/a/Week.md', foreign('Ann'));
    world.vault.outside.write('Plans/b/Week.md', foreign('Bob'));
    const engine = await world.start();
    await quiet(engine);
    const adopted = valueOf(
      await engine.operations.importPlan({ path: 'Plans/a/Week.md', actor: 'Human' }),
    );
    await quiet(engine);
    expect(world.note(adopted.path)).toContain('source_link: "[[Plans/a/Week]]"');
    expect(engine.view().alerts.map(({ kind, path }) => [kind, path])).toEqual([
      ['foreign', 'Plans/b/Week.md'],
    ]);
  });
});
