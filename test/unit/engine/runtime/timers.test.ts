import { expect, test } from 'vitest';
import { KeyedTimers } from '../../../../src/engine/runtime/timers.js';
import { virtualClock } from '../../../support/memory/virtual-clock.js';

const hour = 3_600_000;

function createWakeUp() {
  const clock = virtualClock(0);
  const looks: string[] = [];
  const wakeUp = new KeyedTimers(clock, (key) => looks.push(`${key} at ${clock.now()}`));
  return { clock, looks, wakeUp };
}

test('only the earliest time of a key wakes, once', async () => {
  const { clock, looks, wakeUp } = createWakeUp();
  wakeUp.at('a', 500);
  wakeUp.at('a', 200);
  wakeUp.at('a', 900);
  wakeUp.at('b', 300);
  await clock.advance(1_000);
  expect(looks).toEqual(['a at 200', 'b at 300']);
  wakeUp.at('a', 100);
  await clock.advance(0);
  expect(looks.at(-1)).toBe('a at 1000');
});

test('what is due while the computer sleeps is looked at within an hour after it wakes', async () => {
  const { clock, looks, wakeUp } = createWakeUp();
  wakeUp.at('a', 24 * hour);
  await clock.advance(hour);
  // The timers of Linux do not count the time asleep.
  clock.jumpTo(26 * hour);
  await clock.advance(hour);
  expect(looks).toEqual([`a at ${27 * hour}`]);
});

test('a time far ahead is no look before it has come', async () => {
  const { clock, looks, wakeUp } = createWakeUp();
  wakeUp.at('a', 60 * 24 * hour);
  await clock.advance(60 * 24 * hour - 1);
  expect(looks).toEqual([]);
  await clock.advance(1);
  expect(looks).toHaveLength(1);
});

test('a stopped one leaves no timer behind and sets none', () => {
  const { clock, wakeUp } = createWakeUp();
  wakeUp.at('a', 500);
  wakeUp.stop();
  wakeUp.at('b', 500);
  expect(clock.waiting).toBe(0);
});
