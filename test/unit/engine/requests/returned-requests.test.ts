import { expect, test } from 'vitest';
import { quiet } from '../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  createBench,
  edit,
  idOf,
  inApproved,
  look,
  move,
  planned,
  requestIn,
  restart,
  stamped,
  standalone,
  type Bench,
} from '../../../support/engine/gate-bench.js';

const trusting = { config: { trustMoves: true } };
const plan = 'Plans/PLAN-2026-001.md';

/** A request that was approved, then edited, so that it went back; the bytes that had been approved. */
async function sentBack(bench: Bench): Promise<{ path: string; old: string; oldId: string }> {
  bench.world.config = { ...bench.world.config, paused: true };
  const path = await planned(bench);
  await approve(bench, path);
  const old = bench.world.note(inApproved(path));
  await edit(bench, inApproved(path), (text) => text.replace('to: client_a@', 'to: client_b@'));
  bench.world.config = { ...bench.world.config, paused: false };
  await look(bench);
  return { path, old, oldId: idOf(bench.world, bench.world.only('Pending_Approval')) };
}

test('a request that goes back keeps what a person wrote, and nothing that was approved [GATE-9]', async () => {
  const bench = await createBench();
  const { oldId: newId } = await sentBack(bench);
  const back = bench.world.only('Pending_Approval');
  const request = requestIn(bench.world, back);
  expect(request.call.arguments).toMatchObject({ to: 'client_b@example.com' });
  expect(request.machine.stamp).toBeNull();
  expect(newId).toBe(`${request.supersedes ?? ''}-r${newId.slice(-4)}`);
  expect(request.text).toMatch(
    /---\n> \[!warning\] Countersign: Not run\. The request was changed/,
  );
  expect(bench.world.note(plan)).toContain(`Returned request for step 2`);
});

test.each([
  ['nothing', ''],
  ['what a person wrote behind the reason', ' Ask Bob!'],
])(
  'of the callout of a request that went back, %s is kept when it runs [GATE-4]',
  async (_what, words) => {
    const bench = await createBench(trusting);
    await sentBack(bench);
    const back = bench.world.only('Pending_Approval');
    if (words !== '')
      await edit(bench, back, (text) =>
        text.replace(/^> \[!warning\] Countersign: .*$/m, (line) => line + words),
      );
    await move(bench, back);
    expect(bench.world.server.calls).toHaveLength(1);
    const done = bench.world.note(bench.world.only('Done/Actions'));
    expect(done).not.toContain('[!warning]');
    expect(done.match(/^> … .*$/gm)).toEqual(words === '' ? null : ['> … Ask Bob!']);
  },
);

test.each([
  ['in its place', (path: string) => inApproved(path)],
  ['under another name', () => 'Approved/other.md'],
  ['in a folder below', () => 'Approved/a/b/other.md'],
  ['in Pending', () => 'Pending_Approval/other.md'],
])(
  'the bytes that had been approved never run once the request went back: put back %s, they go to the archive',
  async (_name, placeOf) => {
    const bench = await createBench();
    const { path, old } = await sentBack(bench);
    bench.world.vault.outside.write(placeOf(path), old);
    await quiet(bench.engine);
    await restart(bench);
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.paths('Approved')).toEqual([]);
    expect(bench.world.paths('Pending_Approval')).toHaveLength(1);
    expect(bench.world.note(bench.world.only('Archive'))).toContain('has already been used');
  },
);

test('the bytes of a request that went back do not run either when its new note is gone', async () => {
  const bench = await createBench(trusting);
  const { path, old } = await sentBack(bench);
  bench.world.vault.outside.remove(bench.world.only('Pending_Approval'));
  await quiet(bench.engine);
  bench.world.vault.outside.write(inApproved(path), old);
  await quiet(bench.engine);
  await restart(bench);
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.paths('Approved')).toEqual([]);
});

test.each([
  ['a stamp', {}],
  ['trust in moves', { trustMoves: true }],
])(
  'pulled back out of Approved, a request approved by %s is voided and returned under a new id [GATE-9]',
  async (_name, config) => {
    const bench = await createBench({ config: { ...config, paused: true } });
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    if ('trustMoves' in config) await move(bench, path);
    else await approve(bench, path);
    const approved = bench.world.note(inApproved(path));
    await move(bench, inApproved(path), path);

    const back = requestIn(bench.world, bench.world.only('Pending_Approval'));
    expect(back).toMatchObject({ supersedes: id, machine: { stamp: null } });
    expect(back.text).toContain('It was taken back after it had been approved.');

    bench.world.config = { ...bench.world.config, paused: false };
    bench.world.vault.outside.write(inApproved(path), approved);
    await quiet(bench.engine);
    await restart(bench);
    expect(bench.world.server.calls).toEqual([]);
  },
);

