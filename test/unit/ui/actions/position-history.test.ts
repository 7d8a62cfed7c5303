import { expect, test } from 'vitest';
import { PositionHistory } from '../../../../src/ui/actions/position-history.js';

const at = (top: number) => ({ left: 0, right: 100, top, bottom: top + 30 });
const point = (y: number) => ({ x: 50, y });

test('what lies still is steady since it came up', () => {
  const places = new PositionHistory();
  places.note(at(0), 1_000);
  places.note(at(0), 1_400);
  expect(places.steadyMs(point(10), 1_500)).toBe(500);
  expect(places.unchangedMs(1_500)).toBe(500);
  expect(places.steadyMs(point(40), 1_500)).toBe(0);
});

test('a small shift under the pointer changes nothing, a large one begins anew', () => {
  const places = new PositionHistory();
  places.note(at(0), 0);
  places.note(at(10), 1_000);
  expect(places.steadyMs(point(20), 1_100)).toBe(1_100);
  expect(places.steadyMs(point(35), 1_100)).toBe(100);
  expect(places.unchangedMs(1_100)).toBe(100);
});

test('what was away for a moment and came back is not steady', () => {
  const places = new PositionHistory();
  places.note(at(0), 0);
  places.note(at(500), 1_000);
  places.note(at(0), 1_010);
  expect(places.steadyMs(point(10), 1_100)).toBe(90);
});

test('what moves all the time does not add up', () => {
  const places = new PositionHistory();
  for (let ms = 0; ms < 60_000; ms += 16) places.note(at(ms % 7), ms);
  const kept = Object.values(places as unknown as Record<string, unknown[]>)[0];
  expect(kept?.length).toBeLessThan(200);
  expect(places.steadyMs(point(20), 60_000)).toBeGreaterThan(1_900);
});

test('what was never noted is not steady', () => {
  expect(new PositionHistory().steadyMs(point(0), 5_000)).toBe(0);
  expect(new PositionHistory().unchangedMs(5_000)).toBe(0);
});
