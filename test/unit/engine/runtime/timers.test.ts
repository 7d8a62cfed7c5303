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

test('no timer runs longer than a day: a look in between sets the next one', async () => {
  const { clock, looks, wakeUp } = createWakeUp();
  wakeUp.at('a', 60 * 24 * hour);
  await clock.advance(24 * hour);
  expect(looks).toEqual([`a at ${24 * hour}`]);
});

test('a stopped one leaves no timer behind and sets none', () => {
  const { clock, wakeUp } = createWakeUp();
  wakeUp.at('a', 500);
  wakeUp.stop();
  wakeUp.at('b', 500);
  expect(clock.waiting).toBe(0);
});
