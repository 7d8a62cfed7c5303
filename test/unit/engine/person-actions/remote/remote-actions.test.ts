import { describe, expect, test } from 'vitest';
import { Observer } from '../../../../../src/engine/observer.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { planCrash } from '../../../../support/memory/simulated-crash.js';
import {
  alertsOf,
  calledIds,
  createBench,
  idOf,
  inApproved,
  look,
  phone as phoneName,
  planned,
  requestIn,
  restart,
  standalone,
} from '../../../../support/engine/gate-bench.js';
import { folders, quiet } from '../../../../support/engine/world.js';
import {
  approvedOnPhone,
  createDevices,
  pathIn,
  seen,
  startPhone,
  toDesk,
  toPhone,
  type Devices,
} from '../../../../support/engine/desk-and-phone.js';
import {
  onlyReview,
  press,
  pressApprove,
  restartPeople,
} from '../../../../support/engine/people-bench.js';

test('a phone approves what the computer prepared, and the computer runs it once [GATE-16]', async () => {
  const devices = await createDevices();
  const { desk, phone } = devices;
  const { path, to, stamped } = await approvedOnPhone(devices);
  expect(pathIn(phone.vault, 'Pending_Approval')).toEqual([]);
  expect(stamped).toContain(`"stamp":"v1~${phoneName}~`);
  expect(await phone.observer.reviews(10)).toEqual([]);
  expect(phone.observer.view().alerts).toMatchObject([
    {
      kind: 'waits',
      text: expect.stringContaining(
        'says that it was approved. It’s waiting for the device',
      ) as string,
    },
  ]);
  const id = requestIn(desk.world, path).requestId;
  await toDesk(devices);
  expect(calledIds(desk.world)).toEqual([id]);
  expect(desk.world.note('Plans/PLAN-2026-001.md')).toContain(
    `Approved by a person on device ${phoneName}`,
  );
  await toPhone(devices);
  phone.vault.outside.write(to, stamped);
  await toDesk(devices);
  await restartPeople(desk);
  expect(calledIds(desk.world)).toEqual([id]);
  expect(pathIn(phone.vault, 'Logs')).toHaveLength(1);
});

test.each(['desk first', 'phone first'])(
  'both devices approve the same request, %s: one call [GATE-16] [GATE-2]',
  async (order) => {
    const devices = await createDevices();
    const { desk, phone } = devices;
    const { path, to, stamped } = await approvedOnPhone(devices);
    const id = idOf(desk.world, path);
    if (order === 'phone first') await toDesk(devices);
    else {
      expect((await pressApprove(desk, await onlyReview(desk))).ok).toBe(true);
      desk.world.vault.outside.write(to, stamped);
      await quiet(desk.engine);
      await toPhone(devices);
    }
    expect(calledIds(desk.world)).toEqual([id]);
    expect(desk.world.paths('Approved')).toEqual([]);
    await toPhone(devices);
    expect(pathIn(phone.vault, 'Approved')).toEqual([]);
  },
);

test('a conflict copy of what both approved: neither runs, and what is left asks again [GATE-17]', async () => {
  const devices = await createDevices();
  const { desk, phone } = devices;
  desk.world.config = { ...desk.world.config, paused: true };
  const { path, to, stamped } = await approvedOnPhone(devices);
  const id = idOf(desk.world, path);
  await pressApprove(desk, await onlyReview(desk));
  const copy = to.replace('.md', ' (Conflicted copy phone 202602211045).md');
  desk.world.vault.outside.write(copy, stamped);
  desk.world.config = { ...desk.world.config, paused: false };
  await look(desk);
  expect(calledIds(desk.world)).toEqual([]);
  expect(alertsOf(desk, id).map(({ kind }) => kind)).toEqual(['duplicate']);
  await toPhone(devices);
  expect((await phone.observer.reviews(10)).map(({ blocked }) => blocked === null)).toEqual([
    false,
    false,
  ]);
  desk.world.vault.outside.remove(copy);
  await quiet(desk.engine);
  expect(calledIds(desk.world)).toEqual([]);
  expect((await onlyReview(desk)).request.supersedes).toBe(id);
});

