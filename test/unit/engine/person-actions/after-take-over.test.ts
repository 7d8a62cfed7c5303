import { expect, test } from 'vitest';
import type { AlertOffer } from '../../../../src/core/alert.js';
import { memoryLedger, oneByOne } from '../../../support/memory/memory-ledger.js';
import {
  alertsOf,
  calledIds,
  idOf,
  inApproved,
  phone,
  planned,
  requestIn,
  rewrite,
  stamped,
  standalone,
  startEngine,
  type Bench,
} from '../../../support/engine/gate-bench.js';
import { letterRequest } from '../../../support/builders/letter-request.js';
import { baseName } from '../../../../src/core/note/file-name.js';
import { auditFiles, withNewcomer } from '../../../support/engine/newcomer.js';
import { slowStore, type Latch } from '../../../support/engine/slow-store.js';
import { invoiceMission, quiet, valueOf } from '../../../support/engine/world.js';
import {
  drag,
  onlyReview,
  press,
  pressApprove,
  type PeopleBench,
} from '../../../support/engine/people-bench.js';
import { pressTakeOver, second, type Pair } from '../../../support/engine/two-computers.js';

const holdMs = 10_000;
const isAudit = (path: string): boolean => path.startsWith('Logs/');

/** What the person at the other computer does with the request, after they took over there. */
const ends: Readonly<Record<string, (other: PeopleBench, requestId: string) => Promise<unknown>>> =
  {
    withdrawn: (other, requestId) => other.engine.personActions.withdraw({ requestId }),
    async 'changed and run'(other) {
      const back = other.world.only('Pending_Approval');
      rewrite(other.world, back, (text) => text.replaceAll('client_a@', 'client_b@'));
      await quiet(other.engine);
      const review = await onlyReview(other);
      await pressApprove(
        other,
        review,
        review.attempts.map(({ id }) => id),
      );
    },
  };

function configure(bench: Bench, change: Partial<Bench['world']['config']>): void {
  bench.world.config = { ...bench.world.config, ...change };
}

/** The person takes over at the other computer, ends the request there, and the first one hears of it. */
async function endThere(
  { other, sync }: Pair,
  end: (other: PeopleBench, requestId: string) => Promise<unknown> = (_other, requestId) =>
    other.engine.personActions.withdraw({ requestId }),
): Promise<void> {
  await pressTakeOver(other);
  const { requestId } = requestIn(other.world, other.world.only('Pending_Approval'));
  await end(other, requestId);
  await quiet(other.engine);
  await sync('other', isAudit);
}

test.each(Object.entries(ends))(
  'what a phone approved before it was taken over, and %s there, does not run when this computer takes over again [GATE-3] [GATE-9]',
  async (_what, end) => {
    const pair = await withNewcomer();
    const { first, sync } = pair;
    const path = await standalone(first);
    const { pinnedKeys } = first.world.config;
    const key = { device: phone, publicKey: first.key.publicKey };
    configure(first, { pinnedKeys: [...pinnedKeys, key] });
    await sync('first');
    const approvedOnPhone = await stamped(first, path);
    await endThere(pair, end);
    const before = calledIds(first.world);
    await pressTakeOver(first);
    first.world.vault.outside.remove(path);
    first.world.vault.outside.write(inApproved(path), approvedOnPhone);
    await quiet(first.engine);
    expect(calledIds(first.world)).toEqual(before);
    expect(await onlyReview(first)).toBeDefined();
  },
);

test.each(['before', 'after'] as const)(
  'where moves are trusted, what is moved %s this computer takes over again asks [GATE-7] [GATE-9]',
  async (when) => {
    const pair = await withNewcomer();
    const { first, sync } = pair;
    const path = await standalone(first);
    const { world } = first;
    const text = world.note(path);
    await sync('first');
    await endThere(pair);
    configure(first, { trustMoves: true });
    world.vault.outside.remove(path);
    if (when === 'before') world.vault.outside.write(inApproved(path), text);
    await quiet(first.engine);
    await pressTakeOver(first);
    if (when === 'after') world.vault.outside.write(inApproved(path), text);
    await quiet(first.engine);
    expect(calledIds(world)).toEqual([]);
    expect(alertsOf(first, idOf(world, inApproved(path)))).toMatchObject([{ kind: 'asks' }]);
  },
);

