import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareSteps,
  decideDuplicates,
  hasAllOf,
  whyNotInto,
  type DuplicateCandidate,
} from '../../../../../src/core/plan/duplicates/decide-duplicates.js';
import { applyEdits } from '../../../../../src/core/text/edit.js';
import {
  isMarkedDuplicate,
  joinPlans,
  markDuplicate,
} from '../../../../../src/core/plan/duplicates/consolidate-plans.js';
import { missingBlocks } from '../../../../../src/core/plan/duplicates/join-logs.js';
import { twinPlanOf, type TwinNote } from '../../../../support/builders/twin-note.js';
import { runs } from '../../../../support/run/test-length.js';

interface Given extends TwinNote {
  readonly path?: string;
  /** Steps with requests that wait. */
  readonly waiting?: readonly string[];
}

const first = 'Plans/PLAN-2026-001.md';
const copy = 'Plans/PLAN-2026-001 (1).md';

function twin(path: string, { waiting = [], ...note }: Given): DuplicateCandidate {
  const plan = twinPlanOf(note, note.path ?? path);
  const isWaiting = waiting.length > 0;
  const known = { awaitsApproval: false, isWaiting, waitingSteps: waiting, executed: [] };
  return { plan, source: plan.sourceLink, ...known };
}

/** The path of the note that is kept, or why a person is asked. */
function decide(a: Given, b: Given): string {
  const twins = [twin(first, a), twin(copy, b)];
  const verdicts = [twins, twins.toReversed()].map(decideDuplicates);
  const [said, again] = verdicts.map((verdict) =>
    verdict.do === 'ask' ? verdict.why : verdict.kept.plan.path,
  );
  // The order in which they are found says nothing.
  expect(again).toBe(said);
  return said ?? '';
}

const [write, send, file] = ['1. [ ] Write', '2. [ ] ✋ Send ^s2', '3. [ ] File'];
const written = '1. [x] Write';
const created = '- [2026-02-21T10:00:00Z] Agent: Created plan — Asked for.';
const more = '- [2026-02-21T10:05:00Z] Agent: Looked — Found it.';
const id = 'PLAN-2026-002';
const path = `Plans/${id}.md`;

