import { describe, expect, test } from 'vitest';
import type { LedgerRecord } from '../../../../../src/core/ledger/ledger-record.js';
import { latch } from '../../../../support/engine/slow-store.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  approve,
  createBench,
  edit,
  idOf,
  inApproved,
  look,
  move,
  planned,
  startEngine,
  standalone,
  type Bench,
} from '../../../../support/engine/gate-bench.js';
import { configure } from '../verdict-cases/verdict-case.js';

const trusting = { trustMoves: true };
const hourMs = 3_600_000;
const expiringSoon = (text: string) =>
  text.replace('status: pending', 'expires: 2026-02-21T11:00:00Z\nstatus: pending');
const inRejected = (path: string) => path.replace('Pending_Approval/', 'Rejected/');

interface Way {
  readonly config?: object;
  readonly act: (bench: Bench, path: string) => Promise<unknown>;
  /** What is told from then on of the request in a plan; of one without, the same without its plan. */
  readonly tells: readonly string[];
}

const answered =
  (kind: 'not_sent' | 'lost') =>
  (bench: Bench, path: string): Promise<void> => {
    bench.world.server.answer = () => ({ kind, detail: 'It broke.' });
    return approve(bench, path);
  };

const ways: Readonly<Record<string, Way>> = {
  'it is approved and executed': {
    act: approve,
    tells: [
      'Human: accepted (plan)',
      'Countersign: intent (plan, step, effect)',
      'Countersign: outcome executed (plan)',
      'Countersign: filed',
    ],
  },
  'its move is trusted': {
    config: trusting,
    act: (bench, path) => move(bench, path),
    tells: [
      'Outside: arrived (plan)',
      'Outside: accepted (plan)',
      'Countersign: intent (plan, step, effect)',
      'Countersign: outcome executed (plan)',
      'Countersign: filed',
    ],
  },
  'it is not executed': {
    act: answered('not_sent'),
    tells: [
      'Human: accepted (plan)',
      'Countersign: intent (plan, step, effect)',
      'Countersign: outcome not_executed (plan, to)',
      'Countersign: filed',
      'Countersign: completed (plan)',
    ],
  },
  'its outcome is unknown': {
    act: answered('lost'),
    tells: [
      'Human: accepted (plan)',
      'Countersign: intent (plan, step, effect)',
      'Countersign: outcome unknown (plan, to)',
      'Countersign: filed',
      'Countersign: completed (plan)',
    ],
  },
  'the process dies in its call': {
    async act(bench, path) {
      const answering = latch();
      bench.world.server.answer = async () => {
        await answering.opened;
        throw new Error('Nobody is left to hear of it.');
      };
      const approving = approve(bench, path);
      await expect.poll(() => bench.world.server.calls.length).toBe(1);
      bench.world.vault.watchers.clear();
      bench.engine = await startEngine(bench.world);
      void approving;
    },
    tells: [
      'Human: accepted (plan)',
      'Countersign: intent (plan, step, effect)',
      'Countersign: outcome unknown (plan, to)',
      'Countersign: filed',
      'Countersign: completed (plan)',
    ],
  },
  'it is edited after its approval': {
    config: { paused: true },
    async act(bench, path) {
      await approve(bench, path);
      configure(bench, { paused: false });
      await edit(bench, inApproved(path), (text) => text.replace('to: client_a@', 'to: b@'));
    },
    tells: [
      'Countersign: waits_in_approved (plan)',
      'Outside: taken_back',
      'Countersign: returned (plan, to)',
      'Countersign: filed',
      'Countersign: completed (plan)',
    ],
  },
  'it is rejected': {
    act: (bench, path) => move(bench, path, inRejected(path)),
    tells: ['Outside: rejected (plan)', 'Countersign: filed'],
  },
  'it was rejected and is asked for again': {
    async act(bench, path) {
      await move(bench, path, inRejected(path));
      await move(bench, inRejected(path), path);
    },
    tells: [
      'Outside: rejected (plan)',
      'Countersign: filed',
      'Countersign: returned (plan, to)',
      'Countersign: completed (plan)',
      'Countersign: filed',
    ],
  },
  'it asks, and is taken back': {
    async act(bench, path) {
      await move(bench, path);
      await move(bench, inApproved(path), path);
    },
    tells: ['Outside: asked (plan)', 'Outside: taken_back', 'Countersign: completed (plan)'],
  },
  'its note is lost and found': {
    async act(bench, path) {
      const text = bench.world.note(path);
      bench.world.vault.outside.remove(path);
      await quiet(bench.engine);
      await bench.world.clock.advance(6_000);
      await quiet(bench.engine);
      bench.world.vault.outside.write(path, text);
      await quiet(bench.engine);
    },
    tells: ['Outside: missing', 'Countersign: found'],
  },
  'its note stays lost': {
    async act(bench, path) {
      bench.world.vault.outside.remove(path);
      await quiet(bench.engine);
      await bench.world.clock.advance(6_000);
      await quiet(bench.engine);
      await bench.world.clock.advance(24 * hourMs);
      await quiet(bench.engine);
    },
    tells: ['Outside: missing', 'Countersign: withdrawn (plan)', 'Countersign: filed'],
  },
  'nobody answers in time': {
    async act(bench, path) {
      await edit(bench, path, expiringSoon);
      await bench.world.clock.advance(hourMs);
      await quiet(bench.engine);
      await look(bench);
    },
    tells: [
      'Outside: request_edited',
      'Countersign: completed (plan)',
      'Countersign: expired (plan)',
    ],
  },
  'its time is over when it could run': {
    config: { paused: true },
    async act(bench, path) {
      await edit(bench, path, expiringSoon);
      await approve(bench, path);
      await bench.world.clock.advance(hourMs);
      configure(bench, { paused: false });
      await look(bench);
    },
    tells: [
      'Outside: request_edited',
      'Countersign: completed (plan)',
      'Countersign: waits_in_approved (plan)',
      'Countersign: returned (plan, to)',
      'Countersign: filed',
    ],
  },
  'a copy of it comes after its end': {
    async act(bench, path) {
      const text = bench.world.note(path);
      await approve(bench, path);
      bench.world.vault.outside.write(path, text);
      await quiet(bench.engine);
    },
    tells: [
      'Human: accepted (plan)',
      'Countersign: intent (plan, step, effect)',
      'Countersign: outcome executed (plan)',
      'Countersign: filed',
      'Countersign: already_used (from)',
    ],
  },
};

