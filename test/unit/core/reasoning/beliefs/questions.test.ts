import { describe, expect, test } from 'vitest';
import {
  nextProbe,
  questionsOf,
  type QuestionView,
} from '../../../../../src/core/reasoning/beliefs/questions.js';
import { foldRecord } from '../../../../../src/core/reasoning/decision-graph.js';
import { readLongRecord } from '../../../../../src/core/reasoning/record-lines.js';
import { writeUp } from '../../../../../src/core/reasoning/write-up.js';

/** A record, one entry a minute. */
const recordOf = (...bodies: readonly string[]) =>
  foldRecord(
    readLongRecord(
      bodies.map((body, n) => `- [2026-02-21T10:${10 + n}:00Z] Agent: ${body}`).join('\n'),
      'Logs/reasoning/PLAN-2026-001-reasoning.md',
    ).lines,
  );
const first = (...bodies: readonly string[]): QuestionView => {
  const [question] = questionsOf(recordOf(...bodies));
  if (!question) throw new Error('There is no question.');
  return question;
};
const told = ({ beliefs }: QuestionView) => beliefs.problems.map(({ why }) => why).join('\n');

const base = [
  'Question — Why was it paid twice? ^q-aaaaaa',
  'Hypothesis for [[#^q-aaaaaa]] — The file came twice ^h-aaaaaa',
  'Hypothesis for [[#^q-aaaaaa]] — The upload was tried again ^h-bbbbbb',
  'Probe for [[#^q-aaaaaa]] — Read the log [cost:: 5 min] ^p-aaaaaa',
  'Probe for [[#^q-aaaaaa]] — Ask the bank [cost:: 10 mins] ^p-bbbbbb',
] as const;
const expected = ['p-aaaaaa', 'p-bbbbbb'].flatMap((probe) => [
  `Expected under [[#^h-aaaaaa]] — yes: 0.9, no: 0.1 [probe:: [[#^${probe}]]]`,
  `Expected under [[#^h-bbbbbb]] — yes: 0.1, no: 0.9 [probe:: [[#^${probe}]]]`,
]);
const yes = 'Observed — Two rows [probe:: [[#^p-aaaaaa]]] [outcome:: yes] ^b-aaaaaa';

describe('the questions of a record', () => {
  test('name no probe as the next one that was carried out, and ask for an outcome that counts [SUB-3]', () => {
    const view = first(...base, ...expected, yes.replace(':: yes', ':: perhaps'));
    expect(nextProbe(view)?.probe.id).toBe('p-bbbbbb');
    expect(told(view)).toContain('Record it again with one of these as its outcome: “yes”, “no”');
  });

  test('count what is said to be of two probes once, of the first [SUB-3]', () => {
    const once = first(...base, ...expected, yes).beliefs.shares;
    const both = [
      ...base,
      ...expected,
      yes.replace('aaaaaa]]]', 'aaaaaa]], [[#^p-bbbbbb]]]'),
    ] as const;
    expect(first(...both).beliefs.shares).toEqual(once);
    expect(recordOf(...both).problems).toEqual([
      expect.objectContaining({
        line: 10,
        why: 'An observation is of one probe, so ^p-bbbbbb is ignored.',
      }),
    ]);
  });

  test('leave out what is expected under a hypothesis of another question, and tell it [SUB-3]', () => {
    const stray = [
      'Question — Who was it? ^q-bbbbbb',
      'Hypothesis for [[#^q-bbbbbb]] — A clerk ^h-cccccc',
      'Expected under [[#^h-cccccc]] — someone: 1 [probe:: [[#^p-aaaaaa]]]',
    ] as const;
    const once = first(...base, ...expected, yes);
    const view = first(...base, ...expected, ...stray, yes);
    expect(view.beliefs.shares).toEqual(once.beliefs.shares);
    expect(view.probes.map(({ outcomeNames }) => outcomeNames)).toEqual(
      once.probes.map(({ outcomeNames }) => outcomeNames),
    );
    expect(told(view)).toContain('h-cccccc belongs to another question');
  });

  test.each([
    ['5 min', 0.1],
    ['5min', 0.1],
    ['0.5 Mins', 1],
    ['5', null],
    ['5 EUR', null],
  ])('compare probes by what they cost, at %s and 10 mins [SUB-3]', (cost, perUnit) => {
    const [one, ...more] = [...base, ...expected].map((body) =>
      body.replace('cost:: 5 min]', `cost:: ${cost}]`),
    );
    const view = first(one ?? '', ...more);
    const probe = view.probes.find(({ probe: { id } }) => id === 'p-aaaaaa');
    expect(told(view)).toBe('');
    if (perUnit === null) expect(probe?.gainPerCost).toBeNull();
    else expect(probe?.gainPerCost).toBeCloseTo((probe?.gainBits ?? 0) * 2 * perUnit, 9);
  });

  test.each(['1,5 h', '1e3 s', 'about 5 min', '5-10 min', '1 h 30 min'])(
    'tell that %s is no cost [SUB-3]',
    (cost) => {
      const [one, ...more] = [...base, ...expected].map((body) =>
        body.replace('cost:: 5 min]', `cost:: ${cost}]`),
      );
      const view = first(one ?? '', ...more);
      expect(told(view)).toContain(`“${cost}” is no cost that can be compared`);
      expect(view.probes.map(({ gainPerCost }) => gainPerCost)).toEqual([null, null]);
    },
  );

  test('do not call likelihoods expected that were said after the result [SUB-5]', () => {
    const after = 'Its likelihoods were said only after this was observed.';
    expect(writeUp(recordOf(...base, ...expected, yes))).not.toContain(after);
    const fitted = writeUp(recordOf(...base, yes, ...expected));
    expect(fitted).toContain(after);
    expect(fitted).not.toContain('It was expected to');
    // What is thought of later, and expected under it, had no say in what was observed before.
    const late = [
      'Hypothesis for [[#^q-aaaaaa]] — A clerk did it ^h-cccccc',
      'Expected under [[#^h-cccccc]] — yes: 0.5, no: 0.5 [probe:: [[#^p-aaaaaa]]]',
    ];
    expect(writeUp(recordOf(...base, ...expected, yes, ...late))).not.toContain(after);
  });

  test('name at most five likelihoods of a probe that are not said, and how many more', () => {
    const many = Array.from(
      { length: 12 },
      (_, n) => `Hypothesis for [[#^q-aaaaaa]] — Cause ${n} ^h-${'cdefghijklmn'[n] ?? ''}aaaaa`,
    );
    const [probe] = first(...base, ...many).probes;
    expect(probe?.lacks).toHaveLength(6);
    expect(probe?.lacks.at(-1)).toBe('The same of 9 more.');
  });
});
