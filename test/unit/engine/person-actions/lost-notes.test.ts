import { describe, expect, test } from 'vitest';
import {
  alertsOf,
  idOf,
  planned,
  standalone,
  startEngine,
} from '../../../support/engine/gate-bench.js';
import { quiet } from '../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
  restartPeople,
  type PeopleBench,
} from '../../../support/engine/people-bench.js';
import {
  answer,
  bringBack,
  inDoubt,
  lose,
  lost,
  offersOf,
  wait,
  type Question,
} from '../../../support/engine/questions.js';

describe('while a note with its id cannot be read', () => {
  const broken = (text: string): string => text.replace('bridge: email', 'bridge: [email');
  const ended = async (bench: PeopleBench, { path }: Question): Promise<string> => {
    const text = bench.world.note(path);
    const { operations } = bench.engine;
    await operations.cancelPlan({ planId: 'PLAN-2026-001', reason: 'Enough', actor: 'Human' });
    await quiet(bench.engine);
    return text;
  };

  test.each([
    ['is open', (bench: PeopleBench, { path }: Question) => lose(bench, path)],
    ['was ended by its plan', ended],
  ])(
    'a question that %s is still said, and offers only what can be done [GATE-3]',
    async (_how, end) => {
      const bench = await createPeopleBench();
      const question = await inDoubt(bench);
      const text = await end(bench, question);
      bench.world.vault.outside.write(question.path, broken(text));
      await quiet(bench.engine);
      await restartPeople(bench);
      expect(alertsOf(bench, question.id)).toMatchObject([
        {
          kind: 'unknown_outcome',
          path: question.path,
          advice: expect.stringContaining('repair the note, or remove it') as string,
        },
      ]);
      expect(offersOf(bench, question.id)).toEqual([]);
      expect(bench.engine.view().alerts.map(({ kind }) => kind)).toContain('invalid');
      expect(await bringBack(bench, question.id)).toMatchObject({
        error: { path: question.path, advice: 'Repair it, or remove it and bring it back then.' },
      });
      await lose(bench, question.path);
      expect(offersOf(bench, question.id)).toMatchObject([{ do: 'bring_back' }]);
      expect(await bringBack(bench, question.id)).toMatchObject({ ok: true });
    },
  );
});

test.each([
  ['of a step', planned, true],
  ['without a plan', standalone, false],
])(
  'the alert of a lost note %s names ways out with and without a panel',
  async (_of, make, isStep) => {
    const bench = await createPeopleBench();
    await make(bench);
    bench.world.server.answer = () => lost;
    await pressApprove(bench, await onlyReview(bench));
    const path = bench.world.only('Pending_Approval');
    const id = idOf(bench.world, path);
    await lose(bench, path);
    const [alert] = alertsOf(bench, id);
    expect(alert?.advice).toContain('press “Bring the note back” in Obsidian');
    expect(alert?.advice).toContain(`run \`countersign withdraw ${id}\` in a terminal`);
    expect(alert?.advice.includes('tick its step')).toBe(isStep);
  },
);

