import { expect, test } from 'vitest';
import { witnessGesture } from '../../../../../src/core/request/approval/gesture.js';

test('what a person did is witnessed with its time, and nobody changes it afterwards', () => {
  const gesture = witnessGesture('press', 1_771_670_400_000);
  expect(gesture).toEqual({ kind: 'press', atMs: 1_771_670_400_000 });
  expect(Object.isFrozen(gesture)).toBe(true);
});