test('a drag that is held while another computer takes over, and this one again, asks [GATE-23] [GATE-9]', async () => {
  const pair = await withNewcomer();
  const { first, sync } = pair;
  const path = await standalone(first);
  await sync('first');
  expect((await drag(first, await onlyReview(first))).result.ok).toBe(true);
  await endThere(pair);
  await pressTakeOver(first);
  expect((await onlyReview(first)).undoUntilMs).toBeNull();
  await first.world.clock.advance(2 * holdMs);
  await quiet(first.engine);
  expect(calledIds(first.world)).toEqual([]);
  expect(first.world.paths('Approved')).toEqual([inApproved(path)]);
});

test('a press that is carried out while another computer takes over, and this one again, is refused [GATE-9]', async () => {
  const pair = await withNewcomer();
  const { first, sync } = pair;
  await standalone(first);
  await sync('first');
  const { requestId, shownDigest } = await onlyReview(first);
  let areSaved: () => void = () => undefined;
  const saved = new Promise<void>((settle) => {
    areSaved = settle;
  });
  const pressed = first.engine.personActions.approve({
    ...{ requestId, shownDigest, checked: [], saved },
    gesture: press(first),
  });
  // What was prepared before is not prepared anew.
  first.world.server.reachable = false;
  await endThere(pair);
  await pressTakeOver(first);
  areSaved();
  expect(await pressed).toMatchObject({ ok: false });
  first.world.server.reachable = true;
  first.engine.lookAtEverything();
  await quiet(first.engine);
  expect(calledIds(first.world)).toEqual([]);
});

test('a take-over that is heard of, and taken back, between the intent and the call: it is not made [GATE-9]', async () => {
  const pair = await withNewcomer();
  const { first, other, sync } = pair;
  await first.engine.stop();
  const slow = slowStore();
  const ledger = memoryLedger(first.world.ledgerFile);
  const reading: Latch[] = [];
  let told: () => void = () => undefined;
  first.engine = await startEngine(first.world, {
    ...{ signer: first.signer, ...slow.ports(first.world) },
    ledger: {
      read: () => ledger.read(),
      append: oneByOne(async (record, durable) => {
        const appended = await ledger.append([record], durable);
        if (first.world.records().at(-1)?.kind === 'intent') told();
        return appended;
      }),
    },
  });
  const path = inApproved(await standalone(first));
  await sync('first');
  await pressTakeOver(other);
  await ends['changed and run']?.(other, '');
  expect(calledIds(first.world)).toHaveLength(1);
  const [file = ''] = auditFiles(other, second);
  const lines = other.world.note(file).split('\n');
  const heard = lines.slice(0, lines.findIndex((line) => line.includes('"taken_over"')) + 1);
  told = () => {
    told = () => undefined;
    first.world.vault.outside.write(file, `${heard.join('\n')}\n`);
    reading.push(slow.holdNextRead(path));
  };
  const { requestId, shownDigest } = await onlyReview(first);
  const gesture = press(first);
  await first.engine.personActions.approve({ requestId, shownDigest, checked: [], gesture });
  await expect.poll(() => reading[0]?.isReached()).toBe(true);
  // It is heard of while the engine is busy with the call.
  const offered = (): readonly AlertOffer[] =>
    first.engine.view().alerts.flatMap(({ offers }) => offers ?? []);
  await expect.poll(() => offered().length).toBe(1);
  const epoch = offered().flatMap((offer) => ('epoch' in offer ? [offer.epoch] : []))[0] ?? '';
  const takenOver = await first.engine.personActions.takeOver({ epoch, gesture: press(first) });
  expect(takenOver).toMatchObject({ ok: true });
  reading[0]?.open();
  await quiet(first.engine);
  expect(calledIds(first.world)).toHaveLength(1);
  expect((await onlyReview(first)).request.supersedes).toBe(requestId);
});

test('while another computer runs actions, what that prepared is not withdrawn here: it would run there [GATE-2]', async () => {
  const { first, other, sync } = await withNewcomer();
  const path = await standalone(first);
  const requestId = idOf(first.world, path);
  await sync('first');
  const text = other.world.note(path);
  const { personActions, operations } = other.engine;
  for (const withdrawn of [
    await personActions.withdraw({ requestId }),
    await operations.withdraw({ requestId, reason: 'No.', actor: 'Agent' }),
  ]) {
    expect(withdrawn).toMatchObject({
      error: {
        code: 'request_not_open',
        advice: expect.stringMatching(/^Withdraw it there, or move its note/) as string,
      },
    });
  }
  await quiet(other.engine);
  expect(other.world.note(path)).toBe(text);
});

