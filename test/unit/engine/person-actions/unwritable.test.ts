import { expect, test } from 'vitest';
import { fail } from '../../../../src/core/errors.js';
import type { CallReport } from '../../../../src/core/request/outcome/call-report.js';
import type { NoteStore } from '../../../../src/ports/note-store.js';
import { success } from '../../../support/memory/memory-bridges.js';
import { memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import { inApproved, planned } from '../../../support/engine/gate-bench.js';
import { quiet } from '../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
  type PeopleBench,
} from '../../../support/engine/people-bench.js';
import { answer, inDoubt, lose, lost } from '../../../support/engine/questions.js';

type Write = 'create' | 'update' | 'move';

/** Notes below these folders cannot be written this way; `null`: they can. */
interface Full {
  on: Write | null;
  below: RegExp;
}

async function benchWith(full: Full): Promise<PeopleBench> {
  return createPeopleBench({
    ports({ vault }) {
      const store = memoryNoteStore(vault);
      const isFull = (write: Write, path: string): boolean =>
        full.on === write && full.below.test(path);
      const failed = fail('note_write_failed', 'The disk is full.', 'Make room.');
      const some: Partial<NoteStore> = {
        create: async (path, text) => (isFull('create', path) ? failed : store.create(path, text)),
        update: async (path, edit) => (isFull('update', path) ? failed : store.update(path, edit)),
        move: async (from, to) => (isFull('move', to) ? failed : store.move(from, to)),
      };
      return { store: { ...store, ...some } };
    },
  });
}

/** How a request ends: what comes before the disk is full, then the end. */
interface Way {
  readonly before?: (bench: PeopleBench) => Promise<unknown>;
  readonly end: (bench: PeopleBench) => Promise<unknown>;
  /** Where its note lies in the end, and a part of what it says there. */
  readonly told: readonly [folder: string, words: string];
  /** The disk is full from the call on, which follows from the end. */
  readonly isCalled?: true;
}

const approving = async (bench: PeopleBench): Promise<unknown> =>
  pressApprove(bench, await onlyReview(bench));
const waiting = async ({ engine }: PeopleBench): Promise<string> => {
  const [review] = await engine.reviews(1);
  return review?.requestId ?? '';
};
const afterCall = (report: CallReport, isGone: boolean): NonNullable<Way['before']> => {
  return async (bench) => {
    const path = await planned(bench);
    bench.world.server.answer = () => {
      if (isGone) bench.world.vault.outside.remove(inApproved(path));
      return report;
    };
  };
};

const executed: Way = {
  before: afterCall(success, false),
  end: approving,
  isCalled: true,
  told: ['Done/Actions', '**executed**'],
};
const unknown: Way = {
  before: afterCall(lost, false),
  end: approving,
  isCalled: true,
  told: ['Pending_Approval', '**unknown**'],
};
const happened: Way = {
  before: inDoubt,
  end: (bench) => answer(bench, true),
  told: ['Done/Actions', 'Executed, on your word'],
};
const withdrawn: Way = {
  before: planned,
  end: async (bench) => bench.engine.personActions.withdraw({ requestId: await waiting(bench) }),
  told: ['Archive', 'status: withdrawn'],
};
const rejected: Way = {
  before: planned,
  end: async (bench) =>
    bench.engine.personActions.reject({ requestId: await waiting(bench), reason: 'No.' }),
  told: ['Rejected', 'status: rejected'],
};
const broughtBack: Way = {
  before: async (bench) => lose(bench, (await inDoubt(bench)).path),
  end: async (bench) => {
    const [{ offers } = {}] = bench.engine.view().alerts;
    if (offers?.do !== 'bring_back') throw new Error('Nothing is offered.');
    await bench.engine.personActions.bringBack({ requestId: offers.requestId });
  },
  told: ['Pending_Approval', 'You brought this note of'],
};

const ways: readonly (readonly [string, Write, Way])[] = [
  ['executed', 'move', executed],
  ['executed', 'update', executed],
  ['executed, its note gone', 'create', { ...executed, before: afterCall(success, true) }],
  ['executed, its note gone', 'update', { ...executed, before: afterCall(success, true) }],
  ['of unknown outcome', 'move', unknown],
  ['of unknown outcome', 'update', unknown],
  ['of unknown outcome, its note gone', 'create', { ...unknown, before: afterCall(lost, true) }],
  ['of unknown outcome, its note gone', 'update', { ...unknown, before: afterCall(lost, true) }],
  ['rejected', 'move', rejected],
  ['happened, on a person’s word', 'move', happened],
  ['happened, on a person’s word', 'update', happened],
  ['withdrawn', 'move', withdrawn],
  ['withdrawn', 'update', withdrawn],
  ['rejected', 'update', rejected],
  ['brought back', 'create', broughtBack],
];
const ofRequests = /^(?:Pending_Approval|Approved|Rejected|Archive|Done\/Actions)\//;
const ofPlans = /^Plans\//;

test.each([
  ...ways.map(([name, on, way]) => [name, on, 'its note', ofRequests, way] as const),
  ['executed', 'update', 'its plan', ofPlans, executed] as const,
  ['of unknown outcome', 'update', 'its plan', ofPlans, unknown] as const,
  ['happened, on a person’s word', 'update', 'its plan', ofPlans, happened] as const,
  ['withdrawn', 'update', 'its plan', ofPlans, withdrawn] as const,
  ['rejected', 'update', 'its plan', ofPlans, rejected] as const,
  ['brought back', 'update', 'its plan', ofPlans, broughtBack] as const,
])(
  'a request that is %s while the disk is full for the %s of %s says so, and is told with space again [GATE-14]',
  async (_name, on, _what, below, { before, end, isCalled, told: [folder, words] }) => {
    const full: Full = { on: null, below };
    const bench = await benchWith(full);
    await before?.(bench);
    await quiet(bench.engine);
    const { server } = bench.world;
    const answering = server.answer;
    if (!isCalled) full.on = on;
    server.answer = (call) => {
      full.on = on;
      return answering(call);
    };
    await end(bench);
    await quiet(bench.engine);
    const texts = bench.engine.view().alerts.map(({ text }) => text);
    expect(texts.filter((text) => text.includes('The disk is full.'))).toHaveLength(1);
    expect(bench.world.records().at(-1)?.kind).not.toBe('filed');
    full.on = null;
    await bench.world.clock.advance(61_000);
    await quiet(bench.engine);
    const alerts = bench.engine.view().alerts.map(({ text }) => text);
    expect(alerts.join()).not.toContain('The disk is full.');
    // Told once, however often it was tried.
    expect(bench.world.note(bench.world.only(folder)).split(words)).toHaveLength(2);
    expect(bench.world.records().map(({ kind }) => kind)).toContain('filed');
  },
);

test('what came back, and is gone before its plan could be told, is not made a second time [GATE-3]', async () => {
  const full: Full = { on: null, below: ofPlans };
  const bench = await benchWith(full);
  await planned(bench);
  bench.world.server.answer = () => {
    full.on = 'update';
    return lost;
  };
  await approving(bench);
  await lose(bench, bench.world.only('Pending_Approval'));
  full.on = null;
  await bench.world.clock.advance(61_000);
  await quiet(bench.engine);
  expect(bench.world.paths('Pending_Approval')).toEqual([]);
  expect(bench.engine.view().alerts).toMatchObject([{ kind: 'unknown_outcome' }]);
});