describe('of two notes for one task', () => {
  test.each<[string, Given, Given, string]>([
    [
      'the one with more steps done',
      { steps: [write, send, file] },
      { steps: [written, send, file] },
      copy,
    ],
    [
      'the one with more steps',
      { steps: [written, send, file] },
      { steps: [written, send] },
      first,
    ],
    ['the one that no sync named a copy', {}, { log: [created, more] }, first],
    ['the longer log', {}, { id, path, log: [created, more] }, path],
    ['the older one', {}, { id, path, created: '2026-02-21T09:00:00Z' }, path],
    ['the lower id', {}, { id, path }, first],
    ['the lower path', { path: 'Plans/b/x.md' }, { path: 'Plans/a/x.md' }, 'Plans/a/x.md'],
    [
      'the one that is begun',
      { status: 'Draft' },
      { status: 'Active', log: [created, more], path, id },
      path,
    ],
    [
      'the more complete one, also when requests block the other',
      { status: 'Blocked\nblocked_reason: "Awaiting Human Approval: a since b"', waiting: ['s2'] },
      { steps: [written, send, file], waiting: ['s2'] },
      copy,
    ],
    [
      'the more complete one, also when a request waits that is for no step',
      { waiting: [''] },
      { steps: [written, send, file], waiting: [''] },
      copy,
    ],
    [
      'the more complete one, when a ✋ step is done in both',
      { steps: [write, '2. [x] ✋ Send ^s2', file] },
      { id, path, steps: [written, '2. [x] ✋ Send ^s7', file] },
      path,
    ],
    [
      'the more complete one, whatever the ids of its steps in another plan',
      { steps: [write, send, file] },
      { id, path, steps: [written, '2. [ ] ✋ Send ^s7', file] },
      path,
    ],
    [
      'the more complete one, whatever the order of what no ✋ step waits for',
      { steps: [write, send, file, '4. [ ] Look'] },
      { steps: [written, send, '3. [ ] Look', '4. [ ] File'] },
      copy,
    ],
    [
      'the one with a step more before a ✋ step',
      { steps: [write, '2. [ ] Look', '3. [ ] ✋ Send ^s2', file] },
      { steps: [write, send, file] },
      first,
    ],
    [
      'the one that no sync named a copy, where one writes out the order that both have',
      { steps: ['1. [ ] Write ^s1', '2. [ ] ✋ Send (after s1) ^s2', file] },
      { steps: [write, send, file] },
      first,
    ],
    [
      'the one in which a step was cancelled',
      { steps: [write, '2. [-] ✋ Send ^s2', file], log: [created, more] },
      { steps: [write, send, file] },
      first,
    ],
    [
      'the one with a sub-item more, or one ticked',
      { steps: [write, '   - [x] the title', '   - [ ] the end', send, file] },
      { steps: [write, '    - [ ] the title', send, file] },
      first,
    ],
  ])('%s is kept [EC2]', (_rule, a, b, kept) => {
    expect(decide(a, b)).toBe(kept);
  });

  test.each<[string, Given, Given, RegExp]>([
    [
      'each has done what the other has not',
      { steps: [written, send, file] },
      { steps: [write, send, '3. [x] File'] },
      /is done only in /,
    ],
    [
      'each has a step of its own',
      { steps: [write, send, file] },
      { steps: [write, send, '3. [ ] Call'] },
      /is a step only in /,
    ],
    [
      'the shorter one has a step of its own',
      { steps: [write, send, file] },
      { steps: ['1. [ ] Call'] },
      /“Call” is a step only in /,
    ],
    ['their objectives differ', {}, { objective: 'Pay the rent.' }, /objectives differ/],
    ['their sources differ', {}, { source: '[[other]]' }, /different sources/],
    [
      'one lost its ✋',
      {},
      { steps: [write, '2. [ ] Send ^s2', file] },
      /“Send” is a step only in /,
    ],
    [
      'a step was reworded under its id',
      {},
      { steps: ['1. [ ] Write to Bob first ^s1', send, file] },
      /“Write to Bob first” is a step only in /,
    ],
    ['somebody wrote a context', {}, { context: 'Bob says: stop.' }, /contexts differ/],
    [
      'a ✋ step was reworded',
      {},
      { steps: [write, '2. [ ] ✋ Send to all ^s2', file] },
      /is a step only in /,
    ],
    ['a person blocked one', {}, { status: 'Blocked\nblocked_reason: Holidays' }, /is Blocked/],
    [
      'the less complete one is begun',
      { status: 'Draft', steps: [write, send, file] },
      { id, path, steps: [write, send], status: 'Active' },
      /is Draft, and .* is Active/,
    ],
    [
      'somebody cancelled a step in the one that would go',
      { steps: [written, send, file] },
      { steps: [write, '2. [-] ✋ Send ^s2', file] },
      /“Send” is marked \[-\] only in “.* \(1\)\.md”/,
    ],
    [
      'somebody cancelled another ✋ step of the same words in the one that would go',
      { steps: ['1. [ ] ✋ Send ^s1', '2. [-] ✋ Send ^s2'], log: [created, more] },
      { steps: ['1. [-] ✋ Send ^s1', '2. [ ] ✋ Send ^s2'] },
      /“Send” is marked \[-\] only in “.* \(1\)\.md”/,
    ],
    [
      'somebody cancelled two steps of the same words in the one that would go, and one in the other',
      { steps: ['1. [-] ✋ Send', '2. [ ] ✋ Send'], log: [created, more] },
      { steps: ['1. [-] ✋ Send', '2. [-] ✋ Send'] },
      /“Send” is marked \[-\] only in “.* \(1\)\.md”/,
    ],
    [
      'a ✋ step waits for one more step in the one that would go',
      { steps: [write, send, '3. [ ] File ^s3'], log: [created, more] },
      { steps: [write, '2. [ ] ✋ Send (after 1, s3) ^s2', '3. [ ] File (after 1) ^s3'] },
      /The steps that must come before “Send” differ in “.* \(1\)\.md”/,
    ],
    [
      'a ✋ step waits for one step less in the one that would go',
      { steps: [write, '2. [ ] Look', '3. [ ] ✋ Send ^s2'], log: [created, more] },
      { steps: [write, '2. [ ] Look', '3. [ ] ✋ Send (after 1) ^s2'] },
      /The steps that must come before “Send” differ in “.* \(1\)\.md”/,
    ],
    [
      'a step was moved to before a ✋ step',
      { log: [created, more] },
      { steps: [write, '2. [ ] File', '3. [ ] ✋ Send ^s2'] },
      /The steps that must come before “Send” differ in “.* \(1\)\.md”/,
    ],
    [
      'a step that a ✋ step waits for waits for another itself',
      { steps: ['1. [ ] Write ^s1', send, '3. [ ] File ^s3'], log: [created, more] },
      { steps: ['1. [ ] Write (after s3) ^s1', send, '3. [ ] File (after s1) ^s3'] },
      /The steps that must come before “Write” differ in “.* \(1\)\.md”/,
    ],
    [
      'the one that would go has requests under its own id',
      { steps: [written, send, file] },
      { id, path, waiting: ['s2'] },
      /has requests that wait/,
    ],
    [
      'a step that a request waits for is done in one',
      { waiting: ['s2'] },
      { steps: [write, '2. [x] ✋ Send ^s2', file], waiting: ['s2'] },
      /✋ step “Send” is done only in “.* \(1\)\.md”/,
    ],
    [
      'a step that a request waits for is done in one under another id',
      { waiting: ['s2'] },
      { steps: [written, '2. [x] ✋ Send ^s9', '3. [x] File'], waiting: ['s2'] },
      /✋ step “Send” is done only in “.* \(1\)\.md”/,
    ],
    [
      'a ✋ step is done in the more complete one of two plans only, and nothing was asked for',
      {},
      { id, path, steps: [written, '2. [x] ✋ Send ^s2', '3. [x] File'] },
      /✋ step “Send” is done only in .*002\.md”/,
    ],
    [
      'the more complete one has a ✋ step of its own, done',
      {},
      { id, path, steps: [written, send, file, '4. [x] ✋ Pay ^s4'] },
      /✋ step “Pay” is done only in .*002\.md”/,
    ],
    [
      'one ticks a ✋ step of the same words under another id',
      { steps: ['1. [x] ✋ Send ^s1', send], waiting: ['s2'] },
      { steps: ['1. [ ] ✋ Send ^s1', '2. [x] ✋ Send ^s2'], waiting: ['s2'] },
      /is done only in /,
    ],
    [
      'a step that a request waits for has another id in the more complete one',
      { waiting: ['s2'] },
      { steps: [written, '2. [ ] ✋ Send ^s9', file], waiting: ['s2'] },
      /step \^s2 waits, and .* \(1\)\.md” does not have that step, still open/,
    ],
    [
      'the id of a step that a request waits for is another step’s in the more complete one',
      { waiting: ['s2'] },
      { steps: [written, '2. [ ] ✋ Send ^s9', file, '4. [ ] ✋ Pay ^s2'], waiting: ['s2'] },
      /step \^s2 waits/,
    ],
    [
      'a step that a request waits for is done in both',
      { steps: [write, '2. [x] ✋ Send ^s2', file], waiting: ['s2'] },
      { steps: [written, '2. [x] ✋ Send ^s2', file], waiting: ['s2'] },
      /step \^s2 waits/,
    ],
    [
      'a sub-item is ticked in the less complete one only',
      { steps: [written, '   - [ ] the title', send, file] },
      { steps: [write, '   - [x] the title', send, file] },
      /“- \[x\] the title” in .* \(1\)\.md” is not in “/,
    ],
    [
      'somebody noted something below a step of the less complete one',
      { steps: [written, send, file], log: [created, more] },
      { steps: [written, '   Ask Anna first.', send, file] },
      /“Ask Anna first\.” in .* \(1\)\.md” is not in “/,
    ],
    [
      'somebody noted something below another step of the less complete one',
      { steps: [written, send, '   Not before the 5th.', file] },
      { steps: [write, '   Not before the 5th.', send, file] },
      /“Not before the 5th\.” in .* is not in .*, or not in the same place/,
    ],
    [
      'the one that would go has a section of its own',
      { steps: [written, send, file] },
      { steps: [write, send, file, '', '## Payment details', 'The new IBAN is DE89.'] },
      /“## Payment details” in .* \(1\)\.md” is not in “/,
    ],
    [
      'a section says something else in the one that would go',
      { steps: [written, send, file, '## Pay to', 'DE11', '## Never pay to', 'DE89'] },
      { steps: [write, send, file, '## Pay to', 'DE89', '## Never pay to', 'DE11'] },
      /“DE89” in .* \(1\)\.md” is not in .*, or not in the same place/,
    ],
    [
      'the one that would go has a property of its own',
      { steps: [written, send, file] },
      { status: 'Active\ndue: 2026-12-05' },
      /“due: 2026-12-05” in .* \(1\)\.md” is not in “/,
    ],
    [
      'the one that would go has another priority',
      { steps: [written, send, file], priority: 'low' },
      { priority: 'high' },
      /“priority: high” in .* \(1\)\.md” is not in “/,
    ],
    [
      'the one that would go has text above its objective',
      { steps: [written, send, file] },
      { above: 'The landlord has changed.' },
      /“The landlord has changed\.” in .* \(1\)\.md” is not in “/,
    ],
    [
      'another plan of the same source has a context of its own',
      { steps: [written, send, file], context: 'IBAN DE11.' },
      { id, path, context: 'From now on IBAN DE89.' },
      /“From now on IBAN DE89\.” in .*002\.md” is not in “/,
    ],
    [
      'their logs do not make one',
      { log: [created, more, more, more] },
      { id, path, log: [created, '```', 'open'] },
      /logs can’t be merged/,
    ],
  ])('a person decides when %s [EC2]', (_rule, a, b, why) => {
    expect(decide(a, b)).toMatch(why);
  });

  test('of three, the least complete goes first into the most complete', () => {
    const steps = [written, send, file];
    const third = twin('Plans/c.md', { id: 'PLAN-2026-003', steps });
    const twins = [twin(first, { steps }), twin(path, { id }), third];
    expect(decideDuplicates(twins)).toMatchObject({
      do: 'consolidate',
      kept: { plan: { path: first } },
      other: { plan: { path } },
    });
  });
});