test('while another computer runs actions, two notes of one plan are made one there only [EC2]', async () => {
  const { first, other, sync } = await withNewcomer();
  await planned(first);
  await sync('first');
  const plan = other.world.only('Plans');
  const copy = plan.replace('.md', ' (conflicted copy).md');
  const { vault } = other;
  vault.outside.write(copy, other.world.note(plan).replace('Logs\n', 'Logs\n\n'));
  await quiet(other.engine);
  await other.world.clock.advance(2 * 60_000);
  await quiet(other.engine);
  expect(other.world.paths('Plans')).toEqual([copy, plan].sort());
  await sync('other', (path) => path === copy);
  await first.world.clock.advance(2 * 60_000);
  await quiet(first.engine);
  expect(first.world.paths('Plans')).toEqual([plan]);
});

test('a plan that a person ended at the computer that acted before stays over [R7.1]', async () => {
  const { first, other, sync } = await withNewcomer();
  await planned(first);
  const [path = ''] = first.world.paths('Plans');
  const text = first.world.note(path);
  const planId = baseName(path);
  expect(
    await first.engine.operations.cancelPlan({ planId, reason: 'No', actor: 'Human' }),
  ).toMatchObject({ ok: true });
  await quiet(first.engine);
  await sync('first');
  await quiet(other.engine);
  await pressTakeOver(other);
  other.world.vault.outside.write(path, text);
  await quiet(other.engine);
  expect(other.engine.view().missions).toEqual([]);
  expect(other.engine.view().alerts.map(({ kind }) => kind)).toContain('plan_put_back');
});

test('a plan that a person reopened at the computer that acted before goes on, and one that ended there is an alert at once [R7.1]', async () => {
  const { first, other, sync } = await withNewcomer();
  const { operations, personActions } = first.engine;
  const begin = async (title: string) => {
    const input = { ...invoiceMission, sourceLink: title, objective: title, context: title };
    const { planId, path } = valueOf(
      await operations.initializePlan({ ...input, evenIfSimilar: true }),
    );
    await quiet(first.engine);
    const text = first.world.note(path);
    valueOf(await operations.cancelPlan({ planId, reason: 'No', actor: 'Human' }));
    await quiet(first.engine);
    first.world.vault.outside.write(path, text);
    await first.world.clock.advance(1_000);
    return planId;
  };
  const [planId, over] = [await begin('Rent'), await begin('Boat')];
  valueOf(await personActions.activatePlan({ planId }));
  await quiet(first.engine);
  await sync('first');
  await quiet(other.engine);
  await pressTakeOver(other);
  expect(other.engine.view().missions.map((mission) => mission.planId)).toEqual([planId]);
  const told = other.engine.view().alerts.filter(({ kind }) => kind === 'plan_put_back');
  expect(told.map(({ subject }) => subject.id)).toEqual([over]);
});

test('of a plan that ended here and that a person reopened at the computer that acts, nothing false is said, before and after the way back [R7.1]', async () => {
  const { first, other, sync } = await withNewcomer();
  await planned(first);
  const [path = ''] = first.world.paths('Plans');
  const text = first.world.note(path);
  const planId = baseName(path);
  valueOf(await first.engine.operations.cancelPlan({ planId, reason: 'No', actor: 'Human' }));
  await quiet(first.engine);
  await sync('first');
  await pressTakeOver(other);
  other.world.vault.outside.write(path, text);
  valueOf(await other.engine.personActions.activatePlan({ planId }));
  await quiet(other.engine);
  await sync('other');
  await quiet(first.engine);
  const told = () => first.engine.view().alerts.filter(({ kind }) => kind === 'plan_put_back');
  expect(told()).toHaveLength(1);
  expect(told()[0]?.advice).toMatch(
    /^Nothing of it runs on this computer\. If you reopened it on the one/,
  );
  expect(told()[0]?.offers).toBeUndefined();
  await pressTakeOver(first);
  expect(told()[0]?.advice).toContain('also if you did so on another computer');
  expect(told()[0]?.offers).toEqual({ do: 'start_plan', planId });
});

