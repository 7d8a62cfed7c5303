import { expect, test } from 'vitest';
import { virtualClock } from './virtual-clock.js';

test('a virtual clock rings timers in order of their time, also those set on the way', async () => {
  const clock = virtualClock(1000);
  const rung: string[] = [];
  const ring = (name: string): void => void rung.push(`${name} at ${clock.now()}`);
  clock.setTimer(30, () => ring('third'));
  clock.setTimer(10, () => {
    ring('first');
    void Promise.resolve().then(() => clock.setTimer(5, () => ring('second')));
  });
  const cancel = clock.setTimer(20, () => ring('cancelled'));
  clock.setTimer(31, () => ring('late'));
  cancel();
  await clock.advance(30);
  expect(rung).toEqual(['first at 1010', 'second at 1015', 'third at 1030']);
  expect([clock.now(), clock.waiting]).toEqual([1030, 1]);
});

test('a virtual clock that jumps keeps its timers', async () => {
  const clock = virtualClock('2026-02-21T10:30:00Z');
  let rung = 0;
  clock.setTimer(100, () => (rung += 1));
  clock.jumpTo(Date.parse('2099-01-01T00:00:00Z'));
  await clock.advance(99);
  expect(rung).toBe(0);
  await clock.advance(1);
  expect([rung, new Date(clock.now()).toISOString()]).toEqual([1, '2099-01-01T00:00:00.100Z']);
});
