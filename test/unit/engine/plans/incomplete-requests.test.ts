import { describe, expect, test } from 'vitest';
import type { ExternalReview } from '../../../../src/core/request/imports/external-review.js';
import { edit, move, restart } from '../../../support/engine/gate-bench.js';
import { everythingIn, invoiceMission, quiet, valueOf } from '../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
  restartPeople,
  type PeopleBench,
} from '../../../support/engine/people-bench.js';

const name = '2026-02-21T10-40-00Z_email_client-a';
const path = `Pending_Approval/${name}.md`;
const planPath = 'Plans/PLAN-2026-001.md';
const since = '2026-02-21T10:40:00Z';
const reason = `Awaiting Human Approval: ${name} since ${since}`;
const note = `---
type: approval_request
action_type: email
target_recipient: client_a@example.com
approval_required_by: human
plan_id: PLAN-2026-001
step_id: s2
rationale: Step 2 of PLAN-2026-001, the invoice is ready.
created_date: ${since}
status: pending
subject: January 2026 invoice
---
Dear Client A, the invoice for January is $1,500.
`;
const sent = {
  to: 'client_a@example.com',
  subject: 'January 2026 invoice',
  text: 'Dear Client A, the invoice for January is $1,500.',
};

type Options = Parameters<typeof createPeopleBench>[0];

/** The seeds’ mission, and a request for its step 2 that an agent wrote without an action block. */
async function benchWith(text = note, options: Options = {}, at = path): Promise<PeopleBench> {
  const bench = await createPeopleBench(options);
  valueOf(await bench.engine.operations.initializePlan(invoiceMission));
  await quiet(bench.engine);
  bench.world.vault.outside.write(at, text);
  await quiet(bench.engine);
  return bench;
}

const plan = ({ engine }: PeopleBench) => {
  const { status, blockedReason } = engine.view().missions[0] ?? {};
  return { status, blockedReason };
};
const logOf = ({ world }: PeopleBench): readonly string[] =>
  world.note(planPath).split('## Reasoning Logs')[1]?.trim().split('\n') ?? [];
const isBlocked = { status: 'Blocked', blockedReason: reason };
const isActive = { status: 'Active', blockedReason: null };

async function onlyIncomplete({ engine }: PeopleBench): Promise<ExternalReview> {
  const [review, second] = await engine.externalReviews(10);
  if (!review?.isIncomplete || second) throw new Error('There is not exactly one.');
  return review;
}

test('a request without an action block blocks its plan, and is shown as incomplete [FR-009, FR-015, FR-016, R4.1, SC-005]', async () => {
  const bench = await benchWith();
  const { engine, world } = bench;
  expect(plan(bench)).toEqual(isBlocked);
  expect(logOf(bench).at(-1)).toContain(`Countersign: Blocked at step 2 — ${reason}.`);
  expect(logOf(bench).at(-1)).toContain('without an action block nobody can approve it');
  expect(engine.view().waiting).toEqual([]);
  expect(engine.view().incomplete).toMatchObject([
    { path, what: 'email to client_a@example.com', forStep: { planId: 'PLAN-2026-001' } },
  ]);
  const [alert] = engine.view().alerts;
  expect(alert).toMatchObject({ kind: 'incomplete', path });
  expect(alert?.text).toBe(
    `“${path}” is incomplete, so nobody can approve it: it has no action block.`,
  );
  await engine.flushDashboard();
  const dashboard = world.note('Dashboard.md');
  expect(dashboard).toContain('- **Status**: Blocked: Awaiting Human Approval');
  expect(dashboard).toContain(`- **Blocked since**: ${since}`);
  expect(dashboard).toContain(
    `- **Waiting for**: [[Pending_Approval/${name}|${name}]] (incomplete)`,
  );
  expect(dashboard).toContain('- **Incomplete requests**: 1');
  expect(valueOf(await engine.operations.detectBlocks({}))).toMatchObject([
    { plan: { planId: 'PLAN-2026-001' }, waitingFor: [], incomplete: [{ path }] },
  ]);
  expect(world.note(path)).toBe(note);
});

