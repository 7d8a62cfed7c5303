import { describe, expect, test } from 'vitest';
import { success } from '../../../../support/memory/memory-bridges.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  createBench,
  deafTo,
  idOf,
  inApproved,
  planned,
  requestIn,
  restart,
  rewrite,
  standalone,
  type Bench,
} from '../../../../support/engine/gate-bench.js';

const plan = 'Plans/PLAN-2026-001.md';
const pendingOf = (path: string): string => path.replace('Approved/', 'Pending_Approval/');

interface During {
  readonly meanwhile: (bench: Bench, path: string) => void;
  readonly keeps?: string;
  /** The folder to which it was moved too late, as its note and its plan say. */
  readonly movedTo?: string;
}

const edits: Readonly<Record<string, During>> = {
  'the note is edited': {
    meanwhile: ({ world }, path) => {
      rewrite(world, path, (text) => text.replace('\n```\n', '\n```\nMy own words.\n'));
    },
    keeps: 'My own words.',
  },
  'the note is deleted': {
    meanwhile: ({ world }, path) => {
      world.vault.outside.remove(path);
    },
  },
  'the note is moved back to Pending': {
    meanwhile: ({ world }, path) => {
      world.vault.outside.move(path, pendingOf(path));
    },
    movedTo: 'Pending_Approval',
  },
  'the note is rejected': {
    meanwhile: ({ world }, path) => {
      world.vault.outside.move(path, path.replace('Approved/', 'Rejected/'));
    },
    movedTo: 'Rejected',
  },
  'the note is renamed': {
    meanwhile: ({ world }, path) => {
      world.vault.outside.move(path, 'Approved/renamed.md');
    },
  },
  'the note says already that it was executed': {
    meanwhile: ({ world }, path) => {
      rewrite(world, path, (text) => text.replace('status: pending', 'status: executed'));
    },
  },
};

const sentElsewhere = 'What was sent is the call under Outcome, not the';

describe('a note that was edited while its action ran says that something else was sent', () => {
  const failed = { kind: 'timeout', afterMs: 30_000 } as const;
  const edit = ({ world }: Bench, path: string, from: string, to: string): void =>
    rewrite(world, path, (text) => text.replace(from, to));
  const cases: Readonly<Record<string, [(bench: Bench, path: string) => void, string | null]>> = {
    'in its block': [
      (bench, path) => edit(bench, path, 'subject: January', 'subject: June'),
      `${sentElsewhere} block of this note.`,
    ],
    'in its block, and made anew': [
      (bench, path) => {
        const text = bench.world.note(path).replace('subject: January', 'subject: June');
        bench.world.vault.outside.remove(path);
        bench.world.vault.outside.write(path, text);
      },
      `${sentElsewhere} block of this note.`,
    ],
    'in its block, and moved': [
      (bench, path) => {
        edit(bench, path, 'subject: January', 'subject: June');
        bench.world.vault.outside.move(path, 'Approved/renamed.md');
      },
      `${sentElsewhere} block of this note.`,
    ],
    'in its properties': [
      (bench, path) =>
        edit(
          bench,
          path,
          /target_recipient: .*/.exec(bench.world.note(path))![0],
          'target_recipient: someone else',
        ),
      `${sentElsewhere} properties of this note.`,
    ],
    'below: it does not say so': [
      (bench, path) => edit(bench, path, '\n```\n', '\n```\nMy own words.\n'),
      null,
    ],
  };

  test.each(Object.entries(cases))('%s', async (_name, [meanwhile, words]) => {
    const bench = await createBench();
    const path = await planned(bench);
    let edited = '';
    bench.world.server.answer = () => {
      meanwhile(bench, inApproved(path));
      edited = bench.world.note(bench.world.only('Approved'));
      return success;
    };
    await approve(bench, path);
    const done = requestIn(bench.world, bench.world.only('Done/Actions'));
    expect(done.status).toBe('executed');
    expect(done.text.split(sentElsewhere)).toHaveLength(words === null ? 1 : 3);
    if (words !== null) expect(done.text).toContain(words);
    expect(done.text).toContain(/(?:subject|target_recipient): .*/.exec(edited)![0]);
  });

  test('and where it goes back: approving again runs what it says now', async () => {
    const bench = await createBench();
    const path = await planned(bench);
    bench.world.server.answer = () => {
      edit(bench, inApproved(path), 'subject: January', 'subject: June');
      return failed;
    };
    await approve(bench, path);
    const back = requestIn(bench.world, bench.world.only('Pending_Approval'));
    expect(back.status).toBe('outcome_unknown');
    expect(back.text).toContain('Approving it again runs the block as it is now.');
    expect(back.text).toContain('subject: June');
  });
});

