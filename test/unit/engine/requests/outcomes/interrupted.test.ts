import { describe, expect, test } from 'vitest';
import { fail } from '../../../../../src/core/errors.js';
import type { NoteStore } from '../../../../../src/ports/note-store.js';
import { memoryLedger, oneByOne } from '../../../../support/memory/memory-ledger.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
} from '../../../../support/engine/people-bench.js';
import { quiet, type World } from '../../../../support/engine/world.js';
import {
  alertsOf,
  createBench,
  edit,
  idOf,
  inApproved,
  look,
  move,
  planned,
  requestIn,
  restart,
  standalone,
  startEngine,
  type Bench,
} from '../../../../support/engine/gate-bench.js';

const inUse = fail('note_write_failed', 'The note is in use.', 'Close what uses it.');
const trusting = { trustMoves: true };

/** Which writes of notes fail at the moment: `move Archive/x.md`, `update …`, `create …`. */
class Fault {
  hits: (write: string) => boolean = () => false;
  readonly ports = ({ vault }: World): { store: NoteStore } => {
    const store = memoryNoteStore(vault);
    const unless = <T>(write: string, work: () => T) => (this.hits(write) ? inUse : work());
    return {
      store: {
        ...store,
        move: async (from, to) => unless(`move ${to}`, () => store.move(from, to)),
        update: async (path, change) => unless(`update ${path}`, () => store.update(path, change)),
        create: async (path, text) => unless(`create ${path}`, () => store.create(path, text)),
      },
    };
  };
  on(pattern: RegExp): void {
    this.hits = (write) => pattern.test(write);
  }
}

async function faulty(config: object = trusting): Promise<{ bench: Bench; fault: Fault }> {
  const fault = new Fault();
  return { bench: await createBench({ config, ports: fault.ports }), fault };
}

const withdraw = (bench: Bench, requestId: string) =>
  bench.engine.operations.withdraw({ requestId, reason: 'Not wanted.', actor: 'Human' });

describe('a note that cannot be written says so, and follows as soon as it can', () => {
  const cases: Readonly<
    Record<
      string,
      {
        readonly fault: RegExp;
        readonly act: (bench: Bench, path: string) => Promise<unknown>;
        readonly folder: string;
        readonly status: string;
      }
    >
  > = {
    'a withdrawn one, to move it': {
      fault: /^move Archive/,
      act: (bench, path) => withdraw(bench, idOf(bench.world, path)),
      folder: 'Archive',
      status: 'withdrawn',
    },
    'a withdrawn one, once it was moved': {
      fault: /^update Archive/,
      act: (bench, path) => withdraw(bench, idOf(bench.world, path)),
      folder: 'Archive',
      status: 'withdrawn',
    },
    'a rejected one, to move it': {
      fault: /^move Rejected/,
      act: ({ engine, world }, path) =>
        engine.personActions.reject({ requestId: idOf(world, path), reason: 'No' }),
      folder: 'Rejected',
      status: 'rejected',
    },
    'a rejected one, once it was moved': {
      fault: /^update Rejected/,
      act: (bench, path) => move(bench, path, path.replace('Pending_Approval', 'Rejected')),
      folder: 'Rejected',
      status: 'rejected',
    },
    'an expired one': {
      fault: /^update Pending/,
      act: async (bench) => {
        await bench.world.clock.advance(3_600_000);
        await quiet(bench.engine);
      },
      folder: 'Pending_Approval',
      status: 'expired',
    },
  };

  test.each(Object.entries(cases))(
    '%s [GATE-4]',
    async (_name, { fault: pattern, act, folder, status }) => {
      const { bench, fault } = await faulty();
      const path = await standalone(bench, { expires: '2026-02-21T11:00:00Z' });
      const id = idOf(bench.world, path);
      fault.on(pattern);
      await act(bench, path);
      await look(bench);
      expect(alertsOf(bench, id)).toMatchObject([
        { kind: 'halted', text: expect.stringContaining('The note is in use.') as string },
      ]);
      fault.hits = () => false;
      await bench.world.clock.advance(61_000);
      await quiet(bench.engine);
      expect(requestIn(bench.world, bench.world.only(folder)).status).toBe(status);
      await restart(bench);
      expect(bench.world.paths(folder)).toHaveLength(1);
      expect(bench.world.server.calls).toEqual([]);
    },
  );

  test('one whose time was prolonged [GATE-14]', async () => {
    const { bench, fault } = await faulty();
    const path = await standalone(bench, { expires: '2026-02-21T11:00:00Z' });
    await bench.world.clock.advance(3_600_000);
    await quiet(bench.engine);
    fault.on(/^update Pending/);
    await edit(bench, path, (text) => text.replace('2026-02-21T11:00', '2026-02-22T11:00'));
    expect(alertsOf(bench, idOf(bench.world, path))).toMatchObject([{ kind: 'halted' }]);
    fault.hits = () => false;
    await bench.world.clock.advance(61_000);
    await quiet(bench.engine);
    expect(requestIn(bench.world, path).status).toBe('pending');
  });

  test('a copy of a used one, for the archive [GATE-2]', async () => {
    const { bench, fault } = await faulty();
    const path = await standalone(bench);
    const text = bench.world.note(path);
    await move(bench, path);
    fault.on(/^move Archive/);
    bench.world.vault.outside.write('Approved/again.md', text);
    await quiet(bench.engine);
    const id = idOf(bench.world, 'Approved/again.md');
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'halted' }]);
    fault.hits = () => false;
    await bench.world.clock.advance(61_000);
    await quiet(bench.engine);
    expect(bench.world.paths('Archive')).toEqual(['Archive/again.md']);
    expect(bench.world.server.calls).toHaveLength(1);
  });

  test('one of unknown outcome whose note vanished [GATE-4]', async () => {
    const { bench, fault } = await faulty();
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    bench.world.server.answer = () => {
      bench.world.vault.outside.remove(inApproved(path));
      fault.on(/^create Pending/);
      return { kind: 'lost', detail: 'The pipe broke.' };
    };
    await move(bench, path);
    await look(bench);
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'halted' }]);
    fault.hits = () => false;
    await bench.world.clock.advance(61_000);
    await quiet(bench.engine);
    expect(requestIn(bench.world, bench.world.only('Pending_Approval'))).toMatchObject({
      supersedes: id,
      status: 'outcome_unknown',
    });
  });

  test('one that a person brings back [GATE-3] [GATE-4]', async () => {
    const { bench, fault } = await faulty();
    const attempt = idOf(bench.world, await planned(bench));
    bench.world.server.answer = () => ({ kind: 'lost', detail: 'The pipe broke.' });
    await move(bench, bench.world.only('Pending_Approval'));
    const path = bench.world.only('Pending_Approval');
    const requestId = idOf(bench.world, path);
    bench.world.vault.outside.remove(path);
    await quiet(bench.engine);
    fault.on(/^create Pending/);
    expect(await bench.engine.personActions.bringBack({ requestId })).toMatchObject({
      error: { code: 'note_write_failed' },
    });
    await quiet(bench.engine);
    expect(alertsOf(bench, requestId)).toMatchObject([{ kind: 'halted' }]);
    fault.hits = () => false;
    await bench.world.clock.advance(61_000);
    await quiet(bench.engine);
    expect(alertsOf(bench, requestId)).toEqual([]);
    const back = requestIn(bench.world, bench.world.only('Pending_Approval'));
    expect(back).toMatchObject({ supersedes: attempt, status: 'outcome_unknown' });
  });
});

