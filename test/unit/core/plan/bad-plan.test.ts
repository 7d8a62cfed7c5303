import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inlineText } from '../../../../src/core/text/inline-text.js';
import { parsePlan } from '../../../../src/core/plan/parse-plan.js';
import { planNote } from '../../../support/builders/plan-note.js';
import { runs } from '../../../support/run/test-length.js';

/** Each: the note, then `code line` of every problem in order. */
const BROKEN: readonly (readonly [name: string, text: string, problems: readonly string[]])[] = [
  [
    'nothing at all',
    '',
    ['front_matter_missing 1', 'section_missing 1', 'section_missing 1', 'section_missing 1'],
  ],
  ['no front matter', planNote().replace(/^---\n/u, ''), ['front_matter_missing 1']],
  ['JavaScript front matter', planNote().replace('---', '---js'), ['front_matter_invalid 1']],
  ['an unclosed front matter', planNote().replace('\n---\n', '\n'), ['front_matter_unclosed 1']],
  ['broken YAML', planNote({ priority: 'Re: x' }), ['front_matter_invalid 5']],
  ['an alias bomb', planNote({ priority: '&a [x]\nb: [*a, *a, *a]' }), ['front_matter_invalid 6']],
  [
    'a property given twice',
    planNote({ status: 'Active\nstatus: Done' }),
    ['front_matter_invalid 7'],
  ],
  ['no task_id', planNote({ task_id: null }), ['key_missing 6']],
  ['an empty task_id', planNote({ task_id: '' }), ['key_missing 2']],
  ['a task_id of an item', planNote({ task_id: 'T-1' }), ['key_invalid 2']],
  ['a task_id with two digits', planNote({ task_id: 'PLAN-2026-01' }), ['key_invalid 2']],
  ['a task_id with a path', planNote({ task_id: '../PLAN-2026-001' }), ['key_invalid 2']],
  ['no source_link', planNote({ source_link: null }), ['key_missing 6']],
  ['an empty source_link', planNote({ source_link: '" "' }), ['key_invalid 3']],
  ['an unquoted wikilink', planNote({ source_link: '[[Note]]' }), ['key_invalid 3']],
  ['no created_date', planNote({ created_date: null }), ['key_missing 6']],
  ['a created_date in words', planNote({ created_date: 'yesterday' }), ['key_invalid 4']],
  ['a day that never was', planNote({ created_date: '2026-02-30T10:00:00Z' }), ['key_invalid 4']],
  ['an hour that never was', planNote({ created_date: '2026-02-20T25:00:00Z' }), ['key_invalid 4']],
  ['no priority', planNote({ priority: null }), ['key_missing 6']],
  ['an unknown priority', planNote({ priority: 'urgent' }), ['key_invalid 5']],
  ['no status', planNote({ status: null }), ['key_missing 6']],
  ['a foreign status', planNote({ status: 'pending_approval' }), ['key_invalid 6']],
  [
    'several wrong properties',
    planNote({ priority: 'x', status: null }),
    ['key_invalid 5', 'key_missing 6'],
  ],
  ['no Objective', without('# Objective\nDo it.\n\n'), ['section_missing 9']],
  ['no Roadmap', without('## Roadmap\n1. [ ] One\n2. [ ] Two\n\n'), ['section_missing 15']],
  ['no Reasoning Logs', without('## Reasoning Logs\n'), ['section_missing 19']],
  [
    'a Roadmap in a fence',
    planNote().replace('## Roadmap', '```\n## Roadmap\n```'),
    ['section_missing 16'],
  ],
  [
    'a Roadmap that is no heading',
    planNote().replace('## Roadmap', '##Roadmap'),
    ['section_missing 15'],
  ],
  [
    'a Roadmap on level 4',
    planNote().replace('## Roadmap', '#### Roadmap'),
    ['section_missing 15'],
  ],
  ['two Roadmaps', `${planNote()}\n## ROADMAP\n`, ['section_duplicate 21']],
  ['two Objectives', `${planNote()}\n### objective\n`, ['section_duplicate 21']],
  [
    'the logs above the Roadmap',
    without('## Reasoning Logs\n').replace('## Roadmap', '## Reasoning Logs\n\n## Roadmap'),
    ['section_order 17'],
  ],
  [
    'the Objective at the end',
    `${without('# Objective\nDo it.\n\n')}\n# Objective\nDo it.\n`,
    ['section_order 18'],
  ],
  [
    'a block id on two steps',
    planNote().replace('One', 'One ^s1').replace('Two', 'Two ^S1'),
    ['block_id_duplicate 17'],
  ],
  ['10,001 steps', manySteps(10_001), ['too_many_steps 10016']],
  [
    'everything at once',
    planNote({ status: 'x' }).replace('## Roadmap', '## Steps'),
    ['key_invalid 6', 'section_missing 15'],
  ],
];

