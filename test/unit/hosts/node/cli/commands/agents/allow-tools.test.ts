import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isJsonObject, type Json } from '../../../../../../../src/core/json.js';
import type { DeviceConfig } from '../../../../../../../src/core/settings/device-config.js';
import { main } from '../../../../../../../src/hosts/node/cli/main.js';
import { AgentFeatures } from '../../../../../../../src/mcp/server/tools/agent-features.js';
import { startRunner } from '../../../../../../../src/hosts/node/runner/runner.js';

let folder: string;
/** What the person types; `null`: nobody sits there. */
let typed: string | null;
/** What else happens while the person types. */
let meanwhile: () => Promise<unknown>;

const inNinetyDays = () => new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'allow-tools-'));
  meanwhile = async () => undefined;
  await mkdir(join(folder, 'vault'));
  await run('setup');
  await importDocs({});
  for (const name of ['Claude', 'Codex']) await runTyping('add', 'agent', 'add', name);
  await runTyping('offer', 'agent', 'offer', 'docs');
  typed = null;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function importDocs(env: Record<string, string>): Promise<string> {
  const docs = {
    command: process.execPath,
    args: [resolve('test/support/servers/docs-server.mjs')],
    env,
  };
  const file = join(folder, 'servers.json');
  await writeFile(file, JSON.stringify({ mcpServers: { docs } }));
  const { code, out } = await run('bridge', 'import', '--no-test', file);
  expect(code).toBe(0);
  return out;
}

const environment = () => ({ ...process.env, XDG_CONFIG_HOME: join(folder, 'config') });

async function run(...args: string[]): Promise<{ code: number; out: string }> {
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const answer = typed;
  const ask = answer === null ? {} : { ask: () => meanwhile().then(() => answer) };
  const terminal = { line: say, error: say, colours: false, ...ask };
  const code = await main([...args, '--vault', join(folder, 'vault')], terminal, environment());
  return { code, out: said.join('\n') };
}

async function runTyping(word: string, ...args: string[]) {
  typed = word;
  const done = await run(...args);
  typed = null;
  return done;
}

async function config(): Promise<DeviceConfig> {
  const [name = ''] = await readdir(join(folder, 'config/countersign'));
  const file = join(folder, 'config/countersign', name, 'device.json');
  return JSON.parse(await readFile(file, 'utf8')) as DeviceConfig;
}

/** The tools that are allowed, by name, with what `agent tools --json` says of each. */
async function told(): Promise<Readonly<Record<string, Json>>> {
  const { tools } = JSON.parse((await run('agent', 'tools', '--json')).out) as {
    tools: { tool: string; allowed: Json }[];
  };
  return Object.fromEntries(tools.map(({ tool, allowed }) => [tool, allowed]));
}

/** Starts a runner, which puts what the settings permit on record, and ends it after a client called `search`. */
async function runOnce({ calls = 0 } = {}): Promise<void> {
  const vault = join(folder, 'vault');
  const notifier = { notify: () => undefined };
  const runner = await startRunner({ vault, env: environment(), trustMoves: false, notifier });
  if (!runner.ok) throw new Error(runner.error.message);
  await runner.value.engine.idle();
  const tools = new AgentFeatures(runner.value.engine).of('Claude');
  const { signal } = new AbortController();
  for (let at = 0; at < calls; at += 1)
    expect(await tools.callTool('docs__search', { words: `${at}` }, { signal })).toMatchObject({
      isError: false,
      text: 'Two pages.',
    });
  await runner.value.stop();
}

async function auditLog(): Promise<string> {
  const audit = join(folder, 'vault/Logs/audit');
  const names = await readdir(audit);
  const texts = await Promise.all(names.map((name) => readFile(join(audit, name), 'utf8')));
  return texts.join('');
}

