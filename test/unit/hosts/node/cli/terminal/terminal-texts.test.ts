import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../../../../src/hosts/node/cli/main.js';
import { callNote } from '../../../../../support/builders/request-note.js';

let vault: string;
let device: string;

beforeEach(async () => {
  vault = await mkdtemp(join(tmpdir(), 'vault-'));
  device = await mkdtemp(join(tmpdir(), 'device-'));
});
afterEach(async () => {
  await rm(vault, { recursive: true, force: true });
  await rm(device, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<{ code: number; out: string }> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const env = { ...process.env, XDG_CONFIG_HOME: device };
  const code = await main(args, { line: say, error: say, colours: false }, env);
  return { code, out: lines.join('\n') };
}

const hidden = 'a\u202eb\u001b[8mc\u009bd\u200be';
/** As YAML has it. */
const escaped = '"a\\u202eb\\u001b[8mc"';
const obeyed = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

test('what a server or a note says is shown to a terminal, and never obeyed by it', async () => {
  await run('setup', '--vault', vault);
  const texts = join(device, 'texts.json');
  const tool = { name: hidden, description: hidden, inputSchema: { type: 'object' } };
  await writeFile(texts, JSON.stringify({ tools: [tool] }));
  const file = join(device, 'servers.json');
  const script = join(
    import.meta.dirname,
    '../../../../../support/servers/hostile-texts-server.mjs',
  );
  const told = { command: process.execPath, args: [script, hidden], env: { TEXTS_FILE: texts } };
  await writeFile(file, JSON.stringify({ mcpServers: { told } }));
  expect((await run('bridge', 'import', '--no-test', file, '--vault', vault)).code).toBe(0);
  const request = callNote({}, { target_recipient: escaped });
  await writeFile(join(vault, 'Pending_Approval/r.md'), request);
  const said: string[] = [];
  for (const args of [['bridge', 'list'], ['bridge', 'test'], ['status']]) {
    for (const json of [[], ['--json']]) {
      said.push((await run(...args, ...json, '--vault', vault)).out);
    }
  }
  await writeFile(texts, JSON.stringify({ error: { code: -32000, message: hidden } }));
  said.push((await run('bridge', 'test', '--vault', vault)).out);
  const lines = said.join('\n').split('\n');
  expect(lines.filter((line) => obeyed.test(line))).toEqual([]);
  expect(lines.filter((line) => line.includes('‹U+202E›')).length).toBeGreaterThan(3);
  expect(lines.filter((line) => line.includes('\\u202e')).length).toBeGreaterThan(2);
});

test('folder names that an agent wrote are shown by setup, and never obeyed', async () => {
  await run('setup', '--vault', vault);
  const settings = join(vault, '.obsidian/plugins/countersign/data.json');
  const text = (await readFile(settings, 'utf8')).replace(
    /"inbox": *"[^"]*"/u,
    '"inbox": "In\\u202ebox"',
  );
  await writeFile(settings, text);
  for (const args of [['--preview'], []]) {
    const { out } = await run('setup', ...args, '--vault', vault);
    expect(out).toContain('‹U+202E›');
    expect(out.split('\n').filter((line) => obeyed.test(line))).toEqual([]);
  }
});
