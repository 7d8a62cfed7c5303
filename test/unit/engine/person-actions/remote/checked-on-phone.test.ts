import { expect, test } from 'vitest';
import type { CallReport } from '../../../../../src/core/request/outcome/call-report.js';
import { success } from '../../../../support/memory/memory-bridges.js';
import {
  idOf,
  look,
  requestIn,
  rewrite,
  standalone,
} from '../../../../support/engine/gate-bench.js';
import { quiet } from '../../../../support/engine/world.js';
import { createDevices, toDesk, toPhone } from '../../../../support/engine/desk-and-phone.js';
import { press } from '../../../../support/engine/people-bench.js';

const like = 'Pending_Approval/like.md';

/** Two like requests; an agent writes into the note of one that the other was attempted. */
async function claimed() {
  const devices = await createDevices();
  const { desk } = devices;
  const path = await standalone(desk);
  const attempt = idOf(desk.world, path);
  const note = desk.world.note(path).replace(/^%% countersign .*\n/mu, '');
  desk.world.vault.outside.write(like, note.replace(/^request_id: .*$/mu, 'request_id: like'));
  await quiet(desk.engine);
  const claim = async (): Promise<void> => {
    rewrite(desk.world, like, (text) => text.replace('"attempts":[]', `"attempts":["${attempt}"]`));
    // Not until all is quiet: a call may be under way.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(requestIn(desk.world, like).machine.preparation?.attempts).toEqual([attempt]);
    await toPhone(devices);
    const review = (await devices.phone.observer.reviews(2)).find(
      (one) => one.requestId === 'like',
    );
    if (!review) throw new Error('It is not there.');
    expect(await devices.phone.approve(review, [attempt])).toMatchObject({ ok: true });
  };
  const approveFirst = async (): Promise<void> => {
    const review = (await desk.engine.reviews(2)).find((one) => one.requestId === attempt);
    const shown = { requestId: attempt, shownDigest: review?.shownDigest ?? '', checked: [] };
    await desk.engine.personActions.approve({ ...shown, gesture: press(desk) });
  };
  return { devices, desk, claim, approveFirst };
}

test('“I checked” on a phone, of what was not attempted yet, does not count when that was executed since [GATE-15]', async () => {
  const { devices, desk, claim, approveFirst } = await claimed();
  await claim();
  await approveFirst();
  await quiet(desk.engine);
  expect(desk.world.server.calls).toHaveLength(1);
  await toDesk(devices);
  await look(desk);
  expect(desk.world.server.calls).toHaveLength(1);
  const waiting = await desk.engine.reviews(2);
  expect(waiting.map(({ requestId, asks }) => [requestId, asks])).toEqual([['like', true]]);
});

test('nor of what was being sent just then [GATE-15]', async () => {
  const { devices, desk, claim, approveFirst } = await claimed();
  let answered: (report: CallReport) => void = () => undefined;
  desk.world.server.answer = () => new Promise((resolve) => (answered = resolve));
  await approveFirst();
  await expect.poll(() => desk.world.server.calls.length).toBe(1);
  await claim();
  desk.world.server.answer = () => success;
  answered(success);
  await quiet(desk.engine);
  await toDesk(devices);
  await look(desk);
  expect(desk.world.server.calls).toHaveLength(1);
});