describe('a note that somebody deleted between the record and the note', () => {
  /** Ends a request while its note cannot be moved, deletes the note, and starts anew. */
  async function deleted(end: (bench: Bench, path: string) => Promise<unknown>) {
    const { bench, fault } = await faulty({ trustMoves: true, paused: true });
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    await move(bench, path);
    fault.on(/^(?:move|create) /);
    await end(bench, inApproved(path));
    await bench.engine.stop();
    const [note] = bench.world.paths('Approved');
    const text = bench.world.note(note ?? '');
    bench.world.vault.outside.remove(note ?? '');
    return { bench, id, text };
  }
  const edited = (bench: Bench, path: string) => {
    bench.world.config = { ...bench.world.config, paused: false };
    return edit(bench, path, (text) => text.replace('to: client_a@', 'to: client_b@'));
  };

  test('stays deleted when it was withdrawn', async () => {
    const { bench } = await deleted((one, path) => withdraw(one, idOf(one.world, path)));
    bench.engine = await startEngine(bench.world);
    for (const folder of ['Pending_Approval', 'Approved', 'Archive']) {
      expect(bench.world.paths(folder)).toEqual([]);
    }
    expect(bench.world.records().at(-1)?.kind).toBe('filed');
  });

  test('stays deleted when it was returned without a call [GATE-9]', async () => {
    const { bench, id } = await deleted(edited);
    expect(bench.world.records().some((record) => record.kind === 'voided')).toBe(true);
    bench.engine = await startEngine(bench.world);
    expect(bench.world.paths('Pending_Approval')).toEqual([]);
    expect(alertsOf(bench, id)).toEqual([]);
    expect(bench.world.server.calls).toEqual([]);
  });

  test('is not made a second time where a note says to have taken its place', async () => {
    const { bench, id, text } = await deleted(edited);
    const copy = text.replace(/request_id: .*/, `request_id: other\nsupersedes: ${id}`);
    bench.world.vault.outside.write('Pending_Approval/other.md', copy);
    bench.engine = await startEngine(bench.world);
    expect(bench.world.paths('Pending_Approval')).toHaveLength(1);
    expect(bench.world.server.calls).toEqual([]);
  });

  test('stays deleted when a person said that it happened; its step is ticked [GATE-3]', async () => {
    const fault = new Fault();
    const bench = await createPeopleBench({ ports: fault.ports });
    await planned(bench);
    bench.world.server.answer = () => ({ kind: 'lost', detail: 'The pipe broke.' });
    await pressApprove(bench, await onlyReview(bench));
    const { requestId, shownDigest, path, unknownOutcome } = await onlyReview(bench);
    fault.on(/^move Done/);
    const gesture = press(bench);
    const attemptId = unknownOutcome?.attemptId ?? '';
    const input = { requestId, attemptId, happened: true, shownDigest, gesture };
    expect(await bench.engine.personActions.confirmUnknown(input)).toMatchObject({ ok: false });
    await bench.engine.stop();
    bench.world.vault.outside.remove(path);
    bench.engine = await startEngine(bench.world);
    expect(bench.world.paths('Done/Actions')).toEqual([]);
    expect(bench.world.note('Plans/PLAN-2026-001.md')).toContain('2. [x] ✋');
  });
});