/** An audit line with what it names: its request's plan and step, the next id, the call's effect. */
function lineOf({ audit, ...record }: LedgerRecord): string {
  const { actor, event, outcome, plan_id, step_id, to, effect, from } = audit;
  const names = [
    plan_id !== undefined && (plan_id === 'PLAN-2026-001' ? 'plan' : `plan ${plan_id}`),
    step_id !== undefined && (step_id === 's2' ? 'step' : `step ${step_id}`),
    to !== undefined && (/-r[a-z2-7]{4}$/.test(to) ? 'to' : `to ${to}`),
    effect !== undefined &&
      (record.kind === 'intent' && effect === record.effect ? 'effect' : effect),
    from !== undefined && 'from',
  ].filter((name) => name !== false);
  const told = outcome === undefined ? '' : ` ${outcome}`;
  return `${actor}: ${event}${told}${names.length === 0 ? '' : ` (${names.join(', ')})`}`;
}

/** The same line without what a request without a plan does not name. */
const withoutPlan = (line: string) =>
  line.replace(/\((.*)\)/, (_all, names: string) => {
    const left = names.split(', ').filter((name) => name !== 'plan' && name !== 'step');
    return left.length === 0 ? '' : `(${left.join(', ')})`;
  });

describe.each([
  ['of a step', planned, (line: string) => line],
  ['without a plan', (bench: Bench) => standalone(bench), (line: string) => withoutPlan(line)],
])(
  'the audit log tells, of a request %s, who did what to which plan and step, when',
  (_kind, draft, asTold) => {
    test.each(Object.entries(ways))('%s', async (_way, { config, act, tells }) => {
      const bench = await createBench(config ? { config } : {});
      const path = await draft(bench);
      const id = idOf(bench.world, path);
      const before = bench.world.records().length;
      await act(bench, path);
      const told = bench.world.records().slice(before);
      const ours = told.filter(({ audit }) => audit.request_id?.startsWith(id)).map(lineOf);
      const wanted = tells.map((line) => asTold(line).trimEnd());
      // That one is filed may come before or after what comes in its place is prepared.
      const isFiled = (line: string): boolean => line === 'Countersign: filed';
      const last = (lines: readonly string[]): readonly string[] => [
        ...lines.filter((line) => !isFiled(line)),
        ...lines.filter(isFiled),
      ];
      expect(last(ours)).toEqual(last(wanted));
    });
  },
);
