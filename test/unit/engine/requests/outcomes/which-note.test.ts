import { describe, expect, test } from 'vitest';
import { fail } from '../../../../../src/core/errors.js';
import type { CallReport } from '../../../../../src/core/request/outcome/call-report.js';
import { success } from '../../../../support/memory/memory-bridges.js';
import { memoryLedger, oneByOne } from '../../../../support/memory/memory-ledger.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { settle } from '../../../../support/memory/virtual-clock.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  createBench,
  deafTo,
  idOf,
  inApproved,
  requestIn,
  restart,
  rewrite,
  standalone,
  type Bench,
} from '../../../../support/engine/gate-bench.js';

const lost: CallReport = { kind: 'lost', detail: 'The pipe broke.' };
const list = '# Shopping\n\nMilk.\n';
const foldersOfNotes = ['Pending_Approval', 'Approved', 'Rejected', 'Archive', 'Done/Actions'];

/** A request is approved, and while its call is being made something happens to its note. */
async function duringCall(
  bench: Bench,
  path: string,
  meanwhile: (path: string, text: string) => Promise<void> | void,
  report: CallReport = success,
): Promise<void> {
  bench.world.server.answer = async () => {
    await meanwhile(inApproved(path), bench.world.note(inApproved(path)));
    return report;
  };
  await approve(bench, path);
  await quiet(bench.engine);
  expect(bench.world.server.calls).toHaveLength(1);
}

/** Where the notes lie that carry these words. */
const placesOf = ({ world }: Bench, words: string): string[] =>
  foldersOfNotes.filter((folder) =>
    world.paths(folder).some((path) => world.note(path).includes(words)),
  );

describe('of several notes with the id that was called, the one whose place is nearest to the call is told the outcome:', () => {
  test.each([
    ['executed, Approved before Pending', success, 'Pending_Approval', 'Approved', 'Done/Actions'],
    ['executed, Approved before Rejected', success, 'Rejected', 'Approved', 'Done/Actions'],
    ['executed, Pending before Rejected', success, 'Rejected', 'Pending_Approval', 'Done/Actions'],
    ['unknown, Approved before Pending', lost, 'Pending_Approval', 'Approved', 'Pending_Approval'],
    ['unknown, Pending before Rejected', lost, 'Rejected', 'Pending_Approval', 'Pending_Approval'],
  ] as const)('%s [GATE-17]', async (_what, report, copyIn, noteIn, toldIn) => {
    const bench = await createBench();
    const path = await standalone(bench);
    const id = idOf(bench.world, path);
    // The copy is there before the note arrives where it lies afterwards.
    await duringCall(
      bench,
      path,
      async (approved, text) => {
        bench.world.vault.outside.write(`${copyIn}/a-copy.md`, `${text}The copy.\n`);
        await settle();
        bench.world.vault.outside.move(approved, `${noteIn}/z-renamed.md`);
        await settle();
      },
      report,
    );
    const told = `attempt \`${id}\``;
    expect(placesOf(bench, told)).toEqual([toldIn]);
    const copies = placesOf(bench, 'The copy.');
    expect(copies).toEqual([copyIn === 'Rejected' ? 'Rejected' : 'Archive']);
  });
});

/** A bench where something happens right before a record of this kind, or for this reason, is written. */
async function benchBefore(what: string) {
  const once: (successor: string) => Promise<void> | void = () => undefined;
  const at = { once, unread: '' };
  const bench = await createBench({
    ports: ({ ledgerFile, vault }) => {
      const store = memoryNoteStore(vault);
      const inUse = fail('note_read_failed', 'It is in use.', 'Close what uses it.');
      const read: typeof store.read = async (path) =>
        path === at.unread ? inUse : store.read(path);
      const ledger = memoryLedger(ledgerFile);
      const append = oneByOne(async (record, durable) => {
        const { kind, why, successor } = record as Readonly<Record<string, string>>;
        if (what === kind || what === why) await at.once(successor ?? '');
        return ledger.append([record], durable);
      });
      return { ledger: { read: () => ledger.read(), append }, store: { ...store, read } };
    },
  });
  return { bench, at };
}

test.each([
  ['that comes from another', 'another', ''],
  ['that cannot be read', '', 'Pending_Approval/a-forged.md'],
])(
  'a note %s under the id of one that goes back does not take its place [GATE-9]',
  async (_what, supersedes, unread) => {
    const { bench, at } = await benchBefore('returned');
    const path = await standalone(bench);
    const id = idOf(bench.world, path);
    const given = bench.world.note(path);
    at.once = async (successor) => {
      const forged = given.replace(
        /request_id: .*/,
        `request_id: ${successor}\nsupersedes: ${supersedes || id}`,
      );
      bench.world.vault.outside.write('Pending_Approval/a-forged.md', forged);
      await settle();
      at.unread = unread;
    };
    bench.world.server.reachable = false;
    await approve(bench, path);
    expect(requestIn(bench.world, path)).toMatchObject({ supersedes: id, status: 'pending' });
    expect(bench.world.paths('Approved')).toEqual([]);
  },
);

