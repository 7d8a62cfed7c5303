import { expect, test } from 'vitest';
import { success } from '../../../../support/memory/memory-bridges.js';
import { standalone } from '../../../../support/engine/gate-bench.js';
import { exchange, withNewcomer } from '../../../../support/engine/newcomer.js';
import { quiet, type World } from '../../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
} from '../../../../support/engine/people-bench.js';
import { answer, bringBack, inDoubt, lose, lost } from '../../../../support/engine/questions.js';
import { pressTakeOver } from '../../../../support/engine/two-computers.js';

const hourMs = 3_600_000;
const inTwoHours = ({ clock }: World): string => new Date(clock.now() + 2 * hourMs).toISOString();
const late = {
  kind: 'result',
  result: { content: [{ type: 'text', text: 'Email sent, id 77' }] },
} as const;
const mayHaveRun = expect.stringContaining('An earlier attempt may have run') as string;

test('what the other computer executed is not told as never sent here, nor once it expires [GATE-3]', async () => {
  const pair = await withNewcomer();
  await exchange(pair);
  const { first, other } = pair;
  await standalone(first, { expires: inTwoHours(first.world) });
  await pair.sync('first');
  await pressApprove(first, await onlyReview(first));
  await quiet(first.engine);
  // The other computer has the audit files, but not the note that was filed.
  await exchange(pair);
  await pressTakeOver(other);
  await quiet(other.engine);
  const review = await onlyReview(other);
  expect(review.returnReason).toBeDefined();
  expect(review.nothingSent).toBeUndefined();
  await first.world.clock.advance(3 * hourMs);
  await quiet(other.engine);
  expect(other.engine.view().alerts).toContainEqual(
    expect.objectContaining({ kind: 'expired', text: mayHaveRun }),
  );
});

test('what the server says late that it sent is not told as never sent [GATE-3]', async () => {
  const bench = await createPeopleBench();
  const question = await inDoubt(bench, { reachable: true });
  await lose(bench, question.path);
  bench.world.server.reachable = true;
  await bringBack(bench, question.id);
  await quiet(bench.engine);
  await answer(bench, false);
  await quiet(bench.engine);
  await bench.engine.lateAnswer(question.attempt, late);
  await quiet(bench.engine);
  expect((await onlyReview(bench)).nothingSent).toBeUndefined();
});

test('what was said not to have happened, and answered late, does not expire as never run [GATE-3]', async () => {
  const bench = await createPeopleBench();
  await standalone(bench, { expires: inTwoHours(bench.world) });
  bench.world.server.answer = () => lost;
  const { requestId } = await onlyReview(bench);
  await pressApprove(bench, await onlyReview(bench));
  await quiet(bench.engine);
  bench.world.server.answer = () => success;
  await answer(bench, false);
  await bench.engine.lateAnswer(requestId, late);
  await bench.world.clock.advance(3 * hourMs);
  await quiet(bench.engine);
  expect(bench.engine.view().alerts).toContainEqual(
    expect.objectContaining({ kind: 'expired', text: mayHaveRun }),
  );
});

test('what a server says that it refused is not told as never sent; what never reached it is', async () => {
  const bench = await createPeopleBench();
  await standalone(bench);
  bench.world.server.answer = () => ({ kind: 'http_status', status: 403, detail: 'Mail 77 sent.' });
  await pressApprove(bench, await onlyReview(bench));
  await quiet(bench.engine);
  expect(await onlyReview(bench)).toMatchObject({ wasRefused: true });
  expect((await onlyReview(bench)).nothingSent).toBeUndefined();

  const other = await createPeopleBench();
  await standalone(other);
  other.world.server.reachable = false;
  await pressApprove(other, await onlyReview(other));
  await quiet(other.engine);
  other.world.server.reachable = true;
  expect((await onlyReview(other)).nothingSent).toBe(true);
});