describe('it names its plan and step', () => {
  test.each([
    ['by the number of the step', note.replace('step_id: s2', 'step_id: 2')],
    ['with a caret', note.replace('step_id: s2', 'step_id: ^s2')],
    ['by task_id', note.replace('plan_id', 'task_id')],
    ['only in its rationale, as FR-009 asks', note.replace(/plan_id.*\nstep_id.*\n/, '')],
    [
      'in its rationale, the other way round',
      note.replace(/plan_id.*\nstep_id.*\nrationale.*/, 'rationale: PLAN-2026-001, step s2'),
    ],
    ['without a type', note.replace('type: approval_request\n', '')],
    ['without a date, which its name has', note.replace(/created_date.*\n/, '')],
    ['with a draft and instructions', `${note}\n## To approve\nMove this file to /Approved/.\n`],
  ])('%s, and blocks that plan [FR-015, R4.1, SC-005]', async (_how, text) => {
    const bench = await benchWith(text);
    expect(plan(bench)).toEqual(isBlocked);
    expect((await onlyIncomplete(bench)).path).toBe(path);
  });

  test.each([
    ['a step without ✋', note.replace('step_id: s2', 'step_id: 1')],
    ['no step', note.replace(/step_id.*\n/, '').replace(/rationale.*/, 'rationale: It is ready.')],
    ['another plan', note.replaceAll('PLAN-2026-001', 'PLAN-2026-009')],
  ])('%s, which blocks nothing [FR-016]', async (_what, text) => {
    const bench = await benchWith(text);
    expect(plan(bench)).toEqual(isActive);
    expect(bench.engine.view().alerts.map(({ kind }) => kind)).toContain('incomplete');
  });

  test('only loosely: the card says how to name it before it can be used', async () => {
    const bench = await benchWith(note.replace(/plan_id.*\nstep_id.*\n/, ''));
    const [problem] = (await onlyIncomplete(bench)).problems;
    expect(problem?.message).toBe('It doesn’t name step 2 of PLAN-2026-001 by its id.');
    expect(problem?.advice).toBe('Add `plan_id: PLAN-2026-001` and `step_id: s2` to the note.');
  });

  test('until it expires', async () => {
    const expires = '2026-02-21T12:00:00Z';
    const bench = await benchWith(note.replace('status:', `expires: ${expires}\nstatus:`));
    expect(plan(bench)).toEqual(isBlocked);
    await bench.world.clock.advance(24 * 3_600_000);
    await quiet(bench.engine);
    expect(plan(bench)).toEqual(isActive);
  });
});

describe('the plan goes on when it is', () => {
  const rejectedPath = path.replace('Pending_Approval', 'Rejected');
  const entries = (bench: PeopleBench) => logOf(bench).slice(-2).join('\n');

  test('removed [FR-016]', async () => {
    const bench = await benchWith();
    bench.world.vault.outside.remove(path);
    await quiet(bench.engine);
    expect(plan(bench)).toEqual(isActive);
    expect(logOf(bench).at(-1)).toContain('Block resolved');
    expect(bench.engine.view().alerts).toEqual([]);
  });

  test('moved to another folder', async () => {
    const bench = await benchWith();
    await move(bench, path, `Notes/${name}.md`);
    expect(plan(bench)).toEqual(isActive);
  });

  test('moved to Rejected: the log says so once, also after a restart [US3.3]', async () => {
    const bench = await benchWith();
    await move(bench, path, rejectedPath);
    expect(plan(bench)).toEqual(isActive);
    expect(entries(bench)).toMatch(/Outside: Rejected step 2 — Moved to Rejected\..*\n.*resolved/);
    const before = logOf(bench);
    await restartPeople(bench);
    expect(logOf(bench)).toEqual(before);
    expect(bench.world.note(rejectedPath)).toBe(note);
    expect(bench.engine.view().alerts).toEqual([]);
  });

  test('rejected by a press [US3.3]', async () => {
    const bench = await benchWith();
    const { personActions } = bench.engine;
    const rejected = await personActions.rejectExternal({ path, reason: 'Not now.' });
    await quiet(bench.engine);
    expect(rejected).toEqual({ ok: true, value: { path: rejectedPath } });
    expect(plan(bench)).toEqual(isActive);
    expect(entries(bench)).toMatch(/Human: Rejected step 2 — Rejected: Not now\..*\n.*resolved/);
    expect(bench.world.note(rejectedPath)).toBe(note);
    expect(bench.world.records().map(({ audit }) => audit)).toContainEqual(
      expect.objectContaining({
        event: 'incomplete_rejected',
        actor: 'Human',
        detail: expect.stringMatching(/^“[^”]+” has no action block\./) as string,
      }),
    );
    const again = await personActions.rejectExternal({ path, reason: '' });
    expect(again.ok ? '' : again.error.code).toBe('note_changed');
    const there = await personActions.rejectExternal({ path: rejectedPath, reason: '' });
    expect(there.ok ? '' : there.error.code).toBe('note_changed');
  });

  test('completed by the route, confirmed, and approved: it is sent once [FR-009]', async () => {
    const bench = await benchWith();
    const { shownDigest, call, problems } = await onlyIncomplete(bench);
    expect(problems).toEqual([]);
    expect(call).toEqual({ bridge: 'email', tool: 'send_email', arguments: sent });
    const gesture = press(bench);
    valueOf(await bench.engine.personActions.confirmImport({ path, shownDigest, gesture }));
    await quiet(bench.engine);
    expect(bench.engine.view().incomplete).toEqual([]);
    // Still blocked: now it is an ordinary request that waits.
    expect(plan(bench).status).toBe('Blocked');
    expect(bench.world.server.calls).toEqual([]);
    await edit(bench, planPath, (text) => text.replace('1. [ ]', '1. [x]'));
    expect((await pressApprove(bench, await onlyReview(bench))).ok).toBe(true);
    await restartPeople(bench);
    expect(bench.world.server.calls.map((made) => made.arguments)).toEqual([sent]);
    expect(plan(bench)).toEqual(isActive);
  });
});