test('is refused while the ledger has reached a day after its end, because it would end at once', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400 * 86_400_000 });
  await runOnce().finally(() => vi.useRealTimers());
  const { code, out } = await runTyping('allow', 'agent', 'allow', 'docs', '--client', 'claude');
  expect(code).not.toBe(0);
  expect(out).toMatch(
    /ledger has reached 20\d\d-\d\d-\d\d, so a permission would end immediately\./u,
  );
  expect(await told()).toEqual({ search: null, read_page: null, add_page: null });
});

describe('a person at a terminal', () => {
  test('allows tools that only read for clients, on a typed word, and ends that without one', async () => {
    const args = ['agent', 'allow', 'docs', '--client', 'claude'];
    expect((await run(...args)).code).not.toBe(0);
    expect((await runTyping('yes', ...args)).code).not.toBe(0);
    expect(await told()).toEqual({ search: null, read_page: null, add_page: null });
    const { code, out } = await runTyping('allow', ...args);
    expect(code).toBe(0);
    expect(out).toContain('Claude will be able to call these tools without asking you:');
    expect(out).toContain('docs.search  Finds pages by their words.');
    expect(out).toContain('add_page can’t be allowed. The server doesn’t say that this tool only');
    expect(out).toContain('Agents can send anything they can read to this server, without you');
    expect(out).toContain(`The permission ends on ${inNinetyDays()}, when you edit the server`);
    expect(out).toContain('at most 300 times an hour');
    expect(out).toContain('Claude may call 2 tools of docs without asking');
    expect(await told()).toMatchObject({
      search: { clients: ['Claude'], ended: null },
      read_page: { clients: ['Claude'], ended: null },
      add_page: null,
    });
    const listed = (await run('agent', 'tools')).out;
    expect(listed).toContain(`Claude may call it without asking, until ${inNinetyDays()}.`);
    expect(listed).toContain('docs.add_page  Adds a page.\n        Each call waits for you.');
    const again = (await runTyping('offer', 'agent', 'offer', 'docs')).out;
    expect(again).toContain('Each call waits for your approval, except where it says otherwise:');
    expect(again).toMatch(/docs\.search .*\n +Claude may call it without asking, until/u);
    expect(again).toMatch(/docs\.add_page .*\n(?! +Each call)/u);
    expect((await run('agent', 'ask', 'docs', 'search')).out).toContain(
      'Each call of 1 tool of docs',
    );
    expect(await told()).toMatchObject({ search: null, read_page: { clients: ['Claude'] } });
    expect((await run('agent', 'ask', 'docs')).code).toBe(0);
    expect((await run('agent', 'ask', 'docs')).out).toContain('already waits for you.');
  });

  test('allows exactly the tools and clients that they name', async () => {
    const { out } = await runTyping(
      'allow',
      'agent',
      'allow',
      'docs',
      'search',
      '--client',
      'Claude,Codex',
    );
    expect(out).toContain('Claude and Codex may call 1 tool of docs without asking');
    expect(await told()).toMatchObject({
      search: { clients: ['Claude', 'Codex'] },
      read_page: null,
    });
  });

  test('adds clients to those that may call a tool already, says who may call it now, and so does the audit log', async () => {
    const allow = (tool: string, client: string) =>
      runTyping('allow', 'agent', 'allow', 'docs', tool, '--client', client);
    await allow('search', 'Claude');
    await allow('read_page', 'Claude');
    const { out } = await allow('search', 'Codex');
    expect(out).toContain('Then Claude and Codex may call it.');
    expect(out).toContain('docs.search may be called by Claude and Codex now.');
    expect(await told()).toMatchObject({
      search: { clients: ['Claude', 'Codex'], ended: null },
      read_page: { clients: ['Claude'] },
    });
    await runOnce();
    expect(await auditLog()).toContain('Allowed Claude and Codex to call docs.search without');
    // Who may call it no more gets nothing back.
    await importDocs({ DOCS_OTHER: 'yes' });
    expect((await allow('search', 'Codex')).out).not.toContain('Claude');
    expect(await told()).toMatchObject({ search: { clients: ['Codex'] } });
  });

  test.each([
    ['gives nothing back that was taken away', () => run('agent', 'ask', 'docs')],
    ['allows nothing of a server that was edited', () => importDocs({ DOCS_OTHER: 'yes' })],
  ])('%s while they typed', async (_, change) => {
    const allow = (client: string) =>
      runTyping('allow', 'agent', 'allow', 'docs', 'search', '--client', client);
    await allow('Claude');
    meanwhile = change;
    const { code, out } = await allow('Codex');
    expect(out).toContain(
      'The server, or its permissions, changed meanwhile. Nothing was changed.',
    );
    expect(code).not.toBe(0);
    expect((await config()).agentTools?.[0]?.allowed?.clients.length ?? 0).toBeLessThan(2);
  });

  test('keeps a permission over the first start, and has none under a ledger that begins after another', async () => {
    await runTyping('allow', 'agent', 'allow', 'docs', 'search', '--client', 'Claude');
    await runOnce();
    expect(await told()).toMatchObject({ search: { clients: ['Claude'], ended: null } });
    expect((await runTyping('new epoch', 'new-epoch')).code).toBe(0);
    // What agents took out of the vault changes nothing.
    await rm(join(folder, 'vault/Logs'), { recursive: true });
    await runOnce();
    expect(await told()).toMatchObject({ search: null });
  });

  test('keeps what was allowed for the next ledger, and no permission of a ledger that is lost', async () => {
    const allow = () =>
      runTyping('allow', 'agent', 'allow', 'docs', 'search', '--client', 'Claude');
    await runOnce();
    await runTyping('new epoch', 'new-epoch');
    await allow();
    const before = await config();
    await runOnce();
    expect(await told()).toMatchObject({ search: { clients: ['Claude'], ended: null } });
    const [name = ''] = await readdir(join(folder, 'config/countersign'));
    const file = (one: string) => join(folder, 'config/countersign', name, one);
    const lose = async () => {
      await rm(file('ledger.jsonl'));
      await rm(join(folder, 'vault/Logs'), { recursive: true });
    };
    await lose();
    await runOnce();
    expect(await told()).toMatchObject({ search: null });
    // Nor one that settings of before that ledger give back.
    await writeFile(file('device.json'), JSON.stringify(before));
    await expect(runOnce()).rejects.toThrow('The ledger on this computer is of device');
    await lose();
    await runOnce();
    expect(await told()).toMatchObject({ search: null });
  });

  test('finds a changed line, a lost first line and a loss of the whole log of what was called unasked, with verify, as long as they are kept', async () => {
    await runTyping('allow', 'agent', 'allow', 'docs', 'search', '--client', 'Claude');
    await runOnce({ calls: 3 });
    expect((await run('verify')).code).toBe(0);
    const [name = ''] = await readdir(join(folder, 'config/countersign'));
    const calls = join(folder, 'config/countersign', name, 'calls');
    const [day = ''] = await readdir(calls);
    const text = await readFile(join(calls, day), 'utf8');
    expect(text).toContain('"words":"1"');
    await writeFile(join(calls, day), text.slice(text.indexOf('\n') + 1));
    expect((await run('verify')).out).toContain('were lost or changed.');
    await writeFile(join(calls, '2020-01-01.jsonl'), text.replace('"words":"1"', '"words":"2"'));
    for (const later of ['2020-01-02', '2020-01-03'])
      await writeFile(join(calls, `${later}.jsonl`), '');
    await rm(join(calls, day));
    for (let at = 0; at < 2; at += 1) {
      const { code, out } = await run('verify');
      expect(out).toContain('calls that agents made unasked were lost or changed.');
      expect(code).toBe(1);
      await runOnce();
    }
    // A log that began again looks whole; the ledger names lines that it hasn’t.
    await rm(calls, { recursive: true });
    await runOnce({ calls: 1 });
    expect(await run('verify')).toMatchObject({ code: 1 });
  });

  test('sees that a permission has ended in the ledger; that of a revoked client is gone', async () => {
    await runTyping('allow', 'agent', 'allow', 'docs', 'search', '--client', 'Claude');
    await runTyping('allow', 'agent', 'allow', 'docs', 'read_page', '--client', 'Codex');
    await runOnce();
    const before = await config();
    await run('agent', 'ask', 'docs', 'search');
    await runOnce();
    // An old copy of the settings gives it back; the ledger knows better.
    const [name = ''] = await readdir(join(folder, 'config/countersign'));
    const file = join(folder, 'config/countersign', name, 'device.json');
    await writeFile(file, JSON.stringify(before));
    await runTyping('revoke', 'agent', 'revoke', 'Codex');
    const { search = null, read_page: page = null } = await told();
    expect([search, page].map((one) => isJsonObject(one) && one['ended'])).toEqual([
      'What a person had allowed has ended.',
      // A revoked client leaves no permission behind.
      false,
    ]);
    const ended =
      'The permission to call it without asking has ended. Each call waits for you, or fails if the server changed the tool.';
    expect((await run('agent', 'tools')).out.split(ended)).toHaveLength(2);
  });

  test('sees that a permission has ended by the time that the ledger has reached', async () => {
    await runTyping('allow', 'agent', 'allow', 'docs', 'search', '--client', 'Claude');
    const before = await config();
    await run('agent', 'ask', 'docs', 'search');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 100 * 86_400_000 });
    await runOnce().finally(() => vi.useRealTimers());
    const [name = ''] = await readdir(join(folder, 'config/countersign'));
    const file = join(folder, 'config/countersign', name, 'device.json');
    await writeFile(file, JSON.stringify(before));
    expect(await told()).toMatchObject({
      search: { ended: 'The time for which a person had allowed it is over.' },
    });
    expect((await run('agent', 'tools')).out).not.toContain('may call it without asking');
  });

  test('sees that a permission has ended with an edit of its server, also while nothing runs', async () => {
    await runTyping('allow', 'agent', 'allow', 'docs', 'search', '--client', 'Claude');
    expect(await importDocs({ DOCS_OTHER: 'yes' })).toContain(
      'Agents may still ask for 3 tools of it; `agent hide docs` ends that.',
    );
    expect(await told()).toMatchObject({
      search: { clients: ['Claude'], ended: 'The server’s settings were changed.' },
    });
    expect((await run('agent', 'tools')).out).toContain('has ended.');
  });

  test('is told to look at a tool that changed since it was offered', async () => {
    await importDocs({ DOCS_CHANGED: 'Sends.' });
    const { code, out } = await runTyping(
      'allow',
      'agent',
      'allow',
      'docs',
      'search',
      '--client',
      'Claude',
    );
    expect(code).not.toBe(0);
    expect(out).toContain('Agents are not offered the current version of search.');
    expect(out).toContain('countersign agent offer docs search');
    expect(await told()).toMatchObject({ search: null });
  });
});

test.each([
  [['allow', 'docs', 'search'], 'Use `--client NAME`'],
  [['allow', 'docs', 'search', '--client', 'Nobody'], 'There is no client “Nobody”.'],
  [['allow', 'docs', 'find', '--client', 'Claude'], 'docs has no tool find.'],
  [['allow', 'docs', 'add_page', '--client', 'Claude'], 'add_page can’t be allowed.'],
  [['allow', 'mail', '--client', 'Claude'], 'No server named "mail"'],
  [['ask', 'docs', 'find'], 'Agents are not offered find of docs.'],
  [['ask'], 'Which server?'],
])('agent %j says what is wrong, and allows nothing', async (args, words) => {
  const { code, out } = await runTyping('allow', 'agent', ...args);
  expect(code).not.toBe(0);
  expect(out).toContain(words);
  expect((await config()).agentTools?.filter(({ allowed }) => allowed)).toEqual([]);
});
