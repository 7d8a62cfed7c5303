import { expect, test } from 'vitest';
import { Turns } from '../../src/engine/turns.js';

test('work on one key takes turns in the order of asking, also after a failure; other keys do not wait', async () => {
  const turns = new Turns();
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
  const first = turns.take('a', work('a1', true));
  const second = turns.take('a', work('a2'));
  const other = turns.take('b', work('b1'));
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
