import { expect, test } from 'vitest';
import type { CallReport } from '../../../../../src/core/request/outcome/call-report.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { success } from '../../../../support/memory/memory-bridges.js';
import {
  calledIds,
  idOf,
  look,
  requestIn,
  rewrite,
  standalone,
  startEngine,
} from '../../../../support/engine/gate-bench.js';
import { withNewcomer } from '../../../../support/engine/newcomer.js';
import { latch, type Latch } from '../../../../support/engine/slow-store.js';
import { quiet } from '../../../../support/engine/world.js';
import { createDevices, toPhone } from '../../../../support/engine/desk-and-phone.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
} from '../../../../support/engine/people-bench.js';
import { pressTakeOver, second, startOther } from '../../../../support/engine/two-computers.js';

const lost: CallReport = { kind: 'lost', detail: 'The pipe broke.' };

test('after a take-over, a call that the other computer began after “I checked” is news, also while its outcome is unknown [GATE-15]', async () => {
  const pair = await withNewcomer();
  const { first, other, sync } = pair;
  await standalone(first);
  await sync('first');
  await other.engine.stop();
  let paused = true;
  const config = () => ({
    ...first.world.config,
    ...{ device: second, paused },
    pinnedKeys: first.world.config.pinnedKeys.map((key) => ({ ...key, device: second })),
  });
  other.engine = await startOther(pair, undefined, { config });
  await pressTakeOver(other);
  const review = await onlyReview(other);
  const attempts = review.attempts.map(({ id }) => id);
  expect(await pressApprove(other, review, attempts)).toMatchObject({ ok: true });
  first.world.server.answer = () => lost;
  await pressApprove(first, await onlyReview(first));
  expect(calledIds(first.world)).toEqual(attempts);
  first.world.server.answer = () => success;
  await sync('first', (path) => path.startsWith('Logs/'));
  paused = false;
  await look(other);
  expect(calledIds(first.world)).toEqual(attempts);
  expect(await onlyReview(other)).toMatchObject({ asks: true });
});

test('a call that begins while a like request is being prepared was not checked by who approves that on a phone [GATE-15]', async () => {
  const like = 'Pending_Approval/like.md';
  const devices = await createDevices();
  const { desk, phone } = devices;
  const { world } = desk;
  await desk.engine.stop();
  const store = memoryNoteStore(world.vault);
  let held: Latch | null = null;
  let wasAsked = false;
  desk.engine = await startEngine(world, {
    signer: desk.signer,
    store: {
      ...store,
      async read(path) {
        const text = await store.read(path);
        if (path === like && wasAsked && held) {
          const { opened } = held;
          held = null;
          await opened;
        }
        return text;
      },
    },
  });
  const path = await standalone(desk);
  const attempt = idOf(world, path);
  const note = world.note(path).replace(/^%% countersign .*\n/mu, '');
  const lastLook = latch();
  held = lastLook;
  world.server.duringInspect = () => {
    wasAsked = true;
  };
  world.vault.outside.write(like, note.replace(/^request_id: .*$/mu, 'request_id: like'));
  await expect.poll(() => lastLook.isReached()).toBe(true);
  world.server.duringInspect = () => undefined;
  let answered: (report: CallReport) => void = () => undefined;
  world.server.answer = () => new Promise((resolve) => (answered = resolve));
  const first = (await desk.engine.reviews(3)).find(({ requestId }) => requestId === attempt);
  const shown = { requestId: attempt, shownDigest: first?.shownDigest ?? '', checked: [] };
  await desk.engine.personActions.approve({ ...shown, gesture: press(desk) });
  await expect.poll(() => world.server.calls.length).toBe(1);
  lastLook.open();
  await expect.poll(() => requestIn(world, like).machine.preparation?.attempts).toEqual([]);
  rewrite(world, like, (text) => text.replace('"attempts":[]', `"attempts":["${attempt}"]`));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await toPhone(devices);
  const onPhone = (await phone.observer.reviews(3)).find(({ requestId }) => requestId === 'like');
  if (!onPhone) throw new Error('It is not there.');
  expect(await phone.approve(onPhone, [attempt])).toMatchObject({ ok: true });
  world.server.answer = () => success;
  answered(lost);
  await quiet(desk.engine);
  const to = like.replace('Pending_Approval/', 'Approved/');
  world.vault.outside.remove(like);
  world.vault.outside.write(to, phone.vault.outside.read(to) ?? '');
  await quiet(desk.engine);
  await look(desk);
  expect(calledIds(world)).toEqual([attempt]);
});

test('“I checked” of a card that was drawn before the server answered late approves nothing [GATE-15]', async () => {
  const bench = await createPeopleBench();
  const { world, engine } = bench;
  world.server.answer = () => lost;
  const attempt = idOf(world, await standalone(bench));
  await pressApprove(bench, await onlyReview(bench));
  world.server.answer = () => success;
  const heardSeq = (await onlyReview(bench)).attempts[0]?.seq ?? NaN;
  expect(heardSeq).toBeGreaterThan(0);
  await engine.lateAnswer(attempt, success);
  await quiet(engine);
  const { requestId, shownDigest, attempts } = await onlyReview(bench);
  const approve = (seq: number) => {
    const shown = { requestId, shownDigest, checked: [attempt], observedSeq: seq };
    return engine.personActions.approve({ ...shown, gesture: press(bench) });
  };
  expect(await approve(heardSeq)).toMatchObject({ ok: false, error: { code: 'note_changed' } });
  await quiet(engine);
  expect(world.server.calls).toHaveLength(1);
  expect(await approve(attempts[0]?.seq ?? NaN)).toMatchObject({ ok: true });
});