test.each(BROKEN)(
  '%s: every problem with place and advice, and no plan [FR-002]',
  (_name, text, expected) => {
    const { plan, problems } = parsePlan(text, 'Plans/a.md');
    expect(plan).toBeNull();
    expect(problems.map(({ code, line }) => `${code} ${String(line)}`)).toEqual(expected);
    for (const problem of problems) {
      expect(problem.path).toBe('Plans/a.md');
      expect(problem.column).toBeGreaterThanOrEqual(1);
      expect(problem.message).toMatch(/^[A-Z].*\.$/u);
      expect(problem.advice).toMatch(/^[A-Z].*\.$/u);
    }
  },
);

test.each(BROKEN)('%s: the same with CRLF', (_name, text) => {
  const place = ({ code, line }: { code: string; line?: number }) => [code, line];
  expect(parsePlan(text.replaceAll('\n', '\r\n'), 'a').problems.map(place)).toEqual(
    parsePlan(text, 'a').problems.map(place),
  );
});

describe('the advice for a property is right where it is copied from the Dashboard', () => {
  test.each([
    ['an unquoted wikilink', { source_link: '[[Note]]' }, 'source_link'],
    ['an unknown priority', { priority: 'urgent' }, 'priority'],
    ['a date in words', { created_date: 'yesterday' }, 'created_date'],
    ['an id of an item', { task_id: 'T-1' }, 'task_id'],
    ['a status of another tool', { status: 'in_progress' }, 'status'],
  ])('%s', (_what, changes, key) => {
    const advice = inlineText(parsePlan(planNote(changes), 'a.md').problems[0]?.advice ?? '');
    const example = /'[^']+'|(?<=one of )\w+/u.exec(advice)?.[0] ?? '';
    const { plan } = parsePlan(planNote({ ...changes, [key]: example }), 'a.md');
    expect(plan).not.toBeNull();
    expect(plan?.sourceLink).not.toMatch(/["']|\[ \[/u);
  });

  test('a colon without a space', () => {
    const text = planNote().replace('priority: high', 'priority:high');
    const [problem] = parsePlan(text, 'a.md').problems;
    expect(problem).toMatchObject({ line: 5 });
    expect(problem?.advice).toContain('a colon and a space after its name');
  });
});

describe('a section under another heading', () => {
  test.each([
    ['## Roadmap', '## Steps'],
    ['## Roadmap', '## Roadmap:'],
    ['## Roadmap', '## 🗺️ Roadmap'],
    ['## Roadmap', '### 3. ROADMAP'],
    ['## Roadmap', '**Roadmap**'],
    ['## Roadmap', 'Roadmap:'],
    ['## Roadmap', '##Roadmap'],
    ['## Roadmap', '##### Roadmap'],
    ['## Roadmap', '## Schritte'],
    ['## Roadmap', '## 步骤'],
    ['## Reasoning Logs', '## Reasoning Log'],
    ['## Reasoning Logs', '__Logs__'],
    ['# Objective', '# Goal'],
  ])('whose advice is followed to the letter gives the plan: %s as %s', (right, wrong) => {
    const text = planNote().replace(right, wrong);
    const { problems } = parsePlan(text, 'Plans/a.md');
    expect(problems).toHaveLength(1);
    const [, line, said, heading = ''] =
      /^If line (\d+), “(.*)”, is meant, write it as `(.*)`; if not, add that heading\.$/u.exec(
        problems[0]?.advice ?? '',
      ) ?? [];
    expect([said, problems[0]?.line]).toEqual([wrong, Number(line)]);
    const lines = text.split('\n');
    lines[Number(line) - 1] = heading;
    expect(lines.join('\n')).toBe(planNote());
  });

  test.each([
    ['code block', planNote().replace('Because.', '```\nBecause.')],
    ['comment', planNote().replace('Because.', '%%\nBecause.')],
  ])('in a %s that nothing closes says so', (what, text) => {
    const { problems } = parsePlan(text, 'Plans/a.md');
    expect(problems.map(({ line, advice }) => `${String(line)} ${advice}`)).toEqual([
      `16 End the ${what} that contains line 16, “## Roadmap”, above that line.`,
      `20 End the ${what} that contains line 20, “## Reasoning Logs”, above that line.`,
    ]);
  });

  test.each([
    ['a heading of ours', without('## Roadmap\n').replace('Because.', '- [ ] One')],
    ['a step', without('## Reasoning Logs\n').replace('Two', 'Log:')],
    ['prose', without('## Roadmap\n1. [ ] One\n2. [ ] Two\n').replace('Because.', 'Steps')],
  ])('is not taken from %s', (_what, text) => {
    const { problems } = parsePlan(text, 'Plans/a.md');
    expect(problems[0]?.advice).toMatch(/^Add the heading `## .*` here\.$/u);
  });
});

describe('what is odd but workable is a warning', () => {
  test.each([
    ['no Context', without('## Context\nBecause.\n\n'), 'section_missing 12'],
    [
      'Context elsewhere',
      `${without('## Context\nBecause.\n\n')}\n## Context\n`,
      'section_order 18',
    ],
    ['Context twice', `${planNote()}\n## Context\n`, 'section_duplicate 21'],
    ['no steps', planNote().replaceAll(/^\d\. .*\n/gmu, ''), 'step_missing 16'],
    ['an unknown mark', planNote().replace('[ ] Two', '[-] Two'), 'step_mark_unknown 17'],
    ['an emoji mark', planNote().replace('[ ] Two', '[🎉] Two'), 'step_mark_unknown 17'],
    [
      'an unknown dependency',
      planNote().replace('Two', 'Two (after s9)'),
      'step_dependency_unknown 17',
    ],
    [
      'a dependency on itself',
      planNote().replace('Two', 'Two (after 2)'),
      'step_dependency_cycle 17',
    ],
    ['a cycle', planNote().replace('One', 'One (after 2)'), 'step_dependency_cycle 16'],
  ])('%s', (_name, text, expected) => {
    const { plan } = parsePlan(text, 'Plans/a.md');
    expect(plan?.warnings.map(({ code, line }) => `${code} ${String(line)}`)).toEqual([expected]);
    expect(plan?.warnings[0]).toMatchObject({ path: 'Plans/a.md' });
    expect(plan?.warnings[0]?.advice).not.toBe('');
  });
});

describe('large notes', () => {
  test('10,000 steps, each waiting for the one before, are read', () => {
    const { plan } = parsePlan(
      manySteps(10_000, (n) => ` (after s${String(n)}) ^s${String(n + 1)}`),
      'a',
    );
    expect(plan?.steps).toHaveLength(10_000);
    expect(plan?.warnings.map(({ code }) => code)).toEqual(['step_dependency_unknown']);
  });

  const OBJECTIVE = 'Do it.';
  const CONTEXT = 'Because.';
  const ROADMAP = '1. [ ] One';
  const LOGS = '## Reasoning Logs\n';

  test.each([
    ['one long line', OBJECTIVE, 'x'],
    ['spaces', OBJECTIVE, ' '],
    ['headings', CONTEXT, '\n# Some title'],
    ['sections', CONTEXT, '\n# Roadmap'],
    ['short lines', ROADMAP, '\nword'],
    ['fences', ROADMAP, '\n```'],
    ['open brackets', ROADMAP, '(after '],
    ['block ids', ROADMAP, ' ^s1'],
    ['signifiers', ROADMAP, '🔺'],
    ['log entries', LOGS, '- [2026-02-21T10:30:00Z] Agent: A — B.\n'],
    ['one log line', LOGS, '- [2026-02-21T10:30:00Z] '],
  ])('megabytes of %s are read without a throw', (_name, place, unit) => {
    const filling = unit.repeat(runs(5_000_000) / unit.length);
    const { plan, problems } = parsePlan(planNote().replace(place, `${place}${filling}`), 'a');
    expect(plan === null).toBe(problems.length > 0);
  });
});

test('no text whatever makes it throw', () => {
  const piece = fc.constantFrom(
    ...['---', '\n', '\r\n', '\ufeff', 'task_id: ', 'PLAN-2026-001', '# ', 'Objective', 'Roadmap'],
    ...[
      '## Reasoning Logs',
      '- [ ] ',
      '1. [x] ',
      '✋',
      ' ^s1',
      '(after 1)',
      '```',
      '%%',
      '<!--',
      '\t',
    ],
    ...[
      '&a ',
      '*a',
      '{',
      '[',
      '"',
      ': ',
      '__proto__',
      '\0',
      '\ud800',
      '- [2026-02-21T10:30:00Z] A: b',
    ],
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary' }))), (pieces) => {
      const { plan, problems } = parsePlan(pieces.join(''), 'a.md');
      expect(plan === null).toBe(problems.length > 0);
      for (const problem of problems) expect(problem.line).toBeGreaterThanOrEqual(1);
    }),
    { numRuns: runs(2_000) },
  );
});

function without(part: string): string {
  const text = planNote();
  if (!text.includes(part)) throw new Error(`Not in the note: ${part}`);
  return text.replace(part, '');
}

function manySteps(count: number, suffix: (n: number) => string = () => ''): string {
  const steps = Array.from({ length: count }, (_, n) => `- [ ] Step${suffix(n)}\n`).join('');
  return planNote().replace(/1\. .*\n2\. .*\n/u, steps);
}
