import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.js';
import { agentTool } from '../../../../../src/core/settings/agents/agent-tools.js';
import { AgentFeatures } from '../../../../../src/mcp/server/tools/agent-features.js';
import { alertsOf, move, planned, type Bench } from '../../../../support/engine/gate-bench.js';
import { withNewcomer } from '../../../../support/engine/newcomer.js';
import {
  onlyReview,
  pressApprove,
  type PeopleBench,
} from '../../../../support/engine/people-bench.js';
import { pressTakeOver, second } from '../../../../support/engine/two-computers.js';
import { quiet, valueOf } from '../../../../support/engine/world.js';
import { sendEmailTool } from '../../../../support/memory/memory-bridges.js';

/** What an agent at a computer is told. */
async function call({ engine }: Bench, tool: string, args: JsonObject): Promise<JsonObject> {
  const { signal } = new AbortController();
  const answer = await new AgentFeatures(engine).of('Claude').callTool(tool, args, { signal });
  await answer?.onTold?.();
  await quiet(engine);
  return { text: answer?.text ?? '', ...answer?.structured };
}

const mail = (to: string): JsonObject => ({
  ...{ action_type: 'email', target_recipient: to, title: 'Invoice', rationale: 'They asked.' },
  arguments: { to, subject: 'Invoice' },
});

test.each([1, 2])(
  'a request that was taken over there, came back there %i times, and was taken over again is still known to its agent, and nothing says that it did not run [GATE-2]',
  async (times) => {
    const pair = await withNewcomer();
    const { first, other, sync } = pair;
    const asked = await call(first, 'draft_external_action', mail('ann@example.com'));
    const request_id = asked['request_id'] as string;
    await sync('first');
    await pressTakeOver(other);
    if (times === 2) {
      const { world } = first;
      world.config = { ...world.config, paused: true };
      const review = await onlyReview(other);
      const checked = review.attempts.map(({ id }) => id);
      await pressApprove(other, review, checked);
      const approved = other.world.only('Approved');
      await move(other, approved, approved.replace('Approved', 'Pending_Approval'));
      world.config = { ...world.config, paused: false };
      expect((await onlyReview(other)).requestId).not.toBe(review.requestId);
    }
    await sync('other');
    const ask = () => call(first, 'await_request', { request_id, wait_seconds: 0 });
    const there = (await onlyReview(other)).requestId;
    await first.world.clock.advance(27 * 3_600_000);
    await quiet(first.engine);
    expect(await ask()).toMatchObject({ request_id: there, status: 'unknown' });
    await pressTakeOver(first);
    const { requestId } = await onlyReview(first);
    expect(requestId).not.toBe(there);
    expect(await ask()).toMatchObject({ request_id: requestId, status: 'unknown', ran: null });
    await first.world.clock.advance(27 * 3_600_000);
    await quiet(first.engine);
    expect(await ask()).toMatchObject({ request_id: requestId, status: 'unknown', ran: null });
    expect(alertsOf(first, request_id)).toEqual([]);
  },
);

test('a note that says it came from a request takes nothing from one that has a note [GATE-2]', async () => {
  const { first, other, sync } = await withNewcomer();
  const asked = await call(first, 'draft_external_action', mail('ann@example.com'));
  const request_id = asked['request_id'] as string;
  await sync('first');
  await pressTakeOver(other);
  const note = asked['note'] as string;
  const elsewhere = note.replace('/', '/mail/');
  first.world.vault.outside.move(note, elsewhere);
  await quiet(first.engine);
  await sync('other', (path) => path !== elsewhere);
  await pressTakeOver(first);
  const waits = { request_id, status: 'waiting_for_person', note: elsewhere };
  expect(await call(first, 'await_request', { request_id, wait_seconds: 0 })).toMatchObject(waits);
});

/** Two computers whose agents may ask for the tool that sends mail. */
async function withTool() {
  const pair = await withNewcomer();
  const { world } = pair.first;
  const agentTools = [valueOf(agentTool('email', sendEmailTool, sendEmailTool))];
  world.config = { ...world.config, agentTools };
  const ask = () => call(pair.other, 'email__send_email', { to: 'ann@example.com', subject: 'Hi' });
  const asked = await ask();
  await pair.sync('other');
  const request_id = asked['request_id'] as string;
  const told = async () => {
    await pair.sync('first');
    return call(pair.other, 'await_request', { request_id, wait_seconds: 0 });
  };
  return { ...pair, ask, told, request_id, note: asked['note'] as string };
}

