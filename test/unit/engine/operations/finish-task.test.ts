import { describe, expect, test } from 'vitest';
import { loopOfRunner } from '../../../../src/core/settings/loop.js';
import { usualPlanning } from '../../../../src/core/settings/planning.js';
import type { Engine } from '../../../../src/engine/engine.js';
import {
  createWorld,
  everythingIn,
  quiet,
  valueOf,
  type World,
} from '../../../support/engine/world.js';

const note = 'Needs_Action/EMAIL_ann.md';
const mail = (text: string): string => `---\ntype: email\n---\n\n${text}\n`;
const simple = mail('Please look at the roof.');
const complex = mail('Write the invoice. Log the payment. Clean the desk.');

async function start(
  text: string,
  { writesPlans = true, path = note } = {},
): Promise<{ readonly world: World; readonly engine: Engine }> {
  const world = await createWorld();
  const planning = { ...usualPlanning, loop: { ...loopOfRunner, writesPlans } };
  const engine = await world.start({}, { planning: () => planning });
  world.vault.outside.write(path, text);
  await quiet(engine);
  await world.clock.advance(1_100);
  await quiet(engine);
  return { world, engine };
}

describe('to finish a task', () => {
  test('says so in its note, and has it filed; who did it is on record before [US1.2]', async () => {
    const { world, engine } = await start(simple);
    const [task] = engine.view().tasks ?? [];
    const done = await engine.operations.finishTask({ path: note, actor: 'Agent (Claude)' });
    const taskId = task?.taskId ?? '';
    expect(valueOf(done)).toEqual({ taskId, path: 'Done/Tasks/EMAIL_ann.md' });
    expect(world.note('Done/Tasks/EMAIL_ann.md')).toContain('loop_state: CLOSE\nstatus: done\n');
    expect(engine.view().tasks).toEqual([]);
    const of = world.records().flatMap(({ audit }) => (audit.task_id === taskId ? [audit] : []));
    const events = of.map(({ event }) => event);
    expect(events.slice(events.indexOf('task_done'))).toEqual([
      ...['task_done', 'task_passed', 'task_closed', 'task_filed'],
    ]);
    expect(of.find(({ event }) => event === 'task_done')?.actor).toBe('Agent (Claude)');
    // One line for one thing that a person did.
    expect(engine.view().recent.map(({ event }) => event)).not.toContain('task_done');
  });

  test('is possible by its id, and once its note was taken out of Done again, another time', async () => {
    const { world, engine } = await start(simple);
    const [task] = engine.view().tasks ?? [];
    const input = { taskId: task?.taskId ?? '', actor: 'Human' as const };
    const { path } = valueOf(await engine.operations.finishTask(input));
    world.vault.outside.move(path, note);
    await quiet(engine);
    await world.clock.advance(1_100);
    await quiet(engine);
    expect(engine.view().tasks).toMatchObject([{ path: note, stage: 'ACT', isDirect: true }]);
    expect(valueOf(await engine.operations.finishTask(input)).path).toBe(path);
  });

  test.each<[what: string, text: string, input: object, says: string]>([
    ['has a plan', complex, { path: note }, '“Write the invoice.” has the plan PLAN-2026-001.'],
    ['is no task', simple, { path: 'Inbox/x.md' }, '“Inbox/x.md” is not a task.'],
    ['is no item', simple, { path: 'Dashboard.md' }, '“Dashboard.md” is not a task.'],
    ['is unknown', simple, { taskId: 'T-aaaaaaaa' }, '“T-aaaaaaaa” is not a task.'],
    ['is not named', simple, {}, 'No task is named.'],
    [
      'is two',
      simple,
      { path: note, taskId: 'T-aaaaaaaa' },
      '`task_id` and `path` don’t name the same task.',
    ],
  ])('is refused where it %s, and changes nothing', async (_what, text, input, says) => {
    const { world, engine } = await start(text);
    world.vault.outside.write('Inbox/x.md', 'Look at the roof.\n');
    await quiet(engine);
    const before = everythingIn(world);
    const done = await engine.operations.finishTask({ ...input, actor: 'Human' });
    expect(done).toMatchObject({ ok: false, error: { message: says } });
    expect(everythingIn(world)).toEqual(before);
  });

  test('is refused where it needs a plan first, and where it is done', async () => {
    const first = await start(complex, { writesPlans: false });
    const refused = await first.engine.operations.finishTask({ path: note, actor: 'Human' });
    expect(refused).toMatchObject({
      error: { message: '“Write the invoice.” needs a plan first.' },
    });
    const { engine } = await start(simple);
    const { path } = valueOf(await engine.operations.finishTask({ path: note, actor: 'Human' }));
    const again = await engine.operations.finishTask({ path, actor: 'Human' });
    expect(again).toMatchObject({
      error: { message: '“Please look at the roof.” is done already.' },
    });
  });

  test('is refused for a copy of its note, which is no task', async () => {
    const { world, engine } = await start(simple);
    world.vault.outside.write('Inbox/copy.md', world.note(note));
    await quiet(engine);
    const done = await engine.operations.finishTask({ path: 'Inbox/copy.md', actor: 'Human' });
    expect(done).toMatchObject({ error: { message: '“Inbox/copy.md” is not a task.' } });
    expect(world.note(note)).not.toContain('status: done');
  });
});
