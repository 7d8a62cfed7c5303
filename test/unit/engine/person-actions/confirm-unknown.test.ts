import { describe, expect, test } from 'vitest';
import type { CallReport } from '../../../../src/core/request/outcome/call-report.js';
import { success } from '../../../support/memory/memory-bridges.js';
import { memoryLedger, oneByOne } from '../../../support/memory/memory-ledger.js';
import { planCrash } from '../../../support/memory/simulated-crash.js';
import { settle } from '../../../support/memory/virtual-clock.js';
import {
  approve,
  createBench,
  edit,
  idOf,
  inApproved,
  look,
  move,
  planned,
  requestIn,
  stamped,
  standalone,
  startEngine,
} from '../../../support/engine/gate-bench.js';
import { quiet } from '../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
  restartPeople,
  type PeopleBench,
} from '../../../support/engine/people-bench.js';
import { setAside } from '../../../support/engine/earlier-ledger.js';

const plan = 'Plans/PLAN-2026-001.md';
const lost: CallReport = { kind: 'lost', detail: 'The pipe broke.' };

/** A request that came back from a call of which nobody knows what became; its attempt's id. */
async function inDoubt(bench: PeopleBench): Promise<string> {
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  bench.world.server.answer = () => lost;
  await pressApprove(bench, await onlyReview(bench));
  bench.world.server.answer = () => success;
  return id;
}

async function say(bench: PeopleBench, happened: boolean, change: object = {}) {
  const { requestId, shownDigest, unknownOutcome } = await onlyReview(bench);
  const attemptId = unknownOutcome?.attemptId ?? '';
  const gesture = press(bench);
  const input = { requestId, attemptId, happened, shownDigest, gesture, ...change };
  const said = await bench.engine.personActions.confirmUnknown(input);
  await quiet(bench.engine);
  return said;
}

const outcomeOf = (bench: PeopleBench, id: string) =>
  bench.world.records().find((record) => record.kind === 'outcome' && record.id === id);

test('“It happened” files the request on a person’s word, ticks its step, and the plan goes on; the ledger keeps unknown [GATE-3]', async () => {
  const bench = await createPeopleBench();
  const attempt = await inDoubt(bench);
  const review = await onlyReview(bench);
  expect(review.unknownOutcome).toMatchObject({ attemptId: attempt, changes: [] });
  expect(await say(bench, true)).toMatchObject({ ok: true });

  const done = requestIn(bench.world, bench.world.only('Done/Actions'));
  expect(done).toMatchObject({ status: 'executed', requestId: review.requestId });
  expect(done.text).toContain('> [!success] Executed, on your word');
  expect(done.text).toMatch(
    /## Outcome\n- 2026-\S+Z · attempt `\S+` · \*\*a person says that it happened\*\*\n/,
  );
  expect(done.text.match(/Waiting for you|\[!warning\]/)).toBeNull();
  const text = bench.world.note(plan);
  expect(text).toContain('2. [x] ✋');
  expect(text).toContain('status: Active');
  expect(text).toMatch(/Human: Says it happened: step 2 — A person says that \S+ happened/);
  expect(outcomeOf(bench, attempt)).toMatchObject({ outcome: 'unknown' });
  const audit = bench.world.records().map(({ audit: entry }) => entry);
  expect(audit.find(({ event }) => event === 'happened')).toMatchObject({ actor: 'Human' });
  expect(bench.engine.view().alerts).toEqual([]);

  await restartPeople(bench);
  expect(bench.world.server.calls).toHaveLength(1);
});

test('“It did not happen” lets it be approved anew, and the approval still asks “I checked” [GATE-3]', async () => {
  const bench = await createPeopleBench();
  const attempt = await inDoubt(bench);
  expect(await say(bench, false)).toMatchObject({ ok: true });
  const waiting = requestIn(bench.world, bench.world.only('Pending_Approval'));
  expect(waiting.status).toBe('pending');
  expect(waiting.text).toContain(`You said that ${attempt} did not happen.`);
  expect(bench.world.note(plan)).toContain('2. [ ] ✋');
  expect(bench.engine.view().alerts.map(({ kind }) => kind)).not.toContain('unknown_outcome');

  await restartPeople(bench);
  const review = await onlyReview(bench);
  expect(review.unknownOutcome).toBeNull();
  // The card need not ask again; the approval still has to name it.
  expect(review.attempts).toMatchObject([{ id: attempt, outcome: 'unknown', wasAnswered: true }]);
  expect(await pressApprove(bench, review)).toMatchObject({ ok: false });
  expect(bench.world.server.calls).toHaveLength(1);
  expect(await pressApprove(bench, review, [attempt])).toMatchObject({ ok: true });
  expect(bench.world.server.calls).toHaveLength(2);
  expect(outcomeOf(bench, attempt)).toMatchObject({ outcome: 'unknown' });
});

