import { createServer } from 'node:http';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashToken } from '../../../../../../../src/core/settings/agents/agent-clients.js';
import type { DeviceConfig } from '../../../../../../../src/core/settings/device-config.js';
import { main } from '../../../../../../../src/hosts/node/cli/main.js';

const poll = { timeout: 15_000, interval: 20 };
let folder: string;
/** What the person types; `null`: nobody sits there. */
let typed: string | null;
let said: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-'));
  await mkdir(join(folder, 'vault'));
  typed = null;
  said = [];
  expect((await run('setup')).code).toBe(0);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ code: number; out: string }> {
  said = [];
  const say = (text: string): void => void said.push(text);
  const answer = typed;
  const ask = answer === null ? {} : { ask: async () => answer };
  const env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'config') };
  const terminal = { line: say, error: say, colours: false, ...ask };
  const code = await main([...args, '--vault', join(folder, 'vault')], terminal, env);
  return { code, out: said.join('\n') };
}

async function config(): Promise<DeviceConfig> {
  const [name = ''] = await readdir(join(folder, 'config/countersign'));
  const file = join(folder, 'config/countersign', name, 'device.json');
  return JSON.parse(await readFile(file, 'utf8')) as DeviceConfig;
}

/** Adds a client, as its person does, and gives its token. */
async function add(name: string): Promise<string> {
  typed = 'add';
  const { code, out } = await run('agent', 'add', name, '--token');
  expect(code).toBe(0);
  return /cs_[\w-]{43}/.exec(out)?.[0] ?? '';
}