describe('the outcome is filed by its id, and nothing is lost, when during the call', () => {
  test.each(Object.entries(edits))('%s', async (_name, { meanwhile, keeps, movedTo }) => {
    const bench = await createBench();
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    bench.world.server.answer = () => {
      meanwhile(bench, inApproved(path));
      return success;
    };
    await approve(bench, path);
    await restart(bench);
    const { world } = bench;
    expect(world.server.calls).toHaveLength(1);
    const done = requestIn(world, world.only('Done/Actions'));
    expect(done).toMatchObject({ requestId: id, status: 'executed' });
    expect(done.text).toContain(`attempt \`${id}\` · **executed**`);
    if (keeps !== undefined) expect(done.text).toContain(keeps);
    expect(world.paths('Approved')).toEqual([]);
    expect(world.paths('Pending_Approval')).toEqual([]);
    expect(world.note(plan)).toContain('2. [x] ✋');
    expect(world.note(plan).match(/Executed step 2/g)).toHaveLength(1);
    const tooLate = /was moved to (\S+) during the call, too late/;
    expect(tooLate.exec(done.text)?.[1]).toBe(movedTo);
    expect(tooLate.exec(world.note(plan))?.[1]).toBe(movedTo);
  });

  test('the note is broken: the outcome is told in a new one, and the broken one is left as it is', async () => {
    const bench = await createBench();
    const path = inApproved(await planned(bench));
    let broken = '';
    bench.world.server.answer = () => {
      rewrite(bench.world, path, (text) => text.replace('status: pending', 'status: ['));
      broken = bench.world.note(path);
      return success;
    };
    await approve(bench, pendingOf(path));
    expect(bench.world.note(path)).toBe(broken);
    expect(requestIn(bench.world, bench.world.only('Done/Actions')).status).toBe('executed');
    rewrite(bench.world, path, (text) => text.replace('status: [', 'status: pending'));
    await quiet(bench.engine);
    await restart(bench);
    expect(bench.world.server.calls).toHaveLength(1);
    expect(bench.world.paths('Approved')).toEqual([]);
  });

  test('another note takes its place unnoticed: that one stays, and the outcome is told in a new one', async () => {
    const name = '2026-02-21T10-30-00Z_email_client-a-january-invoice.md';
    const bench = await createBench();
    const path = await standalone(bench);
    expect(path).toBe(`Pending_Approval/${name}`);
    await restart(bench, deafTo(`Approved/${name}`)(bench.world));
    const other = await standalone(bench, { title: 'Other', arguments: { to: 'b', subject: 'b' } });
    const otherId = idOf(bench.world, other);
    bench.world.server.answer = () => {
      const text = bench.world.note(other);
      bench.world.vault.outside.remove(other);
      bench.world.vault.outside.write(inApproved(path), text);
      return success;
    };
    await approve(bench, path);
    bench.engine.look(inApproved(path));
    await quiet(bench.engine);
    expect(bench.world.server.calls).toHaveLength(1);
    expect(idOf(bench.world, bench.world.only('Approved'))).toBe(otherId);
    expect(bench.world.paths('Done/Actions')).toHaveLength(1);
  });

  test.each<[string, string, (bench: Bench) => void, (bench: Bench) => void]>([
    [
      'gone',
      'it does not exist',
      ({ world }) => world.vault.outside.move(plan, 'Elsewhere.md'),
      ({ world }) => world.vault.outside.move('Elsewhere.md', plan),
    ],
    [
      'unreadable under another name',
      'its note may be “Plans/mine.md”, which can’t be read',
      ({ world }) => {
        world.vault.outside.move(plan, 'Plans/mine.md');
        rewrite(world, 'Plans/mine.md', (text) => text.replace('task_id: ', 'task_id: ['));
      },
      ({ world }) => {
        rewrite(world, 'Plans/mine.md', (text) => text.replace('task_id: [', 'task_id: '));
        world.vault.outside.move('Plans/mine.md', plan);
      },
    ],
    [
      'doubled',
      'it has several notes',
      ({ world }) => world.vault.outside.write('Plans/copy.md', world.note(plan)),
      ({ world }) => world.vault.outside.remove('Plans/copy.md'),
    ],
  ])(
    'the plan is %s: its step is ticked when it is there again',
    async (_how, where, meanwhile, mend) => {
      const bench = await createBench();
      const path = await planned(bench);
      const id = idOf(bench.world, path);
      bench.world.server.answer = () => {
        meanwhile(bench);
        return success;
      };
      await approve(bench, path);
      const done = bench.world.only('Done/Actions');
      expect(requestIn(bench.world, done)).toMatchObject({ requestId: id, status: 'executed' });
      await bench.world.clock.advance(16_000);
      await quiet(bench.engine);
      expect(alertsOf(bench, id)).toMatchObject([
        { kind: 'not_ticked', text: expect.stringContaining(where) as string },
      ]);
      // Whoever throws the note away meanwhile does not find it again.
      bench.world.vault.outside.remove(done);
      await restart(bench);
      mend(bench);
      await quiet(bench.engine);
      expect(bench.world.note(plan)).toContain('2. [x] ✋');
      expect(bench.world.paths('Done/Actions')).toEqual([]);
      expect(bench.world.records().filter(({ kind }) => kind === 'told')).toHaveLength(1);
      expect(bench.world.records().filter(({ kind }) => kind === 'filed')).toMatchObject([{ id }]);
      expect(alertsOf(bench, id)).toEqual([]);
    },
  );

  test('the plan is blocked by something else: it stays blocked', async () => {
    const bench = await createBench();
    bench.world.server.answer = () => {
      rewrite(bench.world, plan, (text) =>
        text.replace('status: Active', 'status: Blocked\nblocked_reason: The bank is closed.'),
      );
      return success;
    };
    await approve(bench, await planned(bench));
    expect(bench.world.note(plan)).toContain('2. [x] ✋');
    expect(bench.world.note(plan)).toContain('status: Blocked\n');
    expect(bench.world.note(plan)).toContain('The bank is closed.');
  });

  test('the plan is cancelled: it stays cancelled, and tells of the outcome', async () => {
    const bench = await createBench();
    const path = await planned(bench);
    bench.world.server.answer = () => {
      rewrite(bench.world, plan, (text) => text.replace(/status: \w+/, 'status: Cancelled'));
      return success;
    };
    await approve(bench, path);
    await restart(bench);
    const cancelled = bench.world.note('Archive/PLAN-2026-001.md');
    expect(cancelled).toContain('status: Cancelled');
    expect(bench.world.server.calls).toHaveLength(1);
    expect(bench.world.paths('Done/Actions')).toHaveLength(1);
  });
});

test('a note that was moved during its call is filed, and not made a second time, also if the move is known only later', async () => {
  let isDeaf = false;
  const unheard: string[] = [];
  const bench = await createBench({
    ports: ({ vault }) => {
      const store = memoryNoteStore(vault);
      const watch: typeof store.watch = (onChange) =>
        store.watch((path) => (isDeaf ? void unheard.push(path) : onChange(path)));
      return { store: { ...store, watch } };
    },
  });
  const path = inApproved(await standalone(bench));
  bench.world.server.answer = () => {
    isDeaf = true;
    bench.world.vault.outside.move(path, path.replace('Approved/', 'Rejected/'));
    return success;
  };
  await approve(bench, path.replace('Approved/', 'Pending_Approval/'));
  await quiet(bench.engine);
  expect(bench.world.server.calls).toHaveLength(1);
  isDeaf = false;
  for (const one of unheard) bench.engine.look(one);
  await bench.world.clock.advance(60_000);
  await quiet(bench.engine);
  expect(bench.world.paths('Done/Actions')).toHaveLength(1);
  for (const folder of ['Approved', 'Rejected', 'Pending_Approval', 'Archive'])
    expect(bench.world.paths(folder)).toEqual([]);
});