test('a request that came back at the other computer is followed: the same call makes no second one', async () => {
  const { first, other, sync, ask, told, request_id, note } = await withTool();
  const stale = other.world.note(note);
  first.world.config = { ...first.world.config, paused: true };
  await pressApprove(first, await onlyReview(first));
  const approved = first.world.only('Approved');
  await move(first, approved, approved.replace('Approved', 'Pending_Approval'));
  first.world.config = { ...first.world.config, paused: false };
  const back = (await onlyReview(first)).requestId;
  expect(back).not.toBe(request_id);
  const waits = { request_id: back, status: 'waiting_for_person', ran: null };
  expect(await told()).toMatchObject(waits);
  expect((await ask())['text']).toContain('It has not run, as far as this computer has heard.');
  await pressApprove(first, await onlyReview(first));
  await sync('first');
  expect(await ask()).toMatchObject({ request_id: back, status: 'executed', ran: true });
  expect(await told()).toMatchObject({ request_id: back, status: 'executed', ran: true });
  // Sync left an older copy of it here, where the person once rejected it.
  other.vault.outside.write(note.replace('Pending_Approval', 'Rejected'), stale);
  await quiet(other.engine);
  const now = await call(other, 'await_request', { request_id, wait_seconds: 0 });
  expect(now).toMatchObject({ request_id: back, status: 'executed', ran: true });
  other.vault.outside.remove(note.replace('Pending_Approval', 'Rejected'));
  await quiet(other.engine);
  expect(await ask()).toMatchObject({ status: 'waiting_for_person' });
  expect((await ask())['request_id']).not.toBe(back);
});

/** Approved while nothing runs, and moved back: it comes back under another id. */
async function comesBack({ world }: Bench, bench: PeopleBench, requestId: string): Promise<void> {
  world.config = { ...world.config, paused: true };
  const review = (await bench.engine.reviews(3)).find((one) => one.requestId === requestId);
  if (!review) throw new Error('It is not shown');
  await pressApprove(
    bench,
    review,
    review.attempts.map(({ id }) => id),
  );
  const approved = bench.world.only('Approved');
  await move(bench, approved, approved.replace('Approved', 'Pending_Approval'));
  world.config = { ...world.config, paused: false };
}

test('an older copy in Rejected of what came back twice there is no rejection of what ran', async () => {
  const { first, other, sync, request_id } = await withTool();
  await comesBack(first, first, request_id);
  const path = first.world.only('Pending_Approval');
  const stale = first.world.note(path);
  const back = (await onlyReview(first)).requestId;
  await comesBack(first, first, back);
  const last = await onlyReview(first);
  await pressApprove(first, last);
  await sync('first');
  other.vault.outside.write(path.replace('Pending_Approval', 'Rejected'), stale);
  await quiet(other.engine);
  const now = await call(other, 'await_request', { request_id, wait_seconds: 0 });
  expect(now).toMatchObject({ request_id: last.requestId, status: 'executed', ran: true });
});

test('of an approved request the computer that does not act says only what it has heard', async () => {
  const { first, other, sync } = await withNewcomer();
  const asked = await call(first, 'draft_external_action', mail('ann@example.com'));
  await sync('first');
  first.world.config = { ...first.world.config, paused: true };
  await pressApprove(first, await onlyReview(first));
  const ask = { request_id: asked['request_id'] as string, wait_seconds: 0 };
  const before = await call(first, 'await_request', ask);
  expect(before).toMatchObject({ status: 'approved', ran: false });
  await pressTakeOver(other);
  await sync('other', (path) => path.startsWith('Logs/'));
  const now = await call(first, 'await_request', ask);
  expect(now).toMatchObject({
    request_id: ask.request_id,
    status: 'approved',
    ran: null,
    reason: null,
  });
  expect(now['text']).toContain('has not run yet, as far as this computer has heard.');
});

