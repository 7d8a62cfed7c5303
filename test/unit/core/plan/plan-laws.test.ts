import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits, type Edit } from '../../../../src/core/text/edit.js';
import {
  addStepId,
  appendLog,
  nextStepId,
  setStatus,
  tickStep,
  untickStep,
} from '../../../../src/core/plan/edit-plan.js';
import { isOurReason } from '../../../../src/core/plan/blocked-reason.js';
import { parsePlan } from '../../../../src/core/plan/parse-plan.js';
import { PLAN_STATUSES, PRIORITIES, type Plan } from '../../../../src/core/plan/plan.js';
import { plainLine } from '../../../../src/core/text/text-line.js';
import { renderPlan } from '../../../../src/core/plan/render-plan.js';
import { runs } from '../../../support/run/test-length.js';

const words = fc.string({
  unit: fc.constantFrom(...'ab 1.,:()[]^#-*_`%<>!"\'\\|✋🎉é請\t'),
  maxLength: 24,
});
const entry = fc.record({
  at: fc.constant('2026-02-21T10:30:00Z'),
  actor: fc.constantFrom('Human', 'Agent', 'Agent (Claude)', 'Countersign'),
  action: fc.oneof(words, fc.string({ unit: 'binary' })),
  rationale: fc.oneof(words, fc.string({ unit: 'binary' })),
});

/** Notes as people, sync and other tools leave them. */
const planText = fc
  .record({
    properties: fc.shuffledSubarray(
      [
        'task_id: PLAN-2026-001',
        'source_link: "[[a]]" # from there',
        "created_date: '2026-02-21T10:30:00Z'",
        'priority: high',
      ],
      { minLength: 4 },
    ),
    status: fc.constantFrom('status: Active', 'status:   "Blocked"', "status: 'draft' # why"),
    reason: fc.constantFrom(
      '',
      'blocked_reason: null\n',
      'blocked_reason: x: y',
      'blocked_reason: |\n  x\n',
    ),
    unknown: fc.constantFrom(
      '',
      '# a comment',
      'tags:\n  - a\n  - b',
      'cssclasses: [a]',
      'n: {a: 1}',
    ),
    steps: fc.array(
      fc.record({
        bullet: fc.constantFrom('1. ', '2) ', '- ', '* ', '+ ', '-\t', '   - '),
        mark: fc.constantFrom(' ', 'x', 'X', '-', '/', '🎉'),
        text: words,
        tail: fc.constantFrom(
          '',
          '  ',
          ' ✅ 2026-02-21',
          ' (after 1)',
          '\n\t- [ ] nested',
          '\n\nA remark\n',
        ),
      }),
      { maxLength: 6 },
    ),
    sections: fc.array(
      fc.constantFrom(
        '## Notes\n- [ ] no step\n',
        '%%\n- [ ] hidden\n%%\n',
        '```\n## Roadmap\n```\n',
      ),
      {
        minLength: 4,
        maxLength: 4,
      },
    ),
    log: fc.array(
      fc.constantFrom('- [2026-02-21T10:30:00Z] Agent: A — B.', 'free text', '', '| a |'),
    ),
    tail: fc.constantFrom(
      '',
      '\n',
      '\n\n',
      '\n## After\ntext\n',
      '\n%% countersign {"a":1} %%\n',
      '\n```\nopen',
    ),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '\ufeff'),
  })
  .map((note) => {
    const reason = note.reason.replace('x: y', '"x: y"');
    const properties = [...note.properties, note.status, reason, note.unknown].filter(Boolean);
    const steps = note.steps.map(({ bullet, mark, text, tail }) => {
      return `${bullet}[${mark}] ${text.replace(/\^/gu, '')}${tail}`;
    });
    const [first = '', second = '', third = '', fourth = ''] = note.sections;
    const text = [
      ...['---', ...properties, '---', first, '# Objective', 'Do it.', '', second],
      ...['## Context', 'Because.', third, '## Roadmap', ...steps, '', fourth],
      ...['## Reasoning Logs', ...note.log],
    ].join('\n');
    return note.mark + (text + note.tail).replaceAll('\n', note.lineEnd);
  });

function parse(text: string): Plan {
  const { plan, problems } = parsePlan(text, 'Plans/a.md');
  if (plan === null) throw new Error(`${JSON.stringify(problems)}\n${text}`);
  return plan;
}

/** The note without the two properties that a change of status writes. */
function withoutStatus(text: string): string {
  return text.replace(/^(?:status:.*|blocked_reason:(?: \|\r?\n {2}x|.*))\r?\n/gmu, '');
}

