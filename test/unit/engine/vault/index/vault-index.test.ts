import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brokenNotes } from '../../../../../src/engine/vault/index/read-entry.js';
import { VaultIndex } from '../../../../../src/engine/vault/index/vault-index.js';
import { planText } from '../../../../support/builders/plan-text.js';
import { folders } from '../../../../support/engine/world.js';
import { runs } from '../../../../support/run/test-length.js';

const ids = ['PLAN-2026-001', 'PLAN-2026-002', 'PLAN-2026-017', 'PLAN-2025-900'];

const planNote = fc
  .record({
    id: fc.constantFrom(...ids),
    status: fc.constantFrom('Active', 'Blocked', 'Draft', 'Done', 'Cancelled', 'Sleeping'),
    created: fc.constantFrom('2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z'),
    source: fc.constantFrom('[[a]]', '[[Inbox/A|the item]]', 'https://example.com/b'),
    steps: fc.array(fc.constantFrom('[x] Look', '[ ] Write', '[ ] ✋ Send ^s1'), { maxLength: 3 }),
  })
  .map(planText);

const requestNote = fc
  .record({
    id: fc.constantFrom('r1', 'r2', 'r1-rabcd'),
    plan: fc.constantFrom(...ids),
    supersedes: fc.constantFrom('', 'supersedes: r1\n'),
    fence: fc.boolean(),
  })
  .map(
    ({ id, plan, supersedes, fence }) => `---
type: approval_request
request_id: ${id}
action_type: email
target_recipient: a@example.com
plan_id: ${plan}
step_id: s1
${supersedes}rationale: because
created_date: 2026-02-21T10:40:00Z
status: pending
---
${fence ? '```countersign-action\nbridge: email\ntool: send\narguments: {}\n```\n' : ''}`,
  );

const path = fc.constantFrom(
  'Plans/PLAN-2026-001.md',
  'Plans/b.md',
  'Plans/house/c.md',
  'Pending_Approval/r1.md',
  'Pending_Approval/x.md',
  'Approved/r1.md',
  'Rejected/r2.md',
  'Inbox/a.md',
  'Needs_Action/b.md',
  'Done/Plans/PLAN-2026-099.md',
  'Notes/free.md',
);
const text = fc.oneof(planNote, requestNote, fc.constantFrom(null, '', 'Just a note.\n'));
const puts = fc.array(fc.tuple(path, text), { maxLength: 40 });

/** Everything that can be asked of an index. */
function answers(index: VaultIndex, paths: readonly string[]) {
  return {
    missions: index.missions(100),
    missionCount: index.missionCount(),
    counts: index.counts(),
    requests: [...index.requests()].map((request) => request.path).sort(),
    plans: ids.map((id) => [index.plan(id)?.path, [...index.planPaths(id)].sort()]),
    sources: ['[[a]]', 'https://example.com/b'].map((link) => index.planOfSource(link) !== null),
    requestPaths: ['r1', 'r2', 'r1-rabcd'].map((id) => [...index.requestPaths(id)].sort()),
    ofPlans: ids.map((id) =>
      index
        .requestsOfPlan(id)
        .map((request) => request.path)
        .sort(),
    ),
    entries: paths.map((each) => index.entryAt(each)),
    unsettled: [...index.keysToReconcile()].sort(),
    strays: [...index.strayNotes('pending'), ...index.strayNotes('approved')],
    broken: brokenNotes(index.all())
      .map((problem) => `${problem.path}: ${problem.message}`)
      .sort(),
  };
}