describe('a note that is gone when its request goes back', () => {
  test('from a call that may have happened is made again, to ask [GATE-3] [GATE-14]', async () => {
    const bench = await createBench();
    const path = await standalone(bench);
    const id = idOf(bench.world, path);
    await duringCall(bench, path, (approved) => bench.world.vault.outside.remove(approved), lost);
    const back = requestIn(bench.world, bench.world.only('Pending_Approval'));
    expect(back).toMatchObject({ path, supersedes: id, status: 'outcome_unknown' });
    expect(back.text).toContain(`attempt \`${id}\` · **unknown**`);
  });

  test('before any call stays deleted [GATE-9]', async () => {
    const { bench, at } = await benchBefore('returned');
    const path = await standalone(bench);
    at.once = () => bench.world.vault.outside.remove(inApproved(path));
    bench.world.server.reachable = false;
    await approve(bench, path);
    expect(bench.world.records().slice(-2)).toMatchObject([
      { kind: 'voided', why: 'returned' },
      { kind: 'filed' },
    ]);
    expect(foldersOfNotes.flatMap((folder) => bench.world.paths(folder))).toEqual([]);
    expect(bench.engine.view().alerts).toEqual([]);
  });

  test('before any call, but with a question that nobody answered, is said to be missing [GATE-3]', async () => {
    const { bench, at } = await benchBefore('returned');
    bench.world.server.answer = () => lost;
    const path = await standalone(bench);
    const id = idOf(bench.world, path);
    await approve(bench, path);
    const asks = bench.world.only('Pending_Approval');
    at.once = () => bench.world.vault.outside.remove(inApproved(asks));
    bench.world.server.reachable = false;
    await approve(bench, asks, { confirms: [id] });
    expect(foldersOfNotes.flatMap((folder) => bench.world.paths(folder))).toEqual([]);
    await bench.world.clock.advance(6_000);
    await quiet(bench.engine);
    expect(bench.engine.view().alerts).toMatchObject([
      { text: expect.stringContaining(`we don’t know whether ${id} happened`) as string },
    ]);
  });
});

test('a note that is gone after its call is made again under the name that it had [GATE-14]', async () => {
  const bench = await createBench();
  const path = await standalone(bench);
  const renamed = 'Pending_Approval/renamed.md';
  bench.world.vault.outside.move(path, renamed);
  await quiet(bench.engine);
  await duringCall(bench, renamed, (approved) => bench.world.vault.outside.remove(approved));
  expect(bench.world.only('Done/Actions')).toBe('Done/Actions/renamed.md');
});

describe('words that are no request in place of a note', () => {
  test('unnoticed during the call: they stay, and the outcome is told in a new note [GATE-14]', async () => {
    const bench = await createBench();
    const path = await standalone(bench);
    const id = idOf(bench.world, path);
    await restart(bench, deafTo(inApproved(path))(bench.world));
    bench.engine.look(inApproved(path));
    bench.world.server.answer = () => {
      bench.world.vault.outside.write(inApproved(path), list);
      return success;
    };
    await approve(bench, path);
    bench.engine.look(inApproved(path));
    await quiet(bench.engine);
    expect(bench.world.server.calls).toHaveLength(1);
    expect(bench.world.note(inApproved(path))).toBe(list);
    expect(requestIn(bench.world, bench.world.only('Done/Actions'))).toMatchObject({
      ...{ requestId: id, status: 'executed' },
    });
  });

  test('where an executed one is filed: they stay, and the outcome is told beside them [GATE-14]', async () => {
    const bench = await createBench();
    const path = await standalone(bench);
    const there = path.replace(/^[^/]+/, 'Done/Actions');
    bench.world.vault.outside.write(there, list);
    await duringCall(bench, path, (approved) => bench.world.vault.outside.remove(approved));
    expect(bench.world.note(there)).toBe(list);
    expect(requestIn(bench.world, there.replace('.md', '-2.md')).status).toBe('executed');
  });

  test('as its outcome is written: an alert says where, and the outcome is told in a new note [GATE-14]', async () => {
    let beforeUpdate: (path: string) => void = () => undefined;
    const bench = await createBench({
      ports: ({ vault }) => {
        const store = memoryNoteStore(vault);
        const update: typeof store.update = (path, change) => {
          beforeUpdate(path);
          return store.update(path, change);
        };
        return { store: { ...store, update } };
      },
    });
    const path = await standalone(bench);
    const id = idOf(bench.world, path);
    const at = (suffix: string): string =>
      path.replace(/^[^/]+/, 'Done/Actions').replace('.md', `${suffix}.md`);
    const left = [at('-2'), at('')];
    beforeUpdate = (updated) => {
      if (updated !== left.at(-1)) return;
      left.pop();
      rewrite(bench.world, updated, () => list);
    };
    await approve(bench, path);
    expect(left).toEqual([]);
    expect(alertsOf(bench, id)).toMatchObject([
      { text: expect.stringContaining('was replaced by another') as string, path: at('-2') },
    ]);
    await bench.world.clock.advance(61_000);
    await quiet(bench.engine);
    expect(alertsOf(bench, id)).toEqual([]);
    expect([at(''), at('-2')].map((there) => bench.world.note(there))).toEqual([list, list]);
    expect(requestIn(bench.world, at('-3')).status).toBe('executed');
  });
});