test('what ran at the other computer is not ended here as never run, also after a take-over of this one [GATE-2]', async () => {
  const pair = await withNewcomer();
  const { first, other, sync } = pair;
  const { world } = first;
  const agentTools = [valueOf(agentTool('email', sendEmailTool, sendEmailTool))];
  world.config = { ...world.config, agentTools };
  const ask = () => call(first, 'email__send_email', { to: 'ann@example.com', subject: 'Hi' });
  const { request_id, note } = (await ask()) as { request_id: string; note: string };
  const stale = world.note(note);
  await sync('first');
  await pressTakeOver(other);
  const review = await onlyReview(other);
  await pressApprove(
    other,
    review,
    review.attempts.map(({ id }) => id),
  );
  await sync('other');
  const days = async () => {
    for (const hours of [1, 27, 2]) {
      await world.clock.advance(hours * 3_600_000);
      await quiet(first.engine);
    }
    expect(withdrew(first, world.config.device)).toBe(false);
  };
  await days();
  expect(alertsOf(first, request_id)).toEqual([]);
  await pressTakeOver(first);
  await days();
  expect(await ask()).toMatchObject({
    ...{ request_id: review.requestId, status: 'executed', ran: true },
  });
  // Sync brings an older copy of it back.
  world.vault.outside.write(note, stale);
  await quiet(first.engine);
  const now = await call(first, 'await_request', { request_id, wait_seconds: 0 });
  expect(now).toMatchObject({ status: 'executed', ran: true });
  expect(world.server.calls).toHaveLength(1);
});

test('what was edited at the other computer, and came back there, is known to its agent after a take-over', async () => {
  const { first, other, sync, ask, request_id, note } = await withTool();
  first.world.vault.outside.write(
    note,
    first.world.note(note).replaceAll('subject: Hi', 'subject: Ho'),
  );
  await quiet(first.engine);
  await comesBack(first, first, (await onlyReview(first)).requestId);
  await sync('first');
  await pressTakeOver(other);
  const review = await onlyReview(other);
  const unknown = { request_id: review.requestId, status: 'unknown', ran: null };
  const asked = await call(other, 'await_request', { request_id, wait_seconds: 0 });
  expect(asked).toMatchObject(unknown);
  expect(await ask()).toMatchObject(unknown);
  expect(other.world.paths('Pending_Approval')).toHaveLength(1);
  expect(await onlyReview(other)).toMatchObject({ asker: { name: 'Claude', isEdited: true } });
});

test('while a person is asked there whether a call happened, the same call makes no second request', async () => {
  const { first, other, ask, told } = await withTool();
  first.world.server.answer = () => ({ kind: 'lost', detail: 'The pipe broke.' });
  await pressApprove(first, await onlyReview(first));
  const unknown = { status: 'unknown', ran: null };
  expect(await told()).toMatchObject(unknown);
  expect(await ask()).toMatchObject(unknown);
  expect(other.world.paths('Pending_Approval')).toHaveLength(1);
});

/** Whether the log of a computer's own ledger says that a request was withdrawn. */
function withdrew({ world }: Bench, device: string): boolean {
  const own = [...world.vault.entries.keys()].filter((path) =>
    path.startsWith(`Logs/audit/${device}`),
  );
  return own.some((path) => world.note(path).includes('"event":"withdrawn"'));
}

test('a step that the other computer did is no reason here to end its request, or to write into its plan', async () => {
  const { first, other, sync } = await withNewcomer();
  const step = { text: 'Send the invoice', needs_approval: true };
  const plan = { text: 'Pay.', source: 'chat', objective: 'Pay', steps: [step, step] };
  const started = await call(other, 'start_plan', plan);
  const asked = await call(other, 'draft_external_action', {
    ...mail('ann@example.com'),
    ...{ plan_id: started['plan_id'] ?? null, step: 1 },
  });
  await sync('other');
  await pressApprove(first, await onlyReview(first));
  await sync('first', (path) => path.startsWith('Logs/'));
  const { note, request_id = null } = asked;
  // That the note left Pending is noticed a moment after the plan changed.
  other.vault.entries.delete(note as string);
  await sync('first', (path) => path !== note);
  const ask = { request_id, wait_seconds: 0 };
  expect(await call(other, 'await_request', ask)).toMatchObject({ status: 'executed' });
  expect(withdrew(other, second)).toBe(false);
  expect(other.world.note(other.world.only('Plans'))).not.toContain('Outside');
});

