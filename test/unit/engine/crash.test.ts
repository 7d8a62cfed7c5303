import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyAudit } from '../../../src/core/audit/verify.js';
import { parsePlan } from '../../../src/core/plan/parse-plan.js';
import type { Engine } from '../../../src/engine/engine.js';
import { planCrash, type CrashMoment } from '../../support/memory/simulated-crash.js';
import { numbersIn, numbersTold } from '../../support/engine/daily-rows.js';
import { indexStates, KeptIndex, type IndexState } from '../../support/engine/kept-index.js';
import { dropBrief, requestIn, workMission } from './scripted-mission.js';
import { createWorld, invoiceMission, type World } from '../../support/engine/world.js';

interface Crash {
  /** Which durable write, from 1. */
  readonly at: number;
  readonly moment: CrashMoment;
}

interface Run {
  readonly world: World;
  /** The durable writes of the last process. */
  readonly writes: readonly string[];
}

/** The whole mission, by one process after another: each but the last dies as said. */
async function run(crashes: readonly Crash[] = [], state: IndexState = 'missing'): Promise<Run> {
  const world = await createWorld();
  const index = new KeptIndex(state);
  dropBrief(world);
  for (const { at, moment } of crashes) {
    const hooks = planCrash(at, moment);
    try {
      const engine = await world.start(hooks, { noteIndex: await index.open() });
      await expectRightCheckpoint(world, engine);
      await workMission(world, engine);
    } catch (error) {
      if (!hooks.crashed) throw error;
    }
    world.vault.watchers.clear();
  }
  const hooks = planCrash(Infinity);
  const engine = await world.start(hooks, { noteIndex: await index.open() });
  await expectRightCheckpoint(world, engine);
  await workMission(world, engine);
  await engine.stop();
  await index.close();
  return { world, writes: hooks.writes };
}

/** What a new session is greeted with is what the plan's note says. */
async function expectRightCheckpoint(world: World, engine: Engine): Promise<void> {
  const [path] = world.paths('Plans');
  if (path === undefined) return;
  const resumed = await engine.operations.resumePlan({});
  const text = world.note(path);
  const { plan } = parsePlan(text, path);
  expect(resumed).toMatchObject({
    value: { text: `Resuming plan PLAN-2026-001: ${invoiceMission.objective}` },
  });
  const { checkpoint, nextStep } = resumed.ok ? resumed.value : {};
  expect(text.trimEnd().split('\n').at(-1)).toContain(checkpoint);
  expect(nextStep?.position).toBe(plan?.steps.find(({ done }) => !done)?.position);
}

/** Every note byte for byte, with one name for the epoch and one for the task; without what happened, on Dashboard and in the daily log. */
function notesOf({ world }: Run): Record<string, string> {
  const notes: Record<string, string> = {};
  for (const path of world.paths('').filter((one) => !one.endsWith('.log.md'))) {
    const text = world
      .note(path)
      .replace(/e-[a-z2-7]{10}/g, 'e-epoch')
      .replace(/T-[a-z2-7]{8}/g, 'T-task');
    notes[path] = path === 'Dashboard.md' ? withoutActivity(text) : text;
  }
  return notes;
}

