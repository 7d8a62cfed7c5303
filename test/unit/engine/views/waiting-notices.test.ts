import { beforeEach, describe, expect, test } from 'vitest';
import { fail, ok, type Problem, type Result } from '../../../../src/core/errors.js';
import type { MissionView } from '../../../../src/core/views/dashboard-text.js';
import { WaitingNotices } from '../../../../src/engine/views/waiting-notices.js';
import { letterRequest } from '../../../support/builders/letter-request.js';
import { bring, withNewcomer } from '../../../support/engine/newcomer.js';
import { createWorld, quiet } from '../../../support/engine/world.js';
import { virtualClock, type VirtualClock } from '../../../support/memory/virtual-clock.js';

const minute = 60_000;
const hour = 60 * minute;
const down = fail('notify_failed', 'It is down.', 'Wait.');

let clock: VirtualClock;
/** The ids that wait now. */
let waits: string[];
/** Which of these the last message did not count. */
let uncounted: Set<string>;
let listeners: Set<() => void>;
let looks: number;
/** What was sent: how many waited, and the newest. */
let sent: string[];
/** The times of these, in ms since the start. */
let times: number[];
let target: string | null;
let lastSent: number | null;
let answer: () => Promise<Result<void>>;
/** The problem that is shown now. */
let problem: Problem | null;
let startMs: number;

beforeEach(() => {
  clock = virtualClock();
  startMs = clock.now();
  [waits, sent, times, looks] = [[], [], [], 0];
  uncounted = new Set();
  listeners = new Set();
  target = 'there';
  lastSent = clock.now() - hour;
  answer = async () => ok(undefined);
  problem = null;
});

