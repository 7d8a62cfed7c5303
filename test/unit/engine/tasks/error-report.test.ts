import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../../src/engine/engine.js';
import { fail } from '../../../../src/core/errors.js';
import type { NoteStore } from '../../../../src/ports/note-store.js';
import { memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import { planCrash } from '../../../support/memory/simulated-crash.js';
import { createWorld, valueOf, type World } from '../../../support/engine/world.js';
import {
  all,
  ann,
  complex,
  edit,
  loop,
  mail,
  settle,
  simple,
  stages,
  upToAct,
  withItem,
} from './task-world.js';

describe('an error report', () => {
  const invalid = 'Done/invalid/EMAIL_ann.md';
  const broken = '---\ntype: email\nfrom: [\n---\n\nPlease look at the roof.\n';

  async function withReport() {
    const { world, engine } = await withItem(broken);
    await settle(world, engine, 61_000);
    const report = world.only('Needs_Action');
    return { world, engine, report };
  }

  const tick = (id: string) => (text: string) =>
    text.replace(new RegExp(`- \\[ \\] (.* \\^${id})`, 'u'), '- [x] $1');

  test('is written for an item that can’t be read, and the item lies in Done/invalid as it was [LOOP-10] [LOOP-11]', async () => {
    const { world, report } = await withReport();
    expect(world.note(invalid)).toBe(broken);
    const text = world.note(report);
    expect(text).toMatch(
      /^---\ntype: error_report\nerror_type: item_invalid\ntask_id: T-[a-z2-7]{8}\nabout: Done\/invalid\/EMAIL_ann.md\ntimestamp: 2026-02-21T10:31:0\dZ\nseverity: high\n---\n## Context\n/u,
    );
    expect(text).toContain('\n## Details\n- Line 3: ');
    expect(text).toContain('\n## Suggested Options\n');
  });

  test('is there, once, whenever a crash came, and is answered once; the item is in one place [LOOP-10]', async () => {
    const count = (world: World, name: string): number =>
      world.paths('').filter((path) => path.includes(name) && !path.startsWith('Logs/')).length;
    let isOver = false;
    for (let at = 2; !isOver; at += 1) {
      const world = await createWorld();
      const hooks = planCrash(at);
      const answer = async (engine: Engine): Promise<void> => {
        const [report] = world.paths('Needs_Action').filter((path) => path.includes('/ERROR_'));
        if (report !== undefined && !hooks.crashed) edit(world, report, tick('fail'));
        await settle(world, engine);
      };
      try {
        const dying = await world.start(hooks, loop());
        world.vault.outside.write(ann, broken);
        await settle(world, dying, 61_000);
        await answer(dying);
      } catch (error) {
        if (!hooks.crashed) throw error;
      }
      isOver = !hooks.crashed;
      world.vault.watchers.clear();
      if (count(world, 'EMAIL_ann') === 0) world.vault.outside.write(ann, broken);
      const engine = await world.start({}, loop({ takesEarlier: true }));
      await settle(world, engine, 61_000);
      expect([at, count(world, '/ERROR_'), count(world, 'EMAIL_ann')]).toEqual([at, 1, 1]);
      const [report] = world.paths('Needs_Action');
      if (report !== undefined) {
        expect(world.note(report)).toContain(`\nabout: ${invalid}\n`);
        if (!world.note(report).includes('[x]')) edit(world, report, tick('fail'));
      }
      await settle(world, engine);
      expect([at, world.paths('Needs_Action'), world.paths('Done')[1]]).toEqual([
        ...[at, [], 'Done/failed/EMAIL_ann.md'],
      ]);
      expect([at, ...Object.values(stages(world))]).toEqual([at, all]);
      await engine.stop();
    }
  }, 60_000);

  test.each(['EMAIL_ann', 'EMAIL_Ann'])(
    'names its own item where another, %s, can’t be read, also after a crash [LOOP-10]',
    async (name) => {
      const inbox = `Inbox/${name}.md`;
      const fence = broken.replace('from: [', 'subject: [');
      for (let at = 2, isOver = false; !isOver; at += 1) {
        const world = await createWorld();
        const hooks = planCrash(at);
        try {
          const dying = await world.start(hooks, loop());
          world.vault.outside.write(ann, broken);
          world.vault.outside.write(inbox, fence);
          await settle(world, dying, 61_000);
        } catch (error) {
          if (!hooks.crashed) throw error;
        }
        isOver = !hooks.crashed;
        world.vault.watchers.clear();
        if (!world.paths('').some((path) => path.includes('EMAIL_'))) {
          world.vault.outside.write(ann, broken);
          world.vault.outside.write(inbox, fence);
        }
        const engine = await world.start({}, loop({ takesEarlier: true }));
        await settle(world, engine, 61_000);
        const reports = world.paths('Needs_Action').map((path) => world.note(path));
        const about = reports.map((text) => /\nabout: (.*)\n/u.exec(text)?.[1] ?? '');
        if (inbox.endsWith(basename(ann)))
          expect([at, about.sort()]).toEqual([at, ['Done/invalid/EMAIL_ann-2.md', invalid]]);
        const ofTask = world
          .records()
          .flatMap(({ audit: { event, task_id: id, from } }) =>
            event === 'task_accepted' ? [[from === ann ? broken : fence, id]] : [],
          );
        for (const [text, id] of ofTask) {
          const report = reports.find((one) => one.includes(`\ntask_id: ${id}\n`)) ?? '';
          expect([at, world.note(/\nabout: (.*)\n/u.exec(report)?.[1] ?? '')]).toEqual([at, text]);
        }
        await engine.stop();
      }
    },
    60_000,
  );

  test('names its own item where names differ by their case alone, or a folder has the name [LOOP-10]', async () => {
    const { world, engine } = await withReport();
    world.vault.outside.makeFolder('Done/invalid/EMAIL_ann-2.md');
    world.vault.outside.makeFolder('Done/invalid/email_ANN-3.md');
    const other = broken.replace('from: [', 'subject: [');
    world.vault.outside.write('Inbox/email_ann.md', other);
    await settle(world, engine, 61_000);
    const reports = world.paths('Needs_Action').map((path) => world.note(path));
    const about = reports.map((text) => /\nabout: (.*)\n/u.exec(text)?.[1] ?? '');
    expect(about.map((path) => world.note(path)).sort()).toEqual([broken, other]);
    expect(reports.every((text, at) => text.includes(`It is in ${about[at]}, as`))).toBe(true);
    for (const path of world.paths('Needs_Action')) edit(world, path, tick('fail'));
    await settle(world, engine);
    expect(world.paths('Done/invalid')).toEqual([]);
    expect(Object.values(stages(world))).toEqual([all, all]);
  });

  test('is no note of the task, also where somebody filed it and the engine starts again [LOOP-10]', async () => {
    const { world, engine, report } = await withReport();
    const before = stages(world);
    const away = report.replace('Needs_Action', 'Done/Tasks');
    const text = world.note(report);
    world.vault.outside.move(report, away);
    await settle(world, engine);
    await engine.stop();
    await settle(world, await world.start({}, loop()), 61_000);
    expect(world.note(away)).toBe(text);
    expect(stages(world)).toEqual(before);
  });

  test.each<[how: string, change: (world: World, report: string) => void]>([
    ['deleted', (world, report) => world.vault.outside.remove(report)],
    ['emptied', (world, report) => world.vault.outside.write(report, '')],
    [
      'broken',
      (world, report) => edit(world, report, (text) => text.replace('task_id:', 'task_id: [')),
    ],
  ])('leaves no item unnamed where it is %s without an answer [LOOP-10]', async (_how, change) => {
    const { world, engine, report } = await withReport();
    const taskId = Object.keys(stages(world))[0] ?? '';
    change(world, report);
    await settle(world, engine, 61_000);
    const told = () =>
      engine.view().alerts.filter(({ advice }) => advice.includes('(it may be in Done/invalid)'));
    expect(told()).toMatchObject([{ text: expect.stringContaining('“EMAIL_ann”') as string }]);
    world.vault.outside.move(invalid, ann);
    await settle(world, engine, 61_000);
    await settle(world, engine);
    expect(told()).toEqual([]);
    const again = world.paths('Needs_Action').at(-1) ?? '';
    expect(world.note(again)).toContain(`\nabout: ${invalid}\n`);
    change(world, again);
    await settle(world, engine, 61_000);
    valueOf(await engine.operations.finishTask({ taskId, actor: 'Human' }));
    expect(told()).toEqual([]);
    expect(stages(world)).toEqual({ [taskId]: all });
  });

  test('that is gone leaves its item named, also where another one says the same [LOOP-10]', async () => {
    const { world, engine, report } = await withReport();
    world.vault.outside.remove(report);
    await settle(world, engine, 61_000);
    world.vault.outside.write('Inbox/other.md', broken.replace('from: [', 'subject: Another'));
    await settle(world, engine, 61_000);
    expect(Object.values(stages(world))).toEqual([['WATCH'], upToAct]);
    const told = engine.view().alerts.map(({ advice }) => advice);
    expect(told).toContainEqual(expect.stringContaining('(it may be in Done/invalid)'));
  });

  test.each(['fail', 'mine'])(
    'that was answered with ^%s where this ledger did not see it ends its task all the same [LOOP-10]',
    async (id) => {
      const { world, engine, report } = await withReport();
      await engine.stop();
      edit(world, report, (text) => tick(id)(text).replace('\n---\n', '\nstatus: done\n---\n'));
      world.vault.outside.move(report, report.replace('Needs_Action', 'Done/Tasks'));
      const again = await world.start({}, loop());
      await settle(world, again, 61_000);
      expect(again.view().alerts).toEqual([]);
      expect(Object.values(stages(world))).toEqual([all]);
    },
  );

  test('that is answered after its item was put back ends nothing, also where the note is moved later [LOOP-10]', async () => {
    const { world, engine, report } = await withReport();
    world.vault.outside.write(invalid, simple);
    world.vault.outside.move(invalid, ann);
    await settle(world, engine, 61_000);
    edit(world, report, tick('mine'));
    await settle(world, engine);
    world.vault.outside.move(ann, 'In_Progress/claude/EMAIL_ann.md');
    await settle(world, engine, 61_000);
    expect(Object.values(stages(world))).toEqual([upToAct]);
    expect(engine.view().tasks).toMatchObject([{ title: '“EMAIL_ann”, taken by “claude”' }]);
  });

  test('names the plan of its task, which is not over while that goes on [LOOP-10]', async () => {
    const { world, engine } = await withItem(complex);
    const before = stages(world);
    edit(world, ann, (text) => text.replace('type: email', 'type: email\nfrom: ['));
    await settle(world, engine, 61_000);
    const report = world.only('Needs_Action');
    expect(world.note(report)).toContain('The plan PLAN-2026-001 of this item stays as it is');
    edit(world, report, tick('fail'));
    await settle(world, engine);
    expect(world.paths('Done')).toContain('Done/failed/EMAIL_ann.md');
    expect(stages(world)).toEqual(before);
    expect(engine.view().missions).toMatchObject([{ planId: 'PLAN-2026-001' }]);
  });

  test('is the only one where an editor writes the item again that was moved away', async () => {
    const { world, engine, report } = await withReport();
    world.vault.outside.write(ann, broken);
    await settle(world, engine, 61_000);
    expect(world.paths('Needs_Action')).toEqual([ann, report]);
    expect(world.paths('Done')).toEqual([invalid]);
    expect(engine.view().alerts.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('is in Done/invalid already'),
    );
    world.vault.outside.write(ann, simple);
    await settle(world, engine);
    expect(Object.values(stages(world))).toEqual([upToAct]);
  });

  test('whose answer can’t be carried out says so, and is tried again; so is an item that can’t be set aside [LOOP-10]', async () => {
    const world = await createWorld();
    const inner = memoryNoteStore(world.vault);
    const full = (path: string) =>
      fail('note_write_failed', 'The disk is full.', 'Make room.', { path });
    let isFull = true;
    const store: NoteStore = {
      ...inner,
      move: (from, to) =>
        isFull && to.startsWith('Done/') ? Promise.resolve(full(to)) : inner.move(from, to),
    };
    const engine = await world.start({}, { ...loop(), store });
    const said = () => engine.view().alerts.map(({ text }) => text);
    const refused = '“Done/invalid/EMAIL_ann.md” couldn’t be written or moved: The disk is full.';
    world.vault.outside.write(ann, broken);
    await settle(world, engine, 61_000);
    expect(said()).toContain(refused);
    isFull = false;
    await settle(world, engine, 60_000);
    expect(world.paths('Done')).toEqual([invalid]);
    isFull = true;
    edit(world, world.only('Needs_Action'), tick('fail'));
    await settle(world, engine, 120_000);
    expect(said()).toEqual([refused.replace('invalid', 'failed')]);
    isFull = false;
    await settle(world, engine, 60_000);
    expect(world.paths('Done/failed')).toEqual(['Done/failed/EMAIL_ann.md']);
    expect(world.paths('Needs_Action')).toEqual([]);
    expect(said()).toEqual([]);
    const ticks = world.records().filter(({ audit }) => audit.event === 'error_answered');
    expect(ticks).toHaveLength(1);
  });

  test('is of the task that its item is of, whatever that says and wherever it goes [LOOP-10]', async () => {
    const inbox = 'Inbox/EMAIL_ann.md';
    const world = await createWorld();
    const engine = await world.start({}, loop());
    const one = () => expect(Object.keys(stages(world))).toHaveLength(1);
    const tryAgain = async (settling: number): Promise<void> => {
      const [report] = world.paths('Needs_Action').filter((path) => path.includes('/ERROR_'));
      edit(world, report ?? '', tick('retry'));
      await settle(world, engine, settling);
      one();
    };
    // As it was, and then with good properties and other words.
    world.vault.outside.write(inbox, broken);
    await settle(world, engine, 61_000);
    await tryAgain(61_000);
    world.vault.outside.write(invalid, mail('Please look at the door.'));
    await tryAgain(1_100);
    expect(Object.values(stages(world))).toEqual([upToAct]);
    // Broken while somebody works it.
    edit(world, ann, (text) => text.replace('type:', 'type: [').replace('door', 'gate'));
    await settle(world, engine, 61_000);
    await tryAgain(61_000);
    await engine.stop();
    const again = await world.start({}, loop());
    await settle(world, again, 61_000);
    one();
    expect(again.view().alerts.map(({ text }) => text)).toEqual([
      'An error report on “EMAIL_ann” waits for your answer.',
    ]);
  });

  test('that can’t be written is tried again, of an item and of a plan, and is on record once [LOOP-10]', async () => {
    const world = await createWorld();
    const inner = memoryNoteStore(world.vault);
    const full = fail('note_write_failed', 'The disk is full.', 'Make room.');
    let isFull = true;
    const store: NoteStore = {
      ...inner,
      create: (path, text) =>
        isFull && path.includes('/ERROR_') ? Promise.resolve(full) : inner.create(path, text),
    };
    const engine = await world.start({}, { ...loop(), store });
    const inbox = 'Inbox/EMAIL_ann.md';
    world.vault.outside.write(inbox, broken);
    world.vault.outside.write('Plans/PLAN-2026-001.md', '---\ntask_id: [\n---\n');
    await settle(world, engine, 61_000);
    await settle(world, engine, 60_000);
    expect(world.paths('Needs_Action')).toEqual([]);
    isFull = false;
    await settle(world, engine, 60_000);
    await settle(world, engine, 60_000);
    expect(world.paths('Needs_Action')).toHaveLength(2);
    const told = world.records().map(({ audit }) => audit.event);
    expect(told.filter((event) => /item_invalid|plan_unreadable/u.test(event))).toHaveLength(2);
  });

  test.each([
    ['retry', ann, upToAct],
    ['fail', 'Done/failed/EMAIL_ann.md', all],
    ['mine', invalid, all],
  ])(
    'does what its box ^%s says, once it is ticked, and is filed; its task goes on or ends [LOOP-10]',
    async (id, path, passed) => {
      const { world, engine, report } = await withReport();
      world.vault.outside.write(invalid, simple);
      edit(world, report, tick(id));
      await settle(world, engine);
      expect(world.paths('Needs_Action').includes(report)).toBe(false);
      expect(world.note(path)).toContain('Please look at the roof.');
      expect(world.records().map(({ audit }) => audit)).toContainEqual(
        expect.objectContaining({ actor: 'Outside', event: 'error_answered', outcome: id }),
      );
      expect(Object.values(stages(world))).toEqual([passed]);
      const filed = world.records().filter(({ audit }) => audit.event === 'task_filed');
      expect(filed.map(({ audit }) => audit.to)).toEqual(passed === all ? [path] : []);
    },
  );
});