/** One call of the endpoint: its status, and what it answered. */
async function call(method: string, params: object, token: string) {
  const { agentPort } = await config();
  const answer = await fetch(`http://127.0.0.1:${agentPort}/mcp`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...{ authorization: `Bearer ${token}`, 'mcp-protocol-version': '2025-06-18' },
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return { status: answer.status, text: await answer.text() };
}

describe('agent add', () => {
  test('saves a hash, chooses a port, and shows the token once, with how clients are told', async () => {
    const token = await add('Claude Code');
    const { agents, agentPort } = await config();
    expect(agents).toEqual([
      {
        name: 'Claude Code',
        tokenHash: hashToken(token),
        added: expect.stringMatching(/Z$/) as string,
      },
    ]);
    expect(agentPort).toBeGreaterThanOrEqual(20_000);
    expect(agentPort).toBeLessThan(40_000);
    const out = said.join('\n');
    expect(out.split(token)).toHaveLength(2);
    expect(out).toContain(
      `claude mcp add --transport http --scope user countersign http://127.0.0.1:${agentPort}/mcp --header "Authorization: Bearer $COUNTERSIGN_TOKEN"`,
    );
    expect(out).toContain('--bearer-token-env-var COUNTERSIGN_TOKEN');
    expect(out).toContain('gemini mcp add');
    expect(out).toContain('mcp-remote');
    expect(out).toMatch(
      /countersign mcp --vault \S+ --client 'Claude Code'|mcp --vault \S+ --client 'Claude Code'/,
    );
    expect(out).toMatch(/\nThen: .*run --agents --vault .*--trust-moves/);
    await add('second');
    expect((await config()).agentPort).toBe(agentPort);
  });

  test('without --token it is short, and says what to do next', async () => {
    typed = 'add';
    const { code, out } = await run('agent', 'add', 'Claude Code');
    expect(code).toBe(0);
    expect(out).not.toContain('cs_');
    expect(out).toContain('For a program that connects to an address, add it with `--token`.');
    expect(out).toMatch(
      /✓ Added “Claude Code”\.\nNext: .* connect PROGRAM --client 'Claude Code' --write --vault /,
    );
    expect(out.split('\n')).toHaveLength(5);
    expect((await config()).agents).toMatchObject([{ name: 'Claude Code' }]);
    expect((await config()).agentPort).toBeGreaterThan(0);
  });

  test.each([
    ['nobody sits at the terminal', null, 'Only a person at a terminal'],
    ['they type anything else', 'yes', 'You didn’t type “add”'],
  ])('adds nothing when %s', async (_what, answer, message) => {
    typed = answer;
    const { code, out } = await run('agent', 'add', 'x');
    expect(out).toContain(message);
    expect(out).not.toContain('cs_');
    expect(code).toBe(2);
    expect(await config()).not.toHaveProperty('agents');
  });

  test('refuses a bad name, and one that is there, before it asks', async () => {
    await add('claude');
    typed = 'add';
    expect((await run('agent', 'add', 'Agent (x)')).out).toContain('A name has 1 to 40 letters');
    expect((await run('agent', 'add', 'CLAUDE')).out).toContain(
      'There is already a client “claude”',
    );
    expect((await run('agent', 'add')).out).toContain('Which client?');
    expect((await config()).agents).toHaveLength(1);
  });
});

describe('agent revoke, pause and resume', () => {
  test('a pause needs no word; to resume and to revoke does', async () => {
    await add('a');
    typed = null;
    expect((await run('agent', 'pause', 'A')).code).toBe(0);
    expect((await config()).agents?.[0]?.paused).toBe(true);
    expect((await run('agent', 'resume', 'a')).code).toBe(2);
    expect((await run('agent', 'revoke', 'a')).code).toBe(2);
    expect((await config()).agents?.[0]?.paused).toBe(true);
    typed = 'resume';
    expect((await run('agent', 'resume', 'a')).code).toBe(0);
    expect((await config()).agents?.[0]).not.toHaveProperty('paused');
    typed = 'revoke';
    expect((await run('agent', 'revoke', 'a')).out).toContain('“a” is revoked');
    expect((await config()).agents).toEqual([]);
    expect((await run('agent', 'revoke', 'a')).out).toContain('There is no client “a”');
  });
});

describe('agent list', () => {
  test('says what to do first, then each client, and never a token or its hash', async () => {
    expect((await run('agent', 'list')).out).toContain('countersign agent add NAME');
    const token = await add('a');
    await run('agent', 'pause', 'a');
    const { out } = await run('agent', 'list');
    expect(out).toMatch(/^a {2}added \S+Z, paused\n {2}No activity yet\./);
    const json = (await run('agent', 'list', '--json')).out;
    expect(JSON.parse(json)).toEqual({
      address: `http://127.0.0.1:${(await config()).agentPort}/mcp`,
      clients: [{ name: 'a', added: expect.any(String) as string, paused: true, last: null }],
    });
    for (const text of [out, json]) expect(text).not.toContain(hashToken(token));
  });

  test('an unknown verb is named', async () => {
    expect((await run('agent', 'permit')).out).toContain('Unknown command: agent permit');
    expect((await run('agent')).out).toContain('countersign help agent');
  });
});

describe('run --agents', () => {
  test('serves the clients as they are now, and closes the port in the end', async () => {
    const token = await add('a');
    const ended = run('run', '--agents');
    const all = (): string => said.join('\n');
    await expect.poll(all, poll).toMatch(/Agents connect at http:\/\/127\.0\.0\.1:\d+\/mcp/);
    const { agentPort } = await config();
    expect((await call('tools/list', {}, 'cs_wrong')).status).toBe(401);
    const listed = await call('tools/list', {}, token);
    expect(listed.text).toContain('draft_external_action');
    const log = said;
    typed = 'revoke';
    const started = await call(
      'tools/call',
      {
        name: 'start_plan',
        arguments: {
          ...{ text: 'Count the chairs.', source: '[[A talk]]', objective: 'Count the chairs' },
          ...{ steps: [{ text: 'Count' }, { text: 'Write it down' }], even_if_simple: true },
        },
      },
      token,
    );
    expect(started.text).toContain('PLAN-');
    expect((await run('agent', 'list')).out).toMatch(/a {2}added \S+\n {2}\S+Z: .*plan/i);
    expect((await run('agent', 'revoke', 'a')).code).toBe(0);
    await expect.poll(async () => (await call('tools/list', {}, token)).status, poll).toBe(401);
    said = log;
    process.emit('SIGINT');
    await ended;
    await expect(fetch(`http://127.0.0.1:${agentPort}/mcp`)).rejects.toThrow();
  }, 30_000);

  test('without clients it says which command gives one a token', async () => {
    const ended = run('run', '--agents');
    const add = 'Add one with `countersign agent add NAME --token`.';
    await expect.poll(() => said.join('\n'), poll).toContain(add);
    process.emit('SIGINT');
    await ended;
  }, 30_000);

  test('a taken port is said, also by status, and the runner runs on', async () => {
    await add('a');
    const { agentPort } = await config();
    const other = createServer().listen(agentPort, '127.0.0.1');
    try {
      const ended = run('run', '--agents');
      const all = (): string => said.join('\n');
      await expect.poll(all, poll).toMatch(/port \d+/);
      await expect.poll(all, poll).toContain('Watching ');
      expect(all()).not.toContain('Agents connect at');
      const why = `! Agents can’t connect over HTTP: another program uses port ${agentPort}`;
      expect(await run('status')).toMatchObject({
        code: 1,
        out: expect.stringContaining(why) as string,
      });
      process.emit('SIGINT');
      expect((await ended).code).toBe(0);
    } finally {
      other.close();
    }
  }, 30_000);

  test.each([
    [['--agents', '--trust-moves'], true],
    [['--agents'], false],
    [['--trust-moves'], false],
  ])(
    '%j: whether it warns that agents could approve',
    async (options, warns) => {
      await add('a');
      const ended = run('run', ...options);
      const all = (): string => said.join('\n');
      await expect.poll(all, poll).toContain('No active plans yet.');
      expect(all().includes('! An agent that can write in the vault could move')).toBe(warns);
      process.emit('SIGINT');
      await ended;
    },
    30_000,
  );

  test('without it no port is taken', async () => {
    await add('a');
    const { agentPort } = await config();
    const ended = run('run');
    await expect.poll(() => said.join('\n'), poll).toContain('Watching ');
    await expect(fetch(`http://127.0.0.1:${agentPort}/mcp`)).rejects.toThrow();
    process.emit('SIGINT');
    await ended;
  }, 30_000);
});