const source = {
  view: () => {
    looks += 1;
    const waiting = waits.map((requestId) => ({ requestId }));
    return { waiting } as unknown as MissionView;
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

async function start(): Promise<WaitingNotices> {
  const notices = WaitingNotices.start({
    source,
    clock,
    sender: {
      target: async () => target,
      lastSent: async () =>
        lastSent === null
          ? null
          : { ms: lastSent, counted: ({ requestId }) => !uncounted.has(requestId) },
      send: async (waiting, { requestId }) => {
        sent.push(`${waiting.length} ${requestId}`);
        times.push(clock.now() - startMs);
        return answer();
      },
      test: async () => ok(undefined),
      stop: () => undefined,
    },
    onResult: (now) => (problem = now),
  });
  await clock.advance(0);
  return notices;
}

/** These wait from now on. */
function wait(...ids: readonly string[]): void {
  waits = [...ids];
  for (const listener of listeners) listener();
}

describe('a message is sent when a request begins to wait', () => {
  test('with how many wait, and the newest', async () => {
    await start();
    wait('a');
    await clock.advance(2_000);
    expect(sent).toEqual(['1 a']);
  });

  test('and not again while it waits, or when another one is decided', async () => {
    await start();
    wait('a', 'b');
    await clock.advance(2 * minute);
    wait('a');
    await clock.advance(24 * hour);
    expect(sent).toEqual(['2 b']);
  });

  test('and again when it waits a second time', async () => {
    await start();
    wait('a');
    await clock.advance(2 * minute);
    wait();
    await clock.advance(2 * minute);
    wait('a');
    await clock.advance(2_000);
    expect(sent).toEqual(['1 a', '1 a']);
  });

  test('but not for one that is decided before the message goes', async () => {
    await start();
    wait('a');
    wait();
    await clock.advance(2 * minute);
    expect(sent).toEqual([]);
  });
});

describe('at most one a minute:', () => {
  test('what comes in between is in the next', async () => {
    await start();
    wait('a');
    await clock.advance(5_000);
    wait('a', 'b');
    await clock.advance(5_000);
    wait('a', 'b', 'c');
    await clock.advance(5 * minute);
    expect(sent).toEqual(['1 a', '3 c']);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(minute);
  });

  test('what is decided in between is in none, and hides no other', async () => {
    await start();
    wait('a');
    await clock.advance(5_000);
    wait('a', 'b', 'c');
    await clock.advance(5_000);
    wait('a', 'b');
    await clock.advance(5 * minute);
    expect(sent).toEqual(['1 a', '2 b']);
  });

  test('a thousand requests at once are one message, and one look', async () => {
    await start();
    const ids = Array.from({ length: 1_000 }, (_, at) => `r${at}`);
    const before = looks;
    for (let at = 1; at <= ids.length; at += 1) wait(...ids.slice(0, at));
    await clock.advance(10 * minute);
    expect(sent).toEqual(['1000 r999']);
    expect(looks - before).toBeLessThanOrEqual(3);
  });

  test('also over a restart', async () => {
    lastSent = clock.now() - 10_000;
    await start();
    wait('a');
    await clock.advance(45_000);
    expect(sent).toEqual([]);
    await clock.advance(10_000);
    expect(sent).toEqual(['1 a']);
  });

  test('a clock that jumps changes nothing', async () => {
    await start();
    wait('a');
    await clock.advance(2_000);
    clock.jumpTo(startMs + 48 * hour);
    wait('a', 'b');
    await clock.advance(30_000);
    expect(sent).toEqual(['1 a']);
    clock.jumpTo(startMs - 48 * hour);
    await clock.advance(minute);
    expect(sent).toEqual(['1 a', '2 b']);
  });

  test('a message that hangs holds up the next, and nothing else', async () => {
    let finish = (): void => undefined;
    answer = () => new Promise((resolve) => (finish = () => resolve(ok(undefined))));
    await start();
    wait('a');
    await clock.advance(2_000);
    wait('a', 'b');
    await clock.advance(5 * minute);
    expect(sent).toEqual(['1 a']);
    answer = async () => ok(undefined);
    finish();
    await clock.advance(2 * minute);
    expect(sent).toEqual(['1 a', '2 b']);
  });
});

describe('what waited before the start', () => {
  test('is told of once if the last message is older than a day, or there was none', async () => {
    waits = ['a', 'b'];
    lastSent = clock.now() - 25 * hour;
    await (await start()).stop();
    lastSent = null;
    await start();
    await clock.advance(hour);
    expect(sent).toEqual(['2 b', '2 b']);
  });

  test('is not told of if a message was sent today', async () => {
    waits = ['a', 'b'];
    lastSent = clock.now() - 23 * hour;
    await start();
    wait('a', 'b');
    await clock.advance(48 * hour);
    expect(sent).toEqual([]);
  });

  test('is told of where the last message did not count it, however old its note is', async () => {
    uncounted.add('b');
    waits = ['a', 'b'];
    await start();
    await clock.advance(2 * minute);
    expect(sent).toEqual(['2 b']);
  });

  test('is told of when the last message seems to come from the future', async () => {
    waits = ['a'];
    lastSent = clock.now() + hour;
    await start();
    expect(sent).toEqual(['1 a']);
  });

  test.each([
    ['is told of when messages are switched on', null, ['2 b']],
    ['is not if one was sent today, before they were switched off', hour, []],
  ])('%s', async (_what, agoMs, told) => {
    waits = ['a', 'b'];
    target = null;
    lastSent = agoMs === null ? null : clock.now() - agoMs;
    await start();
    await clock.advance(minute);
    target = 'there';
    wait('a', 'b');
    await clock.advance(hour);
    expect(sent).toEqual(told);
    wait('a', 'b', 'c');
    await clock.advance(hour);
    expect(sent).toEqual([...told, '3 c']);
  });
});

test('what waits is told of where messages go elsewhere', async () => {
  await start();
  wait('a');
  await clock.advance(2 * minute);
  target = 'elsewhere';
  lastSent = null;
  wait('a');
  await clock.advance(2 * minute);
  expect(sent).toEqual(['1 a', '1 a']);
});

describe('a failure', () => {
  test('is shown until a message gets through, and is tried again less and less often', async () => {
    answer = async () => down;
    await start();
    wait('a');
    await clock.advance(2_000);
    expect(problem?.message).toBe('It is down.');
    await clock.advance(hour);
    const gaps = times.map((ms, at) => ms - (times[at - 1] ?? ms)).slice(1);
    expect(gaps.slice(0, 5).map((ms) => Math.round(ms / minute))).toEqual([1, 2, 4, 8, 10]);
    expect(gaps.every((ms) => ms <= 10 * minute + 5_000)).toBe(true);
    answer = async () => ok(undefined);
    await clock.advance(10 * minute + 5_000);
    expect(problem).toBeNull();
    const until = sent.length;
    await clock.advance(hour);
    expect(sent).toHaveLength(until);
  });

  test('is over at once when messages go elsewhere, or nowhere', async () => {
    answer = async () => down;
    await start();
    wait('a');
    await clock.advance(5 * minute);
    target = 'elsewhere';
    answer = async () => ok(undefined);
    const before = sent.length;
    wait('a');
    await clock.advance(2_000);
    expect(sent).toHaveLength(before + 1);
    expect(problem).toBeNull();

    answer = async () => down;
    wait('a', 'b');
    await clock.advance(2 * minute);
    expect(problem).not.toBeNull();
    target = null;
    wait('a', 'b');
    await clock.advance(2_000);
    expect(problem).toBeNull();
    const until = sent.length;
    await clock.advance(hour);
    expect(sent).toHaveLength(until);
  });
});

test('a message that fails after they were switched off leaves no alert', async () => {
  let finish = (): void => undefined;
  answer = () => new Promise((resolve) => (finish = () => resolve(down)));
  await start();
  wait('a');
  await clock.advance(2_000);
  target = null;
  wait('a');
  finish();
  await clock.advance(2_000);
  expect(problem).toBeNull();
});

test('nothing is left behind when it ends in the middle of a pause', async () => {
  const notices = await start();
  wait('a');
  await clock.advance(2_000);
  wait('a', 'b');
  expect(clock.waiting).toBeGreaterThan(0);
  await notices.stop();
  expect(clock.waiting).toBe(0);
});

test('nothing is looked at while nobody wants messages, and nothing is left behind at the end', async () => {
  target = null;
  const notices = await start();
  const before = looks;
  wait('a');
  await clock.advance(hour);
  expect(looks).toBe(before);
  await notices.stop();
  expect(clock.waiting).toBe(0);
  expect(listeners.size).toBe(0);
  wait('b');
  expect(clock.waiting).toBe(0);
});

test('a real engine: a request that an agent writes is told of, a decided one is not', async () => {
  const world = await createWorld({ trustMoves: false });
  const engine = await world.start();
  const told: string[] = [];
  const notices = WaitingNotices.start({
    source: engine,
    clock: world.clock,
    sender: {
      target: async () => 'there',
      lastSent: async () => null,
      send: async (waiting, { actionType, bridge }) => {
        told.push(`${waiting.length} ${actionType} ${bridge}`);
        return down;
      },
      test: async () => ok(undefined),
      stop: () => undefined,
    },
    onResult: (now) => engine.showProblems('notify', now ? [now] : []),
  });
  world.vault.outside.write('Pending_Approval/a.md', letterRequest({ id: 'a', to: 'a@b.example' }));
  await quiet(engine);
  await world.clock.advance(2_000);
  await quiet(engine);
  expect(told).toEqual(['1 email email']);
  const alerts = engine.view().alerts.filter(({ subject }) => subject.kind === 'notify');
  expect(alerts.map(({ text }) => text)).toEqual(['It is down.']);

  world.vault.outside.move('Pending_Approval/a.md', 'Rejected/a.md');
  await quiet(engine);
  await world.clock.advance(hour);
  expect(told).toHaveLength(1);
  engine.showProblems('notify', []);
  expect(engine.view().alerts.filter(({ subject }) => subject.kind === 'notify')).toEqual([]);
  await notices.stop();
  await engine.stop();
});

test('of two computers only the one that acts tells', async () => {
  const { first, other } = await withNewcomer();
  const told: string[] = [];
  const { clock } = first.world;
  for (const [name, { engine }] of Object.entries({ first, other })) {
    WaitingNotices.start({
      ...{ source: engine, clock, onlyWhileActing: true, onResult: () => undefined },
      sender: {
        target: async () => 'there',
        lastSent: async () => null,
        send: async (waiting) => (told.push(`${name} ${waiting.length}`), ok(undefined)),
        test: async () => ok(undefined),
        stop: () => undefined,
      },
    });
  }
  const letter = letterRequest({ id: 'a', to: 'a@b.example' });
  await bring([first, other], 'Pending_Approval/a.md', letter);
  await clock.advance(2_000);
  expect(other.engine.view().waiting).toHaveLength(1);
  await clock.advance(2 * minute);
  expect(told).toEqual(['first 1']);
});
