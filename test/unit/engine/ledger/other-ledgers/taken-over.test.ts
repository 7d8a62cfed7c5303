import { describe, expect, test } from 'vitest';
import { auditLine, chainEntry, emptyChain } from '../../../../../src/core/audit/entry.js';
import type { LedgerRecord } from '../../../../../src/core/ledger/ledger-record.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
  restartPeople,
} from '../../../../support/engine/people-bench.js';
import {
  createPair,
  pressTakeOver,
  startOther,
  type Pair,
} from '../../../../support/engine/two-computers.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  createBench,
  deafTo,
  edit,
  idOf,
  inApproved,
  move,
  planned,
  requestIn,
  restart,
  rewrite,
  standalone,
} from '../../../../support/engine/gate-bench.js';
import {
  earlierEpoch,
  setAside,
  tellOfEarlierLedger,
} from '../../../../support/engine/earlier-ledger.js';
import {
  auditFiles,
  epochIn,
  unprepared,
  withNewcomer,
} from '../../../../support/engine/newcomer.js';

const nowhere = 'e-elsewhere';
const asOf = (epoch: string) => (text: string) =>
  text.replace(/(%% countersign {"epoch":")[^"]*/, `$1${epoch}`);
const inRejected = (path: string): string => path.replace(/^[^/]+/, 'Rejected');

/** What the ledger of the other computer holds. */
const recordsOf = ({ other }: Pick<Pair, 'other'>): readonly LedgerRecord[] =>
  (other.file.text ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LedgerRecord);

describe('after a person took over from a ledger of which nothing is known', () => {
  test('what it had prepared comes back from another device, and asks [GATE-11]', async () => {
    const bench = await createPeopleBench();
    const path = await standalone(bench);
    const note = asOf(nowhere)(bench.world.note(path)).replace(/request_id: .*/, 'request_id: r-1');
    bench.world.vault.outside.write('Pending_Approval/r-1.md', note);
    await quiet(bench.engine);
    const taken = await bench.engine.personActions.takeOver({
      epoch: nowhere,
      gesture: press(bench),
    });
    expect(taken).toMatchObject({ ok: true });
    await quiet(bench.engine);
    const back = bench.world
      .paths('Pending_Approval')
      .map((name) => requestIn(bench.world, name))
      .find(({ supersedes }) => supersedes === 'r-1');
    expect(back?.text).toContain('It was taken over from another device');
    expect(bench.world.server.calls).toEqual([]);
  });
});

test.each([true, false])(
  'what this ledger prepared stays its own, whatever its note says (taken over: %s) [GATE-11]',
  async (isTakenOver) => {
    const bench = await createPeopleBench();
    const path = await standalone(bench);
    const id = idOf(bench.world, path);
    if (isTakenOver)
      await bench.engine.personActions.takeOver({ epoch: nowhere, gesture: press(bench) });
    await edit(bench, path, asOf(nowhere));
    expect(idOf(bench.world, path)).toBe(id);
    expect(requestIn(bench.world, path).machine.preparation?.epoch).not.toBe(nowhere);
    expect(bench.world.records().filter(({ kind }) => kind === 'voided')).toEqual([]);
  },
);

test('what came back from this ledger is its own before it is prepared, whatever its note says [GATE-11]', async () => {
  const bench = await createBench();
  const { server } = bench.world;
  const path = await standalone(bench);
  server.answer = () => {
    server.reachable = false;
    return { kind: 'not_sent', detail: 'Connection refused.' };
  };
  await approve(bench, path);
  const back = bench.world.only('Pending_Approval');
  const written = requestIn(bench.world, path).machine.preparation?.epoch;
  await edit(bench, back, asOf(nowhere));
  server.reachable = true;
  await bench.world.clock.advance(61_000);
  await quiet(bench.engine);
  expect(requestIn(bench.world, back).machine.preparation?.epoch).toBe(written);
});

describe('an alert names whom a request was prepared for:', () => {
  test('a computer that the vault tells of', async () => {
    const { first, other, sync } = await createPair();
    const id = idOf(first.world, await standalone(first));
    await sync('first');
    await other.engine.stop();
    other.engine = await startOther({ first, other });
    expect(alertsOf(other, id)).toMatchObject([
      { text: `The note for ${id} says that it was prepared for d-aaaaaaaaaa.` },
    ]);
  });

  test('an earlier ledger of this device', async () => {
    const bench = await createPeopleBench();
    const id = idOf(bench.world, await standalone(bench));
    await bench.engine.stop();
    setAside(bench.world.ledgerFile);
    await restartPeople(bench);
    expect(alertsOf(bench, id)).toMatchObject([
      {
        text: `The note for ${id} says that it was prepared for an earlier ledger of this device.`,
      },
    ]);
  });

  test('a ledger that nothing tells of', async () => {
    const bench = await createBench();
    const path = await standalone(bench);
    const note = asOf(nowhere)(bench.world.note(path)).replace(/request_id: .*/, 'request_id: r-1');
    bench.world.vault.outside.write('Pending_Approval/r-1.md', note);
    await quiet(bench.engine);
    expect(alertsOf(bench, 'r-1')).toMatchObject([
      {
        text: 'The note for r-1 says that it was prepared for another device, or for a ledger that no longer exists.',
      },
    ]);
  });
});

test.each([
  [
    'Pending_Approval',
    'Countersign',
    'It was taken over from d-aaaaaaaaaa, which may have run it: check before approving.',
  ],
  ['Rejected', 'Outside', 'Moved to Rejected. It had been taken over from d-aaaaaaaaaa.'],
])('what is taken over in %s is recorded as of whom it ends, and why [GATE-11]', async (...row) => {
  const [folder, actor, reason] = row;
  const { first, other, sync } = await createPair();
  const path = await standalone(first);
  const id = idOf(first.world, path);
  await first.engine.stop();
  first.world.vault.outside.move(path, path.replace(/^[^/]+/, folder));
  await sync('first');
  await pressTakeOver(other);
  const ends = recordsOf({ other }).filter(({ kind }) => kind === 'voided');
  expect(ends).toMatchObject([
    { id, audit: { actor, detail: `“Email to client_a@example.com”: ${reason}` } },
  ]);
});

test('what was taken over is an attempt at its effect, whoever asks for that anew [GATE-3]', async () => {
  const { first, other, sync } = await createPair();
  const id = idOf(first.world, await standalone(first));
  await first.engine.stop();
  await sync('first');
  await pressTakeOver(other);
  const again = await standalone(other, { title: 'Unrelated' });
  expect(requestIn(other.world, again).machine.preparation?.attempts).toEqual([id]);
});

describe('what lies in Rejected when it is taken over is no attempt only where the other ledger rejected it', () => {
  const addLine = (bench: Pair['first'], event: string, id: string): void => {
    const file = auditFiles(bench).at(-1) ?? '';
    const entry = { at: '2026-03-01T08:00:00.000Z', actor: 'Countersign', event, request_id: id };
    const line = auditLine(chainEntry(emptyChain, { ...entry, detail: 'Made up.' }));
    bench.world.vault.outside.write(file, `${bench.world.note(file)}${line}\n`);
  };
  const cases: readonly (readonly [
    string,
    (pair: Pair, path: string) => Promise<void>,
    boolean,
  ])[] = [
    [
      'as its audit file says',
      async ({ first }, path) => {
        await move(first, path, inRejected(path));
        await first.engine.stop();
      },
      false,
    ],
    [
      'moved after that computer was off',
      async ({ first }, path) => {
        await first.engine.stop();
        first.world.vault.outside.move(path, inRejected(path));
      },
      true,
    ],
    [
      'called there, as a line tells',
      async ({ first }, path) => {
        const id = idOf(first.world, path);
        await move(first, path, inRejected(path));
        await first.engine.stop();
        addLine(first, 'intent', id);
      },
      true,
    ],
    [
      'come back there under another id',
      async ({ first }, path) => {
        const id = idOf(first.world, path);
        await move(first, path, inRejected(path));
        await first.engine.stop();
        addLine(first, 'returned', id);
      },
      true,
    ],
    [
      'filed as executed, too',
      async ({ first }, path) => {
        await move(first, path, inRejected(path));
        await first.engine.stop();
        const text = first.world.note(inRejected(path));
        first.world.vault.outside.write('Done/Actions/copy.md', text);
      },
      true,
    ],
    [
      'in Approved by now',
      async ({ first }, path) => {
        const text = first.world.note(path);
        await move(first, path, inRejected(path));
        await first.engine.stop();
        first.world.vault.outside.remove(inRejected(path));
        first.world.vault.outside.write(inApproved(path), text);
      },
      true,
    ],
    [
      'said to take the place of another',
      async ({ first }, path) => {
        await edit(first, path, (text) =>
          text.replace(/(request_id: .*\n)/, '$1supersedes: r-0\n'),
        );
        await move(first, path, inRejected(path));
        await first.engine.stop();
      },
      true,
    ],
    [
      'come back before, which its note doesn’t say',
      async ({ first }, path) => {
        first.world.server.answer = () => {
          first.world.server.reachable = false;
          return { kind: 'not_sent', detail: 'Refused.' };
        };
        await pressApprove(first, await onlyReview(first));
        await quiet(first.engine);
        first.world.server.reachable = true;
        await first.world.clock.advance(61_000);
        await quiet(first.engine);
        await move(first, first.world.only('Pending_Approval'), inRejected(path));
        await first.engine.stop();
        rewrite(first.world, inRejected(path), (text) => text.replace(/supersedes: .*\n/, ''));
      },
      true,
    ],
    [
      'never prepared by the ledger that its note names',
      async ({ first }, path) => {
        await first.engine.stop();
        addLine(first, 'rejected', 'r-1');
        const text = first.world.note(path).replace(/request_id: .*/, 'request_id: r-1');
        first.world.vault.outside.remove(path);
        first.world.vault.outside.write(inRejected(path), text);
      },
      true,
    ],
  ];
  test.each(cases)('%s [GATE-3] [GATE-11]', async (_what, end, asks) => {
    const pair = await createPair();
    const { first, other, sync } = pair;
    const path = await standalone(first);
    await end(pair, path);
    const [note = ''] = ['Rejected', 'Approved'].flatMap((at) => first.world.paths(at));
    const { requestId: id } = requestIn(first.world, note);
    await sync('first');
    await pressTakeOver(other);
    const again = await standalone(other, { title: 'Unrelated' });
    const { attempts } = requestIn(other.world, again).machine.preparation ?? {};
    expect(attempts).toEqual(asks ? expect.arrayContaining([id]) : []);
  });
});

test.each<[string, (text: string) => string]>([
  ['words that are no request', () => '# Shopping\n\nMilk.\n'],
  ['another request', (text) => text.replace(/request_id: .*/, 'request_id: another')],
])(
  'a note that gave way to %s, unnoticed, is not taken over for the one that was there [GATE-11]',
  async (_what, change) => {
    const { first, other, sync } = await createPair();
    const path = await standalone(first);
    await first.engine.stop();
    await sync('first');
    await other.engine.stop();
    const deaf = deafTo(path)(other.world).store;
    other.engine = await startOther({ first, other }, deaf);
    const text = change(other.world.note(path));
    other.vault.outside.write(path, text);
    await pressTakeOver(other);
    const records = recordsOf({ other });
    expect(records.filter(({ kind }) => kind === 'voided')).toEqual([]);
    expect(records.filter(({ audit }) => audit.event === 'error')).toEqual([]);
    expect(other.world.note(path)).toBe(text);
  },
);

test('of what another ledger is to prepare nothing is said in Rejected', async () => {
  const { first, other } = await withNewcomer();
  const { path, text } = await unprepared(first, 'By hand');
  const before = other.engine.view().alerts;
  other.vault.outside.write(inRejected(path), text);
  await quiet(other.engine);
  expect(other.world.note(inRejected(path))).toBe(text);
  expect(other.engine.view().alerts).toEqual(before);
});

test('what was ended here, while this ledger acts, is left to the other that prepared it as well [GATE-11]', async () => {
  const { first, other, sync } = await withNewcomer();
  await sync('other', (path) => path.startsWith('Logs/'));
  const path = await standalone(first);
  const id = idOf(first.world, path);
  const text = asOf(epochIn(other.file))(first.world.note(path));
  await first.engine.personActions.withdraw({ requestId: id });
  await quiet(first.engine);
  first.world.vault.outside.write(path, text);
  await quiet(first.engine);
  expect(alertsOf(first, id)).toMatchObject([{ kind: 'other_device', path }]);
  expect(first.world.note(path)).toBe(text);
});

test('a copy of what was called here goes to the archive, whatever ledger it names [GATE-14]', async () => {
  const bench = await createBench();
  const path = await standalone(bench);
  const text = bench.world.note(path);
  await approve(bench, path);
  tellOfEarlierLedger(bench.world);
  await quiet(bench.engine);
  bench.world.vault.outside.write('Pending_Approval/again.md', asOf(earlierEpoch)(text));
  await quiet(bench.engine);
  expect(bench.world.paths('Pending_Approval')).toEqual([]);
  expect(bench.world.only('Archive')).toBe('Archive/again.md');
});

test('a request whose note is gone, unnoticed, ends with its plan all the same [GATE-9]', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  await restart(bench, deafTo(path)(bench.world));
  bench.world.vault.outside.remove(path);
  await edit(bench, 'Plans/PLAN-2026-001.md', (text) =>
    text.replace(/status: \w+/, 'status: Cancelled'),
  );
  const records = bench.world.records();
  expect(records.filter(({ kind }) => kind === 'voided')).toMatchObject([{ id, why: 'withdrawn' }]);
  expect(records.filter(({ audit }) => audit.event === 'error')).toEqual([]);
});