test('a key that was revoked approves nothing: the request waits and says so [GATE-16]', async () => {
  const devices = await createDevices();
  const { desk, phone } = devices;
  const { pinnedKeys } = desk.world.config;
  const id = idOf(desk.world, await planned(desk));
  await toPhone(devices);
  desk.world.config = {
    ...desk.world.config,
    pinnedKeys: pinnedKeys.filter(({ device }) => device !== phoneName),
  };
  await look(desk);
  expect((await phone.approve(await phone.review())).ok).toBe(true);
  await toDesk(devices);
  expect(calledIds(desk.world)).toEqual([]);
  const [alert] = alertsOf(desk, id);
  expect(alert).toMatchObject({ kind: 'waits' });
  expect(alert?.text).toContain(`approved on ${phoneName}, whose key is not trusted here`);
  desk.world.config = { ...desk.world.config, pinnedKeys };
  await look(desk);
  expect(calledIds(desk.world)).toEqual([id]);
});

test('what sync changes while it is approved on a phone is not left in Approved, where moves may be trusted', async () => {
  const devices = await createDevices();
  const { desk, phone } = devices;
  const path = await standalone(desk);
  await toPhone(devices);
  const changed = desk.world.note(path).replaceAll('client_a@example.com', 'other@example.com');
  await phone.observer.stop();
  let isSynced = false;
  phone.observer = await startPhone(desk, phone.vault, phone.key, {
    beforeWrite(what) {
      if (isSynced || !what.startsWith('move')) return;
      isSynced = true;
      phone.vault.outside.write(path, changed);
    },
  });
  await seen(phone.observer);
  const approved = await phone.approve(await phone.review());
  expect(approved).toMatchObject({ ok: false, error: { code: 'note_changed' } });
  expect(isSynced).toBe(true);
  expect(pathIn(phone.vault, 'Approved')).toEqual([]);
  expect(pathIn(phone.vault, 'Pending_Approval')).toEqual([path]);
});

