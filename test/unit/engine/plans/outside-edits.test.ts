import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../../src/engine/engine.js';
import { planText } from '../../../support/builders/plan-text.js';
import { planCrash } from '../../../support/memory/simulated-crash.js';
import {
  createWorld,
  invoiceMail,
  invoiceMission,
  moveToApproved,
  quiet,
  valueOf,
  type World,
} from '../../../support/engine/world.js';

const id = 'PLAN-2026-001';
const path = `Plans/${id}.md`;
const steps = ['[x] Look ^s1', '[ ] Check the invoice', '[ ] ✋ Send ^s3', '[ ] Close'];

const events = [
  ...['step_ticked', 'step_unticked', 'step_set_aside', 'log_added', 'plan_status_changed'],
  ...['plan_found', 'request_found', 'withdrawn', 'step_opened'],
];

/** What is told of edits that nobody made through us, oldest first. */
function toldIn(world: World): string[] {
  return world
    .records()
    .flatMap(({ audit }) =>
      audit.actor === 'Outside' && events.includes(audit.event)
        ? [`${audit.event}: ${audit.detail}`]
        : [],
    );
}

async function startWith(
  text = planText({ id, steps }),
): Promise<{ world: World; engine: Engine }> {
  const world = await createWorld();
  world.vault.outside.write(path, text);
  return { world, engine: await restart(world) };
}

async function restart(world: World, before?: Engine): Promise<Engine> {
  await before?.stop();
  const engine = await world.start();
  await quiet(engine);
  return engine;
}

async function edit(world: World, engine: Engine | null, from: string, to: string): Promise<void> {
  const text = world.note(path);
  expect(text).toContain(from);
  world.vault.outside.write(path, text.replace(from, to));
  if (engine) await quiet(engine);
}

const entry = '- [2026-02-21T11:00:00Z] Agent: Checked it — The sums are right.\n';
const add = (text: string, line = entry): string => `${text}${line}`;

