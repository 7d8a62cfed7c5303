import { describe, expect, test } from 'vitest';
import { parsePlan } from '../../../../src/core/plan/parse-plan.js';
import { addedStep } from '../../../../src/core/plan/added-step.js';

const path = 'Plans/PLAN-2026-001.md';

function note(roadmap: string): string {
  return `---
task_id: PLAN-2026-001
source_link: "[[brief]]"
created_date: 2026-02-21T10:30:00Z
priority: high
status: Active
---

# Objective
Send the invoice.

## Context
It is due.

## Roadmap
${roadmap}

## Reasoning Logs
- [2026-02-21T10:30:00Z] Human: Created plan — It was asked for.
`;
}

function add(text: string, step: { text: string; gated: boolean }): string {
  const added = addedStep(text, path, step, []);
  if (!added.ok) throw new Error(added.error.message);
  const { at, insert } = added.value;
  return text.slice(0, at) + insert + text.slice(at);
}

describe('a step is added behind the last one', () => {
  test.each([
    ['numbered', '1. [x] A\n2. [ ] B', '1. [x] A\n2. [ ] B\n3. [ ] New'],
    ['numbered with a bracket', '1) [x] A', '1) [x] A\n2) [ ] New'],
    ['a bullet', '- [x] A\n- [ ] B', '- [x] A\n- [ ] B\n- [ ] New'],
    ['another bullet', '* [ ] A', '* [ ] A\n* [ ] New'],
    ['numbered on from what is written', '7. [ ] A', '7. [ ] A\n8. [ ] New'],
    [
      'below what is nested',
      '1. [ ] A ^s1\n   - [ ] a\n   more',
      '1. [ ] A ^s1\n   - [ ] a\n   more\n2. [ ] New',
    ],
    [
      'below what is nested behind an empty line',
      '1. [ ] A ^s1\n\n   - [ ] a\n\n   more',
      '1. [ ] A ^s1\n\n   - [ ] a\n\n   more\n2. [ ] New',
    ],
    [
      'below nested code with an empty line',
      '1. [ ] A\n   ```\n   x\n\n   y\n   ```',
      '1. [ ] A\n   ```\n   x\n\n   y\n   ```\n2. [ ] New',
    ],
  ])('in its form: %s', (_what, before, after) => {
    expect(add(note(before), { text: 'New', gated: false })).toBe(note(after));
  });

  test('with a hand and a block id where it needs approval', () => {
    const text = add(note('1. [ ] A'), { text: 'Send it', gated: true });
    expect(text).toContain('\n2. [ ] ✋ Send it ^s2\n');
    expect(parsePlan(text, path).plan?.steps[1]).toMatchObject({
      text: 'Send it',
      gated: true,
      id: 's2',
    });
  });

  test.each([
    ['that is free', '1. [ ] A ^s2', 'Send it', '2. [ ] ✋ Send it ^s3'],
    ['of its own, whatever it says', '1. [ ] A', 'Send it ^s1', '2. [ ] ✋ Send it \\^s1 ^s2'],
  ])('under a block id %s', (_what, before, typed, written) => {
    expect(add(note(before), { text: typed, gated: true })).toContain(`\n${written}\n`);
  });

  test.each([
    ['lines', 'One\n2. [x] Two', 'One 2. [x] Two'],
    ['a heading', '# Objective', '\\# Objective'],
    ['a block id', 'Do it ^s1', 'Do it \\^s1'],
    ['a comment', 'Do %%it%%', 'Do % %it% %'],
  ])('as one line of text, with %s in it', (_what, typed, written) => {
    const text = add(note('1. [ ] A ^s1'), { text: typed, gated: false });
    expect(text).toContain(`\n2. [ ] ${written}\n`);
    expect(parsePlan(text, path).plan?.steps).toHaveLength(2);
  });
});

test.each([
  ['a hand that the step does not need', note('1. [ ] A'), '✋ Send it'],
  ['a hand elsewhere in it', note('1. [ ] A'), 'One\n2. [x] ✋ Two'],
  ['no words', note('1. [ ] A'), '(requires approval)'],
  ['a plan without steps', note(''), 'New'],
  ['a plan that cannot be read', note('1. [ ] A').replace('status: Active', 'status: ?'), 'New'],
])('nothing is added for %s', (_what, text, typed) => {
  expect(addedStep(text, path, { text: typed, gated: false }, [])).toMatchObject({ ok: false });
});

test('nothing is added where the number in another step’s “(after …)” would mean another one', () => {
  const text = note('1. [x] A\n2. [ ] B\n3. [ ] C (after 2)');
  const step = { text: 'New', gated: false };
  expect(addedStep(text, path, step, [], 1)).toMatchObject({ error: { path, line: 18 } });
  expect(addedStep(text.replace('after 2', 'after 1'), path, step, [], 1)).toMatchObject({
    ok: true,
  });
  expect(addedStep(text, path, step, [])).toMatchObject({ ok: true });
});

test('a long plan with nothing but empty lines behind its last step is read in one pass', () => {
  const added = addedStep(
    note(`1. [ ] A\n${' \n'.repeat(50_000)}`),
    path,
    {
      text: 'New',
      gated: false,
    },
    [],
  );
  expect(added).toMatchObject({ ok: true, value: { insert: '\n2. [ ] New' } });
});