/** The lines that an edit took away and put in, with their line ends. */
function difference(before: string, after: string): { removed: string[]; added: string[] } {
  const old = before.split(/(?<=\n)/u);
  const fresh = after.split(/(?<=\n)/u);
  while (old.length > 0 && fresh.length > 0 && old[0] === fresh[0]) {
    old.shift();
    fresh.shift();
  }
  while (old.length > 0 && fresh.length > 0 && old.at(-1) === fresh.at(-1)) {
    old.pop();
    fresh.pop();
  }
  return { removed: old, added: fresh };
}

describe('an edit of any plan note touches only the line it must', () => {
  test('ticking changes exactly one character', () => {
    fc.assert(
      fc.property(planText, fc.nat(), (text, pick) => {
        const plan = parse(text);
        const step = plan.steps[pick % Math.max(1, plan.steps.length)];
        if (step === undefined) return;
        for (const edits of [tickStep(plan, step), untickStep(plan, step)]) {
          const after = applyEdits(text, edits);
          if (edits.length === 0) expect(after).toBe(text);
          else {
            const changed = [...after].filter((character, at) => character !== [...text][at]);
            expect([...after]).toHaveLength([...text].length);
            expect(changed).toHaveLength(1);
            const twin = parse(after).steps[step.position - 1];
            expect({ ...twin, mark: step.mark, done: step.done, lineEnd: 0 }).toEqual({
              ...step,
              lineEnd: 0,
            });
          }
        }
        expect(parse(applyEdits(text, tickStep(plan, step))).steps[step.position - 1]?.done).toBe(
          true,
        );
      }),
    );
  });

  test('a status changes its line, and the line of the reason', () => {
    fc.assert(
      fc.property(planText, fc.constantFrom(...PLAN_STATUSES), words, (text, status, why) => {
        const plan = parse(text);
        const reason = status === 'Blocked' ? why : null;
        const after = applyEdits(text, setStatus(plan, status, reason));
        const twin = parse(after);
        expect(twin.status).toBe(status);
        const { blockedReason: before } = plan;
        const isKept = status !== 'Blocked' && before !== null && !isOurReason(before);
        expect(twin.blockedReason).toBe(isKept ? before : reason);
        expect(twin.text.slice(twin.frontMatter.bodyStart)).toBe(
          text.slice(plan.frontMatter.bodyStart),
        );
        const kept = [...plan.frontMatter.fields].filter(
          ([key]) => !['status', 'blocked_reason'].includes(key),
        );
        expect([...twin.frontMatter.fields]).toEqual(expect.arrayContaining(kept));
        expect(withoutStatus(after)).toBe(withoutStatus(text));
      }),
    );
  });

  test('a log entry adds whole lines and keeps every old character [R1]', () => {
    fc.assert(
      fc.property(planText, fc.array(entry, { minLength: 1, maxLength: 3 }), (text, entries) => {
        const plan = parse(text);
        const edits = appendLog(plan, entries);
        const after = applyEdits(text, edits);
        expect(edits.every(({ remove }) => remove === 0)).toBe(true);
        expect(difference(text, after).added.join('').split('\n').length).toBeGreaterThanOrEqual(
          entries.length,
        );
        const twin = parse(after);
        expect(twin.log).toHaveLength(plan.log.length + entries.length);
        expect(twin.log.slice(0, plan.log.length)).toEqual(plan.log);
        expect(twin.otherLogLines).toBe(plan.otherLogLines);
        expect(twin.steps).toEqual(plan.steps);
        expect(/\r\n/u.test(after) && /[^\r]\n/u.test(after)).toBe(false);
      }),
    );
  });

  test('a block id is added at the end of its line and read back', () => {
    fc.assert(
      fc.property(planText, fc.nat(), (text, pick) => {
        const plan = parse(text);
        const step = plan.steps[pick % Math.max(1, plan.steps.length)];
        if (step === undefined) return;
        const id = nextStepId(plan, step, []);
        const after = applyEdits(text, addStepId(plan, step, id));
        const { removed, added } = difference(text, after);
        expect(added).toHaveLength(1);
        expect(added.join('').replace(` ^${id}`, '')).toBe(removed.join(''));
        const twin = parse(after).steps[step.position - 1];
        expect(twin).toMatchObject({ id, text: step.text, gated: step.gated, done: step.done });
      }),
    );
  });

  test('several edits of one note apply together', () => {
    fc.assert(
      fc.property(planText, entry, (text, record) => {
        const plan = parse(text);
        const [step] = plan.steps;
        const edits: Edit[] = [
          ...setStatus(plan, 'Blocked', 'x'),
          ...appendLog(plan, [record]),
          ...(step === undefined ? [] : [...tickStep(plan, step), ...addStepId(plan, step, 's1')]),
        ];
        const twin = parse(applyEdits(text, edits));
        expect(twin.status).toBe('Blocked');
        expect(twin.log).toHaveLength(plan.log.length + 1);
        if (step !== undefined) expect(twin.steps[0]).toMatchObject({ done: true, id: 's1' });
      }),
    );
  });
});

