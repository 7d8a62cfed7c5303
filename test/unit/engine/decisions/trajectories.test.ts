import { beforeEach, describe, expect, test } from 'vitest';
import { planningOf } from '../../../../src/core/settings/planning.js';
import type { Engine } from '../../../../src/engine/engine.js';
import { AgentFeatures } from '../../../../src/mcp/server/tools/agent-features.js';
import { importText } from '../../../support/engine/import-text.js';
import { createWorld, everythingIn, valueOf, type World } from '../../../support/engine/world.js';
import { runs } from '../../../support/run/test-length.js';

let world: World;
let engine: Engine;
beforeEach(async () => {
  world = await createWorld();
  engine = await world.start();
});

interface Event {
  readonly type: string;
  readonly content?: string;
  readonly [more: string]: unknown;
}

/** As programs write them: one event a line, one second after the other. */
const linesOf = (events: readonly Event[]): string =>
  events
    .map((event, n) => JSON.stringify({ depth: 0, timestamp: 1_771_669_800 + n, ...event }))
    .join('\n');
/** The record of some events: its tree in words, without ids, times and badges, and what was said of the import. */
async function recordOf(events: readonly Event[] | string) {
  const text = typeof events === 'string' ? events : linesOf(events);
  const { recordId, told, path } = valueOf(await importText(engine, text));
  const asked = await engine.operations.askDecisions({
    planId: recordId,
    ask: 'get_decision_tree',
  });
  const unlinked = await engine.operations.askDecisions({ planId: recordId, ask: 'unlinked' });
  const plain = (lines: readonly string[]) =>
    lines.map((line) => line.replace(/ \([gdoabr]-.{6}\)| – .*$| on 2026-\S+Z/gu, ''));
  return {
    tree: asked.ok ? plain(asked.value.words) : [],
    unlinked: unlinked.ok ? plain(unlinked.value.words) : [],
    told: told.join(' '),
    note: world.note(path),
  };
}