function withoutActivity(text: string): string {
  return text.replace(/## 🕐 Recent Activity\n[^]*(?=%% countersign:end)/u, '');
}

/** What the Dashboard tells of the mission; a crash may tell a decision twice, and of itself. */
function activityOf({ world }: Run): string[] {
  const lines = world.note('Dashboard.md').split('## 🕐 Recent Activity')[1]?.split('\n') ?? [];
  return [...new Set(lines)].filter((line) => !line.includes('torn by a crash')).sort();
}

/** The audit log verifies, and the daily log has each of its entries once. */
function expectSoundAudit({ world }: Run): void {
  const files = [...world.vault.entries.keys()]
    .filter((path) => path.endsWith('.jsonl'))
    .map((path) => ({ path, lines: world.note(path).trimEnd().split('\n') }));
  const entries = world.records().map(({ audit }) => audit);
  const report = verifyAudit(files, entries);
  expect(report.findings).toEqual([]);
  expect(report.head.seq).toBe(entries.length);
  expect(numbersIn(world)).toEqual(numbersTold(world));
}

/** The mission stands still at its gated step, and everything says why. */
function expectUnknown(result: Run): void {
  const { world } = result;
  const request = requestIn(world, 'Pending_Approval');
  expect(request?.status).toBe('outcome_unknown');
  expect(request?.text).toContain('check before approving again');
  const plan = world.note('Plans/PLAN-2026-001.md');
  expect(plan).toContain('2. [ ] ✋');
  expect(plan).toContain('Countersign: Outcome unknown: step 2');
  const log = straight.world.note('Done/Plans/PLAN-2026-001.md').split('## Reasoning Logs\n')[1];
  const before = log?.split('\n').slice(0, 5).join('\n') ?? '';
  expect(before).toContain('Approval received');
  expect(plan).toContain(before);
}

function expectSameAsStraight(result: Run): void {
  expect(notesOf(result)).toEqual(notesOf(straight));
  expect(activityOf(result)).toEqual(activityOf(straight));
}

let straight: Run;
beforeAll(async () => {
  straight = await run();
});

test('without a crash the mission makes one call and ends in the archive', () => {
  const { world, writes } = straight;
  expect(world.server.calls).toHaveLength(1);
  expect(world.paths('Plans')).toEqual([]);
  expect(world.only('Done/Plans')).toBe('Done/Plans/PLAN-2026-001.md');
  expect(world.note(world.only('Done/Actions'))).toContain('status: executed');
  expect(writes.length).toBeGreaterThan(40);
  expectSoundAudit(straight);
});

test('the ledger and the audit log know of the call before it is made, and of its outcome before any note does [GATE-6]', () => {
  const { writes } = straight;
  const at = writes.indexOf('call');
  expect(
    writes.slice(at - 2, at + 4).map((write) => write.split(' ').slice(0, 2).join(' ')),
  ).toEqual([
    'ledger intent',
    'audit Logs/audit/d-aaaaaaaaaa-2026-02.jsonl',
    'call',
    'ledger outcome',
    'audit Logs/audit/d-aaaaaaaaaa-2026-02.jsonl',
    expect.stringMatching(/^move Approved/),
  ]);
});

test('no note of a mission is written before the audit log has a line about it [GATE-6]', () => {
  const { writes } = straight;
  const lines = writes.filter((write) => /^audit/.test(write)).length;
  const ledger = writes.filter((write) => /^ledger/.test(write)).length;
  expect(lines).toBe(ledger);
  for (const [at, write] of writes.entries()) {
    if (/^ledger/.test(write)) expect(writes[at + 1]).toMatch(/^audit/);
  }
});

describe('a process that dies', () => {
  const moments: readonly CrashMoment[] = ['before', 'torn', 'after'];

  /** docs/gate.md#durable-writes-and-recovery: which deaths leave the outcome unknown. */
  function leavesUnknown({ at, moment }: Crash): boolean {
    const intent = straight.writes.indexOf('ledger intent') + 1;
    const outcome = straight.writes.indexOf('ledger outcome') + 1;
    if (at === intent) return moment === 'after';
    if (at === outcome) return moment !== 'after';
    return at > intent && at < outcome;
  }

  test.each(moments)(
    '%s any write leaves the same vault after a restart, whatever is kept of an earlier start, or an unknown outcome, and never a second call [GATE-20] [FR-018] [FR-019] [SC-002] [SC-007]',
    async (moment) => {
      const failures: string[] = [];
      for (let at = 1; at <= straight.writes.length; at += 1) {
        const state = indexStates[(at + moments.indexOf(moment)) % indexStates.length];
        const result = await run([{ at, moment }], state);
        try {
          expect(result.world.server.calls.length).toBeLessThanOrEqual(1);
          expectSoundAudit(result);
          if (leavesUnknown({ at, moment })) expectUnknown(result);
          else expectSameAsStraight(result);
        } catch (error) {
          failures.push(`${moment} write ${at} (${straight.writes[at - 1]}): ${String(error)}`);
        }
      }
      expect(failures).toEqual([]);
    },
    120_000,
  );

  test('during its recovery too leaves the same vault, or an unknown outcome, and never a second call [GATE-20] [FR-019]', async () => {
    const moment = fc.constantFrom(...moments);
    const index = fc.constantFrom(...indexStates);
    const count = straight.writes.length;
    const first = fc.record({ at: fc.integer({ min: 1, max: count }), moment });
    const second = fc.record({ at: fc.integer({ min: 1, max: 12 }), moment });
    await fc.assert(
      fc.asyncProperty(first, second, index, async (one, two, state) => {
        const result = await run([one, two], state);
        expect(result.world.server.calls.length).toBeLessThanOrEqual(1);
        expectSoundAudit(result);
        const unknown = result.world
          .records()
          .some((record) => record.kind === 'outcome' && record.outcome === 'unknown');
        if (unknown) expectUnknown(result);
        else {
          expect(notesOf(result)).toEqual(notesOf(straight));
          // What is told twice pushes the oldest lines out of the list.
          expect(activityOf(straight)).toEqual(expect.arrayContaining(activityOf(result)));
        }
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