describe('of a call that another ledger may have made', () => {
  /** A request that was taken over from a ledger that is gone, and whose note is lost since. */
  async function takenOver(): Promise<{ bench: PeopleBench; old: string; id: string }> {
    const bench = await createPeopleBench();
    const old = idOf(bench.world, await planned(bench));
    await bench.engine.stop();
    bench.world.ledgerFile.text = null;
    bench.engine = await startEngine(bench.world, { signer: bench.signer });
    const [offer] = offersOf(bench, old);
    if (offer?.do !== 'take_over') throw new Error('Nothing is offered.');
    await bench.engine.personActions.takeOver({ epoch: offer.epoch, gesture: press(bench) });
    await quiet(bench.engine);
    const path = bench.world.only('Pending_Approval');
    const id = idOf(bench.world, path);
    await lose(bench, path);
    return { bench, old, id };
  }

  test('the note is brought back as it was when it was taken over [GATE-3] [GATE-20]', async () => {
    const { bench, old, id } = await takenOver();
    expect(await bringBack(bench, id)).toMatchObject({ ok: true });
    const review = await onlyReview(bench);
    expect(review.unknownOutcome).toEqual({ attemptId: old, changes: null });
    expect(review.attempts).toMatchObject([{ id: old, outcome: 'unknown' }]);
    expect(review.blocked).toBeNull();
  });

  test('that it happened is told in its note, without what was sent: nobody here knows that [GATE-3]', async () => {
    const { bench, id } = await takenOver();
    await bringBack(bench, id);
    expect(await answer(bench, true)).toMatchObject({ ok: true });
    const filed = bench.world.note(bench.world.only('Done/Actions'));
    expect(filed).toContain('Executed, on your word');
    expect(filed).not.toContain('Sent:');
  });

  test('without its text nothing is made: the alert says so, and it can be withdrawn', async () => {
    const { bench, id } = await takenOver();
    await bench.engine.stop();
    // As a ledger wrote it that did not keep the note.
    const { ledgerFile } = bench.world;
    ledgerFile.text = (ledgerFile.text ?? '').replace(
      /("mayHaveRun":\{"effect":"\w*","call":"\w*"),"note":"(?:[^"\\]|\\.)*"/,
      '$1',
    );
    for (const file of [...bench.world.vault.entries.keys()]) {
      if (file.startsWith('Logs/audit/')) bench.world.vault.outside.remove(file);
    }
    bench.engine = await startEngine(bench.world, { signer: bench.signer });
    await wait(bench, 6_000);
    expect(offersOf(bench, id)).toEqual([]);
    expect(alertsOf(bench, id)).toMatchObject([
      {
        kind: 'unknown_outcome',
        advice: expect.stringContaining('can’t be brought back') as string,
      },
    ]);
    expect(await bringBack(bench, id)).toMatchObject({ error: { code: 'request_missing' } });
    expect(bench.world.paths('Pending_Approval')).toEqual([]);
    expect(await bench.engine.personActions.withdraw({ requestId: id })).toMatchObject({
      ok: true,
    });
    await quiet(bench.engine);
    expect(alertsOf(bench, id)).toEqual([]);
  });
});

test('one tick answers the question of its step, where another request of that step waits too [GATE-3]', async () => {
  const bench = await createPeopleBench();
  const { world, engine } = bench;
  const question = await inDoubt(bench);
  const another = world
    .note(question.path)
    .replaceAll(question.id, 'another')
    .replace('bridge: email', 'bridge: nope')
    .replace('status: outcome_unknown', 'status: pending');
  world.vault.outside.write('Pending_Approval/another.md', another);
  await quiet(engine);
  world.vault.outside.move(question.path, question.path.replace('Pending_Approval', 'Approved'));
  await quiet(engine);
  expect(engine.hasUnknownOutcome(question.id)).toBe(true);
  const plan = 'Plans/PLAN-2026-001.md';
  world.vault.outside.write(plan, world.note(plan).replace('2. [ ] ✋', '2. [x] ✋'));
  await quiet(engine);
  expect(engine.hasUnknownOutcome(question.id)).toBe(false);
  expect(engine.view().alerts.map(({ kind }) => kind)).toEqual(['ticked_outside']);
  expect(world.server.calls).toHaveLength(1);
});

test('of a note that was archived, as one in Done/Actions has its id, the alert says where it is', async () => {
  const bench = await createPeopleBench();
  const { attempt, id, path } = await inDoubt(bench);
  const copy = bench.world.note(path).replace('outcome_unknown', 'executed');
  bench.world.vault.outside.write('Done/Actions/copy.md', copy);
  // Such notes are read right before a call.
  const other = await standalone(bench, { title: 'Other', arguments: { to: 'b', subject: 'b' } });
  const reviews = await bench.engine.reviews(10);
  await pressApprove(
    bench,
    reviews.find((review) => review.path === other)!,
  );
  await restartPeople(bench);
  await wait(bench, 6_000);
  const archived = `is in the archive (“${bench.world.only('Archive')}”)`;
  expect(alertsOf(bench, id).map(({ text }) => text)).toEqual([
    expect.stringContaining(
      `The note for request ${id} ${archived}, and we don’t know whether ${attempt} happened.`,
    ),
  ]);
});
