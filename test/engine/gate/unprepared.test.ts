import { expect, test } from 'vitest';
import { createPeopleBench, onlyReview, pressApprove } from '../people/people-bench.js';
import { quiet } from '../world.js';
import { alertsOf, createBench, idOf, requestIn, standalone } from './bench.js';

const minute = 60_000;

test('a bridge that cannot be reached is tried once a minute until the request is prepared', async () => {
  const bench = await createBench();
  const { server, clock } = bench.world;
  let tried = 0;
  server.duringInspect = () => {
    tried += 1;
  };
  server.reachable = false;
  const path = await standalone(bench);
  expect(tried).toBe(1);
  await clock.advance(minute - 1);
  await quiet(bench.engine);
  expect(tried).toBe(1);
  await clock.advance(1);
  await quiet(bench.engine);
  expect(tried).toBe(2);
  server.reachable = true;
  await clock.advance(minute);
  await quiet(bench.engine);
  expect(requestIn(bench.world, path).machine.completion).not.toBeNull();
  expect(alertsOf(bench, idOf(bench.world, path))).toEqual([]);
  await clock.advance(10 * minute);
  await quiet(bench.engine);
  expect(tried).toBe(3);
});

test('what came back unprepared, was lost, and is found says why it cannot be approved, and where it lies [GATE-1]', async () => {
  const bench = await createPeopleBench();
  const { server, vault, clock } = bench.world;
  await standalone(bench);
  server.answer = () => {
    server.reachable = false;
    return { kind: 'lost', detail: 'The pipe broke.' };
  };
  await pressApprove(bench, await onlyReview(bench));
  const path = bench.world.only('Pending_Approval');
  const text = bench.world.note(path);
  vault.outside.remove(path);
  await quiet(bench.engine);
  await clock.advance(6_000);
  await quiet(bench.engine);
  vault.outside.write(path, text);
  await quiet(bench.engine);
  expect(alertsOf(bench, idOf(bench.world, path)).map(({ kind }) => kind)).toEqual([
    'incomplete',
    'unknown_outcome',
  ]);
  expect((await onlyReview(bench)).blocked).toMatchObject({
    code: 'request_not_ready',
    message: expect.stringMatching(/cannot be approved yet: .*cannot be reached/) as string,
    path,
  });
});
