import { describe, expect, test } from 'vitest';
import { fail } from '../../../../src/core/errors.js';
import { memoryAuditLog } from '../../../support/memory/memory-audit-log.js';
import { memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import { settle } from '../../../support/memory/virtual-clock.js';
import { approvedOnPhone, createDevices } from '../../../support/engine/desk-and-phone.js';
import { onlyReview, pressApprove } from '../../../support/engine/people-bench.js';
import { quiet } from '../../../support/engine/world.js';
import {
  alertsOf,
  calledIds,
  createBench,
  edit,
  idOf,
  inApproved,
  look,
  move,
  planned,
  startEngine,
} from '../../../support/engine/gate-bench.js';

import {
  bare,
  broken,
  cancelled,
  copied,
  edited,
  events,
  inNote,
  inPlan,
  minuteMs,
  moved,
  notSo,
  plan,
  putBack,
  resumed,
  waiting,
  type Change,
  type Scene,
} from '../../../support/engine/waiting-approval.js';

describe('an approval counts no more once Countersign has seen that', () => {
  test.each(notSo)('%s [GATE-7] [GATE-9] [GATE-17]', async (_what, change) => {
    const scene = await waiting();
    expect(alertsOf(scene.desk, scene.id)).toMatchObject([{ kind: 'waits' }]);
    change(scene);
    await quiet(scene.desk.engine);
    putBack(scene);
    expect(await resumed(scene)).toEqual([]);
  });

  test.each(notSo)('%s, while its server starts [GATE-7] [GATE-9]', async (_what, change) => {
    const scene = await waiting();
    const { desk } = scene;
    const { server } = desk.world;
    server.duringInspect = async () => {
      server.duringInspect = () => undefined;
      change(scene);
      await settle();
      putBack(scene);
    };
    expect(await resumed(scene)).toEqual([]);
  });

  test.each(notSo.filter(([what]) => what.includes('note')))(
    '%s, although it was restarted since the approval [GATE-7] [GATE-17]',
    async (_what, change) => {
      const scene = await waiting();
      const { desk } = scene;
      await desk.engine.stop();
      change(scene);
      desk.engine = await startEngine(desk.world);
      await quiet(desk.engine);
      putBack(scene);
      expect(await resumed(scene)).toEqual([]);
    },
  );
});

test.each(notSo.filter(([what]) => /moved to|plan is cancelled$|draft$/u.test(what)))(
  'what was recorded as about to be called is not, once it is seen that %s [GATE-9] [GATE-11]',
  async (_what, change) => {
    const scene = await waiting();
    const { desk } = scene;
    const log = memoryAuditLog(desk.world.vault);
    let isSeen = false;
    await desk.engine.stop();
    desk.engine = await startEngine(desk.world, {
      auditLog: {
        ...log,
        async read(...args) {
          // The last time that the others are heard.
          if (!isSeen && desk.world.records().at(-1)?.kind === 'intent') {
            isSeen = true;
            change(scene);
            await settle();
            putBack(scene);
          }
          return log.read(...args);
        },
      },
    });
    expect(await resumed(scene)).toEqual([]);
    expect(isSeen).toBe(true);
    const outcomes = desk.world.records().filter(({ kind }) => kind === 'outcome');
    expect(outcomes).toMatchObject([{ outcome: 'not_executed' }]);
  },
);

test.each([
  ...notSo.filter(([what]) => /plan is cancelled$|moved to Rejected$/u.test(what)),
  ['its note has a copy that is the same', copied('Approved')] as const,
])(
  'nothing runs of which it is seen, at the very last, that %s [GATE-2] [GATE-9]',
  async (_what, change) => {
    const scene = await waiting();
    const { desk } = scene;
    const { vault } = desk.world;
    const store = memoryNoteStore(vault);
    let seen = 0;
    await desk.engine.stop();
    desk.engine = await startEngine(desk.world, {
      store: {
        ...store,
        async list(folder) {
          // The last that is looked at before the note: whether it was run before.
          if (folder === 'Done/Actions' && !desk.world.config.paused && seen === 0) {
            seen += 1;
            change(scene);
            await settle();
            if (!_what.includes('same')) putBack(scene);
          }
          return store.list(folder);
        },
      },
    });
    // So many that they are searched.
    for (const more of ['', '-2', '-3']) {
      scene.outside.write(`Done/Actions/${scene.id}${more}.md`, 'Another note.\n');
    }
    expect(await resumed(scene)).toEqual([]);
    expect(seen).toBe(1);
  },
);

test.each([
  ['its note', ({ to }: Scene) => to],
  ['its plan', () => plan],
])('an approval counts no more where %s could not be read in time [GATE-9]', async (_what, at) => {
  const scene = await waiting();
  const { desk } = scene;
  const store = memoryNoteStore(desk.world.vault);
  const path = at(scene);
  let isSlow = false;
  let waits: Promise<void> | null = null;
  await desk.engine.stop();
  desk.engine = await startEngine(desk.world, {
    store: {
      ...store,
      async read(one) {
        if (isSlow && one === path) {
          // All that read it until then.
          waits ??= desk.world.clock.advance(1_500).then(() => {
            isSlow = false;
          });
          await waits;
        }
        return store.read(one);
      },
    },
  });
  isSlow = true;
  scene.outside.write(path, desk.world.note(path));
  expect(await resumed(scene)).toEqual([]);
  expect(events(desk)).toContain('taken_back');
});

test('what lies in Rejected while Countersign starts counts, although it is put back [GATE-7]', async () => {
  const scene = await waiting();
  const { desk } = scene;
  const store = memoryNoteStore(desk.world.vault);
  await desk.engine.stop();
  moved('Rejected')(scene);
  let isSeen = false;
  desk.engine = await startEngine(desk.world, {
    store: {
      ...store,
      async list(folder) {
        // Done/Plans comes after it; by then it is back.
        if (isSeen) putBack(scene);
        isSeen ||= folder === 'Rejected';
        return store.list(folder);
      },
    },
  });
  expect(isSeen).toBe(true);
  expect(await resumed(scene)).toEqual([]);
});

test('a trusted move asks once its note could not be read [GATE-17]', async () => {
  const bench = await createBench({ config: { trustMoves: true } });
  const path = await planned(bench);
  await edit(bench, plan, (text) => text.replace('1. [x]', '1. [ ]'));
  await move(bench, path);
  const to = inApproved(path);
  const id = idOf(bench.world, to);
  expect(alertsOf(bench, id)).toMatchObject([{ kind: 'waits' }]);
  const text = bench.world.note(to);
  await edit(bench, to, broken);
  bench.world.vault.outside.write(to, text);
  await quiet(bench.engine);
  expect(alertsOf(bench, id)).toMatchObject([{ kind: 'asks' }]);
  await edit(bench, plan, (old) => old.replace('1. [ ]', '1. [x]'));
  expect(calledIds(bench.world)).toEqual([]);
});

describe('an approval stands although', () => {
  const harmless: readonly (readonly [string, Change])[] = [
    ['nothing happens', () => undefined],
    ['its note has another text', inNote((text) => `${text}\nA remark.\n`)],
    ['its note has another property', inNote((text) => text.replace('---\n', '---\nseen: true\n'))],
    [
      'its plan is empty for a moment',
      ({ outside }) => {
        outside.write(plan, '');
      },
    ],
    ['another step is done', inPlan((text) => text.replace('3. [ ]', '3. [x]'))],
    ['another step is reworded', inPlan((text) => text.replace('3. [ ] ', '3. [ ] Really '))],
    [
      'its plan has a copy that is the same',
      ({ outside, planText }) => {
        outside.write('Plans/copy.md', planText);
      },
    ],
  ];
  test.each(harmless)('%s', async (_what, change) => {
    const scene = await waiting();
    change(scene);
    await quiet(scene.desk.engine);
    if (scene.desk.world.note(plan) === '') scene.outside.write(plan, scene.planText);
    await scene.desk.world.clock.advance(2_000);
    for (const path of [
      ...scene.desk.world.paths('Approved'),
      ...scene.desk.world.paths('Plans'),
    ]) {
      if (/copy\.md$| 2\.md$/u.test(path)) scene.outside.remove(path);
    }
    expect(await resumed(scene)).toEqual([scene.id]);
  });

  test('its note came to Approved before it was taken out of Pending', async () => {
    const devices = await createDevices();
    const { desk } = devices;
    const { path, to, stamped } = await approvedOnPhone(devices);
    const { outside } = desk.world.vault;
    const id = idOf(desk.world, path);
    outside.write(to, stamped);
    await quiet(desk.engine);
    await desk.world.clock.advance(minuteMs);
    outside.remove(path);
    await quiet(desk.engine);
    expect(calledIds(desk.world)).toEqual([id]);
  });
});

describe('what is taken away counts also', () => {
  test('while the settings of this device cannot be read [GATE-7]', async () => {
    const readable = (await createDevices()).desk.world.config;
    const scene = await waiting(({ world }) => {
      world.config = fail('settings_invalid', 'The settings are broken.', 'Mend them.')
        .error as never;
    });
    moved('Pending_Approval', bare)(scene);
    await quiet(scene.desk.engine);
    putBack(scene);
    scene.desk.world.config = readable;
    expect(await resumed(scene)).toEqual([]);
  });

  test('while nothing can be recorded because of the audit files, over a restart [GATE-7]', async () => {
    const scene = await waiting();
    const { desk } = scene;
    const log = memoryAuditLog(desk.world.vault);
    const refused = fail('audit_write_failed', 'Logs is a file.', 'Move it away.');
    let isRefused = false;
    const append: typeof log.append = (...line) =>
      isRefused ? Promise.resolve(refused) : log.append(...line);
    await desk.engine.stop();
    desk.engine = await startEngine(desk.world, { auditLog: { ...log, append } });
    isRefused = true;
    const remark = { planId: 'PLAN-2026-001', action: 'Looked', rationale: 'It is in order.' };
    await desk.engine.operations.logReasoning({ ...remark, actor: 'Agent' });
    scene.planText = desk.world.note(plan);
    moved('Rejected')(scene);
    await quiet(desk.engine);
    expect(desk.engine.view().alerts).toContainEqual(expect.objectContaining({ kind: 'halted' }));
    putBack(scene);
    await desk.engine.stop();
    desk.engine = await startEngine(desk.world);
    expect(await resumed(scene)).toEqual([]);
  });

  test('a second time, where what took it away the first time is still there [GATE-9]', async () => {
    const devices = await createDevices();
    const { desk } = devices;
    const { outside } = desk.world.vault;
    await planned(desk);
    const planText = desk.world.note(plan);
    outside.write('Plans/copy.md', cancelled(planText));
    await quiet(desk.engine);
    await desk.world.clock.advance(10 * minuteMs);
    outside.remove('Plans/copy.md');
    const approvedNow = await approvedOnPhone(devices, desk.world.only('Pending_Approval'));
    desk.world.config = { ...desk.world.config, paused: true };
    outside.write('Plans/copy.md', cancelled(planText));
    await quiet(desk.engine);
    outside.remove(approvedNow.path);
    outside.write(approvedNow.to, approvedNow.stamped);
    await quiet(desk.engine);
    outside.write(plan, planText.replace(/^status: .*$/mu, 'status: Draft'));
    await quiet(desk.engine);
    putBack({ ...approvedNow, desk, outside, planText, id: '' });
    expect(await resumed({ ...approvedNow, desk, outside, planText, id: '' })).toEqual([]);
  });

  test.each(notSo.filter(([what]) => /moved to Rejected$|draft$|copy of its plan/u.test(what)))(
    'before a crash while its server starts: %s [GATE-9]',
    async (_what, change) => {
      const scene = await waiting();
      const { desk } = scene;
      let isBack = false;
      desk.world.server.duringInspect = async () => {
        change(scene);
        await settle();
        putBack(scene);
        await settle();
        isBack = true;
        await new Promise(() => undefined);
      };
      desk.world.config = { ...desk.world.config, paused: false };
      desk.engine.lookAtEverything();
      await expect.poll(() => isBack).toBe(true);
      desk.world.vault.watchers.clear();
      desk.world.server.duringInspect = () => undefined;
      desk.engine = await startEngine(desk.world);
      expect(await resumed(scene)).toEqual([]);
    },
  );

  test.each(notSo.filter(([what]) => /its (?:note is edited|plan is a draft)$/u.test(what)))(
    'while the audit file of another computer cannot be read, over a restart: %s [GATE-7]',
    async (_what, change) => {
      const scene = await waiting();
      const { desk } = scene;
      const log = memoryAuditLog(desk.world.vault);
      await desk.engine.stop();
      desk.engine = await startEngine(desk.world, { auditLog: log });
      log.read = () => Promise.reject(new Error('It is too large.'));
      change(scene);
      await quiet(desk.engine);
      putBack(scene);
      await desk.engine.stop();
      desk.engine = await startEngine(desk.world);
      expect(await resumed(scene)).toEqual([]);
    },
  );

  test('a vault that can’t be entered for a moment ends nothing but the look at a note that is waited for', async () => {
    const scene = await waiting();
    const { desk } = scene;
    await desk.engine.stop();
    const notes = memoryNoteStore(desk.world.vault);
    let isDenied = false;
    const read = (path: string) =>
      isDenied ? Promise.reject(new Error('EACCES: permission denied')) : notes.read(path);
    desk.engine = await startEngine(desk.world, { store: { ...notes, read } });
    const unhandled: unknown[] = [];
    const hear = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', hear);
    isDenied = true;
    scene.outside.write(scene.to, scene.stamped.replace('Dear', 'Dearest'));
    await quiet(desk.engine);
    await new Promise((resolve) => setTimeout(resolve, 0));
    process.off('unhandledRejection', hear);
    expect(unhandled).toEqual([]);
  });

  test('where moves are trusted, of what was approved by its stamp [GATE-7]', async () => {
    const scene = await waiting(({ world }) => {
      world.config = { ...world.config, trustMoves: true };
    });
    const { desk } = scene;
    await desk.engine.stop();
    moved('Pending_Approval', bare)(scene);
    desk.engine = await startEngine(desk.world);
    putBack(scene);
    expect(await resumed(scene)).toEqual([]);
  });

  test('in Pending with its stamp, beside a copy [GATE-7] [GATE-17]', async () => {
    const devices = await createDevices();
    const { desk } = devices;
    const { path, to, stamped } = await approvedOnPhone(devices);
    const { outside } = desk.world.vault;
    outside.write(path.replace('.md', ' 2.md'), desk.world.note(path));
    outside.write(path, stamped);
    await quiet(desk.engine);
    const planText = desk.world.note(plan);
    putBack({ desk, outside, path, to, stamped, planText, id: '' });
    expect(await resumed({ desk, outside, path, to, stamped, planText, id: '' })).toEqual([]);
  });

  test('where the step was not known when the request was prepared [GATE-9]', async () => {
    const devices = await createDevices();
    const { desk } = devices;
    const path = await planned(desk);
    const planText = desk.world.note(plan);
    await edit(desk, plan, (text) => text.replace(/^priority: .*$/mu, 'priority: x'));
    await edit(desk, path, edited);
    const { to, stamped } = await approvedOnPhone(devices, path);
    const { outside } = desk.world.vault;
    outside.remove(path);
    outside.write(to, stamped);
    await quiet(desk.engine);
    outside.write(plan, planText);
    await quiet(desk.engine);
    expect(calledIds(desk.world)).toEqual([]);
    expect(desk.world.paths('Pending_Approval')).toHaveLength(1);
  });

  test('where a person then pressed Approve, and nothing was approved [GATE-7]', async () => {
    const scene = await waiting();
    const { desk, outside, to } = scene;
    moved('Pending_Approval', bare)(scene);
    await quiet(desk.engine);
    await desk.engine.stop();
    const { signer } = desk;
    const hooks = {
      afterWrite: (what: string) => {
        if (what.startsWith('move ')) outside.write(to, edited(bare(scene.stamped)));
      },
    };
    desk.engine = await startEngine(desk.world, { signer }, hooks);
    const said = await pressApprove(desk, await onlyReview(desk));
    expect(said).toMatchObject({ error: { code: 'note_changed' } });
    expect(events(desk)).toContain('approved');
    putBack(scene);
    expect(await resumed(scene)).toEqual([]);
  });
});

test('a note in Pending that says it is over is prepared once more, and not again and again', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  await edit(bench, path, (text) => text.replace('status: pending', 'status: rejected'));
  const kinds = bench.world.records().map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'taken_back')).toHaveLength(1);
  expect(kinds.filter((kind) => kind === 'completed')).toHaveLength(2);
  await look(bench);
  expect(bench.world.records()).toHaveLength(kinds.length);
  const takenBack = () => events(bench).filter((event) => event === 'taken_back').length;
  await edit(bench, plan, (text) => text.replace('The amount is', 'Her amount is'));
  expect(takenBack()).toBe(1);
  // What its plan says of it beside that is not lost.
  await edit(bench, plan, (text) => text.replace(/^status: .*$/mu, 'status: Draft'));
  expect(takenBack()).toBe(2);
});