describe('what somebody writes into a plan note', () => {
  test('a vault that is there already is the baseline: nothing of it is told', async () => {
    const { world, engine } = await startWith(add(planText({ id, steps })));
    await restart(world, engine);
    expect(toldIn(world)).toEqual([]);
    expect(world.note('Dashboard.md')).not.toContain('Outside');
  });

  test.each([
    [
      'a tick',
      '[ ] Check',
      '[x] Check',
      'step_ticked: Step 2 was ticked in the note: “Check the invoice”.',
    ],
    [
      'a step set aside',
      '[ ] Check',
      '[-] Check',
      'step_set_aside: Step 2 was set aside in the note ([-]): “Check the invoice”.',
    ],
    [
      'a step opened again',
      '[x] Look',
      '[ ] Look',
      'step_unticked: Step 1 was opened again in the note: “Look”.',
    ],
    [
      'a status',
      'status: Active',
      'status: Draft',
      'plan_status_changed: The plan’s status was changed in its note, from Active to Draft.',
    ],
    [
      'a ✋ step without a request',
      '[ ] ✋ Send',
      '[x] ✋ Send',
      'step_ticked: Step 3 was ticked in the note: “Send”.',
    ],
    [
      'an entry of the log',
      '## Reasoning Logs\n',
      `## Reasoning Logs\n${entry}`,
      'log_added: An entry was added to its log in the note: “Checked it — The sums are right.”. It names “Agent” as who did it.',
    ],
  ])('tells %s once, also over restarts, and while nothing runs', async (_what, from, to, told) => {
    const running = await startWith();
    await edit(running.world, running.engine, from, to);
    expect(toldIn(running.world)).toEqual([told]);
    await restart(running.world, await restart(running.world, running.engine));
    expect(toldIn(running.world)).toEqual([told]);

    const { world, engine } = await startWith();
    await engine.stop();
    await edit(world, null, from, to);
    await restart(world, await restart(world));
    expect(toldIn(world)).toEqual([told]);
  });

  test('it is in Recent Activity and in the day’s log', async () => {
    const { world, engine } = await startWith();
    await edit(world, engine, '[ ] Check', '[x] Check');
    await engine.stop();
    expect(world.note('Dashboard.md')).toContain('Step 2 was ticked in the note');
    expect(world.only('Logs')).toMatch(/\.log\.md$/u);
    expect(world.note(world.only('Logs'))).toContain('| Outside | Step 2 was ticked in the note');
  });

  test('counts what comes at once, in an entry of one line', async () => {
    const { world, engine } = await startWith();
    const lines = Array.from({ length: 1_000 }, (_, at) => entry.replace('it', `it ${at + 1}`));
    await edit(world, engine, '## Reasoning Logs\n', `## Reasoning Logs\n${lines.join('')}`);
    await edit(
      world,
      engine,
      '[ ] Check the invoice\n3. [ ] ✋ Send ^s3\n4. [ ] Close',
      '[x] Check the invoice\n3. [ ] ✋ Send ^s3\n4. [x] Close',
    );
    expect(toldIn(world)).toEqual([
      'log_added: 1,000 entries were added to its log in the note; the last: “Checked it 1000 — The sums are right.”. It names “Agent” as who did it.',
      'step_ticked: 2 steps were ticked in the note; the last of them is step 4: “Close”.',
    ]);
  });

  test('shows hidden characters, and cuts what is long', async () => {
    const { world, engine } = await startWith();
    const line = `- [2026-02-21T11:00:00Z] Agent: Pay\u202e ” — ${'so '.repeat(400)}\n`;
    await edit(world, engine, '## Reasoning Logs\n', `## Reasoning Logs\n${line}`);
    const [told = ''] = toldIn(world);
    expect(told).not.toContain('\u202e');
    expect(told.length).toBeLessThan(400);
    expect(told).toMatch(/^log_added: .*…”\. It names “Agent” as who did it\.$/u);
  });

  test('a new plan note is told once; then what changes in it', async () => {
    const { world, engine } = await startWith();
    const other = planText({ id: 'PLAN-2026-007', steps: ['[x] Look', '[ ] Write'] });
    world.vault.outside.write('Plans/PLAN-2026-007.md', add(other));
    await quiet(engine);
    const found = 'plan_found: A plan note was added: “Finish PLAN-2026-007.”.';
    expect(toldIn(world)).toEqual([found]);
    await engine.stop();
    world.vault.outside.write('Plans/PLAN-2026-007.md', other.replace('[ ] Write', '[/] Write'));
    world.vault.outside.move('Plans/PLAN-2026-007.md', 'Plans/renamed.md');
    const again = await restart(world);
    world.vault.outside.move('Plans/renamed.md', 'Archive/renamed.md');
    await quiet(again);
    world.vault.outside.move('Archive/renamed.md', 'Plans/back.md');
    await restart(world, again);
    expect(toldIn(world)).toEqual([found]);
  });

  test('the first plan of an empty vault is told, too', async () => {
    const world = await createWorld();
    const engine = await restart(world);
    world.vault.outside.write(path, planText({ id }));
    await quiet(engine);
    await restart(world, engine);
    expect(toldIn(world)).toEqual([expect.stringMatching(/^plan_found: /u)]);
  });

  test('a version that sync brings, and takes away again, tells no entry twice', async () => {
    const { world, engine } = await startWith();
    const old = world.note(path);
    await edit(world, engine, '## Reasoning Logs\n', `## Reasoning Logs\n${entry}`);
    const now = world.note(path);
    for (const text of [old, now, old, now]) {
      world.vault.outside.write(path, text);
      await quiet(engine);
    }
    expect(toldIn(world)).toHaveLength(1);
  });

  test('two notes of one id: what is left of them is told once', async () => {
    const { world, engine } = await startWith();
    const copy = 'Plans/PLAN-2026-001 (conflict).md';
    world.vault.outside.write(copy, add(world.note(path)).replace('[ ] Check', '[x] Check'));
    await quiet(engine);
    await edit(world, engine, '[ ] Close', '[x] Close');
    expect(toldIn(world)).toEqual([]);
    world.vault.outside.remove(path);
    world.vault.outside.move(copy, path);
    await quiet(engine);
    await restart(world, engine);
    expect(toldIn(world)).toEqual([
      'step_ticked: Step 2 was ticked in the note: “Check the invoice”.',
      'log_added: An entry was added to its log in the note: “Checked it — The sums are right.”. It names “Agent” as who did it.',
    ]);
  });

  test('a copy that goes into the plan tells its entries once', async () => {
    const { world, engine } = await startWith();
    await edit(world, engine, '[ ] Check', '[x] Check');
    const copy = planText({ id, steps });
    world.vault.outside.write('Plans/PLAN-2026-001 (conflict).md', add(copy));
    await quiet(engine);
    await world.clock.advance(120_000);
    await quiet(engine);
    expect(world.paths('Plans')).toHaveLength(1);
    expect(world.note(world.only('Plans'))).toContain('Checked it');
    await restart(world, engine);
    expect(toldIn(world).filter((told) => told.startsWith('log_added'))).toHaveLength(1);
    expect(toldIn(world)).toHaveLength(2);
  });

  test('a done step that gets other words, or an id, is not ticked again', async () => {
    const { world, engine } = await startWith();
    await edit(world, engine, '[ ] Check the invoice', '[x] Check the invoice');
    await edit(world, engine, '[x] Check the invoice', '[x] Check the invoice ^s2');
    await edit(world, engine, 'Look ^s1', 'Look');
    await edit(world, engine, 'Check the invoice ^s2', 'Check it all ^s2');
    await edit(world, engine, '[x] Look', '[x] Look closely');
    await restart(world, engine);
    expect(toldIn(world)).toHaveLength(1);
  });

  test('a tick is told although the same edit takes a done step away', async () => {
    const { world, engine } = await startWith();
    await edit(world, engine, '[x] Look ^s1\n2. [ ] Check', '[x] Check');
    expect(toldIn(world)).toEqual([
      'step_ticked: Step 1 was ticked in the note: “Check the invoice”.',
    ]);
  });

  test('a tick that ends a request is told by the end of the request, and its opening by that of the step', async () => {
    const { world, engine } = await startWith();
    valueOf(await engine.operations.draftExternalAction({ ...invoiceMail, step: 's3' }));
    await quiet(engine);
    await edit(world, engine, '[ ] ✋ Send', '[x] ✋ Send');
    await edit(world, engine, '[x] ✋ Send', '[ ] ✋ Send');
    await restart(world, engine);
    expect(toldIn(world).map((told) => told.split(':')[0])).toEqual(['withdrawn', 'step_opened']);
  });

  test('the ledger grows by what changed', async () => {
    const many = Array.from({ length: 2_000 }, (_, at) => `[ ] Step ${at}`);
    const { world, engine } = await startWith(planText({ id, steps: many }));
    await edit(world, engine, '[ ] Step 77\n', '[x] Step 77\n');
    const before = (world.ledgerFile.text ?? '').length;
    await edit(world, engine, '[ ] Step 99\n', '[x] Step 99\n');
    expect((world.ledgerFile.text ?? '').length - before).toBeLessThan(800);
  });

  test('one record holds many plans of a vault that is there already', async () => {
    const world = await createWorld();
    for (let number = 100; number < 300; number += 1) {
      world.vault.outside.write(
        `Plans/PLAN-2026-${number}.md`,
        planText({ id: `PLAN-2026-${number}` }),
      );
    }
    const engine = await restart(world);
    const count = world.records().length;
    expect(count).toBeLessThan(10);
    await restart(world, engine);
    expect(world.records()).toHaveLength(count);
  });
});

