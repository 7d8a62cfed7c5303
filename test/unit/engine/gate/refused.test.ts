import { describe, expect, test } from 'vitest';
import { fail, ok, type Problem } from '../../../../src/core/errors.js';
import { parsePlan } from '../../../../src/core/plan/parse-plan.js';
import type { PlanStatus } from '../../../../src/core/plan/plan.js';
import { witnessGesture } from '../../../../src/core/request/approval/gesture.js';
import type { DeviceConfig } from '../../../../src/core/settings/device-config.js';
import type { EngineContext } from '../../../../src/engine/context.js';
import type { EngineOptions } from '../../../../src/engine/engine.js';
import {
  preconditions,
  expired,
  type CheckInput,
} from '../../../../src/engine/gate/preconditions.js';
import { endRequest } from '../../../../src/engine/requests/outcomes/end-request.js';
import { UndoWindows } from '../../../../src/engine/gate/undo-window.js';
import { KeyedQueue } from '../../../../src/core/keyed-queue.js';
import { memoryBridges, sendEmailTool } from '../../../support/memory/memory-bridges.js';
import { memoryLedger, oneByOne } from '../../../support/memory/memory-ledger.js';
import { MEMORY_ROOT, memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import { seededIds } from '../../../support/memory/seeded-ids.js';
import { virtualClock } from '../../../support/memory/virtual-clock.js';
import { mailRoute } from '../../../support/builders/mail-route.js';
import { createPeopleBench, onlyReview } from '../../../support/engine/people-bench.js';
import { folders, quiet, type World } from '../../../support/engine/world.js';
import {
  calledIds,
  alertsOf,
  approve,
  createBench,
  deafTo,
  edit,
  idOf,
  inApproved,
  look,
  move,
  planned,
  requestIn,
  restart,
  rewrite,
  standalone,
  startEngine,
} from '../../../support/engine/gate-bench.js';
import { setAside } from '../../../support/engine/earlier-ledger.js';

const plan = 'Plans/PLAN-2026-001.md';
const unreadable = fail('settings_invalid', 'The settings cannot be read.', 'Look.').error;
const withoutSettings = unreadable as Problem & DeviceConfig;
const trusting = { config: { trustMoves: true } };

/** A ledger that tells of each record before it is written. */
const tellingLedger =
  (before: (kind: string, world: World) => void) =>
  (world: World): Partial<EngineOptions> => {
    const ledger = memoryLedger(world.ledgerFile);
    return {
      ledger: {
        read: () => ledger.read(),
        append: oneByOne(async (record, durable) => {
          before((record as { kind: string }).kind, world);
          return ledger.append([record], durable);
        }),
      },
    };
  };

describe('where the settings cannot be read', () => {
  test('nothing is prepared [GATE-21]', async () => {
    const bench = await createBench();
    const { config } = bench.world;
    const path = await standalone(bench, { arguments: { to: 5, subject: '' } });
    bench.world.config = withoutSettings;
    await edit(bench, path, (text) => text.replace('to: 5', 'to: a'));
    expect(alertsOf(bench, idOf(bench.world, path))).toMatchObject([
      { kind: 'incomplete', text: expect.stringContaining(unreadable.message) as string },
    ]);
    bench.world.config = config;
    await look(bench);
    expect(alertsOf(bench, idOf(bench.world, path))).toEqual([]);
  });

  test('nothing is called [GATE-21]', async () => {
    const bench = await createBench({ config: { paused: true } });
    const path = await planned(bench);
    await approve(bench, path);
    bench.world.config = withoutSettings;
    await look(bench);
    expect(bench.world.server.calls).toEqual([]);
    expect(alertsOf(bench, idOf(bench.world, inApproved(path)))).toMatchObject([
      { kind: 'halted', text: expect.stringContaining(unreadable.message) as string },
    ]);
  });
});

describe('a request is not prepared for approval, and says why,', () => {
  test('when its arguments do not fit the tool [GATE-10]', async () => {
    const bench = await createPeopleBench();
    const path = await standalone(bench, { arguments: { to: 5, subject: 'x' } });
    expect(requestIn(bench.world, path).machine.preparation).toBeNull();
    const { blocked } = await onlyReview(bench);
    expect(blocked?.message).toMatch(/^Can’t approve .* yet: The arguments do not match the tool/);
  });

  test.each([
    [
      'when its bridge lists two such tools',
      [sendEmailTool, sendEmailTool],
      /lists the tool send_email more than once/,
    ],
    ['when its bridge lists no such tool', [], /has no tool send_email/],
    [
      'when its tool takes no plain call',
      [{ ...sendEmailTool, onlyAsTask: true as const }],
      /send_email can only be called as a task/,
    ],
  ])('%s [GATE-10]', async (_name, tools, says) => {
    const bench = await createBench();
    bench.world.server.tools = tools;
    const path = await standalone(bench);
    expect(requestIn(bench.world, path).machine.preparation).toBeNull();
    expect(alertsOf(bench, idOf(bench.world, path))).toMatchObject([
      { kind: 'incomplete', text: expect.stringMatching(says) as string },
    ]);
  });

  test('when a file that it names cannot be read [GATE-10]', async () => {
    const bench = await createBench({
      ports: ({ vault }) => ({
        store: {
          ...memoryNoteStore(vault),
          digest: async () => fail('note_read_failed', 'The file is locked.', 'Close it.'),
        },
      }),
    });
    const path = await standalone(bench, {
      arguments: { to: 'a', subject: 'x', attachments: [`${MEMORY_ROOT}/Invoices/a.pdf`] },
    });
    expect(requestIn(bench.world, path).machine.preparation).toBeNull();
    expect(alertsOf(bench, idOf(bench.world, path))).toMatchObject([
      { kind: 'incomplete', text: expect.stringContaining('The file is locked.') as string },
    ]);
  });

  test('when it is changed at the very moment [GATE-8]', async () => {
    let changed = false;
    const bench = await createBench({
      ports: tellingLedger((kind, world) => {
        if (kind !== 'completed' || changed) return;
        changed = true;
        rewrite(world, world.only('Pending_Approval'), (text) => text.replace('to: c', 'to: x'));
      }),
    });
    const path = await standalone(bench);
    expect(requestIn(bench.world, path).call.arguments).toMatchObject({
      to: 'xlient_a@example.com',
    });
    const completed = bench.world.records().filter(({ kind }) => kind === 'completed');
    expect(completed).toHaveLength(2);
    expect(requestIn(bench.world, path).machine.preparation).not.toBeNull();
  });
});

describe('an approved request', () => {
  test('whose bridge was taken out goes back [GATE-10]', async () => {
    let isThere = true;
    const bench = await createBench({
      ports: (world) => {
        const bridges = memoryBridges(world.server);
        return {
          bridges: { ...bridges, inspect: (name) => bridges.inspect(isThere ? name : 'gone') },
        };
      },
    });
    const path = await planned(bench);
    isThere = false;
    await approve(bench, path);
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.note(bench.world.only('Pending_Approval'))).toContain('No server named');
  });

  test.each<[PlanStatus, string | null]>([
    ['Draft', 'a draft that has not been started'],
    ['Active', null],
    ['Blocked', null],
    ['Done', 'done'],
    ['Cancelled', 'cancelled'],
  ])(
    'of a plan that is %s goes back unless the plan is being worked [GATE-9]',
    async (status, is) => {
      const bench = await createBench();
      await planned(bench);
      const { plan: read } = parsePlan(bench.world.note(plan), plan);
      if (!read) throw new Error('There is no plan');
      const check = preconditions.find(({ code }) => code === 'plan_not_running');
      const input = { plan: ok({ ...read, status }), folders, isWaiting: () => false };
      const verdict = check?.verdict(input as unknown as CheckInput);
      if (is === null) expect(verdict).toBeNull();
      else
        expect(verdict).toMatchObject({
          do: 'return',
          reason: `The plan ${read.taskId} is ${is}.`,
        });
    },
  );

  test('of a tool without any budget waits [GATE-13]', async () => {
    const bench = await createBench({ config: { routes: [mailRoute({ budgetPerHour: 0 })] } });
    const path = await planned(bench);
    await approve(bench, path);
    expect(bench.world.server.calls).toEqual([]);
    expect(alertsOf(bench, idOf(bench.world, inApproved(path)))).toMatchObject([
      { kind: 'waits', text: expect.stringContaining('is 0.') as string },
    ]);
  });

  test('whose step is renamed while its approval is recorded goes back, and its plan tells of both', async () => {
    const bench = await createBench({
      ports: tellingLedger((kind, world) => {
        if (kind === 'accepted') rewrite(world, plan, (text) => text.replace(' ^s2', ' ^s9'));
      }),
    });
    await approve(bench, await planned(bench));
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.note(plan)).toContain('for step ?');
    expect(bench.world.paths('Pending_Approval')).toHaveLength(1);
  });
});

