import { describe, expect, test } from 'vitest';
import { parsePlan } from '../../../../src/core/plan/parse-plan.js';
import { planNote } from '../../../support/builders/plan-note.js';

/** The codes of what is said of a Roadmap in which these lines stand behind the first step. */
function saidOf(...lines: readonly string[]): readonly string[] {
  const note = planNote().replace('2. [ ] Two', lines.join('\n'));
  const { plan } = parsePlan(note, 'Plans/a.md');
  return (plan?.warnings ?? []).map(({ code, line }) => `${code} ${String(line)}`);
}

describe('a line that somebody meant as a step, and that is none, is said', () => {
  test.each([
    ['an empty box', '2. [] Pay the bank'],
    ['a box of two spaces', '2. [  ] Pay the bank'],
    ['no space behind the box', '2. [ ]Pay the bank'],
    ['no space before the box', '2.[ ] Pay the bank'],
    ['no space behind the bullet', '-[ ] Pay the bank'],
    ['a number without a box', '2. Pay the bank'],
    ['a hand without a box', '- ✋ Pay the bank'],
    ['a hand without a bullet', '✋ Pay the bank'],
    ['a box without a bullet', '[ ] Pay the bank'],
    ['a word before the box', 'Step 2: [ ] Pay the bank'],
    ['another bullet', '• [ ] Pay the bank'],
    ['a box that is drawn', '- ☐ Pay the bank'],
    ['a quote', '> - [ ] Pay the bank'],
    ['a ticked hand', '2. [x]✋ Pay the bank'],
    ['a drawn tick and a hand', '2. ☑ ✋ Pay the bank'],
    ['a ticked line with a block id', '- [ x ] Pay the bank ^s2'],
  ])('%s', (_what, line) => {
    expect(saidOf(line)).toEqual(['step_unread 17']);
  });

  test('boxes below an item without one', () => {
    expect(saidOf('- Then:', '  - [/] Pay the bank', '  - [ ] Log it')).toEqual(['step_unread 18']);
  });

  test('boxes that are indented as code', () => {
    const { plan } = parsePlan(
      planNote().replace('1. [ ] One\n2. [ ] Two', '\t- [x] One\n\t- [ ] Two'),
      'Plans/a.md',
    );
    expect(plan?.warnings.map(({ code }) => code)).toEqual(['step_unread']);
  });

  test('with its words, how many more there are, and what to do', () => {
    const note = planNote().replace('2. [ ] Two', '2. [] Pay `a` the bank\n3. Log it');
    const [said] = parsePlan(note, 'Plans/a.md').plan?.warnings ?? [];
    expect(said?.message).toBe(
      'A line looks like a step, but isn’t one: “2. [] Pay `a` the bank” (and 1 more).',
    );
    expect(said?.advice).toContain('Until then, the plan is not completed.');
  });
});

test.each([
  ['text and bullets', '- See the rate card', 'Some text.'],
  ['what is nested below a step', '   - [ ] detail', '   1. first', '   ✋ later'],
  ['a link', '- [x](https://example.com)', '[x]: https://example.com'],
  ['a fence', '```', '2. [] Pay the bank', '```'],
  ['a comment', '%% 2. [] Pay the bank %%'],
  ['a heading', '### 2. Later'],
  ['a number that somebody just typed', '2. '],
  ['what is ticked', '- [ x ] Pay', '-[x] Pay', '2. [X]Pay', '3. ☑ Pay', '> - [x] Pay'],
  ['what is ticked below an item without a box', '- Then:', '  - [x] Pay the bank'],
])('nothing is said of %s', (_what, ...lines) => {
  expect(saidOf(...lines)).toEqual([]);
});
