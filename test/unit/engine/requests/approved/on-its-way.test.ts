import { describe, expect, test } from 'vitest';
import { approvedOnPhone, createDevices } from '../../../../support/engine/desk-and-phone.js';
import { createPeopleBench, drag, onlyReview } from '../../../../support/engine/people-bench.js';
import { quiet } from '../../../../support/engine/world.js';
import { calledIds, inApproved, planned } from '../../../../support/engine/gate-bench.js';
import {
  inPlan,
  minuteMs,
  notSo,
  plan,
  resumed,
  status,
  type Scene,
} from '../../../../support/engine/waiting-approval.js';

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
        const scene = await onItsWay();
        const { desk, outside, path } = scene;
        if (isAway) outside.move(path, 'Junk/note.md');
        // That it is missing was told by then: nothing has it looked at but its plan.
        await desk.world.clock.advance(10 * minuteMs);
        await quiet(desk.engine);
        change(scene);
        await quiet(desk.engine);
        planBack(scene);
        await quiet(desk.engine);
        expect(await arrived(scene)).toEqual([]);
      },
    );
  },
);

// To cancel or reject the plan and to tick the step end the request at once.
test.each(
  ofPlan.filter(([what]) => !/copy|reads like|cancelled|is rejected|step is ticked/u.test(what)),
)(
  'keeps it from counting although it was so before anybody approved: %s [GATE-9]',
  async (_what, change) => {
    const scene = await onItsWay(async (early) => {
      change(early);
      await quiet(early.desk.engine);
      planBack(early);
      await quiet(early.desk.engine);
      await early.desk.world.clock.advance(10 * minuteMs);
    });
    change(scene);
    await quiet(scene.desk.engine);
    planBack(scene);
    await quiet(scene.desk.engine);
    expect(await arrived(scene)).toEqual([]);
  },
);

test('what a person rejects under another id, which an agent gave the note, does not run [GATE-7]', async () => {
  const scene = await onItsWay();
  const { desk, outside, path } = scene;
  const other = desk.world.note(path).replace(/^(request_id: .*)$/mu, '$1-x');
  outside.write(path, other);
  await quiet(desk.engine);
  const { requestId } = await onlyReview(desk);
  expect(await desk.engine.personActions.reject({ requestId, reason: '' })).toMatchObject({
    ok: true,
  });
  expect(await arrived(scene)).toEqual([]);
});

/** A phone approved a request, and sync has not brought that yet; `before` comes before the approval. */
async function onItsWay(
  before: (early: Scene) => Promise<void> = async () => undefined,
): Promise<Scene> {
  const devices = await createDevices();
  const { desk } = devices;
  const { outside } = desk.world.vault;
  const waits = await planned(desk);
  const early = {
    desk,
    outside,
    path: waits,
    to: '',
    stamped: '',
    planText: desk.world.note(plan),
    id: '',
  };
  await before(early);
  const [now = ''] = desk.world.paths('Pending_Approval');
  const { path, to, stamped } = await approvedOnPhone(devices, now);
  return { ...early, path, to, stamped, planText: desk.world.note(plan) };
}

function planBack({ desk, outside, planText }: Scene): void {
  for (const one of desk.world.paths('Plans')) outside.remove(one);
  outside.write(plan, planText);
}

/** Sync brings the approval; what is called then. */
async function arrived(scene: Scene): Promise<readonly string[]> {
  const { desk, outside, to, stamped } = scene;
  for (const one of desk.world.paths('Pending_Approval')) outside.remove(one);
  outside.write(to, stamped);
  return resumed(scene);
}

const blocked = (text: string): string =>
  status('Blocked\nblocked_reason: Not before the lawyer answers')(
    text.replace(/^blocked_reason: .*\n/mu, ''),
  );

