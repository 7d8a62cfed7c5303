import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DeviceConfig } from '../../../../../../src/core/settings/device-config.js';
import { main } from '../../../../../../src/hosts/node/cli/main.js';

let vault: string;
let device: string;
let env: Record<string, string | undefined>;

beforeEach(async () => {
  vault = await mkdtemp(join(tmpdir(), 'vault-'));
  device = await mkdtemp(join(tmpdir(), 'device-'));
  env = { ...process.env, XDG_CONFIG_HOME: device, APPDATA: device };
  await run('setup', '--vault', vault);
});
afterEach(async () => {
  await rm(vault, { recursive: true, force: true });
  await rm(device, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<{ code: number; out: string }> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const code = await main(args, { line: say, error: say, colours: false }, env);
  return { code, out: lines.join('\n') };
}

const server = { command: process.execPath, args: ['/opt/server.mjs'] };

test('servers are tested as they are imported, one line each', async () => {
  const file = join(device, 'servers.json');
  await writeFile(file, '{"mcpServers":{"practice":{"type":"practice"}}}');
  const { code, out } = await run('bridge', 'import', file, '--vault', vault);
  expect(out).toContain('✓ Imported practice');
  expect(out).toContain('✓ practice: 3 tools');
  expect(out).not.toContain('send_email');
  // Agents do not need the practice server's.
  expect(out).not.toContain('agent offer');
  expect(code).toBe(0);
  await writeFile(file, JSON.stringify({ mcpServers: { mail: server } }));
  const gone = await run('bridge', 'import', file, '--vault', vault);
  expect(gone.out).toMatch(/^mail: /m);
  expect(gone.out).toContain('The server wrote: “Error: Cannot find module');
  expect(gone.out).toMatch(/^To offer its tools to agents: .*agent offer mail --vault /m);
  expect(gone.code).toBe(1);
});

test('servers of other apps are listed without a file, and one is imported where a person chooses it', async () => {
  env = { ...env, HOME: device, USERPROFILE: device };
  const none = await run('bridge', 'import', '--vault', vault);
  expect(none.out).toContain('No other app');
  const echoed = /practice server: `echo '([^']+)' \| countersign (.*)`$/.exec(none.out);
  const piped = { line: () => {}, error: () => {}, colours: false };
  const readInput = async (): Promise<string> => echoed?.[1] ?? '';
  const words = echoed?.[2]?.split(' ') ?? [];
  expect(await main(words, { ...piped, readInput }, env)).toBe(0);
  const servers = JSON.stringify({ mcpServers: { practice: { type: 'practice' } } });
  await writeFile(join(device, '.claude.json'), servers);
  await writeFile(join(vault, '.mcp.json'), servers.replace('practice', 'vault'));
  const listed = await run('bridge', 'import', '--vault', vault);
  expect(listed.out).toContain('1. Found: Claude Code · 1 server');
  expect(listed.out).toContain('2. Found: This vault (.mcp.json) · 1 server');
  expect(listed.out).toContain('countersign bridge import FILE');
  expect(listed.code).toBe(1);
  const chosen = async (...answers: string[]) => {
    const lines: string[] = [];
    const say = (text: string): void => void lines.push(text);
    const ask = async (): Promise<string> => answers.shift() ?? '';
    const terminal = { line: say, error: say, colours: false, ask };
    const code = await main(['bridge', 'import', '--vault', vault], terminal, env);
    return { code, out: lines.join('\n') };
  };
  expect((await chosen('')).out).toContain('Nothing was imported.');
  expect(await chosen('1')).toMatchObject({
    code: 0,
    out: expect.stringContaining('✓ practice: 3 tools') as string,
  });
  // What agents can write is read before, and typed for.
  const refused = await chosen('2', 'yes');
  expect(refused.out).toContain('"vault"');
  expect(refused.code).toBe(2);
  expect((await run('bridge', 'list', '--vault', vault)).out).not.toContain('vault  practice');
  expect((await chosen('2', 'import')).out).toContain('✓ vault: 3 tools');
});

test('a file in the vault, also by a link from outside, is read and typed for; one that is replaced is said', async () => {
  const mine = { type: 'practice' };
  await writeFile(join(vault, 'mine.json'), JSON.stringify({ mcpServers: { mine } }));
  const link = join(device, 'mine.json');
  await symlink(join(vault, 'mine.json'), link);
  const typed = async (file: string, answer: string | null) => {
    const lines: string[] = [];
    const say = (text: string): void => void lines.push(text);
    const ask = answer === null ? {} : { ask: async (): Promise<string> => answer };
    const args = ['bridge', 'import', '--no-test', file, '--vault', vault];
    const code = await main(args, { line: say, error: say, colours: false, ...ask }, env);
    return { code, out: lines.join('\n') };
  };
  for (const file of [join(vault, 'mine.json'), link]) {
    expect((await typed(file, null)).code).toBe(2);
    const refused = await typed(file, 'yes');
    expect(refused.out).toContain('"mine"');
    expect(refused.code).toBe(2);
  }
  expect((await run('bridge', 'list', '--vault', vault)).out).not.toContain('mine');
  expect((await typed(link, 'import')).out).toMatch(/Imported mine \(for this device only\)\.$/m);
  const again = await typed(link, 'import');
  expect(again.out).toContain('It replaces the server of that name.');
});

test('a server that is imported again keeps the hourly limit and the arguments that a person set', async () => {
  const mail = { command: process.execPath, args: ['/opt/mcp-mail-server'] };
  const file = join(device, 'servers.json');
  await writeFile(file, JSON.stringify({ mcpServers: { mail } }));
  const again = (...more: string[]) =>
    run('bridge', 'import', '--no-test', file, ...more, '--vault', vault);
  await again();
  const [name = ''] = await readdir(join(device, 'countersign'));
  const settings = join(device, 'countersign', name, 'device.json');
  const routes = async () => (JSON.parse(await readFile(settings, 'utf8')) as DeviceConfig).routes;
  const config = JSON.parse(await readFile(settings, 'utf8')) as DeviceConfig;
  const own = { arguments: { bcc: 'archive@example.com' }, budgetPerHour: 0 };
  const set = config.routes.map((route) => ({ ...route, ...own }));
  await writeFile(settings, JSON.stringify({ ...config, routes: set }));
  const said = 'It replaces the server of that name and keeps its hourly limits and arguments.';
  expect((await again()).out).toContain(said);
  expect(await routes()).toEqual(set);
  expect((await again('--route', 'email=mail.send_email')).out).toContain(said);
  expect(await routes()).toEqual(set);
});

test('a server that is imported again keeps the time limit that a person set, and says so', async () => {
  const file = join(device, 'servers.json');
  await writeFile(file, JSON.stringify({ mcpServers: { mail: server } }));
  const again = () => run('bridge', 'import', '--no-test', file, '--vault', vault);
  await again();
  const [name = ''] = await readdir(join(device, 'countersign'));
  const settings = join(device, 'countersign', name, 'device.json');
  const config = async () => JSON.parse(await readFile(settings, 'utf8')) as DeviceConfig;
  const now = await config();
  const bridges = now.bridges.map((bridge) => ({ ...bridge, timeLimitSeconds: 600 }));
  await writeFile(settings, JSON.stringify({ ...now, bridges }));
  expect((await again()).out).toContain('and keeps its time limit of 600 seconds.');
  expect((await config()).bridges).toEqual(bridges);
});

test('a route for “post” is one for social posts, and one for an unknown type names the types', async () => {
  const file = join(device, 'servers.json');
  await writeFile(file, JSON.stringify({ mcpServers: { m: server } }));
  const routes = ['post=m.publish', 'invoice=m.book'].flatMap((one) => ['--route', one]);
  const { code, out } = await run(
    'bridge',
    'import',
    '--no-test',
    file,
    ...routes,
    '--vault',
    vault,
  );
  expect(out).toContain('route: social_post → m.publish');
  expect(out).toContain('route: invoice → m.book');
  expect(out.match(/Only requests with .*/gu)).toEqual([
    'Only requests with exactly the type “invoice” use it. The usual types: email, payment, social_post, api_call, other.',
  ]);
  expect(code).toBe(0);
});

test('Countersign itself is neither offered nor imported, from another app or from a file', async () => {
  env = { ...env, HOME: device, USERPROFILE: device };
  const entry = { command: 'countersign', args: ['mcp', '--vault', vault] };
  const file = join(device, '.claude.json');
  await writeFile(file, JSON.stringify({ mcpServers: { us: entry } }));
  const said = '“us” can’t be imported: it is Countersign itself.';
  expect((await run('bridge', 'import', '--vault', vault)).out).toContain(said);
  const { code, out } = await run('bridge', 'import', file, '--vault', vault);
  expect(out).toContain(said);
  expect(code).not.toBe(0);
});
