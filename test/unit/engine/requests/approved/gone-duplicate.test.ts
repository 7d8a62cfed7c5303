import { expect, test } from 'vitest';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { settle } from '../../../../support/memory/virtual-clock.js';
import { approvedOnPhone, createDevices } from '../../../../support/engine/desk-and-phone.js';
import { quiet } from '../../../../support/engine/world.js';
import { idOf, planned, startEngine, type Bench } from '../../../../support/engine/gate-bench.js';
import { minuteMs, plan, resumed, status } from '../../../../support/engine/waiting-approval.js';

const other = 'Plans/Another.md';
const isCancelled = (text: string): boolean => /^status: Cancelled/mu.test(text);

/** An agent has a copy of the plan made a duplicate, takes it away at once, and gives its name to the plan. */
async function givenItsName(desk: Bench, id: string): Promise<void> {
  const { world } = desk;
  const { outside } = world.vault;
  await desk.engine.stop();
  const store = memoryNoteStore(world.vault);
  const update: typeof store.update = async (path, change) => {
    const done = await store.update(path, change);
    if (path === other && done.ok && isCancelled(done.value)) outside.remove(other);
    return done;
  };
  desk.engine = await startEngine(world, { store: { ...store, update } });
  const copy = status('Active')(world.note(plan)).replace(/^blocked_reason: .*\n/mu, '');
  outside.write(other, copy.replaceAll('PLAN-2026-001', id));
  await quiet(desk.engine);
  await world.clock.advance(2 * minuteMs);
  await quiet(desk.engine);
  expect(world.records().map(({ audit }) => audit.event)).toContain('plan_consolidated');
  outside.move(plan, other);
  await quiet(desk.engine);
  await world.clock.advance(10 * minuteMs);
}

test.each([
  ['nobody touches it', (text: string) => `${text}\nA remark.\n`, 1],
  ['a person makes it a draft', status('Draft'), 0],
  ['a person cancels it', status('Cancelled'), 0],
])(
  'a plan that got the name of a duplicate is a plan like any other: %s for a moment [GATE-9]',
  async (_what, change, calls) => {
    const devices = await createDevices();
    const { desk } = devices;
    const { world } = desk;
    const { outside } = world.vault;
    const path = await planned(desk);
    await givenItsName(desk, 'PLAN-2026-009');
    const { to, stamped } = await approvedOnPhone(devices, path);
    const id = idOf(world, path);
    world.config = { ...world.config, paused: true };
    outside.remove(path);
    outside.write(to, stamped);
    await quiet(desk.engine);
    const planText = world.note(other);
    outside.write(other, change(planText));
    await settle();
    for (const folder of ['Approved', 'Pending_Approval', 'Plans', 'Archive']) {
      for (const one of world.paths(folder)) outside.remove(one);
    }
    outside.write(other, planText);
    outside.write(to, stamped);
    const scene = { desk, id, path, to, stamped, outside, planText };
    expect(await resumed(scene)).toHaveLength(calls);
  },
);
