import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../../../src/core/text/edit.js';
import { joinLogs, missingBlocks } from '../../../../../src/core/plan/duplicates/join-logs.js';
import { parsePlan } from '../../../../../src/core/plan/parse-plan.js';
import { foldRecord } from '../../../../../src/core/reasoning/decision-graph.js';
import { readPlanRecord } from '../../../../../src/core/reasoning/record-lines.js';
import type { LogRecord, Plan } from '../../../../../src/core/plan/plan.js';
import { logOf, twinNote, twinPlanOf } from '../../../../support/builders/twin-note.js';
import { runs } from '../../../../support/run/test-length.js';

const entry: LogRecord = {
  at: '2026-02-21T12:00:00Z',
  actor: 'Countersign',
  action: 'Consolidated x into this plan',
  rationale: 'It has the same task_id',
};
const told =
  '- [2026-02-21T12:00:00Z] Countersign: Consolidated x into this plan — It has the same task_id.';
const at = (minute: number, what: string): string =>
  `- [2026-02-21T10:${String(minute).padStart(2, '0')}:00Z] Agent: ${what} — Why.`;

function joined(kept: Plan, other: Plan): string {
  const edits = joinLogs(kept, other, entry);
  if (!edits) throw new Error('They do not make one');
  return applyEdits(kept.text, edits);
}

describe('the other log’s lines', () => {
  test.each<[string, string[], string[], string[]]>([
    ['that the kept one has are not added', [at(1, 'A')], [at(1, 'A')], [at(1, 'A')]],
    [
      'go where their times belong',
      [at(1, 'A'), at(5, 'C')],
      [at(3, 'B'), at(9, 'D')],
      [at(1, 'A'), at(3, 'B'), at(5, 'C'), at(9, 'D')],
    ],
    [
      'come above everything when they are older',
      [at(5, 'B')],
      [at(1, 'A')],
      [at(1, 'A'), at(5, 'B')],
    ],
    ['stay behind those of the same time', [at(5, 'A')], [at(5, 'B')], [at(5, 'A'), at(5, 'B')]],
    [
      'leave a log that is out of order as it is',
      [at(9, 'X'), at(1, 'Y')],
      [at(5, 'B')],
      [at(9, 'X'), at(1, 'Y'), at(5, 'B')],
    ],
    [
      'said twice stay said twice',
      [at(1, 'A')],
      [at(1, 'A'), at(1, 'A')],
      [at(1, 'A'), at(1, 'A')],
    ],
    [
      'that belong to an entry go with it',
      [at(5, 'C')],
      [at(1, 'A'), '  with a remark', '```', '', 'code', '```'],
      [at(1, 'A'), '  with a remark', '```', 'code', '```', at(5, 'C')],
    ],
    [
      'that a longer block has are not taken for a shorter one as well',
      [at(1, 'A'), 'x'],
      [at(1, 'A'), at(1, 'A'), 'x'],
      [at(1, 'A'), 'x', at(1, 'A')],
    ],
    [
      'count once, also where two blocks meet in one place',
      [at(1, 'A'), 'y', 'x'],
      ['y', 'x', at(1, 'A'), 'y'],
      [at(1, 'A'), 'y', 'x', at(1, 'A'), 'y'],
    ],
    [
      'in any other form are kept as well',
      [at(5, 'C')],
      ['free text', '| a | b |'],
      [at(5, 'C'), 'free text', '| a | b |'],
    ],
  ])('%s', (_what, kept, other, expected) => {
    const text = joined(twinPlanOf({ log: kept }), twinPlanOf({ log: other }));
    expect(logOf(text)).toEqual([...expected, told]);
  });

  test('say of which plan they are when it has another id', () => {
    const kept = twinPlanOf({ log: [at(1, 'A')] });
    const other = twinPlanOf({ id: 'PLAN-2026-002', log: [at(2, 'Marked step 1 complete')] });
    const text = joined(kept, other);
    expect(logOf(text)[1]).toBe(`${at(2, 'Marked step 1 complete')} (of PLAN-2026-002)`);
    expect(missingBlocks(twinPlanOf(text), other)).toEqual([]);
  });

  test('keep their block id at the end', () => {
    const kept = twinPlanOf({ log: [at(1, 'A')] });
    const other = twinPlanOf({ id: 'PLAN-2026-002', log: [`${at(2, 'B')} ^d-7k2mxa`] });
    const text = joined(kept, other);
    expect(logOf(text)[1]).toBe(`${at(2, 'B')} (of PLAN-2026-002) ^d-7k2mxa`);
    expect(missingBlocks(twinPlanOf(text), other)).toEqual([]);
  });

  test('of a decision record keep their words, and have other ids where the kept note has other nodes under theirs', () => {
    const record = (body: string): string => `- [2026-02-21T10:01:00Z] Agent: ${body}`;
    const same = record('Decision — Whom to ask ^d-cccccc');
    const kept = twinPlanOf({
      log: [
        same,
        record('Decision — How ^d-aaaaaa'),
        record('Option for [[#^d-aaaaaa|How]] — By mail ^o-aaaaaa'),
      ],
    });
    const other = twinPlanOf({
      id: 'PLAN-2026-002',
      log: [
        ...[
          same,
          record('Decision — When ^d-aaaaaa'),
          record('Option for [[#^d-aaaaaa|How]] — By mail ^o-aaaaaa'),
        ],
        ...[
          record('Chose [[#^o-aaaaaa]] — It is ^x'),
          record('Observed — Rain [informs:: [[#^d-aaaaaa]], [[#^d-cccccc]]] ^b-aaaaaa'),
        ],
      ],
    });
    const note = joined(kept, other);
    const plan = parsePlan(note, kept.path).plan;
    const { lines, problems } = plan ? readPlanRecord(plan) : { lines: [], problems: ['none'] };
    const graph = foldRecord(lines);
    expect([problems, graph.problems]).toEqual([[], []]);
    const idOf = (text: string, nth = 0) =>
      lines.filter((one) => one.id !== null && one.text === text)[nth]?.id ?? '';
    expect(new Set([idOf('How'), idOf('When'), idOf('Whom to ask')]).size).toBe(3);
    expect(graph.edges.map(({ kind, from, to }) => [kind, from, to])).toEqual(
      expect.arrayContaining([
        ['considers', 'd-aaaaaa', 'o-aaaaaa'],
        ['considers', idOf('When'), idOf('By mail', 1)],
        ['chooses', idOf('When'), idOf('By mail', 1)],
        ['informs', 'b-aaaaaa', idOf('When')],
        ['informs', 'b-aaaaaa', 'd-cccccc'],
      ]),
    );
    expect(note).not.toContain('(of PLAN-2026-002) ^');
  });

  test('get the line ends of the kept note', () => {
    const kept = twinPlanOf(twinNote().replaceAll('\n', '\r\n'));
    const text = joined(kept, twinPlanOf({ log: [at(2, 'B')] }));
    expect(text.match(/[^\r]\n/g)).toBeNull();
  });

  test.each([
    ['a heading', ['### Week 2', at(2, 'B')]],
    ['a code block that nothing closes', [at(2, 'B'), '```', 'open']],
  ])('do not make one log when they hold %s', (_what, log) => {
    const kept = twinPlanOf(twinNote().replace('## Reasoning', '### Reasoning'));
    const other = twinPlanOf({ log });
    expect(joinLogs(kept, other, entry)).toBeNull();
  });
});