test('a stamp that is written into a note in Pending runs nothing there, and nothing later', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  const text = await stamped(bench, path);
  bench.world.vault.outside.write(path, text);
  await quiet(bench.engine);
  expect(requestIn(bench.world, bench.world.only('Pending_Approval')).machine.stamp).toBeNull();
  bench.world.vault.outside.write(inApproved(path), text);
  await quiet(bench.engine);
  expect(bench.world.server.calls).toEqual([]);
});

test.each([
  ['Approved', 'Approved/'],
  ['Pending', 'Pending_Approval/'],
])(
  'a rejected request that is moved to %s goes back under a new id first',
  async (_name, folder) => {
    const bench = await createBench(trusting);
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    const rejected = path.replace('Pending_Approval/', 'Rejected/');
    await move(bench, path, rejected);
    expect(requestIn(bench.world, rejected).status).toBe('rejected');
    await move(bench, rejected, rejected.replace('Rejected/', folder));
    expect(bench.world.server.calls).toEqual([]);
    const back = bench.world.only('Pending_Approval');
    expect(requestIn(bench.world, back)).toMatchObject({ supersedes: id, status: 'pending' });
    await move(bench, back);
    expect(bench.world.server.calls).toHaveLength(1);
  },
);

test('rejected means rejected, even for a request with a stamp', async () => {
  const bench = await createBench({ config: { paused: true } });
  const path = await planned(bench);
  await approve(bench, path);
  bench.world.config = { ...bench.world.config, paused: false };
  await move(bench, inApproved(path), path.replace('Pending_Approval/', 'Rejected/'));
  await restart(bench);
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.note(plan)).toContain('Rejected request for step 2');
  expect(bench.world.note(plan)).toContain('2. [ ] ✋');
});

const endings: Readonly<Record<string, (bench: Bench, path: string) => Promise<void>>> = {
  withdrawn: async ({ engine, world }, path) => {
    const requestId = idOf(world, path);
    await engine.operations.withdraw({ requestId, reason: 'Not wanted.', actor: 'Human' });
    await quiet(engine);
  },
  executed: (bench, path) => move(bench, path),
  'of unknown outcome': async (bench, path) => {
    bench.world.server.answer = () => ({ kind: 'lost', detail: 'The pipe broke.' });
    await move(bench, path);
  },
  'not executed': async (bench, path) => {
    bench.world.server.answer = () => ({ kind: 'not_sent', detail: 'Refused.' });
    await move(bench, path);
  },
};

test.each(
  Object.entries(endings).flatMap(([name, end]) =>
    ['Approved/', 'Pending_Approval/'].map((folder) => [name, folder, end] as const),
  ),
)(
  'a copy of a request that is %s, restored into %s, goes to the archive and never runs [GATE-2]',
  async (name, folder, end) => {
    const bench = await createBench(trusting);
    const path = await planned(bench);
    const text = bench.world.note(path);
    const archived = bench.world.paths('Archive').length;
    await end(bench, path);
    const calls = bench.world.server.calls.length;
    const before = bench.world.paths('Archive').length;
    const pending = bench.world.paths('Pending_Approval');
    bench.world.vault.outside.write(`${folder}restored.md`, text);
    await quiet(bench.engine);
    await restart(bench);
    expect(bench.world.server.calls).toHaveLength(calls);
    expect(bench.world.paths('Archive')).toHaveLength(before + 1);
    expect(before).toBeGreaterThanOrEqual(archived);
    expect(bench.world.paths('Pending_Approval')).toEqual(pending);
    expect(bench.world.paths('Approved')).toEqual([]);
    const restored = bench.world.note('Archive/restored.md');
    const became: Record<string, string> = {
      withdrawn: 'was withdrawn. Not wanted.',
      executed: 'was executed. Nothing was run for this note now.',
      'of unknown outcome': 'may have been executed. Nothing was run for this note now.',
      'not executed': 'has ended. Nothing was run for this note now.',
    };
    expect(restored).toContain(`has already been used by a request that ${became[name]}`);
  },
);

