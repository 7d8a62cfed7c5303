import { expect, test } from 'vitest';
import { fail } from '../../../../src/core/errors.js';
import { memoryLedger, oneByOne } from '../../../support/memory/memory-ledger.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
  restartPeople,
  type PeopleBench,
} from '../../../support/engine/people-bench.js';
import { answer, inDoubt } from '../../../support/engine/questions.js';
import { quiet } from '../../../support/engine/world.js';
import {
  alertsOf,
  createBench,
  deafTo,
  edit,
  idOf,
  inApproved,
  look,
  move,
  planned,
  requestIn,
  restart,
  stamped,
  standalone,
  type Bench,
} from '../../../support/engine/gate-bench.js';
import { earlierEpoch, tellOfEarlierLedger } from '../../../support/engine/earlier-ledger.js';
import { withoutPreparation } from '../../../support/engine/newcomer.js';

const broken = (text: string): string => text.replace('bridge: email', 'bridge: [email');

/** What went wrong that nobody expected. */
const errorsOf = ({ world }: Bench) =>
  world.records().filter(({ audit }) => audit.event === 'error');

test('a note that cannot be read any more does not ask any more', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  await move(bench, path);
  expect(alertsOf(bench, id)).toMatchObject([{ kind: 'asks' }]);
  await edit(bench, inApproved(path), broken);
  expect(alertsOf(bench, id)).toEqual([]);
  expect(errorsOf(bench)).toEqual([]);
});

test('of two notes with one id, neither of which can be read, both are named', async () => {
  const bench = await createBench();
  const path = await standalone(bench);
  const id = idOf(bench.world, path);
  const text = broken(bench.world.note(path));
  for (const name of [path, 'Approved/copy.md']) bench.world.vault.outside.write(name, text);
  await quiet(bench.engine);
  expect(alertsOf(bench, id)).toMatchObject([
    {
      kind: 'duplicate',
      text: expect.stringMatching(/^2 notes have the same id: .*“Approved\/copy\.md”/) as string,
    },
  ]);
  expect(errorsOf(bench)).toEqual([]);
});

test('a move that is noticed where it goes, and not where it comes from, makes no copy: what bears a stamp never asks', async () => {
  const bench = await createBench();
  const path = await standalone(bench);
  await restart(bench, deafTo(path)(bench.world));
  const text = await stamped(bench, path);
  bench.world.vault.outside.remove(path);
  bench.world.vault.outside.write(inApproved(path), text);
  await quiet(bench.engine);
  expect(bench.world.server.calls).toHaveLength(1);
  expect(bench.world.records().filter(({ kind }) => kind === 'asked')).toEqual([]);
});

test.each<[string, (text: string) => string]>([
  ['words that are no request', () => '# Shopping\n\nMilk.\n'],
  [
    'another request',
    (text) => withoutPreparation(text).replace(/request_id: .*/, 'request_id: x'),
  ],
])('about %s in place of a note nothing is done before that is noticed', async (_what, change) => {
  const bench = await createBench();
  const path = await standalone(bench);
  await restart(bench, deafTo(path)(bench.world));
  const text = change(bench.world.note(path));
  bench.world.vault.outside.write(path, text);
  const before = bench.world.records().length;
  await look(bench);
  expect(bench.world.note(path)).toBe(text);
  expect(bench.world.records().slice(before)).toEqual([]);
});

test('what was ended here, and comes as another ledger prepared it, is left to that, and says whose it is [GATE-11]', async () => {
  const bench = await createBench();
  const path = await standalone(bench);
  const id = idOf(bench.world, path);
  const text = bench.world.note(path).replace(/"epoch":"[^"]*"/, `"epoch":"${earlierEpoch}"`);
  await bench.engine.personActions.withdraw({ requestId: id });
  tellOfEarlierLedger(bench.world);
  await quiet(bench.engine);
  bench.world.vault.outside.write(path, text);
  await quiet(bench.engine);
  expect(alertsOf(bench, id)).toMatchObject([{ kind: 'other_device', path }]);
  expect(bench.world.note(path)).toBe(text);
});

test('an approval of which only the ledger tells is said to have been interrupted, or taken back [GATE-9]', async () => {
  const bench = await createPeopleBench({ config: { paused: true } });
  const path = await planned(bench);
  await pressApprove(bench, await onlyReview(bench));
  const text = bench.world.note(inApproved(path)).replace(/,"stamp":"[^"]*"/, '');
  bench.world.vault.outside.remove(inApproved(path));
  bench.world.vault.outside.write(path, text);
  await quiet(bench.engine);
  const back = requestIn(bench.world, bench.world.only('Pending_Approval'));
  expect(back.text).toContain('Not run. Its approval was interrupted, or it was taken back.');
});

test('that it did not happen, said in the moment the lock is lost, is told in the note by the next process [GATE-3]', async () => {
  const lost = fail('locked', 'Another process has the lock.', 'Look there.').error;
  const bench: PeopleBench = await createPeopleBench({
    ports: ({ ledgerFile }) => {
      const ledger = memoryLedger(ledgerFile);
      const append = oneByOne(async (record, durable) => {
        const appended = await ledger.append([record], durable);
        if ((record as { kind: string }).kind === 'not_happened') bench.engine.halt(lost);
        return appended;
      });
      return { ledger: { read: () => ledger.read(), append } };
    },
  });
  const { id, path, attempt } = await inDoubt(bench);
  const text = bench.world.note(path);
  await answer(bench, false);
  expect(bench.world.note(path)).toBe(text);
  expect(alertsOf(bench, id)).toMatchObject([
    { kind: 'halted', text: expect.stringContaining(lost.message) as string },
  ]);
  await restartPeople(bench);
  expect(bench.world.note(path)).toContain(`You said that ${attempt} did not happen.`);
});
