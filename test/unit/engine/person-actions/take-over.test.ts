import { expect, test } from 'vitest';
import { createMemoryServer } from '../../../support/memory/memory-bridges.js';
import { memoryAuditLog } from '../../../support/memory/memory-audit-log.js';
import { memoryLedger } from '../../../support/memory/memory-ledger.js';
import { memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import { planCrash } from '../../../support/memory/simulated-crash.js';
import { witnessGesture } from '../../../../src/core/request/approval/gesture.js';
import {
  alertsOf,
  calledIds,
  idOf,
  inApproved,
  planned,
  requestIn,
  restart,
  rewrite,
  standalone,
  startEngine,
} from '../../../support/engine/gate-bench.js';
import { epochIn } from '../../../support/engine/newcomer.js';
import { quiet } from '../../../support/engine/world.js';
import { onlyReview, press, pressApprove } from '../../../support/engine/people-bench.js';
import {
  approveAndStop,
  createPair,
  offersOf,
  pressTakeOver,
  second,
  startOther,
} from '../../../support/engine/two-computers.js';

const isAudit = (path: string): boolean => path.startsWith('Logs/');

test('the alert names the device whose request it is, and offers to take over', async () => {
  const { first, other, sync } = await createPair();
  const path = await standalone(first);
  await sync('first');
  const [alert] = alertsOf(other, idOf(first.world, path));
  expect(alert).toMatchObject({
    kind: 'other_device',
    offers: { do: 'take_over', device: 'd-aaaaaaaaaa' },
  });
  // Its audit file was not there when this device last read them; it is by the next start.
  await other.engine.stop();
  other.engine = await startOther({ first, other });
  const offer = { do: 'take_over', device: 'd-aaaaaaaaaa' };
  expect(offersOf(other)).toMatchObject([offer, offer]);
  expect(other.world.note(path)).toBe(first.world.note(path));
});

test.each(['Pending_Approval', 'Approved'])(
  'what lies in %s comes back under a new id, and runs only after “I checked” [GATE-11]',
  async (folder) => {
    const { first, other, sync } = await createPair();
    const path = await standalone(first);
    const id = idOf(first.world, path);
    if (folder === 'Approved') await approveAndStop(first);
    else await first.engine.stop();
    await sync('first');
    const { taken } = await pressTakeOver(other);
    expect(taken.ok).toBe(true);
    expect(other.world.paths('Approved')).toEqual([]);
    const back = requestIn(other.world, other.world.only('Pending_Approval'));
    expect(back).toMatchObject({ supersedes: id, machine: { stamp: null } });
    expect(back.requestId).not.toBe(id);
    expect(back.machine.preparation?.attempts).toEqual([id]);

    const review = await onlyReview(other);
    expect(review).toMatchObject({ blocked: null, attempts: [{ id, outcome: 'unknown' }] });
    const refused = await pressApprove(other, review);
    expect(refused.ok ? '' : refused.error.code).toBe('attempts_not_checked');
    expect(calledIds(first.world)).toEqual([]);
    expect((await pressApprove(other, review, [id])).ok).toBe(true);
    expect(calledIds(first.world)).toEqual([back.requestId]);
  },
);

test('it asks also where the bridge has another target on this device', async () => {
  const { first, other, sync } = await createPair();
  const path = await standalone(first);
  const id = idOf(first.world, path);
  await first.engine.stop();
  first.world.server.target = {
    ...createMemoryServer().target,
    command: '/opt/mail-server',
  } as never;
  await sync('first');
  await pressTakeOver(other);
  expect((await onlyReview(other)).attempts).toMatchObject([{ id, outcome: 'unknown' }]);
});

test('what sync brings later is taken over as well, also after a restart', async () => {
  const { first, other, sync } = await createPair();
  const early = await standalone(first);
  await sync('first');
  await pressTakeOver(other);
  const late = await standalone(first, { title: 'Late', arguments: { to: 'b', subject: 'late' } });
  const id = idOf(first.world, late);
  await first.engine.stop();
  await other.engine.stop();
  other.vault.outside.write(late, first.world.note(late));
  other.engine = await startOther({ first, other });
  await quiet(other.engine);
  const waiting = other.world.paths('Pending_Approval').map((path) => requestIn(other.world, path));
  expect(waiting.map(({ supersedes }) => supersedes).sort()).toEqual(
    [id, idOf(first.world, early)].sort(),
  );
  expect(offersOf(other)).toEqual([]);
});

test.each([
  ['the audit log of the other device tells', isAudit],
  [
    'the notes that the other device filed tell',
    (path: string) => path.startsWith('Done/Actions/'),
  ],
])('%s what it had run: that asks as executed', async (_what, isTold) => {
  const { first, other, sync } = await createPair();
  const path = await standalone(first);
  const id = idOf(first.world, path);
  await sync('first');
  await pressApprove(first, await onlyReview(first));
  expect(calledIds(first.world)).toEqual([id]);
  await sync('first', isTold);
  await pressTakeOver(other);
  expect((await onlyReview(other)).attempts).toMatchObject([{ id, outcome: 'executed' }]);
});

test.each([
  ['the returned note comes first', ['other', 'first']],
  ['the old stamp comes first', ['first', 'other']],
] as const)(
  'the old executor comes back: of both, one call for each id, and none twice, when %s [GATE-11] [HOST-6]',
  async (_name, order) => {
    const { first, other, sync } = await createPair();
    const path = await planned(first);
    const id = idOf(first.world, path);
    await sync('first');
    // It is approved there before the take-over, and does not run yet.
    await approveAndStop(first);
    await pressTakeOver(other);
    const successor = idOf(other.world, other.world.only('Pending_Approval'));
    const stamped = first.world.note(inApproved(path));
    await restart(first, { signer: first.signer });
    expect(calledIds(first.world)).toEqual([id]);
    for (const from of order) await sync(from);
    other.vault.outside.write(inApproved(path), stamped);
    first.world.vault.outside.write(inApproved(path), stamped);
    await quiet(first.engine);
    await quiet(other.engine);
    for (const from of order) await sync(from);
    expect(calledIds(first.world)).toEqual([id]);
    expect(calledIds(other.world)).not.toContain(successor);
  },
);

test('what was taken over is another’s for the old executor from the first moment [GATE-11]', async () => {
  const { first, other, sync } = await createPair();
  await planned(first);
  await sync('first');
  // No bridge is reached there, so nothing can be completed: the note is as it was put back.
  first.world.server.reachable = false;
  await pressTakeOver(other);
  first.world.server.reachable = true;
  const back = other.world.only('Pending_Approval');
  const text = other.world.note(back);
  await sync('other');
  expect(first.world.note(back)).toBe(text);
  expect(alertsOf(first, idOf(first.world, back))).toMatchObject([{ kind: 'other_device' }]);
});

test('a note of the old epoch that returns under its old id goes to the archive', async () => {
  const { first, other, sync } = await createPair();
  const path = await standalone(first);
  const text = first.world.note(path);
  await sync('first');
  await first.engine.stop();
  await pressTakeOver(other);
  other.vault.outside.write('Pending_Approval/again.md', text);
  await quiet(other.engine);
  expect(other.world.paths('Archive')).toHaveLength(1);
  expect(other.world.paths('Pending_Approval')).toHaveLength(1);
});

test('what lies in Rejected stays rejected, and counts as an attempt', async () => {
  const { first, other, sync } = await createPair();
  const path = await planned(first);
  const id = idOf(first.world, path);
  await first.engine.stop();
  first.world.vault.outside.move(path, path.replace('Pending_Approval', 'Rejected'));
  await sync('first');
  await pressTakeOver(other);
  expect(other.world.note(other.world.only('Rejected'))).toContain('status: rejected');
  const drafted = await other.engine.operations.redraft({ requestId: id, actor: 'Human' });
  expect(drafted.ok).toBe(true);
  await quiet(other.engine);
  expect((await onlyReview(other)).attempts).toMatchObject([{ id, outcome: 'unknown' }]);
});

test('in Approved, an epoch that was taken over runs nothing, whoever wrote it there', async () => {
  const { first, other, sync } = await createPair();
  const path = await standalone(first);
  const theirs = requestIn(first.world, path).machine.preparation?.epoch ?? '';
  await sync('first');
  await pressTakeOver(other);
  const back = other.world.only('Pending_Approval');
  const { requestId, machine } = requestIn(other.world, back);
  rewrite(other.world, back, (text) => text.replace(machine.preparation?.epoch ?? '?', theirs));
  other.vault.outside.move(back, inApproved(back));
  await quiet(other.engine);
  expect(other.world.paths('Approved')).toEqual([]);
  const again = requestIn(other.world, other.world.only('Pending_Approval'));
  expect(again.supersedes).toBe(requestId);
  expect(calledIds(first.world)).toEqual([]);
});

test('in Pending, what came back is ours, and is prepared anew whatever epoch somebody writes into it', async () => {
  const { first, other, sync } = await createPair();
  const path = await standalone(first);
  const theirs = requestIn(first.world, path).machine.preparation?.epoch ?? '';
  await sync('first');
  await pressTakeOver(other);
  const back = other.world.only('Pending_Approval');
  const text = other.world.note(back);
  const ours = requestIn(other.world, back).machine.preparation?.epoch ?? '';
  rewrite(other.world, back, (note) => note.replace(ours, theirs));
  await quiet(other.engine);
  expect(other.world.note(back)).toBe(text);
  expect(offersOf(other)).toEqual([]);
});

test('only a new gesture takes over, and only what is another’s [GATE-5]', async () => {
  const { first, other, sync } = await createPair();
  await standalone(first);
  await sync('first');
  const [offer] = offersOf(other);
  const epoch = offer?.do === 'take_over' ? offer.epoch : '';
  const gesture = press(other);
  const { personActions } = other.engine;
  const invalid = { error: { code: 'input_invalid' } };
  expect(await personActions.takeOver({ epoch: epochIn(other.file), gesture })).toMatchObject(
    invalid,
  );
  for (const none of ['', `e-${'a'.repeat(99)}`]) {
    const taken = await personActions.takeOver({ epoch: none, gesture: press(other) });
    expect(taken).toMatchObject(invalid);
  }
  expect(await personActions.takeOver({ epoch, gesture })).toMatchObject({
    error: { code: 'gesture_used' },
  });
  await first.world.clock.advance(10_000);
  const old = witnessGesture('press', first.world.clock.now() - 10_000);
  const late = await personActions.takeOver({ epoch, gesture: old });
  expect(late).toMatchObject({ error: { code: 'gesture_used' } });
  expect(other.file.text).not.toContain('"kind":"taken_over"');
});

test('a note that sync takes away while it is taken over is asked about all the same [GATE-3] [GATE-11]', async () => {
  /** It is gone right before the `at`-th read of the take-over. The value is the number of reads. */
  const goneAt = async (at: number, comesBack: boolean): Promise<number> => {
    const { first, other, sync } = await createPair();
    const path = await standalone(first);
    const id = idOf(first.world, path);
    const text = first.world.note(path);
    await first.engine.stop();
    await sync('first');
    await other.engine.stop();
    const store = memoryNoteStore(other.vault);
    let reads = -Infinity;
    const read: typeof store.read = (from) => {
      if (from === path && (reads += 1) === at) other.vault.outside.remove(path);
      return store.read(from);
    };
    other.engine = await startOther({ first, other }, { ...store, read });
    reads = 0;
    await pressTakeOver(other);
    if (other.world.paths('Pending_Approval').length === 0) {
      if (comesBack) other.vault.outside.write(path, text);
      await quiet(other.engine);
      await first.world.clock.advance(6_000);
      await quiet(other.engine);
    }
    const asked = [
      ...(await other.engine.reviews(2)).flatMap(({ attempts }) => attempts.map((one) => one.id)),
      ...other.engine
        .view()
        .alerts.flatMap(({ text }) => (text.includes(`whether ${id} happened`) ? id : [])),
    ];
    // Gone before it was taken over, it was never known here.
    const isKnown = comesBack || other.file.text?.includes('"kind":"voided"') === true;
    if (isKnown) expect(asked, `read ${at}`).toContain(id);
    return reads;
  };
  const count = await goneAt(Infinity, true);
  expect(count).toBeGreaterThan(1);
  for (let at = 1; at <= count; at += 1) {
    for (const comesBack of [true, false]) await goneAt(at, comesBack);
  }
});

test('dead at any write of a take-over, the next start ends the same way, without a call [GATE-20]', async () => {
  for (let at = 1; at < 40; at += 1) {
    for (const moment of ['before', 'after'] as const) {
      const { first, other, sync } = await createPair();
      const path = await standalone(first);
      const id = idOf(first.world, path);
      await approveAndStop(first);
      await sync('first');
      await other.engine.stop();
      const crash = planCrash(at, moment);
      const ports = {
        store: memoryNoteStore(other.vault, crash),
        ledger: memoryLedger(other.file, crash),
        auditLog: memoryAuditLog(other.vault, crash),
        device: second,
        signer: other.signer,
      };
      const dying = await startEngine(first.world, ports).catch(() => null);
      if (!dying) continue;
      other.engine = dying;
      await pressTakeOver(other).catch(() => undefined);
      await dying.stop().catch(() => undefined);
      other.engine = await startOther({ first, other });
      await quiet(other.engine);
      if (offersOf(other).length > 0) await pressTakeOver(other);
      const back = requestIn(other.world, other.world.only('Pending_Approval'));
      expect([back.supersedes, other.world.paths('Approved')], `${at} ${moment}`).toEqual([id, []]);
      expect((await onlyReview(other)).attempts.map((one) => one.id)).toEqual([id]);
      expect(calledIds(first.world)).toEqual([]);
      await other.engine.stop();
      if (!crash.crashed) return;
    }
  }
  throw new Error('A take-over never ends');
});

test.each(['undo', 'reject'] as const)(
  'what another device prepared is not ended here by %s: it would come back without a question [GATE-20]',
  async (end) => {
    const { first, other, sync } = await createPair();
    const path = await standalone(first);
    const id = idOf(first.world, path);
    await approveAndStop(first);
    await sync('first');
    const before = requestIn(other.world, inApproved(path)).text;
    const ended = await other.engine.personActions[end]({ requestId: id, reason: '' });
    await quiet(other.engine);
    expect(ended).toMatchObject({ error: { code: 'request_not_open' } });
    expect(other.world.note(inApproved(path))).toBe(before);
  },
);

test('a copy in Approved, without the line that tells whose it is, does not let it be undone here [GATE-20]', async () => {
  const { first, other, sync } = await createPair();
  const path = await standalone(first);
  const id = idOf(first.world, path);
  await sync('first');
  const copy = other.world.note(path).replace(/%% countersign .*%%\n?/, '');
  other.vault.outside.write('Approved/copy.md', copy);
  await quiet(other.engine);
  expect(await other.engine.personActions.undo({ requestId: id })).toMatchObject({
    error: { code: 'request_not_open', path },
  });
  await quiet(other.engine);
  expect(other.world.paths('Pending_Approval')).toEqual([path]);
});

test('what was taken over in Rejected and moved back to Pending is asked about, also when its note is lost [GATE-3] [GATE-11]', async () => {
  const { first, other, sync } = await createPair();
  const path = await standalone(first);
  const id = idOf(first.world, path);
  await sync('first');
  await first.engine.stop();
  other.vault.outside.move(path, path.replace(/^[^/]+/, 'Rejected'));
  await quiet(other.engine);
  await pressTakeOver(other);
  other.vault.outside.move(other.world.only('Rejected'), path);
  await quiet(other.engine);
  const back = requestIn(other.world, other.world.only('Pending_Approval'));
  expect(back.text).toContain('It may have happened. A request with its id was rejected before.');
  other.vault.outside.remove(back.path);
  await quiet(other.engine);
  await first.world.clock.advance(6_000);
  await quiet(other.engine);
  expect(offersOf(other)).toEqual([{ do: 'bring_back', requestId: back.requestId }]);
  await other.engine.personActions.bringBack({ requestId: back.requestId });
  await quiet(other.engine);
  const review = await onlyReview(other);
  expect([review.unknownOutcome?.attemptId, review.blocked]).toEqual([id, null]);
});

test('its note says that it may have happened, however often it goes to Approved and back [GATE-11]', async () => {
  const { first, other, sync } = await createPair();
  await standalone(first);
  await approveAndStop(first);
  await sync('first');
  first.world.config = { ...first.world.config, trustMoves: true };
  await pressTakeOver(other);
  for (let time = 0; time < 2; time += 1) {
    const path = other.world.only('Pending_Approval');
    other.vault.outside.move(path, inApproved(path));
    await quiet(other.engine);
    other.vault.outside.move(inApproved(path), path);
    await quiet(other.engine);
    const back = requestIn(other.world, other.world.only('Pending_Approval'));
    expect(back.status).toBe('outcome_unknown');
    expect(back.text).toContain('It may have happened. It was taken back');
    expect(back.text).not.toContain('this note to');
  }
});