describe('the index', () => {
  test('after any changes is what each note, read by itself since it was made, gives', () => {
    fc.assert(
      fc.property(puts, (changes) => {
        const index = new VaultIndex(folders);
        const texts = new Map<string, (string | null)[]>();
        for (const [where, what] of changes) {
          index.put(where, what);
          texts.set(where, what === null ? [null] : [...(texts.get(where) ?? []), what]);
        }
        const fresh = new VaultIndex(folders);
        for (const [where, each] of texts) for (const what of each) fresh.put(where, what);
        const paths = [...texts.keys()];
        expect(answers(index, paths)).toEqual(answers(fresh, paths));
      }),
      { numRuns: runs(300) },
    );
  });

  test('shows a plan of the same rank with its new steps, and by its new source alone', () => {
    const index = new VaultIndex(folders);
    const created = '2026-02-01T00:00:00Z';
    const plan = { id: 'PLAN-2026-001', status: 'Active', created, source: '[[a]]' };
    index.put('Plans/b.md', planText({ ...plan, steps: ['[ ] Write'] }));
    index.put('Plans/b.md', planText({ ...plan, source: '[[b]]', steps: ['[x] Write'] }));
    expect(index.missions(2)).toMatchObject([{ doneSteps: 1, sourceLink: '[[b]]' }]);
    expect(index.planOfSource('[[a]]')).toBeNull();
    expect(index.planOfSource('[[b]]')).toMatchObject({ planId: plan.id });
  });

  test.each([
    ['Plans/b.md', 'task_id: PLAN-2026-001', 'plan PLAN-2026-001'],
    ['Pending_Approval/r1.md', 'request_id: r1', 'request r1'],
  ])('keeps what %s was when it reads as nothing, until it is gone', (where, names, called) => {
    const index = new VaultIndex(folders);
    const kept = () => [...index.planPaths('PLAN-2026-001'), ...index.requestPaths('r1')];
    index.put(where, `---\n${names}\ntype: approval_request\n---\nCut off`);
    for (const text of ['', 'Just a note.\n', '\n']) {
      index.put(where, text);
      expect(kept()).toEqual([where]);
      expect(brokenNotes(index.all())).toMatchObject([
        { path: where, message: `This note was ${called}, and no longer reads as one.` },
      ]);
    }
    index.putUnreadable(where, { message: 'Not a note.', advice: 'Look.' });
    expect(kept()).toEqual([where]);
    index.put(where, null);
    expect(kept()).toEqual([]);
    index.put(where, 'Just a note.\n');
    expect(kept()).toEqual([]);
  });

  test('never gives a number twice: neither one of a path nor one of an id that was ever seen', () => {
    fc.assert(
      fc.property(puts, (changes) => {
        const index = new VaultIndex(folders);
        const seen = new Set<string>();
        for (const [where, what] of changes) {
          index.put(where, what);
          const named = where.startsWith('Plans/')
            ? /^task_id: (.*)$/m.exec(what ?? '')?.[1]
            : null;
          for (const id of `${where}\n${named}`.match(/PLAN-2026-\d+/g) ?? []) seen.add(id);
        }
        expect(seen).not.toContain(index.nextPlanId(2026));
        expect(index.nextPlanId(2026)).toMatch(/^PLAN-2026-\d{3,}$/);
      }),
    );
  });

  test('a note that is looked at again unchanged touches nothing', () => {
    fc.assert(
      fc.property(path, text, (where, what) => {
        const index = new VaultIndex(folders);
        index.put(where, what);
        expect(index.put(where, what)).toEqual([]);
      }),
    );
  });

  test('a changed plan touches its requests, and a changed request its plan', () => {
    const index = new VaultIndex(folders);
    const request = fc
      .sample(requestNote, { numRuns: 50, seed: 1 })
      .find((note) => note.includes('countersign-action'));
    const plan = /plan_id: (.*)/.exec(request ?? '')?.[1] ?? '';
    const id = /request_id: (.*)/.exec(request ?? '')?.[1] ?? '';
    expect([...index.put('Pending_Approval/x.md', request ?? '')].sort()).toEqual([
      `plan:${plan}`,
      `request:${id}`,
    ]);
    expect([...index.put('Plans/b.md', planText({ id: plan }))].sort()).toEqual([
      `plan:${plan}`,
      `request:${id}`,
    ]);
    expect([...index.put('Pending_Approval/x.md', null)].sort()).toEqual([
      `plan:${plan}`,
      `request:${id}`,
    ]);
  });

  test('goes on from 999 with four digits', () => {
    const index = new VaultIndex(folders);
    expect(index.nextPlanId(2026)).toBe('PLAN-2026-001');
    index.notice('Done/Plans/PLAN-2026-999.md');
    expect(index.nextPlanId(2026)).toBe('PLAN-2026-1000');
    expect(index.nextPlanId(2027)).toBe('PLAN-2027-001');
  });

  test('goes on from numbers that there can be, and passes over any that somebody made up', () => {
    const index = new VaultIndex(folders);
    index.notice('Archive/PLAN-2026-99999999999999999999999.md');
    index.put('Plans/PLAN-2026-999999999.md', planText({ id: 'PLAN-2026-999999999' }));
    // After this one, none would be left.
    index.put('Plans/PLAN-2026-999999.md', planText({ id: 'PLAN-2026-999999' }));
    expect(index.nextPlanId(2026)).toBe('PLAN-2026-001');
  });

  test.each([
    [
      'Active first, then Blocked, then Draft; the newest first in each [US2.3]',
      ['b1', 'a0', 'd9', 'a2', 'b3'],
      ['a2', 'a0', 'b3', 'b1', 'd9'],
    ],
    ['the higher id when the time is the same', ['a0', 'a0'], ['a0', 'a0']],
  ])('orders missions: %s', (_what, given, expected) => {
    const status = { a: 'Active', b: 'Blocked', d: 'Draft' };
    const index = new VaultIndex(folders);
    given.forEach((name, at) => {
      const id = `PLAN-2026-00${at + 1}`;
      const created = `2026-02-1${name[1]}T00:00:00Z`;
      index.put(`Plans/${id}.md`, planText({ id, created, status: status[name[0] as 'a'] }));
    });
    const named = index.missions(10).map(({ planId }) => given[Number(planId.slice(-1)) - 1]);
    expect(named).toEqual(expected);
    if (given.length === 2) expect(index.missions(1)[0]?.planId).toBe('PLAN-2026-002');
  });
});