test('a note that is broken unnoticed while it is looked at is said to be, and nothing is called', async () => {
  const bench = await createBench();
  const path = inApproved(await planned(bench));
  await bench.engine.stop();
  bench.engine = await startEngine(bench.world, deafTo(path)(bench.world));
  const id = idOf(bench.world, path.replace('Approved/', 'Pending_Approval/'));
  await approve(bench, path.replace('Approved/', 'Pending_Approval/'));
  bench.engine.look(path);
  bench.world.server.duringInspect = () => {
    rewrite(bench.world, path, (text) => text.replace('action_type: email', 'action_type: ['));
  };
  await quiet(bench.engine);
  expect(bench.world.server.calls).toEqual([]);
  expect(alertsOf(bench, id)).toMatchObject([
    { kind: 'halted', text: expect.stringContaining('front matter') as string },
  ]);
});

test('an id that an earlier ledger spent goes to the archive also while all is paused [GATE-2] [GATE-11]', async () => {
  const bench = await createBench();
  const path = await standalone(bench);
  const proposed = bench.world.note(path).replace(/%% countersign .*%%\n/, '');
  await approve(bench, path);
  await bench.engine.stop();
  setAside(bench.world.ledgerFile);
  bench.world.config = { ...bench.world.config, paused: true };
  bench.engine = await startEngine(bench.world);
  bench.world.vault.outside.write(inApproved(path), proposed);
  await quiet(bench.engine);
  expect(bench.world.paths('Approved')).toEqual([]);
  expect(bench.world.note(bench.world.only('Archive'))).toContain(
    'was run before, or may have been',
  );
  expect(bench.world.server.calls).toHaveLength(1);
});

