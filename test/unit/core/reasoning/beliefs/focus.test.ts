import { describe, expect, test } from 'vitest';
import { focusOf } from '../../../../../src/core/reasoning/beliefs/focus.js';
import { questionsOf } from '../../../../../src/core/reasoning/beliefs/questions.js';
import { memoryBlock, reasoningTrace } from '../../../../../src/core/reasoning/beliefs/memory.js';
import { structureOf } from '../../../../../src/core/reasoning/architecture.js';
import { foldedRecord, twoSided } from '../../../../support/builders/folded-record.js';

const wanted = {
  ...{ sessionId: 'A', taskId: 'PLAN-2026-001', updatedAt: '', policyFallbacks: [] },
  budget: 6_000,
};
const trace = (...lines: readonly string[]) => reasoningTrace(foldedRecord(...lines), wanted);
const memory = (...lines: readonly string[]) => memoryBlock(foldedRecord(...lines), wanted);
const structure = (...lines: readonly string[]) =>
  structureOf(foldedRecord(...lines), { taskId: 'PLAN-2026-001', objective: '', context: '' });
const parts = ['00 Subsystem — Net ^f-aaaaaa', '00 Subsystem — Disk ^f-bbbbbb'];
const under = (id: string) => ` [under:: [[#^${id}]]]`;
const reason = 'selected_hypothesis_reason';

describe('the focus', () => {
  test('also looks at questions of no subsystem, and of goals below one', () => {
    expect(memory(...parts, ...twoSided('a'))).toMatchObject({
      ...{ focus_subsystem: null, next_probe: 'Look a' },
    });
    const below = ['00 Goal — Fast [under:: [[#^f-bbbbbb]]] ^g-aaaaaa'];
    expect(memory(...parts, ...below, ...twoSided('a', under('g-aaaaaa')))).toMatchObject({
      ...{ focus_subsystem: 'Disk', next_probe: 'Look a' },
    });
  });

  test('says what is true where no probe is left, and where nothing is open', () => {
    const seen = '04 Observed — yes [probe:: [[#^p-aaaaaa]]] [outcome:: yes] ^b-aaaaaa';
    const reasonOf = (...lines: readonly string[]) => {
      const graph = foldedRecord(...lines);
      return focusOf(graph, questionsOf(graph)).reason;
    };
    expect(reasonOf(...twoSided('a'), seen)).toBe('No probe is left that is known to settle more.');
    expect(reasonOf(...twoSided('a'), '04 Chose [[#^h-aaaaaa]]')).toBe('No question is open.');
  });

  test('leaves a subsystem when its last question is settled, and says why it stays otherwise', () => {
    const lines = [
      ...[...parts, ...twoSided('a', under('f-aaaaaa'), 0.6)],
      ...[...twoSided('b', under('f-bbbbbb')), '03 Focus on [[#^f-aaaaaa]] — Its log is at hand'],
      // Of no probe, so it does not count.
      '04 Observed — Rain [informs:: [[#^q-aaaaaa]]] ^b-aaaaaa',
    ];
    expect(memory(...lines)).toMatchObject({ focus_subsystem: 'Net', next_probe: 'Look a' });
    expect(trace(...lines)[reason]).toBe(
      'The next probe is expected to take away 0.1 bits of what is uncertain.',
    );
    expect(trace(...parts, lines.at(-2) ?? '', ...lines.slice(-1))).toMatchObject({
      focus_subsystem: 'Net',
    });
    expect(memory(...lines, '05 Chose [[#^h-aaaaaa]]')).toMatchObject({
      ...{ focus_subsystem: 'Disk', next_probe: 'Look b' },
    });
  });

  test('is never on a subsystem that was set aside, and its risks are none of the whole', () => {
    const lines = [
      ...[...parts, '02 Note on [[#^f-aaaaaa]] — risk: Slow', '03 Focus on [[#^f-aaaaaa]]'],
      ...[...twoSided('a', under('f-aaaaaa')), '04 Note on [[#^f-aaaaaa]] — set aside: Not ours'],
    ];
    expect(trace(...lines)).toMatchObject({ focus_subsystem: null, integration_risks: [] });
    expect(memory(...lines)).toMatchObject({ next_probe: null, candidate_hypotheses: [] });
  });

  test('is the same in the five parts as in the memory block, when it has moved', () => {
    const lines = [
      ...[...parts, ...twoSided('a', under('f-aaaaaa')), ...twoSided('b', under('f-bbbbbb'))],
      '03 Focus on [[#^f-aaaaaa]]',
      '04 Observed — yes [probe:: [[#^p-aaaaaa]]] [outcome:: yes] ^b-aaaaaa',
    ];
    expect(memory(...lines)).toMatchObject({ focus_subsystem: 'Disk' });
    expect(structure(...lines).focus).toMatchObject({ text: 'Disk' });
    expect(structure(...lines.slice(0, -2)).focus).toBeNull();
  });
});

test.each([20, 2_000, 9_000])(
  'a memory block and a trace keep their budget, with texts of %d characters each [SUB-5]',
  (length) => {
    const long = 'x'.repeat(length);
    const lines = [
      ...[`00 Subsystem — ${long} ^f-aaaaaa`, ...twoSided('a', under('f-aaaaaa'))],
      `03 Probe for [[#^q-aaaaaa]] — ${long} ^p-cccccc`,
      `03 Expected under [[#^h-aaaaaa]] — yes: 1 [probe:: [[#^p-cccccc]]]`,
      `03 Expected under [[#^h-baaaaa]] — no: 1 [probe:: [[#^p-cccccc]]]`,
      `04 Focus on [[#^f-aaaaaa]] — ${long}`,
      ...Array.from(
        { length: 200 },
        (_, at) => `05 Note on [[#^f-aaaaaa]] — invariant: ${at} ${long}`,
      ),
    ];
    for (const make of [memoryBlock, reasoningTrace])
      for (let budget = 2_800; budget < 2_830; budget += 1) {
        const block = make(foldedRecord(...lines), { ...wanted, budget });
        expect(JSON.stringify(block).length).toBeLessThanOrEqual(budget);
        expect(block['focus_subsystem']).toContain('x');
        expect(block['left_out']).toBeGreaterThan(0);
      }
  },
);

describe('the next step', () => {
  test('is what was noted last of anything, until something is observed and a probe is left', () => {
    const lines = [
      ...[...parts, ...twoSided('a'), ...twoSided('b')],
      ...[
        '10 Note on [[#^f-bbbbbb]] — next step: New',
        '03 Note on [[#^f-aaaaaa]] — next step: Old',
      ],
    ];
    expect(structure(...lines).nextStep).toBe('New');
    const seen = '20 Observed — yes [probe:: [[#^p-aaaaaa]]] [outcome:: yes] ^b-aaaaaa';
    expect(structure(...lines, seen).nextStep).toBe('Look b');
    const settled = ['21 Chose [[#^h-aaaaaa]]', '21 Chose [[#^h-aaaaab]]'];
    expect(structure(...lines, seen, ...settled).nextStep).toBe('New');
  });

  test('the goal of the whole is no goal below a part', () => {
    const goals = [
      '01 Goal — A part of it [under:: [[#^f-aaaaaa]]] ^g-aaaaaa',
      '02 Goal — All ^g-bbbbbb',
    ];
    expect(structure(...parts, ...goals).systemGoal).toBe('All');
  });
});
