import { expect, test } from 'vitest';
import { calledIds, idOf, look } from '../gate/bench.js';
import { quiet } from '../world.js';
import { approvedOnPhone, createDevices } from './desk-and-phone.js';
import { onlyReview } from './people-bench.js';

const minuteMs = 60_000;

/** A phone approved a request; what it did has not reached the desk. */
async function approvedElsewhere() {
  const devices = await createDevices();
  const { desk } = devices;
  const notes = await approvedOnPhone(devices);
  return { desk, notes, outside: desk.world.vault.outside };
}

/** Sync brings the phone’s note, and takes the one away that it was. */
async function syncStamped({
  desk,
  notes,
  outside,
}: Awaited<ReturnType<typeof approvedElsewhere>>) {
  await desk.world.clock.advance(minuteMs);
  for (const path of desk.world.paths('Pending_Approval')) outside.remove(path);
  outside.write(notes.to, notes.stamped);
  await quiet(desk.engine);
}

test.each([
  [
    'by a press',
    (id: string, { desk }: Awaited<ReturnType<typeof approvedElsewhere>>) =>
      desk.engine.people.undo({ requestId: id }),
  ],
  [
    'by hand',
    async (
      _id: string,
      { desk, notes, outside }: Awaited<ReturnType<typeof approvedElsewhere>>,
    ) => {
      outside.move(notes.to, notes.path);
      await look(desk);
    },
  ],
])(
  'what was taken back %s does not run by a stamp that a phone made before [GATE-7]',
  async (_how, takeBack) => {
    const scene = await approvedElsewhere();
    const { desk, notes, outside } = scene;
    const id = idOf(desk.world, notes.path);
    // Sync brings the move, and not yet the stamp.
    outside.remove(notes.path);
    outside.write(notes.to, notes.moved);
    await quiet(desk.engine);
    expect(await onlyReview(desk)).toMatchObject({ asks: true });
    await desk.world.clock.advance(minuteMs);
    await takeBack(id, scene);
    await quiet(desk.engine);
    await syncStamped(scene);
    expect(calledIds(desk.world)).toEqual([]);
    expect((await onlyReview(desk)).cameBack).toContain('before it was taken back or edited here');
  },
);

test('what a person edited is not sent as a phone approved it before [GATE-7]', async () => {
  const scene = await approvedElsewhere();
  const { desk } = scene;
  const { requestId, shownDigest, request } = await onlyReview(desk);
  await desk.world.clock.advance(minuteMs);
  const corrected = { ...request.call.arguments, subject: 'Corrected' };
  const edited = await desk.engine.people.editCall({
    ...{ requestId, shownDigest, arguments: corrected },
  });
  expect(edited.ok).toBe(true);
  await quiet(desk.engine);
  await syncStamped(scene);
  expect(calledIds(desk.world)).toEqual([]);
});