const addTo = (text: string): string =>
  text.replace(/^(blocked_reason: ".*)"$/mu, '$1. Stop: Bob must agree first"');

test.each<[string, (text: string) => string, (early: Scene) => Promise<void>]>([
  ['once', blocked, () => Promise.resolve()],
  ['with words behind ours', addTo, () => Promise.resolve()],
  [
    'for the second time',
    blocked,
    async (early: Scene) => {
      inPlan(blocked)(early);
      await quiet(early.desk.engine);
      planBack(early);
      await quiet(early.desk.engine);
      await early.desk.world.clock.advance(10 * minuteMs);
    },
  ],
])(
  'a plan that a person set to Blocked %s keeps back what a phone approved before that [GATE-9]',
  async (_how, block, before) => {
    const scene = await onItsWay(before);
    inPlan(block)(scene);
    await quiet(scene.desk.engine);
    await scene.desk.world.clock.advance(10 * minuteMs);
    expect(await arrived(scene)).toEqual([]);
  },
);

test('what is edited is told again while something else was told before, and still is so [GATE-9]', async () => {
  const copy = 'Plans/copy.md';
  let isCancelled = '';
  const scene = await onItsWay(async ({ desk, outside, planText }) => {
    isCancelled = status('Cancelled')(planText);
    outside.write(copy, isCancelled);
    await quiet(desk.engine);
    await desk.world.clock.advance(10 * minuteMs);
  });
  const { desk, outside, path } = scene;
  const text = desk.world.note(path);
  outside.write(path, text.replace(/^target_recipient: .*$/mu, 'target_recipient: x@example.com'));
  await quiet(desk.engine);
  await desk.world.clock.advance(10 * minuteMs);
  outside.write(path, text);
  outside.remove(copy);
  await quiet(desk.engine);
  expect(await arrived(scene)).toEqual([]);
});

test.each<[string, (text: string) => string, number]>([
  ['nothing but a remark', (text) => `${text}\nA remark.\n`, 1],
  ['that it was rejected', status('Rejected'), 0],
  ['that it was cancelled', status('cancelled'), 0],
  [
    'another recipient',
    (text) => text.replace(/^target_recipient: .*$/mu, 'target_recipient: x@example.com'),
    0,
  ],
  ['another action', (text) => text.replace(/^action_type: .*$/mu, 'action_type: other'), 0],
])(
  'while the approval of a phone is on its way, the note in Pending says for a while %s [GATE-9]',
  async (_what, change, calls) => {
    const scene = await onItsWay();
    const { desk, outside, path } = scene;
    const text = desk.world.note(path);
    expect(change(text)).not.toBe(text);
    outside.write(path, change(text));
    await quiet(desk.engine);
    await desk.world.clock.advance(10 * minuteMs);
    await quiet(desk.engine);
    outside.write(path, text);
    await quiet(desk.engine);
    expect(await arrived(scene)).toHaveLength(calls);
  },
);

test.each<[string, (text: string) => string, number]>([
  ['nothing but a remark', (text) => `${text}\nA remark.\n`, 1],
  ['a block by a person', blocked, 0],
  ['a draft', status('Draft'), 0],
  ['a step without its ✋', (text) => text.replace('✋ ', ''), 0],
  ['a cancelled step', (text) => text.replace('[ ] ✋', '[-] ✋'), 0],
  ['a deferred step', (text) => text.replace('[ ] ✋', '[>] ✋'), 0],
  ['a step in progress', (text) => text.replace('[ ] ✋', '[/] ✋'), 1],
])(
  'while a drag is held, its plan is for a moment %s [GATE-9] [GATE-23]',
  async (_what, change, calls) => {
    const bench = await createPeopleBench({ ports: () => ({ hasUndoWindow: true }) });
    await planned(bench);
    await drag(bench, await onlyReview(bench));
    const { outside } = bench.world.vault;
    const text = bench.world.note(plan);
    outside.write(plan, change(text));
    await quiet(bench.engine);
    outside.write(plan, text);
    await quiet(bench.engine);
    expect((await onlyReview(bench)).undoUntilMs === null).toBe(calls === 0);
    await bench.world.clock.advance(minuteMs);
    await quiet(bench.engine);
    expect(calledIds(bench.world)).toHaveLength(calls);
  },
);

/** Somebody at the desk drags the note, or something else moves it there: it asks, or is held. */
describe.each([
  ['drags', true],
  ['moves', false],
])(
  'a person %s the note to Approved while the approval of a phone is on its way',
  (_how, isDrag) => {
    test.each<[what: string, change: (scene: Scene, at: string) => void, calls: number]>([
      ['moves it back', ({ outside, path }, at) => outside.move(at, path), 0],
      ['deletes it', ({ outside }, at) => outside.remove(at), 0],
      [
        'edits it',
        ({ desk, outside }, at) => {
          outside.write(at, desk.world.note(at).replace(/subject: .*/u, 'subject: Corrected'));
        },
        0,
      ],
      [
        'breaks it',
        ({ desk, outside }, at) => outside.write(at, `${desk.world.note(at)}\n\`\`\`\n`),
        0,
      ],
      ['leaves it there', () => undefined, 1],
    ])('and %s: it asks again, or runs once [GATE-9]', async (_what, change, calls) => {
      const scene = await onItsWay();
      const { desk, outside, path, to } = scene;
      const at = inApproved(path);
      if (isDrag) await drag(desk, await onlyReview(desk));
      else outside.move(path, at);
      await quiet(desk.engine);
      change(scene, at);
      await quiet(desk.engine);
      for (const one of [path, at]) outside.remove(one);
      outside.write(to, scene.stamped);
      await quiet(desk.engine);
      await desk.world.clock.advance(minuteMs);
      await quiet(desk.engine);
      expect(calledIds(desk.world)).toHaveLength(calls);
    });
  },
);