test('the answer is that of this request alone: another one for the same action is asked by itself', async () => {
  const bench = await createPeopleBench();
  const attempt = await inDoubt(bench);
  await say(bench, false);
  const { requestId, call } = requestIn(bench.world, bench.world.only('Pending_Approval'));
  const { operations } = bench.engine;
  expect(await operations.redraft({ requestId, actor: 'Agent' })).toMatchObject({ ok: true });
  await quiet(bench.engine);
  const review = await onlyReview(bench);
  expect(review.request.call).toEqual(call);
  expect(review.attempts).toMatchObject([{ id: attempt, outcome: 'unknown' }]);
  expect(review.attempts[0]).not.toHaveProperty('wasAnswered');
});

test('an answer of the server that comes late takes a person’s answer back', async () => {
  const bench = await createPeopleBench();
  const attempt = await inDoubt(bench);
  await say(bench, false);
  await bench.engine.lateAnswer(attempt, success);
  await quiet(bench.engine);
  const { attempts } = await onlyReview(bench);
  expect(attempts).toMatchObject([{ id: attempt, outcome: 'unknown', since: 'late' }]);
  expect(attempts[0]).not.toHaveProperty('wasAnswered');
});

test('an answer of the server that comes after the approval is looked at before anything is called again [GATE-15]', async () => {
  const bench = await createPeopleBench();
  const { world } = bench;
  const attempt = await inDoubt(bench);
  await say(bench, false);
  world.config = { ...world.config, paused: true };
  await look(bench);
  const approved = await onlyReview(bench);
  const done = await pressApprove(bench, approved, [attempt]);
  expect(done.ok ? '' : done.error.message).toBe('');
  await bench.engine.lateAnswer(attempt, success);
  await quiet(bench.engine);
  world.config = { ...world.config, paused: false };
  await look(bench);
  expect(world.server.calls).toHaveLength(1);
  // They know of it now, and want it all the same.
  await world.clock.advance(2_000);
  const again = await onlyReview(bench);
  expect(again.asks).toBe(true);
  expect(await pressApprove(bench, again, [attempt])).toMatchObject({ ok: true });
  expect(world.server.calls).toHaveLength(2);
});

test('an approval of another device counts only if it is of what was prepared after the answer, whatever its clock says [GATE-15]', async () => {
  const bench = await createBench();
  const { world } = bench;
  const hour = 3_600_000;
  world.server.answer = () => lost;
  const path = await standalone(bench);
  const attempt = idOf(world, path);
  await approve(bench, path);
  const back = world.only('Pending_Approval');
  const options = { confirms: [attempt] };
  const early = await stamped(bench, back, { ...options, atMs: world.clock.now() + hour });
  world.server.answer = () => success;
  await bench.engine.lateAnswer(attempt, success);
  await quiet(bench.engine);
  await world.clock.advance(2 * hour);
  world.vault.outside.remove(back);
  world.vault.outside.write(inApproved(back), early);
  await quiet(bench.engine);
  expect(world.server.calls).toHaveLength(1);
  await approve(bench, world.only('Pending_Approval'), options);
  expect(world.server.calls).toHaveLength(2);
});

test('a request that came back from it again and again is still in doubt about the same attempt', async () => {
  const bench = await createPeopleBench();
  const attempt = await inDoubt(bench);
  const path = bench.world.only('Pending_Approval');
  await pressApprove(bench, await onlyReview(bench), [attempt]);
  expect(bench.world.server.calls).toHaveLength(2);
  await restartPeople(bench);
  expect(bench.world.paths('Done/Actions')).toHaveLength(1);
  expect(bench.world.paths('Pending_Approval')).not.toContain(path);

  const other = await createPeopleBench({ config: { paused: true } });
  other.world.config = { ...other.world.config, paused: false };
  const first = await inDoubt(other);
  other.world.config = { ...other.world.config, paused: true };
  await pressApprove(other, await onlyReview(other), [first]);
  await other.engine.personActions.undo({
    requestId: idOf(other.world, other.world.only('Approved')),
  });
  await quiet(other.engine);
  expect((await onlyReview(other)).unknownOutcome).toMatchObject({ attemptId: first });
});

test('what was sent is shown where the note says something else by now', async () => {
  const bench = await createPeopleBench();
  await inDoubt(bench);
  const path = bench.world.only('Pending_Approval');
  await edit(bench, path, (text) => text.replace('to: client_a@', 'to: client_b@'));
  expect((await onlyReview(bench)).unknownOutcome?.changes).toMatchObject([
    { name: 'To', before: 'client_a@example.com', after: 'client_b@example.com' },
  ]);
});

