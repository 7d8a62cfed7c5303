import { describe, expect, test } from 'vitest';
import { createWorld, everythingIn, quiet, valueOf } from '../../../../support/engine/world.js';

/** What a plan says in its Objective and its Context. */
const sectionsOf = (note: string) => ({
  objective: /^# Objective\n+(.*)$/mu.exec(note)?.[1],
  context: /^## Context\n+(.*)$/mu.exec(note)?.[1],
});

const complexBrief = 'Generate an invoice for Client A, send it by email and log the payment.';

async function start(brief: string) {
  const world = await createWorld();
  world.vault.outside.write('Inbox/mail.md', `---\nfrom: a\n---\n${brief}\n`);
  return { world, engine: await world.start() };
}

describe('startPlan', () => {
  test('makes a plan without steps of an item that names none, for whoever plans it', async () => {
    const { world, engine } = await start('The client is unhappy with the invoice.');
    const input = { path: 'Inbox/mail.md', actor: 'Human' } as const;
    const started = valueOf(await engine.operations.startPlan(input));
    if (started.kind !== 'plan') throw new Error('It is a plan.');
    expect(world.note(started.path)).toContain('## Roadmap\n\n## Reasoning Logs\n');
    expect(engine.view().alerts.filter(({ kind }) => kind === 'invalid')).toEqual([]);
    expect(engine.currentMission()).toMatchObject({ status: 'Active', steps: [] });
  });

  test('makes a plan from a complex item before any external action [US1.1] [FR-001]', async () => {
    const { world, engine } = await start(complexBrief);
    const started = valueOf(
      await engine.operations.startPlan({ path: 'Inbox/mail.md', actor: 'Agent' }),
    );
    expect(started).toMatchObject({ kind: 'plan', planId: 'PLAN-2026-001', resumed: false });
    const plan = world.note('Plans/PLAN-2026-001.md');
    expect(plan).toContain('source_link: "[[mail]]"');
    expect(plan).toMatch(/^\d\. \[ \] ✋ .*send.* \^s\d$/imu);
    expect(world.server.calls).toEqual([]);
  });

  test('says in one sentence what it is for, and in three more why; the item has the rest [SEED-5]', async () => {
    const { world, engine } = await start(
      'Hi Tom,\n\nSend the invoice to Client A. The rates have changed since May. I attached the new card. ' +
        'Please mind the discount. And the old one is void.\n\n- one\n- two',
    );
    const input = { path: 'Inbox/mail.md', actor: 'Human', evenIfSimple: true } as const;
    const started = valueOf(await engine.operations.startPlan(input));
    if (started.kind !== 'plan') throw new Error('It is a plan.');
    const { objective, context } = sectionsOf(world.note(started.path));
    expect(objective).toBe('Send the invoice to Client A.');
    expect(context).toBe(
      'The rates have changed since May. I attached the new card. Please mind the discount. …',
    );
  });

  test.each([3, 20])('makes a plan of %i steps that reads as such [SEED-6]', async (count) => {
    const { world, engine } = await start(complexBrief);
    const steps = Array.from({ length: count }, (_, at) => ({ text: `Do part ${at + 1}` }));
    const input = { path: 'Inbox/mail.md', actor: 'Human', steps } as const;
    valueOf(await engine.operations.startPlan(input));
    await engine.flushDashboard();
    expect(engine.currentMission()?.steps).toHaveLength(count);
    expect(world.note('Dashboard.md')).toContain(`Completed 0 of ${count} steps`);
  });

  test('makes no plan from a simple brief: it is a one-line task [US1.2]', async () => {
    const { world, engine } = await start('Read the memo.');
    const before = everythingIn(world);
    const input = { path: 'Inbox/mail.md', actor: 'Agent' as const };
    const started = valueOf(await engine.operations.startPlan(input));
    expect(started).toMatchObject({ kind: 'task', line: 'Read the memo.' });
    expect(everythingIn(world)).toEqual(before);
  });

  test('makes one from a simple brief when a person asks for it', async () => {
    const { world, engine } = await start('Read the memo.');
    const steps = [{ text: 'Read it' }];
    const input = { path: 'Inbox/mail.md', actor: 'Human' as const, evenIfSimple: true, steps };
    expect(valueOf(await engine.operations.startPlan(input))).toMatchObject({ kind: 'plan' });
    expect(world.note('Plans/PLAN-2026-001.md')).toContain('Created plan — A plan was asked for.');
  });

  test('resumes the plan of the same item instead of a duplicate [US1.3]', async () => {
    const { world, engine } = await start(complexBrief);
    const input = { path: 'Inbox/mail.md', actor: 'Agent' as const };
    valueOf(await engine.operations.startPlan(input));
    world.vault.outside.write('Inbox/mail.md', `${complexBrief} Please hurry.`);
    await quiet(engine);
    const again = valueOf(await engine.operations.startPlan(input));
    expect(again).toMatchObject({ kind: 'plan', planId: 'PLAN-2026-001', resumed: true });
    expect(world.paths('Plans')).toHaveLength(1);
  });
});