describe('a phone cannot approve', () => {
  const problem = async (devices: Devices, checked: readonly string[] = []) => {
    const result = await devices.phone.approve(await devices.phone.review(), checked);
    return result.ok ? null : result.error;
  };

  test('what no device has prepared yet', async () => {
    const devices = await createDevices();
    const { desk, phone } = devices;
    desk.world.server.reachable = false;
    await standalone(desk);
    await toPhone(devices);
    expect((await phone.review()).blocked?.message).toContain('has not prepared it yet');
    expect(await problem(devices)).toMatchObject({ code: 'request_not_ready' });
    expect(pathIn(phone.vault, 'Approved')).toEqual([]);
  });

  test('what expired, or changed since it was shown [GATE-8]', async () => {
    const devices = await createDevices();
    const { desk, phone } = devices;
    const path = await standalone(desk, { expires: '2026-02-21T11:00:00Z' });
    await toPhone(devices);
    const review = await phone.review();
    const text = phone.vault.outside.read(path) ?? '';
    phone.vault.outside.write(path, text.replace('to: client_a@', 'to: client_b@'));
    await seen(phone.observer);
    const changed = await phone.approve(review);
    expect(changed).toMatchObject({ error: { code: 'note_changed' } });
    phone.vault.outside.write(path, text);
    await seen(phone.observer);
    await desk.world.clock.advance(2 * 3_600_000);
    expect((await problem(devices))?.message).toContain('expired');
    expect(pathIn(phone.vault, 'Approved')).toEqual([]);
  });

  test('what was tried before, without “I checked”; nor can a note talk that away [GATE-3]', async () => {
    const devices = await createDevices();
    const { desk, phone } = devices;
    desk.world.server.answer = () => ({ kind: 'lost', detail: 'The connection broke.' });
    const id = idOf(desk.world, await planned(desk));
    await pressApprove(desk, await onlyReview(desk));
    await toPhone(devices);
    expect((await phone.review()).attempts).toEqual([{ id }]);
    expect(await problem(devices)).toMatchObject({ code: 'attempts_not_checked' });

    const [path = ''] = pathIn(phone.vault, 'Pending_Approval');
    const text = phone.vault.outside.read(path) ?? '';
    phone.vault.outside.write(path, text.replace(/"attempts":\["[^"]*"\]/, '"attempts":[]'));
    await seen(phone.observer);
    expect((await phone.review()).blocked?.message).toContain('has not prepared it yet');
    phone.vault.outside.write(
      path,
      text
        .replace(/"attempts":\["[^"]*"\]/, '"attempts":[]')
        .replace('status: outcome_unknown', 'status: pending'),
    );
    await seen(phone.observer);
    expect((await phone.approve(await phone.review())).ok).toBe(true);
    await toDesk(devices);
    expect(calledIds(desk.world)).toEqual([id]);

    desk.world.server.answer = () => ({
      kind: 'result',
      result: { content: [{ type: 'text', text: 'ok' }] },
    });
    phone.vault.outside.remove(inApproved(path));
    phone.vault.outside.write(path, text);
    await toDesk(devices);
    // It was taken back: only an approval that is surely later, by whichever clock, counts.
    await desk.world.clock.advance(6 * 60_000);
    await toPhone(devices);
    const again = await phone.review();
    expect(again.attempts.map((attempt) => attempt.id)).toContain(id);
    expect(
      (
        await phone.approve(
          again,
          again.attempts.map((one) => one.id),
        )
      ).ok,
    ).toBe(true);
    await toDesk(devices);
    expect(calledIds(desk.world)).toHaveLength(2);
  });

  test('one of two notes with the same id, or a conflict copy [GATE-17]', async () => {
    const devices = await createDevices();
    const { desk, phone } = devices;
    const path = await standalone(desk);
    await toPhone(devices);
    const text = phone.vault.outside.read(path) ?? '';
    phone.vault.outside.write(path.replace('.md', ' (1).md'), text);
    await seen(phone.observer);
    const [first] = await phone.observer.reviews(10);
    expect(first?.blocked?.message).toContain('more than one note');
    expect(first && (await phone.approve(first))).toMatchObject({
      error: { code: 'request_duplicate' },
    });
    phone.vault.outside.remove(path);
    await seen(phone.observer);
    expect(await problem(devices)).toMatchObject({ code: 'request_not_ready' });
    expect(pathIn(phone.vault, 'Approved')).toEqual([]);
  });

  test('without a new press of a person [GATE-5]', async () => {
    const devices = await createDevices();
    const { desk, phone } = devices;
    await standalone(desk);
    await toPhone(devices);
    const review = await phone.review();
    const gesture = press(desk);
    await phone.approve({ ...review, shownDigest: 'other' }, [], gesture);
    expect(await phone.approve(review, [], gesture)).toMatchObject({
      error: { code: 'gesture_used' },
    });
    expect(pathIn(phone.vault, 'Approved')).toEqual([]);
  });
});

test('what was moved to Approved on a phone asks there; an answer is a stamp [GATE-7]', async () => {
  const devices = await createDevices();
  const { desk, phone } = devices;
  const path = await standalone(desk);
  await toPhone(devices);
  phone.vault.outside.move(path, inApproved(path));
  await seen(phone.observer);
  const review = await phone.review();
  expect(review).toMatchObject({ asks: true, blocked: null });
  expect((await phone.approve(review)).ok).toBe(true);
  await toDesk(devices);
  expect(calledIds(desk.world)).toEqual([review.requestId]);
});

test('what a phone takes back runs nothing, and comes back under a new id [GATE-9]', async () => {
  const devices = await createDevices();
  const { desk, phone } = devices;
  const { path, to, stamped } = await approvedOnPhone(devices);
  const id = idOf(desk.world, path);
  expect(await phone.observer.personActions?.undo({ requestId: id })).toMatchObject({ ok: true });
  await seen(phone.observer);
  expect((await phone.review()).blocked?.message).toContain('taken back');
  await toDesk(devices);
  desk.world.vault.outside.write(to, stamped);
  await quiet(desk.engine);
  expect(calledIds(desk.world)).toEqual([]);
  expect(idOf(desk.world, desk.world.only('Pending_Approval'))).not.toBe(id);
});

test('what a phone rejects says why, and never runs', async () => {
  const devices = await createDevices();
  const { desk, phone } = devices;
  const path = await planned(desk);
  const id = idOf(desk.world, path);
  await toPhone(devices);
  const { personActions } = phone.observer;
  expect(await personActions?.reject({ requestId: id, reason: 'Wrong amount' })).toMatchObject({
    ok: true,
  });
  await toDesk(devices);
  const note = desk.world.note(desk.world.only('Rejected'));
  expect(note).toContain('status: rejected');
  expect(note).toContain('Wrong amount');
  // An agent reads it at the step, too; anybody could have written it into the note.
  const said = 'Rejected request for step 2 — Moved to Rejected. Its note says: “Wrong amount”';
  expect(desk.world.note('Plans/PLAN-2026-001.md')).toContain(said);
  expect(alertsOf(desk, id)).toMatchObject([
    { kind: 'rejected', text: expect.stringContaining(' Its note says: “Wrong amount”') as string },
  ]);
  desk.world.vault.outside.move(desk.world.only('Rejected'), inApproved(path));
  await quiet(desk.engine);
  expect(calledIds(desk.world)).toEqual([]);
});

test('a phone that dies at any write of an approval leaves a question or an approval [GATE-20]', async () => {
  for (let at = 1; at < 20; at += 1) {
    for (const moment of ['before', 'after'] as const) {
      const devices = await createDevices();
      const { desk, phone } = devices;
      await standalone(desk);
      await toPhone(devices);
      const review = await phone.review();
      await phone.observer.stop();
      const crash = planCrash(at, moment);
      phone.observer = await startPhone(desk, phone.vault, phone.key, crash);
      await phone.approve(review).catch(() => undefined);
      await toDesk(devices);
      expect(calledIds(desk.world).length).toBeLessThanOrEqual(1);
      for (const path of desk.world.paths('Pending_Approval')) {
        expect(requestIn(desk.world, path).machine.stamp, `${at} ${moment}`).toBeNull();
      }
      const waits = (await desk.engine.reviews(5)).filter(({ blocked }) => blocked === null);
      expect(calledIds(desk.world).length + waits.length, `${at} ${moment}`).toBe(1);
      if (!crash.crashed) {
        expect(at).toBeGreaterThan(2);
        return;
      }
    }
  }
  throw new Error('An approval never ends');
});

test('after a take-over a stamp from a phone for the old ledger runs nothing [GATE-11]', async () => {
  const devices = await createDevices();
  const { desk } = devices;
  await approvedOnPhone(devices);
  await desk.engine.stop();
  desk.world.ledgerFile.text = null;
  desk.world.config = {
    ...desk.world.config,
    device: 'd-cccccccccc',
    pinnedKeys: desk.world.config.pinnedKeys,
  };
  await restart(desk, { signer: desk.signer });
  await toDesk(devices);
  const offer = desk.engine
    .view()
    .alerts.flatMap(({ offers }) => offers ?? [])
    .find((one) => one.do === 'take_over');
  const epoch = offer?.do === 'take_over' ? offer.epoch : '';
  expect(await desk.engine.personActions.takeOver({ epoch, gesture: press(desk) })).toMatchObject({
    ok: true,
  });
  await quiet(desk.engine);
  await toPhone(devices);
  expect(calledIds(desk.world)).toEqual([]);
  const review = await devices.phone.review();
  expect(review.attempts).toHaveLength(1);
  const checked = review.attempts.map(({ id }) => id);
  expect(await devices.phone.approve(review, checked)).toMatchObject({ ok: true });
  await toDesk(devices);
  expect(calledIds(desk.world)).toEqual([review.requestId]);
});

test('an observer without a key shows, and lets nobody approve', async () => {
  const bench = await createBench();
  await standalone(bench);
  const observer = await Observer.start({ store: memoryNoteStore(bench.world.vault), folders });
  expect(observer.personActions).toBeNull();
  const [review] = await observer.reviews(1);
  expect(review?.blocked?.message).toContain('does not run actions');
  await observer.stop();
});