test('moved to Approved it runs nothing, says why, and blocks its plan still [FR-010, SC-003]', async () => {
  const bench = await benchWith(note, { config: { trustMoves: true } });
  const at = path.replace('Pending_Approval', 'Approved');
  await move(bench, path, at);
  await bench.world.clock.advance(3_600_000);
  await restart(bench, { signer: bench.signer });
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.note(at)).toBe(note);
  expect(plan(bench)).toEqual(isBlocked);
  expect(bench.engine.view().alerts[0]?.text).toBe(
    `“${at}” is incomplete, so its move to Approved runs nothing: it has no action block.`,
  );
});

test('nothing of it reaches the gate: no preparation, no approval, no call [G1, SC-003]', async () => {
  const withId = note.replace('action_type', 'request_id: r-1\naction_type');
  const bench = await benchWith(withId, { config: { trustMoves: true } });
  const { engine, world } = bench;
  const approved = await engine.personActions.approve({
    requestId: 'r-1',
    shownDigest: (await onlyIncomplete(bench)).shownDigest,
    checked: [],
    gesture: press(bench),
  });
  expect(approved.ok).toBe(false);
  await move(bench, path, path.replace('Pending_Approval', 'Approved'));
  await world.clock.advance(3_600_000);
  await quiet(engine);
  const kinds = world.records().map(({ kind }) => kind);
  expect(kinds.filter((kind) => !['event', 'epoch'].includes(kind))).toEqual([]);
  expect(engine.requestsOf('PLAN-2026-001')).toEqual([]);
  expect(await engine.reviews(10)).toEqual([]);
});

test('without a route the card says what is missing and what to do', async () => {
  const bench = await benchWith(note, { config: { routes: [] } });
  const [problem] = (await onlyIncomplete(bench)).problems;
  expect(problem?.message).toBe('Countersign doesn’t know yet which tool to use for emails.');
  expect(problem?.advice).toBe(
    'In the settings, add a server for this, and a route for `email` to one of its tools. Or ask the agent to add the action block.',
  );
  expect(plan(bench)).toEqual(isBlocked);
});

describe('a restart', () => {
  test.each([
    ['writes nothing again', note, path],
    ['keeps the time of a note that has none', note.replace(/created.*\n/, ''), 'email_a.md'],
    ['keeps the time of a name with spaces', note.replace(/created.*\n/, ''), 'mail to a.md'],
  ])('%s [FR-019]', async (_what, text, at) => {
    const bench = await benchWith(text, {}, at.includes('/') ? at : `Pending_Approval/${at}`);
    expect(plan(bench).status).toBe('Blocked');
    await bench.engine.flushDashboard();
    await bench.engine.stop();
    const { ledger: _ledger, ...before } = everythingIn(bench.world);
    await bench.world.clock.advance(60_000);
    await restart(bench, { signer: bench.signer });
    await bench.engine.flushDashboard();
    expect(bench.world.note(planPath)).toBe(before[planPath]);
    expect(bench.world.note('Dashboard.md')).toBe(before['Dashboard.md']);
  });

  test('finds that it is gone', async () => {
    const bench = await benchWith();
    await bench.engine.stop();
    bench.world.vault.outside.remove(path);
    await restart(bench, { signer: bench.signer });
    expect(plan(bench)).toEqual(isActive);
  });
});