describe('a request note', () => {
  test('that somebody made is told once, before anything is done for it', async () => {
    const { world, engine } = await startWith();
    const drafted = valueOf(
      await engine.operations.draftExternalAction({ ...invoiceMail, step: 's3' }),
    );
    await quiet(engine);
    const text = world.note(drafted.path).split('%% countersign')[0] ?? '';
    expect(toldIn(world)).toEqual([]);
    const other = text
      .replaceAll(drafted.requestId, 'mine')
      .replace(/^machine:[^]*?(?=^\w|^---)/mu, '');
    world.vault.outside.write('Pending_Approval/mine.md', other);
    await quiet(engine);
    await restart(world, engine);
    const told = toldIn(world).filter((one) => one.startsWith('request_found'));
    expect(told).toEqual([
      'request_found: A request note was added for step 3: “Email to client_a@example.com”.',
    ]);
  });
});

describe('what we write', () => {
  async function mission(world: World, engine: Engine): Promise<void> {
    const { operations } = engine;
    await operations.initializePlan(invoiceMission);
    const at = { planId: id, actor: 'Agent' as const };
    await operations.updatePlanStep({ ...at, step: 1, rationale: 'Written' });
    await operations.logReasoning({ ...at, action: 'Chose', rationale: 'It is newer' });
    await operations.addPlanStep({ ...at, text: 'Look again', rationale: 'To be sure' });
    const drafted = await operations.draftExternalAction(invoiceMail);
    await quiet(engine);
    if (drafted.ok) await moveToApproved(world, engine, drafted.value.path);
    await operations.updatePlanStep({ ...at, step: 3, rationale: 'Logged' });
    await operations.updatePlanStep({ ...at, step: 4, rationale: 'Looked' });
    await quiet(engine);
  }

  test('is never taken for somebody else’s', async () => {
    const world = await createWorld();
    const engine = await restart(world);
    await mission(world, engine);
    expect(world.paths('Done/Plans')).toHaveLength(1);
    await restart(world, engine);
    expect(toldIn(world)).toEqual([]);
  });

  test('nor is it after a crash, whenever that is', async () => {
    const whole = planCrash(Infinity);
    const straight = await createWorld();
    await mission(straight, await straight.start(whole));
    // Around each write of the plan, and the record before it.
    const isNear = (at: number): boolean =>
      whole.writes.slice(at - 1, at + 1).some((write) => write.includes('Plans/'));
    for (let at = 1; at <= whole.writes.length; at += 1) {
      if (!isNear(at)) continue;
      for (const moment of ['before', 'after'] as const) {
        const world = await createWorld();
        const hooks = planCrash(at, moment);
        try {
          await mission(world, await world.start(hooks));
        } catch (error) {
          if (!hooks.crashed) throw error;
        }
        world.vault.watchers.clear();
        const engine = await restart(world);
        await restart(world, engine);
        expect(toldIn(world), `${moment} write ${at}, ${whole.writes[at - 1]}`).toEqual([]);
      }
    }
  });
});
