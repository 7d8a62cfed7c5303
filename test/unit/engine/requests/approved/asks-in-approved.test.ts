import { expect, test } from 'vitest';
import { approvedOnPhone, createDevices } from '../../../../support/engine/desk-and-phone.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
} from '../../../../support/engine/people-bench.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  calledIds,
  createBench,
  inApproved,
  look,
  move,
  planned,
  startEngine,
  type Bench,
} from '../../../../support/engine/gate-bench.js';
import {
  broken,
  edited,
  inNote,
  minuteMs,
  notSo,
  plan,
  putBack,
  resumed,
} from '../../../../support/engine/waiting-approval.js';

const reworded = inNote((text) => text.replace(/^rationale: .*$/mu, 'rationale: DO NOT RUN'));
const ofNote = notSo.filter(
  ([what]) => what.includes('its note') && !/stamp|copy|ledger/u.test(what),
);

test.each(
  [...ofNote, ['its note gives another reason', reworded] as const].flatMap(([what, change]) =>
    [true, false].map(
      (runs) => [what, runs ? 'while it runs' : 'while it is off', change, runs] as const,
    ),
  ),
)(
  'what asks, as sync brought its move before its stamp, asks on if %s %s, and is put back [GATE-7] [GATE-9]',
  async (_what, _when, change, runs) => {
    const devices = await createDevices();
    const { desk } = devices;
    const { path, to, moved, stamped } = await approvedOnPhone(devices);
    const { outside } = desk.world.vault;
    outside.remove(path);
    outside.write(to, moved);
    await quiet(desk.engine);
    const planText = desk.world.note(plan);
    const scene = { desk, id: '', path, to, stamped, outside, planText };
    if (!runs) await desk.engine.stop();
    change({ ...scene, stamped: moved });
    if (!runs) desk.engine = await startEngine(desk.world, { signer: desk.signer });
    await quiet(desk.engine);
    putBack(scene);
    expect(await resumed(scene)).toEqual([]);
  },
);

const trust = async (bench: Bench): Promise<void> => {
  bench.world.config = { ...bench.world.config, trustMoves: true };
  await look(bench);
};

test.each([
  ['there is a copy in Rejected', 'Rejected', (text: string) => text],
  ['there is an edited copy in Pending', 'Pending_Approval', edited],
  ['it is broken', 'Approved', broken],
  ['it is edited', 'Approved', edited],
])(
  'what asked before moves were trusted asks on if for a moment %s [GATE-7]',
  async (_what, folder, change) => {
    const bench = await createBench();
    const { world, engine } = bench;
    const path = await planned(bench);
    await move(bench, path);
    await trust(bench);
    const to = inApproved(path);
    const text = world.note(to);
    const other = path.replace('Pending_Approval', folder);
    world.vault.outside.write(other, change(text));
    await quiet(engine);
    if (other !== to) world.vault.outside.remove(other);
    world.vault.outside.write(to, text);
    await world.clock.advance(10 * minuteMs);
    await quiet(engine);
    expect(calledIds(world)).toEqual([]);
  },
);

test('a plan that is blocked while nothing runs counts, whatever was taken back before the approval [GATE-9]', async () => {
  const desk = await createPeopleBench();
  const path = await planned(desk);
  const { outside } = desk.world.vault;
  desk.world.config = { ...desk.world.config, paused: true };
  outside.move(path, inApproved(path));
  await quiet(desk.engine);
  const copy = path.replace('.md', ' 2.md');
  outside.write(copy, edited(desk.world.note(inApproved(path))));
  await quiet(desk.engine);
  outside.remove(copy);
  await quiet(desk.engine);
  expect(await pressApprove(desk, await onlyReview(desk))).toMatchObject({ ok: true });
  await desk.engine.stop();
  const scene = {
    desk,
    id: '',
    path,
    to: '',
    stamped: '',
    outside,
    planText: desk.world.note(plan),
  };
  notSo.find(([what]) => what.includes('blocked by somebody'))?.[1](scene);
  desk.world.config = { ...desk.world.config, paused: false };
  desk.engine = await startEngine(desk.world, { signer: desk.signer });
  await quiet(desk.engine);
  expect(calledIds(desk.world)).toEqual([]);
});