const line = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom('A', 'B', 'C'))
    .map(([m, w]) => at(m, w)),
  fc.constantFrom(
    'free text',
    '  continued',
    '| a |',
    '- 2026-02-21 Agent: Short',
    '%% hidden %%',
    '```\nx\n\ny\n```',
    '#### deep',
    '- [ ] box',
  ),
);
const log = fc.array(line, { maxLength: 8 });
const ids = fc.constantFrom('PLAN-2026-001', 'PLAN-2026-002');
const newline = fc.constantFrom('\n', '\r\n');

test('of any two plans no line of either log is lost, none of the kept one is touched, and doing it again changes nothing [EC2] [SC-007]', () => {
  fc.assert(
    fc.property(log, log, ids, newline, (first, second, id, ends) => {
      const kept = twinPlanOf(twinNote({ log: first }).replaceAll('\n', ends));
      const other = twinPlanOf({ id, log: second });
      const edits = joinLogs(kept, other, entry);
      if (edits === null) return;
      expect(edits.every(({ remove }) => remove === 0)).toBe(true);
      const text = applyEdits(kept.text, edits);
      const after = twinPlanOf(text);
      expect(after.steps.map(({ text: words, done }) => [words, done])).toEqual(
        kept.steps.map(({ text: words, done }) => [words, done]),
      );
      const seen = logOf(text).map((said) => said.replace(' (of PLAN-2026-002)', '').trimEnd());
      for (const wanted of logOf(other.text)) {
        if (wanted.startsWith('%%')) continue;
        const count = (lines: string[]) => lines.filter((said) => said === wanted.trimEnd()).length;
        expect(count(seen), wanted).toBeGreaterThanOrEqual(count(logOf(other.text)));
      }
      expect(joinLogs(after, other, entry)).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});
