import { describe, expect, test } from 'vitest';
import { calledIds, edit, planned } from '../gate/bench.js';
import { quiet } from '../world.js';
import { createPeopleBench, onlyReview, pressApprove } from './people-bench.js';

const plan = 'Plans/PLAN-2026-001.md';
const marked = (mark: string) => (text: string) => text.replace('2. [ ] ✋', `2. [${mark}] ✋`);
const opened = (text: string) => text.replace('1. [x]', '1. [ ]');
const ticked = (text: string) => text.replace('1. [ ]', '1. [x]');

describe.each(['-', '>', '~', '!', 'c', '–'])('a ✋ step that a person marks [%s]', (mark) => {
  test('after its request was approved: nothing runs, and the mark stays [GATE-9]', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    await edit(bench, plan, opened);
    expect((await pressApprove(bench, await onlyReview(bench))).ok).toBe(true);
    await edit(bench, plan, marked(mark));
    expect((await onlyReview(bench)).returnReason).toContain(`Step 2 is marked [${mark}].`);
    await edit(bench, plan, ticked);
    await bench.world.clock.advance(3_600_000);
    await quiet(bench.engine);
    expect(calledIds(bench.world)).toEqual([]);
    expect(bench.world.note(plan)).toContain(`2. [${mark}] ✋ Send`);
  });
});

test('a ✋ step in progress, marked [/], runs when it is approved', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  await edit(bench, plan, marked('/'));
  await pressApprove(bench, await onlyReview(bench));
  expect(calledIds(bench.world)).toHaveLength(1);
  expect(bench.world.note(plan)).toContain('2. [x] ✋ Send');
});