test.each(['Approved', 'Rejected'])(
  'moved to %s in the moment of the answer, the note that was shown is filed, and not the copy in its place [GATE-3]',
  async (folder) => {
    let meanwhile = async (): Promise<void> => undefined;
    const bench = await createPeopleBench({
      ports: ({ ledgerFile }) => {
        const ledger = memoryLedger(ledgerFile);
        const append = oneByOne(async (record, durable) => {
          if ((record as { why?: string }).why === 'happened') await meanwhile();
          return ledger.append([record], durable);
        });
        return { ledger: { read: () => ledger.read(), append } };
      },
    });
    await inDoubt(bench);
    const path = bench.world.only('Pending_Approval');
    const { outside } = bench.world.vault;
    meanwhile = async () => {
      const text = bench.world.note(path);
      outside.move(path, `${folder}/z-moved.md`);
      outside.write(path, `${text}The copy.\n`);
      await settle();
    };
    expect(await say(bench, true)).toMatchObject({ ok: true });
    expect(bench.world.note(bench.world.only('Done/Actions'))).not.toContain('The copy.');
    expect(bench.world.note(bench.world.only('Archive'))).toContain('The copy.');
    expect(bench.world.paths('Pending_Approval')).toEqual([]);
  },
);

test('it is the step of the attempt that is ticked, whatever the note names meanwhile', async () => {
  const bench = await createPeopleBench();
  await inDoubt(bench);
  const path = bench.world.only('Pending_Approval');
  await edit(bench, plan, (text) => text.replace('3. [ ] Log', '3. [ ] ✋ Log').concat(''));
  await edit(bench, plan, (text) => text.replace(/(3\. \[ \] ✋ Log[^\n]*)/, '$1 ^s3'));
  await edit(bench, path, (text) => text.replace('step_id: s2', 'step_id: s3'));
  expect(await say(bench, true)).toMatchObject({ ok: true });
  expect(bench.world.note(plan)).toContain('2. [x] ✋');
  expect(bench.world.note(plan)).toContain('3. [ ] ✋');
});

test('a ledger that is gone: an attempt that the audit log tells of can be answered too', async () => {
  const bench = await createPeopleBench();
  const attempt = await inDoubt(bench);
  await bench.engine.stop();
  setAside(bench.world.ledgerFile);
  const path = bench.world.only('Pending_Approval');
  bench.world.vault.outside.write(
    path,
    bench.world.note(path).replace(/%% countersign .*%%\n/, ''),
  );
  bench.engine = await startEngine(bench.world, { signer: bench.signer });
  expect((await onlyReview(bench)).unknownOutcome).toEqual({ attemptId: attempt, changes: null });
  expect(await say(bench, true)).toMatchObject({ ok: true });
  expect(bench.world.only('Done/Actions')).toContain('invoice');
  expect(bench.world.note(plan)).toContain('2. [x] ✋');
  expect(bench.world.server.calls).toHaveLength(1);
});

describe('nothing is recorded when', () => {
  const refused: Readonly<Record<string, (bench: PeopleBench) => Promise<{ ok: boolean }>>> = {
    'the note changed since it was shown [GATE-8]': (bench) =>
      say(bench, true, { shownDigest: '0'.repeat(64) }),
    'the gesture was used before [GATE-5]': async (bench) => {
      const gesture = press(bench);
      await say(bench, true, { shownDigest: '0'.repeat(64), gesture });
      return say(bench, true, { gesture });
    },
    'a note only claims to come from it': async (bench) => {
      await bench.engine.personActions.reject({
        requestId: (await onlyReview(bench)).requestId,
        reason: '',
      });
      const drafted = await bench.engine.operations.draftExternalAction({
        actionType: 'email',
        targetRecipient: 'b@example.com',
        title: 'Another',
        rationale: 'Another.',
        arguments: { to: 'b@example.com', subject: 'x', text: 'y' },
        actor: 'Agent',
      });
      if (!drafted.ok) throw new Error(drafted.error.message);
      await quiet(bench.engine);
      const attempt = bench.world.records().find(({ kind }) => kind === 'intent');
      const claim = `supersedes: ${attempt && 'id' in attempt ? attempt.id : ''}\nstatus: outcome_unknown`;
      await edit(bench, drafted.value.path, (text) => text.replace('status: pending', claim));
      return say(bench, true);
    },
  };
  test.each(Object.entries(refused))('%s', async (_what, attempt) => {
    const bench = await createPeopleBench();
    await inDoubt(bench);
    expect(await attempt(bench)).toMatchObject({ ok: false });
    const kinds = bench.world
      .records()
      .map((record) => (record.kind === 'voided' ? record.why : record.kind));
    expect(kinds).not.toContain('happened');
    expect(kinds).not.toContain('not_happened');
    expect(bench.world.note(plan)).toContain('2. [ ] ✋');
  });
});