test.each([
  [
    'from a request that asks',
    (rid: string) => ({ id: 'greeting', extra: `supersedes: ${rid}\n` }),
  ],
  ['to be the request that asks', (rid: string) => ({ id: rid, extra: '' })],
  [
    'to be the request that asks, from one like it',
    (rid: string) => ({ id: rid, extra: 'supersedes: hello\n' }),
  ],
])(
  'a note that says to come %s, and of a ledger that was taken over from, lays no question about a call to rest [GATE-9]',
  async (_what, words) => {
    const pair = await withNewcomer();
    const { first, other, sync } = pair;
    const { world } = first;
    await pressTakeOver(other);
    await sync('other', isAudit);
    const theirs = await standalone(other);
    const [line = ''] = /%% countersign .*%%/.exec(other.world.note(theirs)) ?? [];
    await pressTakeOver(first);
    world.server.answer = () => ({ kind: 'lost', detail: 'The pipe broke.' });
    const attempt = idOf(world, await planned(first));
    await pressApprove(first, await onlyReview(first));
    const back = world.only('Pending_Approval');
    const rid = idOf(world, back);
    const asked = () =>
      first.engine.view().alerts.filter(({ text }) => text.includes(`whether ${attempt} happened`));
    expect(asked()).toHaveLength(1);
    world.vault.outside.remove(back);
    const hello = letterRequest({ id: 'hello', to: 'friend@example.com' });
    world.vault.outside.write('Pending_Approval/hello.md', hello);
    await world.clock.advance(60_000);
    world.vault.outside.remove('Pending_Approval/hello.md');
    await quiet(first.engine);
    expect(asked()).toHaveLength(1);
    const { id, extra } = words(rid);
    const note = letterRequest({ id, to: 'friend@example.com' });
    const claimed = note.replace('status: pending\n', `status: pending\n${extra}`);
    world.vault.outside.write('Approved/zz.md', `${claimed}\n${line}\n`);
    await quiet(first.engine);
    expect(asked()).toHaveLength(1);
    expect(world.records().filter((it) => it.kind === 'voided' && it.id === 'hello')).toEqual([]);
    for (const path of world.paths('Pending_Approval'))
      await first.engine.personActions.withdraw({ requestId: idOf(world, path) });
    await quiet(first.engine);
    expect(asked()).toHaveLength(id === rid ? 0 : 1);
  },
);

test('a note in Rejected ends no request of which it proposes something else [GATE-9]', async () => {
  const pair = await withNewcomer();
  const { first, other, sync } = pair;
  const { world } = first;
  await pressTakeOver(other);
  await sync('other', isAudit);
  const [line = ''] = /%% countersign .*%%/.exec(other.world.note(await standalone(other))) ?? [];
  await pressTakeOver(first);
  const path = await standalone(first);
  const text = world.note(path);
  const id = idOf(world, path);
  world.vault.outside.remove(path);
  const note = letterRequest({ id: 'greeting', to: 'friend@example.com' });
  const claimed = note.replace('status: pending\n', `status: pending\nsupersedes: ${id}\n`);
  world.vault.outside.write('Rejected/zz.md', `${claimed}\n${line}\n`);
  await quiet(first.engine);
  world.vault.outside.write(path, text);
  await quiet(first.engine);
  expect(await onlyReview(first)).toMatchObject({ requestId: id });
});

test.each(['approved', 'rejected', null])(
  'a plan that waits for approval at one computer waits at the one that takes over (not written there: %s)',
  async (decision) => {
    const { first, other, sync } = await withNewcomer();
    const { planId, path } = valueOf(
      await first.engine.operations.initializePlan({ ...invoiceMission, awaitsApproval: true }),
    );
    await quiet(first.engine);
    if (decision !== null) {
      const { personActions } = first.engine;
      first.world.vault.outside.write(`Plans/${decision}`, 'A file in the place of a folder');
      const decide = decision === 'approved' ? 'approvePlan' : 'rejectPlan';
      const decided = await personActions[decide]({ planId });
      expect(decided.ok).toBe(false);
    }
    await sync('first', (at) => at !== `Plans/${decision}`);
    other.world.vault.outside.move(path, `Plans/${planId}.md`);
    await quiet(other.engine);
    await pressTakeOver(other);
    expect(other.engine.view().missions).toEqual([]);
    expect(other.world.paths('Plans')).toEqual([path]);
    const told = other.engine.view().alerts.filter(({ subject }) => subject.kind === 'plan');
    expect(told.map(({ kind }) => kind)).toEqual(['waits']);
  },
);