describe('a trajectory of a recursive language model', () => {
  test('becomes decisions by itself: recursions are goals, what is orchestrated is a decision with options, and what is final is an outcome [SPEC-04.20] [SPEC-04.21] [SPEC-04.22] [SPEC-04.23] [SPEC-04.28] [SEED-9]', async () => {
    const { tree, unlinked, told } = await recordOf([
      { type: 'RLM_START', content: 'Why does the login fail?', metadata: { context_tokens: 9 } },
      {
        type: 'ORCHESTRATE',
        content: 'Where to look',
        metadata: {
          options: [
            'The tests',
            { content: 'The controller', chosen: true, reason: 'It throws' },
            { content: 'The database', rejected: true, reason: 'It answers' },
          ],
        },
      },
      { type: 'REPL_EXEC', content: 'grep throw auth.ts' },
      { type: 'REPL_RESULT', content: '3 lines', metadata: { success: true } },
      { type: 'TOOL_USE', content: 'npm test', typed_payload: { tool: 'bash' } },
      { type: 'ERROR', content: 'It did not end' },
      { type: 'RECURSE_START', content: 'Read auth.ts' },
      { type: 'reason', depth: 1, content: 'A plain error' },
      { type: 'FINAL', depth: 1, content: 'It throws Error', typed_payload: { confidence: 0.9 } },
      { type: 'RECURSE_END', content: 'Returned (12 tokens)' },
      { type: 'RECURSE', content: 'Read errors.ts' },
      { type: 'RECURSE_END', content: 'Nothing there', metadata: { success: false } },
      { type: 'COST_REPORT', content: '$0.02' },
      { type: 'FINAL', content: 'Throw another error', metadata: { success: true } },
    ]);
    expect(tree).toEqual([
      'Goal: Why does the login fail?',
      '  Decision: Where to look',
      '    Chosen: The controller. It throws.',
      '    Rejected: The database. It answers.',
      '    Open: The tests.',
      '    Action: grep throw auth.ts',
      '      Succeeded: 3 lines',
      '    Action: bash: npm test',
      '      Failed: It did not end',
      '  Observed: $0.02',
      '  Succeeded: Throw another error',
      '  Goal: Read auth.ts',
      '    Observed: A plain error',
      '    Came of it: It throws Error',
      '    Observed: Returned (12 tokens)',
      '  Goal: Read errors.ts',
      '    Failed: Nothing there',
    ]);
    expect([unlinked, told]).toEqual([
      ['Everything in the record belongs to a goal or a decision.'],
      '',
    ]);
  });

  test.each<[string, readonly Event[], readonly string[], string]>([
    [
      'events of unknown kinds, which are left out',
      [
        { type: 'RECURSE', content: 'a' },
        { type: 'DREAM', content: 'b' },
        { type: '', content: 'c' },
        { type: 'FINAL', content: 'd' },
      ],
      ['Goal: a', '  Came of it: d'],
      'Left out, of unknown kinds: DREAM (1), without a type (1).',
    ],
    [
      'events without content',
      [
        { type: 'RECURSE', content: 'a' },
        { type: 'REASON' },
        { type: 'FINAL', metadata: { answer: 'b' } },
      ],
      ['Goal: a', '  Came of it: b'],
      'Left out, without content: 1.',
    ],
    [
      'a start that is missing',
      [
        { type: 'RECURSE_END', content: 'a' },
        { type: 'RECURSE', content: 'b' },
        { type: 'FINAL', content: 'c' },
      ],
      [
        ...['Goal: b', '  Came of it: c'],
        'Not shown, because it belongs to nothing: 1. Ask `unlinked`.',
      ],
      'Ends of recursions without a start: 1.',
    ],
    [
      'ends that are missing',
      [
        { type: 'RLM_START', content: 'a' },
        { type: 'RECURSE', content: 'b' },
        { type: 'RECURSE', content: 'c', depth: 1 },
        { type: 'REASON', content: 'd', depth: 2 },
        { type: 'RECURSE', content: 'e' },
        { type: 'REASON', content: 'f', depth: 1 },
        { type: 'FINAL', content: 'g' },
      ],
      [
        ...['Goal: a', '  Came of it: g', '  Goal: b', '    Goal: c'],
        ...['      Observed: d', '  Goal: e', '    Observed: f'],
      ],
      'Recursions without an end or outcome: 3.',
    ],
    [
      'no outcome at all',
      [
        { type: 'RECURSE', content: 'a' },
        { type: 'ANALYZE', content: 'b' },
      ],
      ['Goal: a', '  Decision: b', '    Nothing has been chosen yet.'],
      'Recursions without an end or outcome: 1. There is no FINAL event.',
    ],
    [
      'events in another order than their times',
      [
        { type: 'FINAL', content: 'b', timestamp: '2026-02-21T10:31:00Z' },
        { type: 'RECURSE', content: 'a', timestamp: '2026-02-21T10:30:00Z' },
      ],
      ['Goal: a', '  Came of it: b'],
      'The events were not in the order of their times, and were sorted by them.',
    ],
    [
      'an event that came twice, and two that differ in their details',
      [
        { type: 'RECURSE', content: 'a', timestamp: 1 },
        { type: 'RECURSE', content: 'a', timestamp: 1 },
        { type: 'TOOL_USE', content: 'c', timestamp: 1, metadata: { tool: 'd' } },
        { type: 'TOOL_USE', content: 'c', timestamp: 1, metadata: { tool: 'e' } },
        { type: 'FINAL', content: 'b' },
      ],
      ['Goal: a', '  Action: d: c', '  Action: e: c', '  Came of it: b'],
      'Left out: 1 event that came twice.',
    ],
    [
      'two choices, a choice of nothing, and options that are none',
      [
        { type: 'RECURSE', content: 'a' },
        {
          type: 'ORCHESTRATE',
          content: 'b',
          options: [
            { text: 'c', chosen: true },
            { text: 'd', chosen: true },
          ],
        },
        { type: 'ORCHESTRATE', content: 'e', metadata: { options: ['f'], chosen: 'g' } },
        { type: 'ORCHESTRATE', content: 'h', metadata: { options: 'i' } },
        { type: 'FINAL', content: 'j' },
      ],
      [
        ...[
          'Goal: a',
          '  Decision: b',
          '    Open: c.',
          '    Open: d.',
          '    Nothing has been chosen yet.',
        ],
        ...['  Decision: e', '    Open: f.', '    Nothing has been chosen yet.', '    chosen: g'],
        ...['  Decision: h', '    Nothing has been chosen yet.', '  Came of it: j'],
      ],
      'Decisions in which not one option is chosen: 2. Decisions whose options could not be read: 1.',
    ],
  ])('says what is missing, and adds nothing: %s [SPEC-04.28]', async (_, events, tree, told) => {
    const record = await recordOf(events);
    expect(record.tree).toEqual(tree);
    expect(record.told).toBe(told);
  });

  test('is shown with its gaps where no goal was said', async () => {
    const { unlinked } = await recordOf([
      { type: 'ANALYZE', content: 'a' },
      { type: 'REPL', content: 'b' },
      { type: 'FINAL', content: 'c' },
    ]);
    expect(unlinked).toEqual(['Decision: a', 'Outcome: c']);
  });

  test('keeps the order of what happened within one second', async () => {
    const { tree, told } = await recordOf([
      { type: 'RLM_START', content: 'd', timestamp: 1_771_669_799 },
      { type: 'TOOL_USE', content: 'c', timestamp: 1_771_669_799.875 },
      { type: 'ERROR', content: 'b', timestamp: 1_771_669_800 },
      { type: 'TOOL_USE', content: 'a', timestamp: 1_771_669_800_125 },
      { type: 'FINAL', content: 'e', timestamp: 1_771_669_800_250 },
    ]);
    expect(tree).toEqual([
      'Goal: d',
      '  Action: c',
      '    Failed: b',
      '  Action: a',
      '  Came of it: e',
    ]);
    expect(told).toBe('');
  });

  test('may also be one JSON list, as the program exports it', async () => {
    const { tree } = await recordOf(
      JSON.stringify(
        [
          { type: 'recurse_start', content: 'a' },
          { event_type: 'FINAL', content: 'b' },
        ],
        null,
        2,
      ),
    );
    expect(tree).toEqual(['Goal: a', '  Came of it: b']);
  });

  test.each([
    [
      '{"type": "FINAL", "content": "a"}\n\n{"type": FINAL}\n[1]\n',
      /Line 3: .*token 'F'.*\. Line 4: It is no object\.$/u,
      3,
    ],
    ['{"type": "FINAL", "content": "a"}\n{"type": "FI', /^This is no trajectory\. Line 2: /u, 2],
    ['[{"type": "FINAL", "content": "a"}, 1]', /Event 2: It is no object\.$/u, undefined],
    ['\ufeff\r\n', /There is nothing in it to import\.$/u, undefined],
  ])('is not written at all where a line is broken: %j', async (text, why, line) => {
    const before = everythingIn(world);
    const done = await importText(engine, text);
    expect(done).toMatchObject({ ok: false });
    if (done.ok) return;
    expect(done.error.message).toMatch(why);
    expect(done.error.line).toBe(line);
    expect(everythingIn(world)).toEqual(before);
  });

  test('of 20,000 events is one record', async () => {
    const events = Array.from({ length: runs(20_000) }, (_, n): Event => {
      return n === 0 ? { type: 'RLM_START', content: 'a' } : { type: 'REASON', content: `${n}` };
    });
    const { tree } = await recordOf(events);
    expect(tree).toHaveLength(runs(20_000));
  }, 60_000);
});