test('a request whose note is missing is said to be missing, goes on when it comes back, and is withdrawn after a day [GATE-9]', async () => {
  const bench = await createBench(trusting);
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  const text = bench.world.note(path);
  bench.world.vault.outside.remove(path);
  await quiet(bench.engine);
  await bench.world.clock.advance(10_000);
  await quiet(bench.engine);
  expect(alertsOf(bench, id)).toMatchObject([{ kind: 'missing' }]);

  await bench.world.clock.advance(23 * 3_600_000);
  bench.world.vault.outside.write(path, text);
  await quiet(bench.engine);
  expect(alertsOf(bench, id)).toEqual([]);

  bench.world.vault.outside.remove(path);
  await quiet(bench.engine);
  await bench.world.clock.advance(25 * 3_600_000);
  await quiet(bench.engine);
  expect(bench.world.note(plan)).toContain('missing for 24 hours');
  bench.world.vault.outside.write(inApproved(path), text);
  await quiet(bench.engine);
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.paths('Approved')).toEqual([]);
});

test('a request that sync had away before a weekend in which nothing ran is not withdrawn at the start [GATE-9]', async () => {
  const bench = await createBench();
  const { world } = bench;
  const path = await standalone(bench);
  const text = await stamped(bench, path);
  world.vault.outside.remove(path);
  await quiet(bench.engine);
  await world.clock.advance(10_000);
  await bench.engine.stop();
  await world.clock.advance(60 * 3_600_000);
  await restart(bench);
  await world.clock.advance(600_000);
  world.vault.outside.write(inApproved(path), text);
  await quiet(bench.engine);
  expect(world.server.calls).toHaveLength(1);
});

test('a request that is moved to Rejected while its server is asked stays rejected, also where it would have been returned [GATE-9]', async () => {
  const bench = await createBench({ config: { paused: true } });
  const { world } = bench;
  const path = await standalone(bench);
  await approve(bench, path);
  world.server.tools = world.server.tools.map((tool) => ({ ...tool, description: 'New.' }));
  const rejected = path.replace('Pending_Approval', 'Rejected');
  world.server.duringInspect = async () => {
    if (world.paths('Approved').length > 0) world.vault.outside.move(inApproved(path), rejected);
    return Promise.resolve();
  };
  world.config = { ...world.config, paused: false };
  await look(bench);
  await world.clock.advance(20_000);
  await quiet(bench.engine);
  expect([world.paths('Rejected'), world.server.calls]).toEqual([[rejected], []]);
});

test('expired is not rejected: the request is marked, leaves the queue, and cannot run [GATE-14]', async () => {
  const bench = await createBench(trusting);
  const path = await standalone(bench, { expires: '2026-02-21T11:00:00Z' });
  const id = idOf(bench.world, path);
  await bench.world.clock.advance(3_600_000);
  await quiet(bench.engine);
  expect(requestIn(bench.world, path).status).toBe('expired');
  expect(bench.engine.view().waiting).toEqual([]);
  expect(alertsOf(bench, id)).toMatchObject([{ kind: 'expired' }]);
  expect(bench.world.records().some(({ kind }) => kind === 'voided')).toBe(false);

  await move(bench, path);
  expect(bench.world.server.calls).toEqual([]);
  expect(requestIn(bench.world, bench.world.only('Pending_Approval')).status).toBe('expired');
  expect(bench.world.records().some((record) => record.audit.event === 'rejected')).toBe(false);

  const expired = bench.world.only('Pending_Approval');
  const requestId = idOf(bench.world, expired);
  const drafted = await bench.engine.operations.redraft({ requestId, actor: 'Human' });
  await quiet(bench.engine);
  if (drafted.ok) await move(bench, drafted.value.path);
  expect(bench.world.server.calls).toHaveLength(1);
});

test('a request without an end never times out [SEED-6]', async () => {
  const bench = await createBench();
  const path = await standalone(bench);
  await bench.world.clock.advance(400 * 24 * 3_600_000);
  await quiet(bench.engine);
  expect(bench.world.only('Pending_Approval')).toBe(path);
  await approve(bench, path);
  expect(bench.world.server.calls).toHaveLength(1);
});

