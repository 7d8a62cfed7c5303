import { mkdir, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../../../../../src/hosts/node/cli/main.js';
import { startRunner } from '../../../../../../../src/hosts/node/runner/runner.js';

const poll = { timeout: 15_000, interval: 20 };
let folder: string;
let vault: string;
/** What the person types; `null`: nobody sits there. */
let typed: string | null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-files-'));
  vault = join(folder, 'vault');
  await mkdir(vault);
  typed = null;
  expect((await run('setup')).code).toBe(0);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const env = () => ({ ...process.env, XDG_CONFIG_HOME: join(folder, 'config') });

async function run(...args: string[]): Promise<{ code: number; out: string }> {
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const answer = typed;
  const ask = answer === null ? {} : { ask: async () => answer };
  const terminal = { line: say, error: say, colours: false, ...ask };
  const code = await main([...args, '--vault', vault], terminal, env());
  return { code, out: said.join('\n') };
}

test('a runner, and `status`, say that agents would take servers from the vault, until a person has seen it', async () => {
  await writeFile(join(vault, '.mcp.json'), '{}');
  const said: string[] = [];
  const notifier = { notify: ({ text }: { text: string }) => void said.push(text) };
  const started = await startRunner({ vault, env: env(), trustMoves: false, notifier });
  if (!started.ok) throw new Error(started.error.message);
  const { engine } = started.value;
  try {
    const alerts = () => engine.view().alerts.filter(({ kind }) => kind === 'mcp_file');
    await expect.poll(alerts, poll).toHaveLength(1);
    await expect.poll(() => said.join('\n'), poll).toContain('.mcp.json (new)');
    expect((await run('status')).out).toContain('.mcp.json (new)');
    expect(await run('mcp-files-seen')).toEqual({
      code: 2,
      out: expect.stringContaining('Only a person at a terminal') as string,
    });
    expect(alerts()).toHaveLength(1);
    typed = 'seen';
    const seen = await run('mcp-files-seen');
    expect(seen.out).toContain('.mcp.json (new)');
    expect(seen.code).toBe(0);
    // It hears of the command without being started again.
    await expect.poll(alerts, poll).toEqual([]);
    expect((await run('status')).out).not.toContain('.mcp.json');
    expect((await run('mcp-files-seen')).out).toContain('is new or changed');
  } finally {
    await started.value.stop();
  }
});

test('a file that is too large to look through is never seen: it may have changed in any way', async () => {
  await writeFile(join(vault, '.mcp.json'), '{}');
  const large = join(vault, '.codex/config.toml');
  await mkdir(join(vault, '.codex'));
  await writeFile(large, '');
  await truncate(large, 5 * 1024 * 1024);
  await utimes(large, 1, 1);
  typed = 'seen';
  const first = await run('mcp-files-seen');
  expect(first.out).toContain('.mcp.json (new)');
  expect(first.out).toContain('.codex/config.toml (too large to look through)');
  expect(first.out).toContain('The alert of a file that is too large stays until you remove it.');
  expect((await run('status')).out).toContain('.codex/config.toml (too large to look through).');
  const again = await run('mcp-files-seen');
  expect(again.out).not.toContain('.mcp.json (new)');
  expect(again.code).toBe(1);
});
