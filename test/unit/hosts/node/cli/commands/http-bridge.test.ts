import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../../../../../src/hosts/node/cli/main.js';
import { startServer, type Server } from '../../../../../support/outcomes/perform.js';

const token = 'swordfish-4711';

let server: Server;
let vault: string;
let device: string;
beforeEach(async () => {
  vault = await mkdtemp(join(tmpdir(), 'vault-'));
  device = await mkdtemp(join(tmpdir(), 'device-'));
  server = await startServer({ transport: 'http', era: 'modern', form: 'json', mode: 'result' });
  await run('setup', '--vault', vault);
});
afterEach(async () => {
  await server.close();
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

async function importUrl(entry: object): Promise<{ code: number; out: string }> {
  const file = join(device, 'servers.json');
  await writeFile(file, JSON.stringify({ mcpServers: { far: entry } }));
  return run('bridge', 'import', '--no-test', file, '--vault', vault);
}

async function urlOf(): Promise<string> {
  const inspected = await server.bridges.inspect('server');
  if (!inspected.ok || inspected.value.target.transport !== 'http') throw new Error('No server');
  return inspected.value.target.url;
}

describe('a server over Streamable HTTP on the command line', () => {
  test('is imported, listed and tested, and its headers are never told', async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const url = await urlOf();
    const outs = [
      await importUrl({ type: 'streamable-http', url, headers }),
      await run('bridge', 'list', '--vault', vault),
      await run('bridge', 'list', '--json', '--vault', vault),
      await run('bridge', 'test', '--vault', vault),
    ];
    expect(outs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(outs[3]?.out).toMatch(/✓ far: 1 tool\n {4}record {2}Writes a line\./);
    expect(outs.map(({ out }) => out).join('\n')).not.toContain(token);
    expect(await server.seen()).not.toContain('tools/call');

    await server.end();
    const gone = await run('bridge', 'test', '--vault', vault);
    expect(gone.code).not.toBe(0);
    expect(gone.out).toContain('nothing listens at its address (ECONNREFUSED)');
    expect(gone.out).not.toContain(token);
  });

  test.each([
    ['plain http to another computer', { url: 'http://example.com/mcp' }, 'use https'],
    ['the older transport', { type: 'sse', url: 'https://example.com/sse' }, 'older "sse"'],
  ])('is refused for %s', async (_, entry, why) => {
    const { code, out } = await importUrl(entry);
    expect(code).not.toBe(0);
    expect(out).toContain(why);
    expect((await run('bridge', 'list', '--vault', vault)).out).toContain('No servers yet');
  });
});