test('a request that expires while it waits in Approved goes back by itself', async () => {
  const bench = await createBench({ config: { ...trusting.config } });
  await bench.engine.operations.initializePlan({
    objective: 'Send two mails in order.',
    context: '',
    sourceLink: '[[Brief]]',
    steps: [
      { text: 'Write it', gated: false },
      { text: 'Send it', gated: true },
    ],
    actor: 'Agent',
  });
  const inPlan = { planId: 'PLAN-2026-001', step: 2, expires: '2026-02-21T11:00:00Z' };
  await move(bench, await standalone(bench, inPlan));
  await bench.world.clock.advance(3_600_000);
  await quiet(bench.engine);
  expect(bench.world.paths('Approved')).toEqual([]);
  expect(requestIn(bench.world, bench.world.only('Pending_Approval')).status).toBe('expired');
});

test('an id as long as ids may be gets a new id that still is one', async () => {
  const bench = await createBench(trusting);
  const long = 'x'.repeat(120);
  const path = await standalone(bench);
  await edit(bench, path, (text) => text.replace(/request_id: .*/, `request_id: ${long}`));
  bench.world.server.answer = () => ({ kind: 'not_sent', detail: 'Refused.' });
  await move(bench, path);
  const back = requestIn(bench.world, bench.world.only('Pending_Approval'));
  expect(back).toMatchObject({ supersedes: long, status: 'not_executed' });
});

test('a note that claims to supersede a request cannot keep it from going back', async () => {
  const bench = await createBench(trusting);
  const path = await standalone(bench);
  const id = idOf(bench.world, path);
  const decoy = await standalone(bench, { title: 'Decoy', arguments: { to: 'x', subject: 'x' } });
  await edit(bench, decoy, (text) => text.replace('status:', `supersedes: ${id}\nstatus:`));
  bench.world.server.answer = () => ({ kind: 'timeout', afterMs: 60_000 });
  await move(bench, path);
  const back = bench.world
    .paths('Pending_Approval')
    .map((name) => requestIn(bench.world, name))
    .filter(({ status }) => status === 'outcome_unknown');
  expect(back).toMatchObject([{ supersedes: id }]);
});

test('an approved request whose server is offline comes back with the reason, in note, plan and an alert that ends with the next approval [R3.4] [EC3]', async () => {
  const bench = await createBench(trusting);
  const path = await planned(bench);
  bench.world.server.reachable = false;
  await move(bench, path);
  const back = bench.world.only('Pending_Approval');
  const reason = 'The server "email" can’t be reached.';
  expect(bench.world.note(back)).toContain(reason);
  expect(bench.world.note(plan)).toContain(
    `Returned request for step 2 — ${reason.slice(0, -1)} (request`,
  );
  expect(alertsOf(bench, idOf(bench.world, back))).toContainEqual(
    expect.objectContaining({
      kind: 'returned',
      text: `The request “Email to client_a@example.com” came back: ${reason}`,
    }),
  );
  bench.world.server.reachable = true;
  await bench.world.clock.advance(61_000);
  await quiet(bench.engine);
  await move(bench, back);
  expect(bench.world.server.calls).toHaveLength(1);
  expect(bench.engine.view().alerts).toEqual([]);
});

test('a request drafted anew after a rejection has not come back', async () => {
  const bench = await createBench(trusting);
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  await move(bench, path, path.replace(/^[^/]+/, 'Rejected'));
  const drafted = await bench.engine.operations.redraft({ requestId: id, actor: 'Agent' });
  if (!drafted.ok) throw new Error(drafted.error.message);
  await quiet(bench.engine);
  expect(alertsOf(bench, drafted.value.requestId)).toEqual([]);
});

test('an unknown outcome stays unknown however often its request goes back and forth [GATE-3]', async () => {
  const bench = await createBench(trusting);
  bench.world.server.answer = () => ({ kind: 'timeout', afterMs: 60_000 });
  await move(bench, await planned(bench));
  const unknown = bench.world.only('Pending_Approval');
  bench.world.server.reachable = false;
  bench.world.config = { ...bench.world.config, trustMoves: false };
  await approve(bench, unknown, {
    confirms: [requestIn(bench.world, unknown).supersedes ?? ''],
  });
  const back = bench.world.only('Pending_Approval');
  expect(bench.world.note(back)).toContain('can’t be reached');
  expect(bench.world.note(back)).toContain('status: outcome_unknown');
  expect(alertsOf(bench, idOf(bench.world, back))).toContainEqual(
    expect.objectContaining({ kind: 'unknown_outcome' }),
  );
});
