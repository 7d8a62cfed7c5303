import { describe, expect, test } from 'vitest';
import { looksLikePlan } from '../../../../../src/core/plan/imports/recognize-plan.js';
import { planNote } from '../../../../support/builders/plan-note.js';

const note = planNote();
const [, , body = ''] = note.split('---\n');
const isMeant = (text: string, name = 'invoice'): boolean =>
  looksLikePlan(text, `Plans/client-a/${name}.md`);

describe('a note is meant as a plan', () => {
  test.each([
    ['in the form of the contract', note],
    ['with CRLF and BOM', `\ufeff${note.replaceAll('\n', '\r\n')}`],
    ['with a space behind the first line', note.replace('---', '--- ')],
    ['with an empty line on top', `\n${note}`],
    ['with a heading on top', `# My plan\n\n${note}`],
    ['in a fence, as answers are written', `\`\`\`markdown\n${note}\`\`\`\n`],
    ['with another word behind the dashes', note.replace('---', '---yaml')],
    ['with its key in quotes', note.replace('task_id:', '"task_id":')],
    ['with its key in another spelling', note.replace('task_id:', 'Task-ID:')],
    ['with properties that are indented', note.replace(/^(?=\w+: )/gmu, '  ')],
    ['with properties in braces', `---\n{"task_id":"PLAN-2026-001"}\n---\n${body}`],
    ['without its id', planNote({ task_id: null })],
    ['without properties', body],
    ['with its properties alone', '\n---\ntask_id: PLAN-2026-001\n---\nSome day.\n'],
  ])('%s', (_what, text) => {
    expect(isMeant(text)).toBe(true);
  });

  test.each(['', 'Hello', note.replaceAll('\n', '\r')])('by its name, whatever it says', (text) => {
    expect(isMeant(text, 'PLAN-2026-007')).toBe(true);
    expect(isMeant(text, 'plan-2026-7 draft')).toBe(true);
  });
});

describe('a note is nobody’s business', () => {
  test.each([
    ['of nothing', ''],
    ['of text', 'Hello'],
    ['with properties of its own', '---\ntags: [a]\n---\n# Ideas\n- [ ] Paint\n'],
    ['with a Roadmap of its own', '# Product\n\n## Roadmap\n- [ ] Ship\n'],
    ['that explains plans', `# How to\n\nWrite this:\n\n\`\`\`md\n${note}\`\`\`\n`],
    // To look at each of its beginnings would take minutes.
    ['of one long line', '~'.repeat(400_000)],
    ['between rules', '---\nA word.\n---\nA task id is explained elsewhere.\n'],
  ])('%s', (_what, text) => {
    expect(isMeant(text)).toBe(false);
  });

  test('or another tool’s, whatever its name is', () => {
    const foreign = '---\nstatus: pending\n---\n## Objective\nGo.\n\n## Steps\n- [ ] Write\n';
    expect(isMeant(foreign, 'PLAN-2026-007')).toBe(false);
  });
});
