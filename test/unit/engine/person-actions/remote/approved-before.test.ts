import { expect, test } from 'vitest';
import {
  calledIds,
  idOf,
  inApproved,
  look,
  planned,
} from '../../../../support/engine/gate-bench.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  approvedOnPhone,
  createDevices,
  toDesk,
  toPhone,
} from '../../../../support/engine/desk-and-phone.js';
import { onlyReview, pressApprove } from '../../../../support/engine/people-bench.js';

const minuteMs = 60_000;

/** A phone approved a request; what it did has not reached the desk. */
async function approvedElsewhere(aheadMs = 0) {
  const devices = await createDevices(aheadMs);
  const { desk } = devices;
  const notes = await approvedOnPhone(devices);
  return { desk, notes, outside: desk.world.vault.outside };
}

type Scene = Awaited<ReturnType<typeof approvedElsewhere>>;

/** Sync brings the phone’s note, and takes the one away that it was. */
async function syncStamped({
  desk,
  notes,
  outside,
}: Awaited<ReturnType<typeof approvedElsewhere>>) {
  for (const path of desk.world.paths('Pending_Approval')) outside.remove(path);
  outside.write(notes.to, notes.stamped);
  await quiet(desk.engine);
}

const byPress = async ({ desk, notes }: Scene): Promise<unknown> =>
  desk.engine.personActions.undo({ requestId: idOf(desk.world, notes.to) });
const byHand = async ({ desk, notes, outside }: Scene): Promise<void> => {
  outside.move(notes.to, notes.path);
  await look(desk);
};

test.each([
  ['by a press', byPress, 0],
  ['by hand', byHand, 0],
  ['by hand, and the clock of the phone is an hour ahead,', byHand, 60 * minuteMs],
])(
  'what was taken back %s does not run by a stamp that a phone made before [GATE-7]',
  async (_how, takeBack, aheadMs) => {
    const scene = await approvedElsewhere(aheadMs);
    const { desk, notes, outside } = scene;
    // Sync brings the move, and not yet the stamp.
    outside.remove(notes.path);
    outside.write(notes.to, notes.moved);
    await quiet(desk.engine);
    expect(await onlyReview(desk)).toMatchObject({ asks: true });
    await desk.world.clock.advance(minuteMs);
    await takeBack(scene);
    await quiet(desk.engine);
    await desk.world.clock.advance(minuteMs + aheadMs);
    await syncStamped(scene);
    expect(calledIds(desk.world)).toEqual([]);
    const { returnReason } = await onlyReview(desk);
    expect(returnReason).toContain('This approval is from before that, or of another version.');
  },
);

test.each([
  ['before it', false],
  ['after it', true],
])(
  'what a person edited is not sent as a phone approved it before, if sync brings that %s is prepared again [GATE-7]',
  async (_when, isPrepared) => {
    const scene = await approvedElsewhere();
    const { desk } = scene;
    const { requestId, shownDigest, request } = await onlyReview(desk);
    await desk.world.clock.advance(minuteMs);
    const corrected = { ...request.call.arguments, subject: 'Corrected' };
    const edited = await desk.engine.personActions.editCall({
      ...{ requestId, shownDigest, arguments: corrected },
    });
    expect(edited.ok).toBe(true);
    if (isPrepared) await quiet(desk.engine);
    await syncStamped(scene);
    expect(calledIds(desk.world)).toEqual([]);
  },
);

const inThePanel = async ({ desk }: Scene): Promise<void> => {
  const { requestId, shownDigest, request } = await onlyReview(desk);
  const corrected = { ...request.call.arguments, subject: 'Corrected' };
  const input = { requestId, shownDigest, arguments: corrected };
  expect((await desk.engine.personActions.editCall(input)).ok).toBe(true);
};
const inTheNote = async ({ desk, notes, outside }: Scene): Promise<void> => {
  outside.write(
    notes.path,
    desk.world.note(notes.path).replace(/subject: .*/, 'subject: Corrected'),
  );
};