test('8,000 steps that each wait for ten others are compared in one pass', () => {
  const after = (at: number) => Array.from({ length: 10 }, (_, by) => 1 + ((at * 7 + by) % 8_000));
  const steps = Array.from(
    { length: 8_000 },
    (_, at) => `${at + 1}. [ ] ✋ Send ${at} (after ${after(at).join(', ')}) ^s${at}`,
  );
  const twins = [twin(first, { steps }), twin(copy, { steps })] as const;
  const began = process.cpuUsage().user;
  expect(whyNotInto(...twins)).toBeNull();
  expect(hasAllOf(twins[0].plan, twins[1].plan)).toBe(true);
  expect(process.cpuUsage().user - began).toBeLessThan(8_000_000);
});

const step = fc.record({
  mark: fc.constantFrom(' ', 'x'),
  words: fc.constantFrom('Write', 'Look', 'File', '✋ Send'),
  id: fc.constantFrom('', '', ' ^s1', ' ^s2'),
});
const given = fc
  .record({
    id: fc.constantFrom('PLAN-2026-001', id),
    steps: fc.array(step, { maxLength: 4 }),
    status: fc.constantFrom('Active', 'Active', 'Draft'),
    log: fc.subarray([created, more, 'free text', '- [2026-02-21T10:07:00Z] Agent: C — D.']),
  })
  .map(({ steps, ...rest }) => {
    const used = new Set<string>();
    const lines = steps.map(({ mark, words, id: name }, at) => {
      const free = name === '' || used.has(name) ? '' : name;
      used.add(free);
      return `${at + 1}. [${mark}] ${words}${free}`;
    });
    return { ...rest, steps: lines };
  });