test('a call whose outcome couldn’t be recorded is neither told nor filed; after a restart it is unknown [GATE-3] [GATE-20]', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  await bench.engine.stop();
  let isBroken = false;
  const ids = seededIds(7);
  bench.engine = await startEngine(bench.world, {
    ids: {
      random(length) {
        if (isBroken) throw new Error('There is no randomness.');
        return ids.random(length);
      },
    },
  });
  bench.world.server.answer = () => {
    isBroken = true;
    return { kind: 'lost', detail: 'The pipe broke.' };
  };
  await approve(bench, path);
  isBroken = false;
  await look(bench);
  expect(bench.world.records().filter(({ kind }) => kind === 'filed')).toEqual([]);
  expect(alertsOf(bench, id)).toMatchObject([
    { text: expect.stringContaining('couldn’t be recorded') as string },
  ]);
  await restart(bench);
  expect(requestIn(bench.world, bench.world.only('Pending_Approval')).status).toBe(
    'outcome_unknown',
  );
  expect(bench.world.server.calls).toHaveLength(1);
});

test('a note that gives way to another while its outcome is written is made again from the ledger [GATE-4]', async () => {
  let swap: (() => void) | null = null;
  const bench = await createBench({
    ports: ({ vault }) => {
      const store = memoryNoteStore(vault);
      return {
        store: {
          ...store,
          update(path, change) {
            if (path.startsWith('Done/Actions/')) swap?.();
            return store.update(path, change);
          },
        },
      };
    },
  });
  const other = await standalone(bench, { title: 'Other', arguments: { to: 'b', subject: 'b' } });
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  swap = () => {
    swap = null;
    bench.world.vault.outside.write(bench.world.only('Done/Actions'), bench.world.note(other));
  };
  await approve(bench, path);
  await bench.world.clock.advance(61_000);
  await quiet(bench.engine);
  const filed = bench.world.paths('Done/Actions').map((note) => requestIn(bench.world, note));
  expect(filed.find(({ requestId }) => requestId === id)).toMatchObject({ status: 'executed' });
  expect(bench.world.server.calls).toHaveLength(1);
});

test('an expiry that cannot be read is over [GATE-14]', async () => {
  const bench = await createBench();
  const request = requestIn(bench.world, await standalone(bench));
  expect(expired({ ...request, expires: 'soon' }, 0)).toMatchObject({ code: 'expired' });
  expect(expired(request, 0)).toBeNull();
});