test.each([
  ['its own request ends, and nothing is written', (path: string) => !path.includes('Pending')],
  ['nothing ends that came back there', () => true],
])('where a step was ticked at the computer that acts, %s', async (what, isSynced) => {
  const { first, other, sync } = await withNewcomer();
  await planned(first);
  await sync('first');
  await pressTakeOver(other);
  const plan = other.world.only('Plans');
  await sync('other', isSynced);
  other.vault.outside.write(plan, other.world.note(plan).replace('[ ] ✋', '[x] ✋'));
  await quiet(other.engine);
  await sync('other', (path) => path === plan || path.startsWith('Logs/'));
  expect(first.world.note(plan)).toBe(other.world.note(plan));
  expect(withdrew(first, first.world.config.device)).toBe(what.startsWith('its own'));
});

test.each([0, 1])(
  'of two requests whose names differ by a word at the end, only the one that ran at the other computer did: %i',
  async (runs) => {
    const { first, other, sync } = await withNewcomer();
    // Without their server it can't prepare them: they keep their names.
    const { world } = first;
    world.server.reachable = false;
    const draft = async (title: string) => {
      const asked = await call(first, 'draft_external_action', { ...mail('a@example.com'), title });
      return asked['request_id'] as string;
    };
    const ids = [await draft('Invoice'), await draft('Invoice reply')] as const;
    expect(ids[1]).toBe(`${ids[0]}-reply`);
    const [ran, not] = runs === 0 ? ids : [ids[1], ids[0]];
    await sync('first');
    await pressTakeOver(other);
    world.server.reachable = true;
    other.engine.lookAtEverything();
    await quiet(other.engine);
    const review = (await other.engine.reviews(2)).find(({ requestId }) => requestId === ran);
    if (!review) throw new Error('It is not shown');
    await pressApprove(other, review);
    valueOf(await other.engine.personActions.withdraw({ requestId: not }));
    await quiet(other.engine);
    await sync('other');
    const ask = (request_id: string) =>
      call(first, 'await_request', { request_id, wait_seconds: 0 });
    expect(await ask(ran)).toMatchObject({ request_id: ran, status: 'executed' });
    expect(await ask(not)).toMatchObject({ request_id: not, ran: null });
  },
);

test.each(['withdrawn', 'rejected'])(
  'of two requests whose names differ by a word at the end, the longer came back there and ran; the other was %s',
  async (how) => {
    const { first, other, sync } = await withNewcomer();
    const { world } = first;
    world.server.reachable = false;
    const draft = async (title: string) => {
      const asked = await call(first, 'draft_external_action', { ...mail(title), title });
      return asked['request_id'] as string;
    };
    const ids = [await draft('Invoice'), await draft('Invoice reply')] as const;
    await sync('first');
    await pressTakeOver(other);
    world.server.reachable = true;
    other.engine.lookAtEverything();
    await quiet(other.engine);
    await comesBack(first, other, ids[1]);
    if (how === 'withdrawn') {
      valueOf(await other.engine.personActions.withdraw({ requestId: ids[0] }));
    } else {
      const path = `Pending_Approval/${ids[0]}.md`;
      await move(other, path, path.replace('Pending_Approval', 'Rejected'));
    }
    const last = (await other.engine.reviews(3)).find(({ requestId }) => requestId !== ids[0]);
    if (!last) throw new Error('It is not shown');
    const ask = (request_id: string) =>
      call(first, 'await_request', { request_id, wait_seconds: 0 });
    await sync('other');
    const waits = { request_id: last.requestId, status: 'waiting_for_person' };
    expect(await ask(ids[1])).toMatchObject(waits);
    expect((await ask(ids[0]))['request_id']).toBe(ids[0]);
    await pressApprove(other, last);
    await sync('other');
    expect(await ask(ids[0])).toMatchObject({ request_id: ids[0], ran: null });
    expect(await ask(ids[1])).toMatchObject({ request_id: last.requestId, status: 'executed' });
  },
);

test('only the computer that acts refuses a draft that its server would not take', async () => {
  const { first, other } = await withNewcomer();
  const { world } = first;
  const command = { command: 'mail', args: [], env: {}, timeLimitSeconds: 60 };
  const bridges = [{ alias: 'email', transport: 'stdio' as const, ...command }];
  world.config = { ...world.config, bridges };
  const draft = (bench: Bench) =>
    call(bench, 'draft_external_action', {
      ...mail('a@example.com'),
      server: 'email',
      tool: 'pay',
    });
  expect(await draft(first)).toMatchObject({ error: { code: 'input_invalid' } });
  expect(await draft(other)).toMatchObject({ status: 'waiting_for_person' });
});