test('of any two plans no done step is lost, and what became of them is decided the same again [EC2] [SC-007]', () => {
  fc.assert(
    fc.property(given, given, (a, b) => {
      const verdict = decideDuplicates([twin(first, a), twin(copy, b)]);
      if (verdict.do === 'ask') return;
      const { kept, other } = verdict;
      expect(compareSteps(kept.plan, other.plan)).toEqual({ lacking: [], onlyDoneThere: [] });
      const edits = joinPlans(kept.plan, other.plan, 'Countersign') ?? [];
      const after = twinPlanOf(applyEdits(kept.plan.text, edits), kept.plan.path);
      const done = (lines: readonly { text: string; done: boolean }[]) =>
        lines.filter((line) => line.done).length;
      expect(done(after.steps)).toBe(done(kept.plan.steps));
      expect(done(after.steps)).toBeGreaterThanOrEqual(done(other.plan.steps));
      const again = decideDuplicates([other, { ...kept, plan: after }]);
      expect(again).toMatchObject({ do: 'consolidate', kept: { plan: { path: after.path } } });
      expect(joinPlans(after, other.plan, 'Countersign')).toEqual([]);
      const marks = markDuplicate(other.plan, after, 'Countersign');
      expect(marks.every(({ remove, insert }) => remove <= insert.length)).toBe(true);
      const marked = twinPlanOf(applyEdits(other.plan.text, marks), other.plan.path);
      expect(isMarkedDuplicate(marked)).toBe(true);
      expect(markDuplicate(marked, after, 'Countersign')).toEqual([]);
      expect(missingBlocks(marked, other.plan)).toEqual([]);
    }),
    { numRuns: runs(500) },
  );
});
