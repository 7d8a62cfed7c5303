import { describe, expect, test } from 'vitest';
import { createWorld, everythingIn, quiet, valueOf } from '../../../../support/engine/world.js';

const item = 'Inbox/mail.md';
const simple = 'Read the memo.';
const complex = 'Generate an invoice for Client A, send it by email and log the payment.';
const front = '---\r\nfrom: a # the client\r\npriority: "low"\r\n---\r\n';

async function start(text: string) {
  const world = await createWorld();
  world.vault.outside.write(item, text);
  return { world, engine: await world.start() };
}

describe('what a person says against the suggestion', () => {
  test('a plan of a simple item is remembered in it, by one line, and respected the next time [R8.2]', async () => {
    const { world, engine } = await start(`${front}${simple}\r\n`);
    const input = { path: item, evenIfSimple: true };
    const made = valueOf(await engine.operations.startPlan({ ...input, actor: 'Human' }));
    expect(made).toMatchObject({ kind: 'plan', resumed: false });
    expect(world.note(item)).toContain('priority: "low"\r\ntreat_as: plan\r\n');
    expect(world.records().map(({ audit }) => audit)).toContainEqual(
      expect.objectContaining({
        actor: 'Human',
        event: 'suggestion_overridden',
        from: item,
      }),
    );
    const over = { planId: 'PLAN-2026-001', reason: 'No', actor: 'Human' as const };
    valueOf(await engine.operations.cancelPlan(over));
    await quiet(engine);
    await world.clock.advance(1_100);
    await quiet(engine);
    const path = 'Done/Tasks/mail.md';
    const again = await engine.operations.startPlan({ path, actor: 'Agent' });
    expect(valueOf(again)).toMatchObject({ kind: 'plan', planId: 'PLAN-2026-002' });
  });

  test('a task of a complex item is remembered in it, and nothing suggests a plan any more [R8.2] [US1.2]', async () => {
    const { world, engine } = await start(`${front}${complex}\r\n`);
    expect(engine.view().alerts).toMatchObject([{ kind: 'suggestion' }]);
    expect(valueOf(await engine.operations.keepAsTask({ path: item }))).toEqual({
      remembered: true,
    });
    await quiet(engine);
    expect(world.note(item)).toContain('priority: "low"\r\ntreat_as: task\r\n');
    expect(engine.view().alerts).toEqual([]);
    const before = everythingIn(world);
    const started = await engine.operations.startPlan({ path: item, actor: 'Agent' });
    expect(valueOf(started)).toMatchObject({ kind: 'task' });
    expect(valueOf(await engine.operations.keepAsTask({ path: item })).remembered).toBe(true);
    expect(everythingIn(world)).toEqual(before);
  });

  test('an item that says that it needs a plan is suggested, however simple it reads', async () => {
    const { engine } = await start(`---\ntreat_as: plan\n---\n${simple}\n`);
    expect(engine.view().alerts).toMatchObject([
      {
        kind: 'suggestion',
        text: '“mail” could use a plan (`treat_as: plan`).',
        suggests: {
          reasons: expect.arrayContaining(['The item says `treat_as: plan`.']) as string[],
        },
      },
    ]);
  });

  test.each([
    ['front matter that is not closed', `---\nfrom: a\n${complex}`],
    ['front matter that is no YAML', `---\nfrom: [\n---\n${complex}`],
  ])('is only on record where the item has %s: it is never rewritten', async (_what, text) => {
    const { world, engine } = await start(text);
    expect(valueOf(await engine.operations.keepAsTask({ path: item })).remembered).toBe(false);
    expect(world.note(item)).toBe(text);
    expect(world.records().map(({ audit }) => audit.event)).toContain('suggestion_overridden');
  });

  test('an agent that insists on a plan has no say in how the item is treated', async () => {
    const { world, engine } = await start(`${front}${simple}\r\n`);
    const input = { path: item, actor: 'Agent' as const, evenIfSimple: true };
    expect(valueOf(await engine.operations.startPlan(input))).toMatchObject({ kind: 'plan' });
    await quiet(engine);
    expect(world.note(item)).not.toContain('treat_as');
  });

  test('is kept in items only', async () => {
    const { world, engine } = await start(complex);
    const before = everythingIn(world);
    for (const path of ['Plans/x.md', 'Notes/x.md', 'Dashboard.md', '../x.md']) {
      expect(await engine.operations.keepAsTask({ path })).toMatchObject({
        error: { code: 'path_not_allowed', message: `“${path}” isn’t a task note.` },
      });
    }
    expect(everythingIn(world)).toEqual(before);
  });
});
