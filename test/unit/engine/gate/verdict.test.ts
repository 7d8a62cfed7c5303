import { describe, expect, test } from 'vitest';
import { checkCodes, type CheckCode } from '../../../../src/engine/gate/verdict.js';
import {
  alertsOf,
  approve,
  createBench,
  idOf,
  requestIn,
  type Bench,
} from '../../../support/engine/gate-bench.js';
import { allowedCases } from './verdict-cases/preconditions-cases.js';
import { authorityCases } from './verdict-cases/authority-cases.js';
import { samenessCases } from './verdict-cases/sameness-cases.js';
import type { VerdictCase } from './verdict-cases/verdict-case.js';

const verdictCases: Readonly<Record<CheckCode, VerdictCase>> = {
  ...allowedCases,
  ...authorityCases,
  ...samenessCases,
};
const cases = Object.entries(verdictCases);

test('every check of the gate has a case, and every case a check', () => {
  expect(cases.map(([code]) => code).sort()).toEqual([...checkCodes].sort());
});

describe.each(cases)('%s', (_code, verdict) => {
  test(`makes the gate ${verdict.does}, without a call, and what comes next leads to at most one [GATE-1] [GATE-10] [GATE-12] [GATE-13] [GATE-14] [GATE-21] [GATE-23] [SC-009]`, async () => {
    const bench = await createBench(verdict);
    const { world } = bench;
    const path = await verdict.arrange(bench);
    const before = verdict.callsBefore ?? 0;

    expect(world.server.calls).toHaveLength(before);
    const next = disposition[verdict.does](bench, path, verdict);

    if (verdict.final) return;
    await (verdict.next ?? approve)(bench, next);
    expect(world.server.calls).toHaveLength(before + 1);
    expect(world.paths('Approved')).toEqual([]);
    const done = world.paths('Done/Actions').map((name) => idOf(world, name));
    expect(done).toContain(world.server.calls.at(-1)?.requestId);
  });
});

/** Where the note must be now, and what must be said; the value is the path that goes on. */
type Disposition = (bench: Bench, path: string, verdict: VerdictCase) => string;

const stays =
  (...kinds: readonly string[]): Disposition =>
  (bench, path, { says }) => {
    const { world } = bench;
    expect(world.paths('Approved')).toEqual([path]);
    expect(requestIn(world, path).status).not.toBe('executed');
    const [alert, ...others] = alertsOf(bench, idOf(world, path));
    expect(others).toEqual([]);
    expect(kinds).toContain(alert?.kind);
    expect(alert?.text).toMatch(says);
    expect(alert?.advice).not.toBe('');
    return path;
  };

const disposition: Record<VerdictCase['does'], Disposition> = {
  ask: stays('asks'),
  wait: stays('waits', 'held'),
  alert: stays('waits', 'other_device'),
  return(bench, _path, { says, status, withoutPlan }) {
    const { world } = bench;
    expect(world.paths('Approved')).toEqual([]);
    const back = world.only('Pending_Approval');
    const request = requestIn(world, back);
    const old = request.supersedes ?? '';
    expect(request.requestId).toMatch(/-r[a-z2-7]{4}$/);
    expect(request.requestId).not.toBe(old);
    expect(request.machine).toMatchObject({ stamp: null, confirms: null });
    expect(request.status).toBe(status ?? 'pending');
    const [banner] = request.text.slice(request.frontMatter.bodyStart).split('\n');
    expect(banner).toMatch(/^> \[!warning\] Countersign: Not run\. /);
    expect(banner).toMatch(says);
    const end = world.records().find((record) => record.kind === 'voided');
    expect(end).toMatchObject({ id: old, why: 'returned', successor: request.requestId });
    if (!withoutPlan) {
      const log = world.note('Plans/PLAN-2026-001.md').split('\n');
      const told = log.filter((line) => line.includes(`(request ${old})`) && says.test(line));
      expect(told).toHaveLength(1);
    }
    return back;
  },
  archive(bench, path, { says }) {
    const { world } = bench;
    expect(world.paths('Approved')).toEqual([]);
    expect(world.paths('Pending_Approval')).toEqual([]);
    const archived = path.replace('Approved/', 'Archive/');
    expect(world.note(archived)).toMatch(says);
    return archived;
  },
};