const plan_id = 'PLAN-2026-001';

/** What an agent’s tools answer, or why not. */
async function call(name: string, args: Record<string, unknown>) {
  const features = new AgentFeatures(engine).of('claude');
  const { signal } = new AbortController();
  const answer = await features.callTool(name, args as never, { signal });
  return { text: '', ...answer };
}

const events = [
  { do: 'add_event', name: 'RECURSE_START', text: 'Find the address', depth: 0 },
  {
    do: 'add_event',
    name: 'ORCHESTRATE',
    text: 'Whom to ask',
    options: ['Bob', 'Alice'],
    depth: 1,
  },
  { do: 'add_event', name: 'FINAL', text: 'bob@example.com', success: true, depth: 1 },
];

describe('events that an agent gives', () => {
  beforeEach(async () => {
    const brief = { text: 'Write the report. Send it to Bob by email.', source: '[[message]]' };
    await call('start_plan', {
      ...brief,
      steps: [{ text: 'Write it' }, { text: 'Send the email' }],
    });
  });

  test('are decisions of its plan, and count as recorded by it [SPEC-04.20]', async () => {
    const recorded = await call('record_decisions', { plan_id, entries: events });
    expect(recorded.text.replace(/-\w{6}/gu, '')).toBe(
      'create_goal: g\ncreate_decision: d\nadd_option: o\nadd_option: o\ncreate_outcome: r',
    );
    const tree = (await call('ask_decisions', { plan_id, ask: 'get_decision_tree' })).text;
    expect(tree).toMatch(/^ {2}Goal: Find the address/mu);
    expect(tree).toMatch(/^ {4}Succeeded on .*: bob@example\.com \(r-\w{6}\)$/mu);
    expect(tree).not.toContain('not verified');
    const goal = /create_goal: (\S+)/u.exec(recorded.text)?.[1];
    await call('record_decisions', {
      plan_id,
      entries: [{ do: 'add_event', name: 'REPL_EXEC', text: 'look up Bob', of: goal }],
    });
    expect((await call('ask_decisions', { plan_id, ask: 'get_decision_tree' })).text).toMatch(
      /^ {4}Action: look up Bob/mu,
    );
  });

  test('are not taken together with other entries, nor where none is known', async () => {
    const before = everythingIn(world);
    const mixed = [...events, { do: 'create_goal', text: 'x' }];
    expect((await call('record_decisions', { plan_id, entries: mixed })).text).toContain(
      'together',
    );
    const unknown = [{ do: 'add_event', name: 'DREAM', text: 'x' }];
    expect((await call('record_decisions', { plan_id, entries: unknown })).text).toContain(
      'Left out, of unknown kinds: DREAM (1).',
    );
    expect(everythingIn(world)).toEqual(before);
  });

  test('are taken only while that is on, and so are files [SPEC-04.24]', async () => {
    await engine.stop();
    const planning = planningOf({ loop: { trajectories: false } });
    engine = await world.start({}, { planning: () => planning });
    const before = everythingIn(world);
    const off = 'Trajectories are not kept as decisions';
    expect((await call('record_decisions', { plan_id, entries: events })).text).toContain(off);
    const file = await importText(engine, linesOf([{ type: 'FINAL', content: 'a' }]));
    expect(file.ok ? '' : file.error.message).toContain(off);
    expect(everythingIn(world)).toEqual(before);
    const entries = [{ do: 'create_goal', text: 'x' }];
    expect((await call('record_decisions', { plan_id, entries })).text).toMatch(
      /^create_goal: g-/u,
    );
  });
});