describe('a plan that was written', () => {
  const line = fc.oneof(words, fc.string({ unit: 'binary', maxLength: 12 }));
  const lines = fc.array(
    fc.oneof(
      line,
      fc.constantFrom(
        '# a',
        '- [ ] b',
        '1. [x] c',
        '```',
        '> - ```',
        '<code>',
        '$=',
        '---',
        ' ^s1',
        '%%',
        '<!--',
        '\\# d',
        '   ',
      ),
    ),
  );

  test('is read back with the same values, whatever its texts say [FR-002] [FR-003]', () => {
    fc.assert(
      fc.property(
        fc.record({
          sourceLink: line.filter((text) => /[^\s\p{Cc}]/u.test(text)),
          priority: fc.constantFrom(...PRIORITIES),
          status: fc.constantFrom(...PLAN_STATUSES),
          objective: lines.map((all) => all.join('\n')),
          context: lines.map((all) => all.join('\n')),
          steps: fc.array(fc.record({ text: line, gated: fc.boolean() }), { maxLength: 6 }),
          log: fc.array(entry, { maxLength: 3 }),
        }),
        (input) => {
          const created = { taskId: 'PLAN-2026-001', createdAt: Date.UTC(2026, 1, 21) };
          const text = renderPlan({ ...created, ...input });
          const plan = parse(text);
          expect(plan.priority).toBe(input.priority);
          expect(plan.status).toBe(input.status);
          expect(plan.objective).toBe(plainLine(folded(input.objective)));
          expect(plan.context.replace(/\s+/gu, ' ')).toBe(plainLine(folded(input.context)));
          expect(plan.steps).toHaveLength(input.steps.length);
          expect(plan.steps.every(({ done }) => !done)).toBe(true);
          for (const [index, step] of plan.steps.entries()) {
            if (input.steps[index]?.gated === true)
              expect(step).toMatchObject({ gated: true, id: `s${String(index + 1)}` });
          }
          expect(plan.log).toHaveLength(input.log.length);
          expect(plan.otherLogLines).toBe(0);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  test('says each step in its own words', () => {
    const wording = fc.string({ unit: fc.constantFrom(...'abc 1.,:[]#-*`"✋é請'), minLength: 1 });
    fc.assert(
      fc.property(fc.array(wording, { minLength: 1 }), (texts) => {
        const steps = texts.map((text) => ({ text, gated: true }));
        const plan = parse(
          renderPlan({
            taskId: 'PLAN-2026-001',
            sourceLink: 'x',
            createdAt: 0,
            priority: 'low',
            status: 'Draft',
            objective: '',
            context: '',
            steps,
            log: [],
          }),
        );
        expect(plan.steps.map(({ text }) => text)).toEqual(
          texts.map((text, index) => {
            const said = text.trim().replace(/ {2,}/gu, ' ').replace(/^✋ ?/u, '');
            return said === '' ? `Step ${String(index + 1)}` : said;
          }),
        );
      }),
    );
  });

  /** One line, with what hides text drawn apart, as the writer does it. */
  function folded(text: string): string {
    return text
      .split(/\r\n|[\n\r\u2028\u2029]/u)
      .map((part) => part.replace(/[\s\p{Cc}\ufeff]+/gu, ' ').trim())
      .join(' ')
      .replace(/%(?=%)/gu, '% ')
      .replaceAll('<!--', '<! --')
      .replace(/ +/gu, ' ')
      .trim();
  }
});

test('a note that is no plan gives nothing that could be edited', () => {
  const pieces = fc.array(
    fc.constantFrom(
      '---\n',
      'task_id: x\n',
      '# Objective\n',
      '## Roadmap\n',
      '- [ ] a\n',
      'a: b: c\n',
    ),
  );
  fc.assert(
    fc.property(pieces, (parts) => {
      const { plan, problems } = parsePlan(parts.join(''), 'a.md');
      expect(plan).toBeNull();
      expect(problems.length).toBeGreaterThan(0);
    }),
  );
});