test('pressed twice, or both buttons at once, it counts once', async () => {
  const bench = await createPeopleBench();
  await inDoubt(bench);
  const answers = await Promise.all([say(bench, true), say(bench, true), say(bench, false)]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, false]);
  expect(bench.world.records().filter(({ kind }) => kind === 'voided')).toHaveLength(1);
  expect(bench.world.note(plan).match(/Says it happened/g)).toHaveLength(1);
});

test('a copy of what was filed on a person’s word never runs', async () => {
  const bench = await createPeopleBench({ config: { trustMoves: true } });
  await inDoubt(bench);
  const path = bench.world.only('Pending_Approval');
  const text = bench.world.note(path);
  await say(bench, true);
  bench.world.vault.outside.write(inApproved(path), text);
  await quiet(bench.engine);
  expect(bench.world.server.calls).toHaveLength(1);
  expect(bench.world.paths('Approved')).toEqual([]);
});

test.each([true, false])(
  'dead at any write of the answer (happened: %s), the same notes follow after a restart, or nothing was said [GATE-4] [GATE-20]',
  async (happened) => {
    const answer = async (at: number, moment: 'before' | 'torn' | 'after') => {
      const bench = await createPeopleBench();
      await inDoubt(bench);
      await bench.engine.stop();
      const hooks = planCrash(Infinity);
      bench.engine = await startEngine(bench.world, { signer: bench.signer });
      const { requestId, shownDigest, unknownOutcome } = await onlyReview(bench);
      const attemptId = unknownOutcome?.attemptId ?? '';
      await bench.engine.stop();
      const crash = at === 0 ? hooks : planCrash(at, moment);
      bench.engine = await startEngine(bench.world, { signer: bench.signer }, crash);
      const before = crash.writes.length;
      await bench.engine.personActions
        .confirmUnknown({ requestId, attemptId, happened, shownDigest, gesture: press(bench) })
        .catch(() => undefined);
      await quiet(bench.engine).catch(() => undefined);
      const { writes } = crash;
      bench.world.vault.watchers.clear();
      bench.engine = await startEngine(bench.world, { signer: bench.signer });
      const notes = ['Pending_Approval', 'Done/Actions', 'Plans'].flatMap((folder) =>
        bench.world.paths(folder).map((path) => [path, bench.world.note(path)]),
      );
      const said = bench.world
        .records()
        .some((record) =>
          record.kind === 'voided' ? record.why === 'happened' : record.kind === 'not_happened',
        );
      return { before, writes, notes: plain(notes), said, calls: bench.world.server.calls.length };
    };
    const straight = await answer(0, 'before');
    expect(straight.said).toBe(true);
    expect(straight.writes.length).toBeGreaterThan(straight.before + 2);
    for (let at = straight.before + 1; at <= straight.writes.length; at += 1) {
      for (const moment of ['before', 'torn', 'after'] as const) {
        const after = await answer(at, moment);
        expect(after.calls).toBe(1);
        const where = `${moment} ${straight.writes[at - 1]}`;
        if (after.said) expect(after.notes, where).toEqual(straight.notes);
        else expect(after.notes, where).toContain('status: outcome_unknown');
      }
    }
  },
  120_000,
);

/** One text, without what differs from run to run. */
function plain(notes: readonly (readonly string[])[]): string {
  return notes
    .flat()
    .join('\n')
    .replace(/e-[a-z2-7]{10}/g, 'e-epoch')
    .replace(/-r[a-z2-7]{4}/g, '-rxxxx');
}

test('moved to Approved meanwhile, where it asks, it can be answered all the same', async () => {
  const bench = await createPeopleBench();
  await inDoubt(bench);
  await move(bench, bench.world.only('Pending_Approval'));
  expect((await onlyReview(bench)).asks).toBe(true);
  expect(await say(bench, true)).toMatchObject({ ok: true });
  expect(bench.world.paths('Approved')).toEqual([]);
  expect(bench.world.note(plan)).toContain('2. [x] ✋');
  expect(bench.world.server.calls).toHaveLength(1);
});

test('what may have happened waits for an answer however late it is', async () => {
  const bench = await createPeopleBench();
  await inDoubt(bench);
  const path = bench.world.only('Pending_Approval');
  await edit(bench, path, (text) =>
    text.replace(
      'status: outcome_unknown',
      'expires: 2026-02-21T11:00:00Z\nstatus: outcome_unknown',
    ),
  );
  await bench.world.clock.advance(3_600_000);
  await quiet(bench.engine);
  expect(bench.engine.view().alerts).toMatchObject([{ kind: 'unknown_outcome' }]);
  expect(await say(bench, true)).toMatchObject({ ok: true });
  expect(bench.world.note(plan)).toContain('2. [x] ✋');
});
