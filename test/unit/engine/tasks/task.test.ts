import { describe, expect, test } from 'vitest';
import { fail } from '../../../../src/core/errors.js';
import type { NoteStore } from '../../../../src/ports/note-store.js';
import { memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import { planCrash } from '../../../support/memory/simulated-crash.js';
import { createWorld, quiet, valueOf } from '../../../support/engine/world.js';
import {
  all,
  ann,
  complex,
  edit,
  filed,
  loop,
  mail,
  sayDone,
  settle,
  simple,
  stages,
  upToAct,
  withItem,
} from './task-world.js';

describe('an item becomes a task', () => {
  test('of one line where it is simple: its note says so, and is filed once it is done [LOOP-1] [LOOP-2] [US1.2]', async () => {
    const { world, engine } = await withItem(simple);
    const taskId = Object.keys(stages(world))[0] ?? '';
    expect(taskId).toMatch(/^T-[a-z2-7]{8}$/u);
    expect(world.note(ann)).toBe(
      mail(
        'Please look at the roof.',
        `task_id: ${taskId}\nreceived: 2026-02-21T10:30:01Z\nsource: email\nloop_state: ACT\n`,
      ),
    );
    expect(engine.view().tasks).toMatchObject([
      { taskId, title: 'Please look at the roof.', stage: 'ACT', isDirect: true },
    ]);
    edit(world, ann, sayDone);
    await settle(world, engine);
    expect(world.paths('Needs_Action')).toEqual([]);
    expect(world.note(filed)).toContain('loop_state: CLOSE\nstatus: done\nresult: done\n');
    expect(stages(world)).toEqual({ [taskId]: all });
    expect(engine.view().tasks).toEqual([]);
  });

  test('with a plan of its own where it asks for much, and ends with it [FR-001]', async () => {
    const { world, engine } = await withItem(complex);
    const [mission] = engine.view().missions;
    expect(mission?.steps.map(({ text }) => text)).toEqual([
      'Write the letter',
      'Sort the papers',
      'Clean the desk',
    ]);
    for (const step of [1, 2, 3]) {
      const { planId = '' } = mission ?? {};
      const done = { planId, step, rationale: 'Done', actor: 'Agent' as const };
      valueOf(await engine.operations.updatePlanStep(done));
    }
    await settle(world, engine);
    expect(world.paths('Done')).toEqual(['Done/Plans/PLAN-2026-001.md', filed]);
    expect(Object.values(stages(world))).toEqual([all]);
  });

  test('with a plan that waits for a person where it would pay, and closes as rejected with it [LOOP-6]', async () => {
    const { world, engine } = await withItem(
      mail('Pay the rent. Log the payment. Clean the desk.'),
    );
    const waiting = 'Plans/pending/PLAN-2026-001.md';
    expect(world.paths('Plans')).toEqual([waiting]);
    expect(world.note(waiting)).toContain('It mentions a payment.');
    expect(engine.view().missions).toEqual([]);
    expect(engine.view().tasks).toMatchObject([{ stage: 'APPROVE' }]);
    expect(world.note(ann)).toContain('loop_state: APPROVE');
    world.vault.outside.move(waiting, 'Plans/approved/PLAN-2026-001.md');
    await settle(world, engine);
    expect(engine.view().missions).toMatchObject([{ planId: 'PLAN-2026-001' }]);
    expect(world.note(ann)).toContain('loop_state: ACT');
    world.vault.outside.move('Plans/approved/PLAN-2026-001.md', waiting);
    await settle(world, engine);
    expect(world.note(ann)).toContain('loop_state: APPROVE');
    world.vault.outside.move(waiting, 'Plans/rejected/PLAN-2026-001.md');
    await settle(world, engine);
    expect(world.note(filed)).toContain('result: rejected');
    const details = world.records().flatMap(({ audit }) => (audit.stage ? [audit.detail] : []));
    expect(details.slice(-3)).toEqual([
      '“Pay the rent.” is not worked: rejected.',
      'Nothing of “Pay the rent.” is open: rejected.',
      '“Pay the rent.” is over: rejected.',
    ]);
    expect(Object.values(stages(world))).toEqual([
      [...upToAct, 'APPROVE 1', 'ACT 1', 'LOG 1', 'CLOSE 1'],
    ]);
  });

  test('with a plan that waits for a person where its sender puts what it asks for in backticks [LOOP-6]', async () => {
    const { world } = await withItem(
      mail('1. Write it `\n2. Delete the drafts\n3. Send it `', 'subject: Report\n'),
    );
    expect(world.paths('Plans')).toEqual(['Plans/pending/PLAN-2026-001.md']);
  });

  test('with a plan that waits for a person where another may be of the same work', async () => {
    const { world, engine } = await withItem(complex);
    const again = complex.replace('the desk', 'the desk and the chair');
    world.vault.outside.write('Needs_Action/EMAIL_bob.md', again);
    await settle(world, engine);
    expect(world.paths('Plans')).toEqual([
      'Plans/PLAN-2026-001.md',
      'Plans/pending/PLAN-2026-002.md',
    ]);
  });

  test.each<[string, one: [more: string, below: string], other: [more: string, below: string]]>([
    ['comes from another person', ['from: a@x.example\n', ''], ['from: b@x.example\n', '']],
    ['quotes another invoice', ['', '> Invoice 1: 900 EUR'], ['', '> Invoice 2: 5 EUR']],
    [
      'forwards another subject',
      ['', '--- Forwarded message ---\nSubject: Invoice 1'],
      ['', '--- Forwarded message ---\nSubject: Invoice 2'],
    ],
  ])(
    'with a plan that waits for a person where one of the same words %s',
    async (_what, ...both) => {
      const world = await createWorld();
      const engine = await world.start({}, loop());
      const texts = both.map(([more, below]) =>
        mail(
          `Write the letter today. Sort the papers. Clean the desk.\n\n${below}`,
          `subject: Letter to Berg\n${more}`,
        ),
      );
      for (const [id, text] of [...texts, texts[0] ?? ''].entries()) {
        world.vault.outside.write(`Needs_Action/EMAIL_1234567${id}.md`, text);
        await settle(world, engine);
      }
      expect(world.paths('Plans')).toEqual([
        'Plans/PLAN-2026-001.md',
        'Plans/pending/PLAN-2026-002.md',
      ]);
      // The same message once more is the same work.
      expect(world.note('Plans/PLAN-2026-001.md')).toContain('again in EMAIL_12345672.');
    },
  );

  test('only where the loop takes items, of a known type, that did not lie there before; the rest is left alone', async () => {
    const world = await createWorld();
    world.vault.outside.write('Needs_Action/old.md', simple);
    const engine = await world.start({}, loop());
    world.vault.outside.write('Needs_Action/note.md', 'Please look at the roof.\n');
    world.vault.outside.write(
      'Needs_Action/letter.md',
      mail('Our weekly newsletter.\nUnsubscribe'),
    );
    await settle(world, engine);
    expect(stages(world)).toEqual({});
    await engine.stop();
    const plugin = await world.start();
    world.vault.outside.write(ann, simple);
    await settle(world, plugin);
    expect(world.note(ann)).toBe(simple);
    await plugin.stop();
    const variants = ['email_task', 'whatsapp_message'].map((type) => {
      const path = `Needs_Action/${type}.md`;
      world.vault.outside.write(path, simple.replace('type: email', `type: ${type}`));
      return path;
    });
    const all = await world.start({}, loop({ takesEarlier: true }));
    await settle(world, all);
    for (const path of ['Needs_Action/old.md', ...variants]) {
      expect(world.note(path)).toContain('loop_state: ACT');
    }
    expect(world.note(ann)).toContain('loop_state: ACT');
  });

  test('where another says the same that was there before; that one is none, also when it is edited', async () => {
    const world = await createWorld();
    const old = 'Needs_Action/old.md';
    world.vault.outside.write(old, simple);
    const engine = await world.start({}, loop());
    world.vault.outside.write(ann, simple);
    await settle(world, engine);
    const edited = complex.replace('the desk', 'the roof');
    world.vault.outside.write(old, edited);
    await settle(world, engine);
    expect(engine.view().alerts).toMatchObject([{ kind: 'suggestion', path: old }]);
    await engine.stop();
    const again = await world.start({}, loop());
    await settle(world, again);
    expect(world.note(old)).toBe(edited);
    expect(world.note(ann)).toContain('loop_state: ACT');
    // What comes in its place is new.
    world.vault.outside.remove(old);
    await settle(world, again);
    world.vault.outside.write(old, mail('Please look at the door.'));
    await settle(world, again);
    expect(Object.values(stages(world))).toEqual([upToAct, upToAct]);
  });

  test('without a plan where none can be made: a person is told why, and it is tried again [FR-001]', async () => {
    const world = await createWorld();
    const inner = memoryNoteStore(world.vault);
    let isFull = true;
    const store: NoteStore = {
      ...inner,
      create: (path, text) =>
        isFull && path.startsWith('Plans/')
          ? Promise.resolve(fail('note_write_failed', 'The disk is full.', 'Make room.'))
          : inner.create(path, text),
    };
    const engine = await world.start({}, { ...loop(), store });
    world.vault.outside.write(ann, complex);
    await settle(world, engine);
    const [told] = engine.view().alerts.filter(({ path }) => path === ann);
    expect(told?.advice).toContain('No plan could be made: The disk is full. Make room.');
    isFull = false;
    await settle(world, engine, 60_000);
    expect(engine.view().missions).toMatchObject([{ planId: 'PLAN-2026-001' }]);
    expect(engine.view().alerts.filter(({ path }) => path === ann)).toEqual([]);
  });

  test('of one line, and is suggested for a plan where it asks for much later [US1.2]', async () => {
    const { world, engine } = await withItem(simple);
    edit(world, ann, (text) => `${text}\nWrite the letter. Sort the papers. Clean the desk.\n`);
    await settle(world, engine);
    expect(engine.view().alerts).toMatchObject([{ kind: 'suggestion', path: ann }]);
    valueOf(await engine.operations.startPlan({ path: ann, actor: 'Human' }));
    await settle(world, engine);
    expect(engine.view().tasks).toMatchObject([{ planId: 'PLAN-2026-001', isDirect: false }]);
    expect(engine.view().alerts).toEqual([]);
    expect(Object.values(stages(world))).toEqual([upToAct]);
  });

  test('not while it is still being written [LOOP-5]', async () => {
    const world = await createWorld();
    const engine = await world.start({}, loop());
    for (const part of ['---\ntype: email\n', '---\ntype: email\n---\n\nPlease', simple]) {
      world.vault.outside.write(ann, part);
      await settle(world, engine, 700);
    }
    expect(stages(world)).toEqual({});
    await settle(world, engine);
    expect(Object.values(stages(world))).toEqual([upToAct]);
  });
});

describe('a task', () => {
  test('whose item came with a result of its own is not over by that', async () => {
    const { world, engine } = await withItem(mail('Please look at the roof.', 'result: failed\n'));
    expect(engine.view().tasks).toMatchObject([{ path: ann, stage: 'ACT', isDirect: true }]);
    await engine.stop();
    const again = await world.start({}, loop());
    await settle(world, again);
    expect(Object.values(stages(world))).toEqual([upToAct]);
    edit(world, ann, sayDone);
    await settle(world, again);
    expect(world.paths('Done')).toEqual([filed]);
  });

  test('goes on from its notes after a restart, and without its ledger [LOOP-2]', async () => {
    const { world, engine } = await withItem(simple);
    await engine.stop();
    edit(world, ann, sayDone);
    const again = await world.start({}, loop());
    await settle(world, again);
    expect(Object.values(stages(world))).toEqual([all]);
    await again.stop();

    const other = await withItem(simple);
    await other.engine.stop();
    const before = other.world.note(ann);
    other.world.ledgerFile.text = null;
    for (const path of [...other.world.vault.entries.keys()])
      if (path.startsWith('Logs/')) other.world.vault.outside.remove(path);
    const fresh = await other.world.start({}, loop());
    await settle(other.world, fresh);
    expect(other.world.note(ann)).toBe(before);
    expect(fresh.view().tasks).toMatchObject([{ stage: 'ACT', isDirect: true }]);
  });

  test('whatever a crash keeps of it, each stage is on record once, and its note lies in one place [LOOP-2] [LOOP-8]', async () => {
    const straight = await withItem(simple);
    edit(straight.world, ann, sayDone);
    await settle(straight.world, straight.engine);
    for (const moment of ['before', 'torn', 'after'] as const) {
      for (let at = 2; at < 40; at += 1) {
        const world = await createWorld();
        const hooks = planCrash(at, moment);
        try {
          const dying = await world.start(hooks, loop());
          world.vault.outside.write(ann, simple);
          await settle(world, dying);
          if (!hooks.crashed) edit(world, ann, sayDone);
          await settle(world, dying);
        } catch (error) {
          if (!hooks.crashed) throw error;
        }
        world.vault.watchers.clear();
        if (!world.vault.entries.has(ann) && !world.vault.entries.has(filed)) {
          world.vault.outside.write(ann, simple);
        }
        const engine = await world.start({}, loop({ takesEarlier: true }));
        await settle(world, engine);
        if (world.vault.entries.has(ann)) edit(world, ann, sayDone);
        await settle(world, engine);
        expect([moment, at, world.paths('Needs_Action'), world.paths('Done')]).toEqual([
          ...[moment, at, [], [filed]],
        ]);
        expect([moment, at, ...Object.values(stages(world))]).toEqual([moment, at, all]);
        await engine.stop();
      }
    }
  }, 60_000);

  test('holds no other one up: where one can’t be written, the next goes on, an alert says it, and it is tried again [LOOP-3]', async () => {
    const world = await createWorld();
    const inner = memoryNoteStore(world.vault);
    let isLocked = true;
    const store: NoteStore = {
      ...inner,
      update: (path, change) =>
        path === ann && isLocked
          ? Promise.resolve(fail('note_write_failed', 'It is read-only.', 'Make it writable.'))
          : inner.update(path, change),
    };
    const engine = await world.start({}, { ...loop(), store });
    world.vault.outside.write(ann, simple);
    world.vault.outside.write('Needs_Action/EMAIL_bob.md', simple);
    await settle(world, engine);
    expect(world.note('Needs_Action/EMAIL_bob.md')).toContain('loop_state: ACT');
    expect(world.note(ann)).toBe(simple);
    expect(engine.view().alerts).toMatchObject([
      { path: ann, text: expect.stringContaining('It is read-only.') as string },
    ]);
    isLocked = false;
    await settle(world, engine, 60_000);
    expect(world.note(ann)).toContain('loop_state: ACT');
    expect(engine.view().alerts).toEqual([]);
  });

  test('keeps the words of an editor that empties its note and writes it a moment later', async () => {
    const { world, engine } = await withItem(simple);
    const words = sayDone(world.note(ann)).replace('the roof', 'the roof and the cellar');
    world.vault.outside.write(ann, '');
    await settle(world, engine);
    expect(world.note(ann)).toBe('');
    world.vault.outside.write(ann, words.slice(0, 30));
    await quiet(engine);
    expect(world.note(ann)).toBe(words.slice(0, 30));
    // The properties are there, and the text is not yet.
    const half = words.slice(0, words.indexOf('the roof'));
    world.vault.outside.write(ann, half);
    await settle(world, engine, 500);
    expect(world.note(ann)).toBe(half);
    world.vault.outside.write(ann, words);
    await settle(world, engine);
    expect(world.note(filed)).toContain('the roof and the cellar');
  });

  test('has the priority that the handbook gives its words', async () => {
    const world = await createWorld();
    world.vault.outside.write('Company_Handbook.md', '## Priority\n- High: roof\n');
    const engine = await world.start({}, loop());
    world.vault.outside.write('Needs_Action/EMAIL_a.md', mail('Please look at the door.'));
    await settle(world, engine);
    world.vault.outside.write(ann, simple);
    await settle(world, engine);
    expect(engine.view().tasks?.map(({ path, priority }) => [path, priority])).toEqual([
      [ann, 'high'],
      ['Needs_Action/EMAIL_a.md', 'low'],
    ]);
  });

  test('has the priority that its own property says, and so has its plan, whatever its words say', async () => {
    const { world, engine } = await withItem(
      mail('Urgent: pay the invoice. Sort the papers.', 'priority: Low\n'),
    );
    const other = 'Needs_Action/EMAIL_b.md';
    world.vault.outside.write(other, mail('Please look at the door.', 'priority: "!!! HIGH"\n'));
    await settle(world, engine);
    expect(engine.view().tasks?.map(({ path, priority }) => [path, priority])).toEqual([
      [ann, 'low'],
      [other, 'low'],
    ]);
    expect(world.note('Plans/pending/PLAN-2026-001.md')).toContain('\npriority: low\n');
  });

  test('leaves what a person or another program wrote into its properties', async () => {
    const own = 'received: [Monday]\nsource: "the blue one"\n';
    const { world } = await withItem(mail('Please look at the roof.', own));
    expect(world.note(ann)).toContain(`type: email\n${own}task_id: T-`);
    const other = 'task_id: ACME-42\n';
    const foreign = await withItem(mail('Please look at the roof.', other));
    expect(foreign.world.note(ann)).toBe(mail('Please look at the roof.', other));
  });

  test('is not taken for another one that has its name, nor is a copy of its note', async () => {
    const { world, engine } = await withItem(complex);
    world.vault.outside.write('Needs_Action/copy.md', world.note(ann));
    await settle(world, engine);
    expect(Object.keys(stages(world))).toHaveLength(1);
    world.vault.outside.remove('Needs_Action/copy.md');
    world.vault.outside.remove(ann);
    await settle(world, engine);
    world.vault.outside.write(ann, mail('Paint the fence. Mow the lawn. Cut the hedge.'));
    await settle(world, engine);
    const [, second] = Object.values(stages(world));
    expect(second?.at(-1)).toBe('PLAN');
    expect(engine.view().alerts).toContainEqual(
      expect.objectContaining({
        text: '“EMAIL_ann” needs a plan, and has none.',
        advice: expect.stringContaining('PLAN-2026-001 is of another note of this name.') as string,
      }),
    );
  });

  test('is done by a move to Done/Tasks, and open again when its note is taken out of there', async () => {
    const { world, engine } = await withItem(simple);
    world.vault.outside.move(ann, filed);
    await settle(world, engine);
    expect(world.note(filed)).toContain('loop_state: CLOSE\nresult: done\n');
    world.vault.outside.move(filed, ann);
    await settle(world, engine);
    expect(world.note(ann)).toContain('loop_state: ACT\n---');
    expect(Object.values(stages(world))).toEqual([[...all, 'ACT 1']]);
    expect(engine.view().tasks).toMatchObject([{ stage: 'ACT' }]);
  });

  test.each([false, true])(
    'is done by a move to a folder there, or under another name, also while nothing runs (%s)',
    async (isOff) => {
      const { world, engine } = await withItem(simple);
      if (isOff) await engine.stop();
      const moved = 'Done/Tasks/2026/roof.md';
      world.vault.outside.move(ann, moved);
      const now = isOff ? await world.start({}, loop()) : engine;
      await settle(world, now);
      expect(world.note(moved)).toContain('loop_state: CLOSE\nresult: done\n');
      expect(Object.values(stages(world))).toEqual([all]);
      expect(now.view().tasks).toEqual([]);
    },
  );

  test('is what its notes say, whatever somebody writes into `loop_state` or `task_id`', async () => {
    const { world, engine } = await withItem(simple);
    const right = world.note(ann);
    edit(world, ann, (text) => text.replace('loop_state: ACT', 'loop_state: CLOSE'));
    await settle(world, engine);
    expect(world.note(ann)).toBe(right);
    // Its text was edited since, too.
    const edited = right.replace('the roof', 'the roof again');
    world.vault.outside.write(ann, edited);
    await settle(world, engine);
    for (const line of ['task_id: T-aaaaaaaa\n', 'task_id: ACME-42\n', '']) {
      edit(world, ann, (text) => text.replace(/task_id: .*\n/u, line));
      await settle(world, engine, 61_000);
      expect(world.note(ann)).toContain(/task_id: .*/u.exec(right)?.[0] ?? '');
    }
    await engine.stop();
    edit(world, ann, (text) => text.replace(/task_id: .*/u, 'task_id: T-aaaaaaaa'));
    const again = await world.start({}, loop());
    await settle(world, again, 61_000);
    expect(world.note(ann)).toContain(/task_id: .*/u.exec(right)?.[0] ?? '');
    expect(Object.values(stages(world))).toEqual([upToAct]);
  });

  test('whose plan was cancelled is filed with that result; a plan that is opened again opens it', async () => {
    const { world, engine } = await withItem(complex);
    const [mission] = engine.view().missions;
    const { planId = '' } = mission ?? {};
    valueOf(await engine.operations.cancelPlan({ planId, reason: 'No', actor: 'Human' }));
    await settle(world, engine);
    expect(world.note(filed)).toContain('result: cancelled\n');
  });
});

test('what is added to an item after its plan was made is named until it is in the plan; notes about the work are not [LOOP-2]', async () => {
  const { world, engine } = await withItem(complex);
  const said = () => engine.view().alerts.map(({ text }) => text);
  edit(world, ann, (text) => `${text}\nI called Anna, and she agrees.\n`);
  await settle(world, engine);
  expect(said()).toEqual([]);
  edit(world, ann, (text) => `${text}\n**Anna, 10:42:** Please also pay 300 EUR to Carl.\n`);
  await settle(world, engine);
  expect(said()).toEqual([
    '“EMAIL_ann” was changed after PLAN-2026-001 was made from it. Not in the plan: “Pay 300 EUR to Carl”.',
  ]);
  await engine.stop();
  const again = await world.start({}, loop());
  await settle(world, again);
  expect(again.view().alerts).toMatchObject([{ kind: 'waits', path: ann }]);
  const step = { planId: 'PLAN-2026-001', text: 'Pay 300 EUR to Carl', rationale: 'Anna asked' };
  valueOf(await again.operations.addPlanStep({ ...step, actor: 'Human' }));
  await settle(world, again);
  expect(again.view().alerts).toEqual([]);
});
