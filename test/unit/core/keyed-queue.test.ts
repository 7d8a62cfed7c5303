import { expect, test } from 'vitest';
import { KeyedQueue } from '../../../src/core/keyed-queue.js';
import { virtualClock } from '../../support/memory/virtual-clock.js';

test('work on one key takes turns in the order of asking, also after a failure; other keys do not wait', async () => {
  const queue = new KeyedQueue();
  const log: string[] = [];
  const work =
    (name: string, failing = false) =>
    async (): Promise<string> => {
      log.push(`begin ${name}`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`end ${name}`);
      if (failing) throw new Error(name);
      return name;
    };
  const first = queue.take('a', work('a1', true));
  const second = queue.take('a', work('a2'));
  const other = queue.take('b', work('b1'));
  await expect(first).rejects.toThrow('a1');
  await expect(Promise.all([second, other])).resolves.toEqual(['a2', 'b1']);
  expect(log.filter((line) => line.includes('a'))).toEqual([
    'begin a1',
    'end a1',
    'begin a2',
    'end a2',
  ]);
  expect(log.indexOf('begin b1')).toBeLessThan(log.indexOf('end a1'));
});

test('what was asked for is waited for, however it ends, and not for ever', async () => {
  const clock = virtualClock();
  const queue = new KeyedQueue();
  const log: string[] = [];
  let finish: () => void = () => undefined;
  const first = queue.take('a', () => new Promise<void>((_, reject) => (finish = reject)));
  const waited = queue.ended(clock).then(() => log.push('ended'));
  await clock.advance(9_999);
  expect(log).toEqual([]);
  finish();
  await expect(first).rejects.toBeUndefined();
  await waited;
  expect(clock.waiting).toBe(0);

  void queue.take('b', () => new Promise<void>(() => undefined));
  void queue.ended(clock).then(() => log.push('given up'));
  await clock.advance(10_000);
  expect(log).toEqual(['ended', 'given up']);
});