test.each([
  ['in the panel, and approved here', inThePanel, true],
  ['in its note', inTheNote, false],
  ['in its note, and approved here', inTheNote, true],
])(
  'an older version that a phone approved does not run after a person corrected it %s [GATE-7]',
  async (_where, correct, isApproved) => {
    const scene = await approvedElsewhere();
    const { desk, notes, outside } = scene;
    desk.world.config = { ...desk.world.config, paused: true };
    await desk.world.clock.advance(10 * minuteMs);
    await correct(scene);
    await quiet(desk.engine);
    await desk.world.clock.advance(minuteMs);
    if (isApproved) expect((await pressApprove(desk, await onlyReview(desk))).ok).toBe(true);
    for (const path of desk.world.paths('Pending_Approval')) outside.remove(path);
    // Sync lets the last writer win.
    outside.write(notes.to, notes.stamped);
    await quiet(desk.engine);
    desk.world.config = { ...desk.world.config, paused: false };
    await look(desk);
    expect(calledIds(desk.world)).toEqual([]);
    expect((await onlyReview(desk)).returnReason).toMatch(
      /This approval is from before that, or of another version\.$/u,
    );
  },
);

test('a version that was corrected, and written back by somebody, does not run by the stamp made before [GATE-7]', async () => {
  const scene = await approvedElsewhere();
  const { desk, notes, outside } = scene;
  const first = desk.world.note(notes.path);
  await desk.world.clock.advance(10 * minuteMs);
  await inTheNote(scene);
  await quiet(desk.engine);
  outside.write(notes.path, first);
  await quiet(desk.engine);
  await syncStamped(scene);
  expect(calledIds(desk.world)).toEqual([]);
  const back = await onlyReview(desk);
  expect(back.returnReason).toContain('This approval is from before that, or of another version.');
  expect((await pressApprove(desk, back)).ok).toBe(true);
  await quiet(desk.engine);
  expect(calledIds(desk.world)).toHaveLength(1);
});

test('a version that this computer never prepared does not run by a stamp from before an edit here [GATE-7]', async () => {
  const devices = await createDevices();
  const { desk, phone } = devices;
  const path = await planned(desk);
  await toPhone(devices);
  const { outside } = desk.world.vault;
  const change = (text: string) => text.replace(/subject: .*/u, 'subject: Another');
  const another = change(phone.vault.outside.read(path) ?? '');
  phone.vault.outside.write(path, another);
  await phone.observer.idle();
  expect((await phone.approve(await phone.review())).ok).toBe(true);
  const to = inApproved(path);
  const stamped = phone.vault.outside.read(to) ?? '';
  await desk.world.clock.advance(10 * minuteMs);
  outside.write(path, desk.world.note(path).replace(/subject: .*/u, 'subject: Corrected'));
  await quiet(desk.engine);
  outside.write(path, another);
  await quiet(desk.engine);
  outside.remove(path);
  outside.write(to, stamped);
  await quiet(desk.engine);
  expect(calledIds(desk.world)).toEqual([]);
});

test.each([
  ['edited', (text: string) => text.replace(/subject: .*/u, 'subject: Corrected')],
  ['taken back', (text: string) => text],
])(
  'what was %s here runs by a stamp that a phone makes a moment later [GATE-7]',
  async (_how, change) => {
    const devices = await createDevices(-60 * minuteMs);
    const { desk, phone } = devices;
    const path = await planned(desk);
    const { outside } = desk.world.vault;
    const text = desk.world.note(path);
    outside.move(path, inApproved(path));
    await quiet(desk.engine);
    outside.remove(inApproved(path));
    outside.write(path, change(text));
    await quiet(desk.engine);
    await desk.world.clock.advance(minuteMs);
    await toPhone(devices);
    expect((await phone.approve(await phone.review())).ok).toBe(true);
    await toDesk(devices);
    expect(calledIds(desk.world)).toHaveLength(1);
  },
);
