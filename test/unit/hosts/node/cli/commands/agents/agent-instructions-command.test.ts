import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../../../../../src/hosts/node/cli/main.js';

const skill = '.claude/skills/managing-obsidian-vault/SKILL.md';

let vault: string;
let device: string;

beforeEach(async () => {
  vault = await mkdtemp(join(tmpdir(), 'vault-'));
  device = await mkdtemp(join(tmpdir(), 'device-'));
  await run('setup');
});
afterEach(async () => {
  await rm(vault, { recursive: true, force: true });
  await rm(device, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const env = { ...process.env, XDG_CONFIG_HOME: device };
  await main([...args, '--vault', vault], { line: say, error: say, colours: false }, env);
  return lines.join('\n');
}
const text = (path: string) => readFile(join(vault, path), 'utf8');

test('the skill and AGENTS.md are written, and writing again changes nothing [AGENT-4, R6.8]', async () => {
  expect(await run('agent', 'instructions')).toBe(
    `✓ ${skill} was created.\n✓ AGENTS.md was created.`,
  );
  const before = [await text(skill), await text('AGENTS.md')];
  expect(before[0]).toContain('## Section 8: Reasoning');
  expect(await run('agent', 'instructions')).toBe(
    `✓ ${skill} is up to date.\n✓ AGENTS.md is up to date.`,
  );
  expect([await text(skill), await text('AGENTS.md')]).toEqual(before);
});

test('a preview writes nothing [AGENT-4]', async () => {
  const before = await readdir(vault);
  expect(await run('agent', 'instructions', '--preview')).toContain('## Section 8: Reasoning');
  expect(await readdir(vault)).toEqual(before);
});

test('the sections of an existing skill stay as they are [R6.8, AGENT-4]', async () => {
  const bronze = '\uFEFF# Skill\r\n\r\n## Section 1: Vault Initialization\r\n\r\nAs before';
  await mkdir(join(vault, skill, '..'), { recursive: true });
  await writeFile(join(vault, skill), bronze);
  expect(await run('agent', 'instructions')).toContain(
    `✓ In ${skill}, Countersign’s section was added at the end. The rest stays as it is.\n`,
  );
  const written = await text(skill);
  expect(written.startsWith(bronze)).toBe(true);
  await writeFile(join(vault, skill), written.replace('InitializePlan', 'Something older'));
  expect(await run('agent', 'instructions')).toContain(
    `✓ In ${skill}, Countersign’s section was updated. The rest stays as it is.\n`,
  );
  expect(await text(skill)).toBe(written);
});

test.each([
  ['damaged markers', () => writeFile(join(vault, 'AGENTS.md'), '<!-- countersign:end -->\n')],
  ['a link as its target', () => symlink('Dashboard.md', join(vault, 'AGENTS.md'))],
  ['a link on the way', () => symlink('Inbox', join(vault, '.claude'))],
])('with %s nothing is written [AGENT-4]', async (_what, prepare) => {
  await prepare();
  const dashboard = await text('Dashboard.md');
  expect(await run('agent', 'instructions')).toContain('Nothing was written.');
  expect(await text(skill).catch(() => null)).toBeNull();
  expect(await text('Dashboard.md')).toBe(dashboard);
});
