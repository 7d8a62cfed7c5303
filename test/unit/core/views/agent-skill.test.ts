import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withAgentSection } from '../../../../src/core/views/agent-section.js';
import { agentFiles } from '../../../../src/core/views/agent-skill.js';
import { contractFolders } from '../../../../src/core/settings/folders.js';

const folders = contractFolders();
const [skill, agents] = agentFiles(folders);
if (!skill || !agents) throw new Error('There are two files.');
const textOf = (text: string | null, file = skill): string => {
  const merged = withAgentSection(text, file);
  if (!merged.ok) throw new Error(merged.error.message);
  return merged.value;
};
const codeOf = (text: string): string => {
  const merged = withAgentSection(text, skill);
  return merged.ok ? '' : merged.error.code;
};

test('the skill documents the seven procedures, each with inputs and outputs [R6.8, SEED-4, AGENT-4]', () => {
  for (const file of [skill, agents]) {
    const parts = textOf(null, file).split(/^### /m).slice(1, 8);
    const names = parts.map((part) => part.split('\n')[0]);
    expect(names).toEqual([
      ...['InitializePlan', 'UpdatePlanStep', 'LogReasoning', 'ArchivePlan'],
      ...['DraftExternalAction', 'DetectBlocks', 'ResumePlan'],
    ]);
    for (const part of parts) {
      expect(part).toMatch(/^- Tool: `[a-z_]+`[^]*^- Inputs: .+[^]*^- Output: .+[^]*^- Without/m);
    }
  }
  expect(textOf(null)).toMatch(/^---\nname: managing-obsidian-vault\n/);
  expect(textOf(null)).toContain('\n## Section 8: ');
  expect(textOf(null)).toContain(`Never move a note into \`${folders.approved}/\``);
});

describe('an existing file', () => {
  const bronze = '# Skill\r\n\r\n## Section 7: Bronze\r\n\r\nKeep me.';

  test.each([
    ['with CRLF and no final newline', bronze],
    ['with a BOM', `\uFEFF${bronze.replaceAll('\r', '')}\n`],
    ['that is empty', ''],
  ])('%s keeps every byte, and a second writing changes nothing [R6.8, AGENT-4]', (_how, text) => {
    const merged = textOf(text);
    expect(merged.startsWith(text)).toBe(true);
    expect(textOf(merged)).toBe(merged);
    if (text.includes('\r')) expect(merged).not.toMatch(/[^\r]\n/);
  });

  test('of any text keeps what is outside our section, also below it [R6.8]', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', '#', '\n', '\r\n', ' ', '\uFEFF', '-') });
    fc.assert(
      fc.property(plain, plain, (above, below) => {
        const at = `${above}\n<!-- countersign:begin -->\nold\n<!-- countersign:end -->\n${below}`;
        const merged = textOf(at);
        expect(merged.startsWith(`${above}\n<!-- countersign:begin -->`)).toBe(true);
        expect(merged.endsWith(`<!-- countersign:end -->\n${below}`)).toBe(true);
        expect(textOf(merged)).toBe(merged);
        expect(textOf(above).startsWith(above)).toBe(true);
        expect(textOf(textOf(above))).toBe(textOf(above));
      }),
    );
  });

  test.each([
    ['only the first marker', 'a\n<!-- countersign:begin -->\n'],
    ['only the last marker', 'a\n<!-- countersign:end -->\n'],
    ['them in the wrong order', '<!-- countersign:end -->\n<!-- countersign:begin -->\n'],
    ['the first twice', `${'<!-- countersign:begin -->\n'.repeat(2)}<!-- countersign:end -->\n`],
    ['one that is changed', '<!--countersign:begin-->\n<!-- countersign:end -->\n'],
    ['one in a line of text', 'See <!-- countersign:begin -->\n<!-- countersign:end -->\n'],
    ['an open code block', '```\ncode\n'],
    ['an open comment', 'a <!-- b\n'],
  ])('with %s is refused [AGENT-4]', (_what, text) => {
    expect(codeOf(text)).toBe('region_invalid');
  });
});
