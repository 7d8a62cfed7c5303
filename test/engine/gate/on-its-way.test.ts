import { describe, expect, test } from 'vitest';
import { approvedOnPhone, createDevices } from '../people/desk-and-phone.js';
import { createPeopleBench, drag, onlyReview } from '../people/people-bench.js';
import { quiet } from '../world.js';
import { calledIds, planned } from './bench.js';
import { inPlan, minuteMs, notSo, plan, resumed, status, type Scene } from './waiting-approval.js';

const ofPlan = notSo.filter(([what]) => /its (?:plan|step|id)\b|another step/u.test(what));

describe.each([
  ['in Pending', false],
  ['away', true],
])(
  'what is seen of a plan while the approval of a phone is on its way, its note %s',
  (_where, isAway) => {
    test.each(ofPlan.filter(([what]) => !what.includes('copy')))(
      'keeps it from counting: %s [GATE-9]',
      async (_what, change) => {
        const devices = await createDevices();
        const { desk } = devices;
        const { path, to, stamped } = await approvedOnPhone(devices);
        const { outside } = desk.world.vault;
        const scene: Scene = {
          desk,
          outside,
          path,
          to,
          stamped,
          planText: desk.world.note(plan),
          id: '',
        };
        if (isAway) outside.move(path, 'Junk/note.md');
        // That it is missing was told by then: nothing has it looked at but its plan.
        await desk.world.clock.advance(10 * minuteMs);
        await quiet(desk.engine);
        change(scene);
        await quiet(desk.engine);
        for (const one of desk.world.paths('Plans')) outside.remove(one);
        outside.write(plan, scene.planText);
        await quiet(desk.engine);
        for (const one of desk.world.paths('Pending_Approval')) outside.remove(one);
        outside.write(to, stamped);
        expect(await resumed(scene)).toEqual([]);
      },
    );
  },
);

const blocked = (text: string): string =>
  status('Blocked\nblocked_reason: Not before the lawyer answers')(
    text.replace(/^blocked_reason: .*\n/mu, ''),
  );

test('a plan that a person set to Blocked keeps back what a phone approved before, for as long as it says so [GATE-9]', async () => {
  const devices = await createDevices();
  const { desk } = devices;
  const { path, to, stamped } = await approvedOnPhone(devices);
  const { outside } = desk.world.vault;
  const planText = desk.world.note(plan);
  const scene: Scene = { desk, outside, path, to, stamped, planText, id: '' };
  inPlan(blocked)(scene);
  await quiet(desk.engine);
  await desk.world.clock.advance(10 * minuteMs);
  outside.remove(path);
  outside.write(to, stamped);
  expect(await resumed(scene)).toEqual([]);
});

test.each<[string, (text: string) => string, number]>([
  ['nothing but a remark', (text) => `${text}\nA remark.\n`, 1],
  ['a block by a person', blocked, 0],
  ['a draft', status('Draft'), 0],
  ['a step without its ✋', (text) => text.replace('✋ ', ''), 0],
])(
  'while a drag is held, its plan is for a moment %s [GATE-9] [GATE-23]',
  async (_what, change, calls) => {
    const bench = await createPeopleBench({ ports: () => ({ holdsMoves: true }) });
    await planned(bench);
    await drag(bench, await onlyReview(bench));
    const { outside } = bench.world.vault;
    const text = bench.world.note(plan);
    outside.write(plan, change(text));
    await quiet(bench.engine);
    outside.write(plan, text);
    await quiet(bench.engine);
    await bench.world.clock.advance(minuteMs);
    await quiet(bench.engine);
    expect(calledIds(bench.world)).toHaveLength(calls);
  },
);