test.each(['expires_at: 2020-01-01T00:00:00Z', 'Expires: 2020-01-01T00:00:00Z', 'expiry: [soon]'])(
  'a request that says when it expires in another property does not run: %s [GATE-14]',
  async (line) => {
    const bench = await createBench(trusting);
    const path = await standalone(bench);
    await edit(bench, path, (text) => text.replace('\nstatus:', `\n${line}\nstatus:`));
    await move(bench, path);
    await bench.world.clock.advance(61_000);
    expect(calledIds(bench.world)).toEqual([]);
    const said = bench.engine.view().alerts.map(({ text, advice }) => `${text} ${advice}`);
    expect(said.join('\n')).toContain('only `expires` says when a request expires');
    const inTime = line.replace(
      /:.*/u,
      ': 2099-01-01T00:00:00Z\nexpires: 2099-01-01T01:00:00+01:00',
    );
    await edit(bench, inApproved(path), (text) => text.replace(line, inTime));
    expect(bench.world.note(bench.world.only('Pending_Approval'))).toContain('tool_digest');
  },
);

test('a request that goes back never gets an id that was there before [GATE-2]', async () => {
  const random = ['aaaa', 'aaaa', 'aaaa', 'bbbb', 'aaaa', 'dddd'].values();
  const bench = await createBench({ ...trusting });
  const path = await standalone(bench);
  bench.world.server.answer = () => ({ kind: 'not_sent', detail: 'Refused.' });
  await bench.engine.stop();
  bench.engine = await startEngine(bench.world, {
    ids: { random: () => random.next().value ?? 'cccc' },
  });
  await move(bench, path);
  const first = bench.world.only('Pending_Approval');
  expect(idOf(bench.world, first)).toMatch(/-raaaa$/);
  await move(bench, first);
  const second = bench.world.only('Pending_Approval');
  expect(idOf(bench.world, second)).toMatch(/-rbbbb$/);
  await move(bench, second);
  expect(idOf(bench.world, bench.world.only('Pending_Approval'))).toMatch(/-rdddd$/);
});

test('what nobody prepared goes back under another id than its own [GATE-2]', async () => {
  const random = ['aaaa', 'bbbb'].values();
  const bench = await createBench(trusting);
  const text = bench.world.note(await standalone(bench));
  await restart(bench, { ids: { random: () => random.next().value ?? 'cccc' } });
  const byHand = text.replace(/request_id: .*/, 'request_id: mail-raaaa');
  bench.world.vault.outside.write('Approved/mail.md', byHand.replace(/%% countersign .*/, ''));
  await quiet(bench.engine);
  expect(idOf(bench.world, 'Pending_Approval/mail.md')).toBe('mail-raaaa-raaaa');
});

test.each([
  ['was filed', { intent: {}, outcome: {}, filed: true }],
  ['is being called', { intent: {}, filed: false }],
])(
  'an id with an intent that %s gets no other end than its outcome [GATE-2]',
  async (_what, facts) => {
    const recorded: unknown[] = [];
    const context = {
      book: {
        facts: { request: () => facts },
        record: (event: unknown) => recorded.push(event),
      },
      writingBack: new KeyedQueue(),
      inPlanLog: new Set(),
      approvalInPlan: new Set(),
    } as unknown as EngineContext;
    const request = { requestId: 'r-1', planId: null, stepId: null };
    expect(await endRequest(context, request, { why: 'withdrawn', reason: '' })).toMatchObject({
      ok: false,
      error: { code: 'request_not_open' },
    });
    expect(recorded).toEqual([]);
  },
);

test('a hold is not carried out before its time [GATE-23]', async () => {
  const clock = virtualClock();
  const holds = new UndoWindows(clock);
  const gesture = witnessGesture('drop', clock.now());
  holds.begin(
    'r-1',
    { takenBackSeq: undefined, untilMs: clock.now() + 10, shownDigest: '', gesture },
    () => undefined,
  );
  expect(holds.take('r-1')).toBeUndefined();
  expect(holds.take('r-2')).toBeUndefined();
  await clock.advance(10);
  expect(holds.take('r-1')).toMatchObject({ gesture });
});

test('a note that says unknown by itself asks to be checked, under its own id [GATE-3]', async () => {
  const bench = await createBench();
  const path = await standalone(bench);
  const id = idOf(bench.world, path);
  await edit(bench, path, (text) => text.replace('status: pending', 'status: outcome_unknown'));
  expect(alertsOf(bench, id)).toMatchObject([
    { kind: 'incomplete', text: expect.stringContaining('The note for') as string },
  ]);
});