test('of a request without a plan that was interrupted in its call the outcome is unknown [GATE-20]', async () => {
  const { bench } = await faulty();
  const path = await standalone(bench);
  bench.world.server.answer = () => new Promise(() => undefined);
  bench.world.vault.outside.move(path, inApproved(path));
  await expect.poll(() => bench.world.server.calls.length).toBe(1);
  const before = bench.world.ledgerFile.text;
  // The next process cannot write its ledger at first: then nothing is told, and nothing is run.
  const ledger = memoryLedger(bench.world.ledgerFile);
  const full = fail('ledger_write_failed', 'The disk is full.', 'Make room on it.');
  bench.engine = await startEngine(bench.world, {
    ledger: { read: () => ledger.read(), append: async () => full },
  });
  expect(bench.world.ledgerFile.text).toBe(before);
  expect(bench.world.paths('Approved')).toEqual([inApproved(path)]);
  bench.engine = await startEngine(bench.world);
  const back = requestIn(bench.world, bench.world.only('Pending_Approval'));
  expect(back.status).toBe('outcome_unknown');
  expect(bench.world.server.calls).toHaveLength(1);
});

test('of several calls that were interrupted the outcome of each is unknown [GATE-20]', async () => {
  const { bench } = await faulty();
  const paths: string[] = [];
  for (const to of ['a', 'b', 'c']) {
    paths.push(await standalone(bench, { title: to, arguments: { to, subject: to } }));
  }
  bench.world.server.answer = () => new Promise(() => undefined);
  for (const path of paths) bench.world.vault.outside.move(path, inApproved(path));
  await expect.poll(() => bench.world.server.calls.length).toBe(3);
  bench.world.vault.watchers.clear();
  bench.engine = await startEngine(bench.world);
  const back = bench.world.paths('Pending_Approval').map((path) => requestIn(bench.world, path));
  expect(back.map(({ status }) => status)).toEqual(Array(3).fill('outcome_unknown'));
  expect(bench.world.server.calls).toHaveLength(3);
});

test.each(['expired', 'already_used'])(
  'what is %s is not told in a note before it is recorded [GATE-6]',
  async (event) => {
    const bench = await createBench({
      config: trusting,
      ports: (world) => {
        const ledger = memoryLedger(world.ledgerFile);
        let isFull = false;
        return {
          ledger: {
            read: () => ledger.read(),
            append: oneByOne(async (record, durable) => {
              isFull ||= (record as { audit: { event: string } }).audit.event === event;
              return isFull
                ? fail('ledger_write_failed', 'The disk is full.', 'Make room on it.')
                : ledger.append([record], durable);
            }),
          },
        };
      },
    });
    const path = await standalone(bench, { expires: '2026-02-21T11:00:00Z' });
    const text = bench.world.note(path);
    if (event === 'already_used') {
      await move(bench, path);
      bench.world.vault.outside.write('Approved/again.md', text);
    }
    await bench.world.clock.advance(3_600_000);
    await quiet(bench.engine);
    const now = event === 'expired' ? path : 'Approved/again.md';
    expect(bench.world.note(now)).toBe(text);
  },
);

test('of several copies of a used request every one goes to the archive [GATE-2] [GATE-17]', async () => {
  const { bench } = await faulty();
  const path = await standalone(bench);
  const text = bench.world.note(path);
  await move(bench, path);
  await bench.engine.stop();
  bench.world.vault.outside.write('Pending_Approval/one.md', text);
  bench.world.vault.outside.write('Approved/two.md', text);
  bench.engine = await startEngine(bench.world);
  expect(bench.world.paths('Archive')).toEqual(['Archive/one.md', 'Archive/two.md']);
  expect(bench.world.server.calls).toHaveLength(1);
});
