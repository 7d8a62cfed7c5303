import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeviceConfig } from '../../../../../../../src/core/settings/device-config.js';
import { main } from '../../../../../../../src/hosts/node/cli/main.js';

let folder: string;
let vault: string;
/** The file of Claude Desktop. */
let file: string;
/** What the person types, one after the other; `null`: nobody sits there. */
let typed: string[] | null;
/** What else happens while the person types. */
let meanwhile: () => Promise<unknown>;
const [, startedAs = ''] = process.argv;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'move-')));
  vault = join(folder, 'vault');
  file = join(folder, 'config/Claude/claude_desktop_config.json');
  const script = join(folder, 'runner.mjs');
  for (const path of [join(folder, 'home'), vault, dirname(file)])
    await mkdir(path, { recursive: true });
  await writeFile(script, '');
  process.argv[1] = script;
  typed = null;
  meanwhile = async () => undefined;
  expect((await run('setup')).code).toBe(0);
});
afterEach(async () => {
  process.argv[1] = startedAs;
  await rm(folder, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<{ code: number; out: string }> {
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const answers = typed;
  const ask = async (): Promise<string> => {
    await meanwhile();
    return answers?.shift() ?? '';
  };
  const terminal = { line: say, error: say, colours: false, ...(answers ? { ask } : {}) };
  const home = join(folder, 'home');
  const env = { PATH: process.env['PATH'], HOME: home, XDG_CONFIG_HOME: join(folder, 'config') };
  const code = await main([...args, '--vault', vault], terminal, env);
  return { code, out: said.join('\n') };
}

async function move(...args: string[]): Promise<{ code: number; out: string }> {
  typed = ['move'];
  return run('connect', 'desktop', '--move', ...args);
}

async function config(): Promise<DeviceConfig> {
  const [name = ''] = await readdir(join(folder, 'config/countersign'));
  const text = await readFile(join(folder, 'config/countersign', name, 'device.json'), 'utf8');
  return JSON.parse(text) as DeviceConfig;
}

const read = (): Promise<string> => readFile(file, 'utf8');
const inFile = async () => (JSON.parse(await read()) as { mcpServers: object }).mcpServers;
const node = (script: string, env: object = {}) => ({
  command: process.execPath,
  args: [resolve(script)],
  env,
});

/** A server with the tools look_up and send, and one with a key. */
const library = node('test/support/servers/reading-server.mjs');
const counter = node('test/support/servers/counting-server.mjs', { API_KEY: 'sk-secret' });
const broken = { command: process.execPath, args: ['/opt/gone.mjs'], env: { KEY: 'sk-other' } };

async function has(mcpServers: object, more: object = { theme: 'dark' }): Promise<string> {
  const text = `${JSON.stringify({ ...more, mcpServers, z: 1 }, null, 2)}\n`;
  await writeFile(file, text);
  return text;
}

const ours = (client: string) => ({
  command: process.execPath,
  args: [join(folder, 'runner.mjs'), 'mcp', '--vault', vault, '--client', client],
  env: { XDG_CONFIG_HOME: join(folder, 'config') },
});

describe('connect --move', () => {
  test('shows what it will do, and after one word servers, client, offers and file are changed', async () => {
    await has({ library, counter });
    const { code, out } = await move();
    expect(out).toContain(`library: 2 tools  `);
    expect(out).toContain('counter: 1 tool  ');
    expect(out).toContain('“Claude Desktop” is added as a client.');
    expect(out).toContain('3 tools can be asked for by agents. Each call waits');
    expect(out).toContain('· library and counter are removed from this file.');
    expect(out).not.toContain('sk-secret');
    expect(out).toContain(`run --agents --vault ${vault}`);
    expect(out).toContain('Without Obsidian, add `--trust-moves`');
    expect(out).toContain('! An agent that can write in the vault could');
    expect(out).toContain('start a new session of it');
    expect(out).toContain('Each held call is a note in Pending_Approval/');
    expect(out).toMatch(
      /To go back: copy library and counter from "bridges" in .*\/device\.json to "mcpServers"/u,
    );
    expect(code).toBe(0);
    expect(await read()).toBe(
      `${JSON.stringify({ theme: 'dark', mcpServers: { countersign: ours('Claude Desktop') }, z: 1 }, null, 2)}\n`,
    );
    const { bridges, agents, agentTools = [], agentPort } = await config();
    expect(bridges).toMatchObject([
      { alias: 'library', ...library },
      { alias: 'counter', ...counter },
    ]);
    expect(agents).toMatchObject([{ name: 'Claude Desktop' }]);
    expect(agentPort).toBeGreaterThan(0);
    expect(agentTools.map(({ bridge, shown }) => `${bridge}.${shown.name}`).sort()).toEqual([
      'counter.record',
      'library.look_up',
      'library.send',
    ]);
    expect(agentTools.some(({ allowed }) => allowed)).toBe(false);
  }, 30_000);

  test('a second time it changes nothing', async () => {
    await has({ library });
    expect((await move()).code).toBe(0);
    const [text, before] = [await read(), await config()];
    typed = [];
    const again = await run('connect', 'desktop', '--move');
    expect(again.out).toContain('There is no server to move. Nothing was changed.');
    expect(again.out).toContain('Claude Desktop already has the entry of Countersign.');
    expect(again.code).toBe(0);
    expect([await read(), await config()]).toEqual([text, before]);
  }, 30_000);

  test('a server that doesn’t start, or whose tools agents would not find, stays, with its reason; the others move', async () => {
    const listed = join(folder, 'texts.json');
    const inputSchema = { type: 'object' };
    const tools = ['Find', 'find'].map((name) => ({ name, inputSchema }));
    await writeFile(listed, JSON.stringify({ tools }));
    const texts = {
      command: process.execPath,
      args: [resolve('test/support/servers/hostile-texts-server.mjs')],
      env: { TEXTS_FILE: listed },
    };
    await has({ broken, texts, library });
    const { code, out } = await move();
    expect(out).toContain('! broken stays in this file: ');
    expect(out).toContain('Cannot find module');
    expect(out).toContain(
      '! texts stays in this file: Agents would not find its tools Find and find: their names differ only in upper and lower case.',
    );
    expect(code).toBe(1);
    expect(await inFile()).toEqual({ broken, texts, countersign: ours('Claude Desktop') });
    expect((await config()).bridges).toMatchObject([{ alias: 'library' }]);
    const again = await move();
    expect(again.out).toContain('There is no server to move.');
    expect(again.code).toBe(1);
    expect(await inFile()).toEqual({ broken, texts, countersign: ours('Claude Desktop') });
  }, 30_000);

  test('of two servers whose names differ only in capitals, the second stays, because agents would find the tools of neither', async () => {
    await has({ library, Library: counter });
    const { code, out } = await move();
    expect(out).toContain(
      '! Library stays in this file: “Library” can’t be imported: its name differs from that of “library” only in capitals.',
    );
    expect(out).toContain('2 tools can be asked for by agents.');
    expect(code).toBe(1);
    expect(await inFile()).toEqual({ Library: counter, countersign: ours('Claude Desktop') });
    expect((await config()).bridges).toMatchObject([{ alias: 'library' }]);
  }, 30_000);

  test.each<[string, string[] | null, string]>([
    ['nobody sits at the terminal', null, 'Only a person at a terminal can decide this.'],
    ['they type anything else', ['connect'], 'You didn’t type “move”.'],
  ])('changes nothing when %s', async (_what, words, said) => {
    const text = await has({ library });
    const before = await config();
    typed = words;
    const { code, out } = await run('connect', 'desktop', '--move');
    expect(out).toContain('library: 2 tools');
    expect(out).toContain('What will be done:');
    expect(out).toContain(said);
    expect(code).toBe(2);
    expect([await read(), await config()]).toEqual([text, before]);
  });

  test.each([
    ['{"mcpServers":{"a":{"command":"x"}', 'It is not plain JSON'],
    ['{ // mine\n"mcpServers":{"a":{"command":"x"}}}', 'It is not plain JSON'],
    ['{"mcpServers":[]}', '“mcpServers” in it is not an object.'],
    ['{"mcpServers":{"countersign":{"command":"x"}}}', 'It already has another entry'],
  ])('leaves %j alone', async (text, why) => {
    await writeFile(file, text);
    const before = await config();
    const { code, out } = await move();
    expect(out).toContain(`${file} can’t be changed. `);
    expect(out).toContain(why);
    expect(code).toBe(3);
    expect([await read(), await config()]).toEqual([text, before]);
  });

  test('a server that stands twice under one name is not touched', async () => {
    const entry = JSON.stringify(library);
    const text = `{"mcpServers":{"library":${entry},"library":${entry}}}`;
    await writeFile(file, text);
    const { code, out } = await move();
    expect(out).toContain('“library” is there twice.');
    expect(code).toBe(3);
    expect(await read()).toBe(text);
    expect((await config()).bridges).toEqual([]);
  }, 30_000);

  test('a file that changed meanwhile stays as it is, and the same command finishes later', async () => {
    await has({ library });
    meanwhile = () => has({ library, counter }, { theme: 'light' });
    const { code, out } = await move();
    expect(out).toContain('It was changed in the meantime.');
    expect(out).toContain('It still has library. Run the same command again to finish.');
    expect(code).toBe(3);
    expect(await inFile()).toEqual({ library, counter });
    expect((await config()).bridges).toMatchObject([{ alias: 'library' }]);
    meanwhile = async () => undefined;
    const again = await move();
    expect(again.out).toContain('library: 2 tools, already in Countersign');
    expect(again.code).toBe(0);
    expect(await inFile()).toEqual({ countersign: ours('Claude Desktop') });
    const { bridges, agents } = await config();
    expect(bridges).toMatchObject([{ alias: 'library' }, { alias: 'counter' }]);
    expect(agents).toHaveLength(1);
  }, 30_000);

  test('a file that lost the servers meanwhile is not said to have them', async () => {
    await has({ library });
    meanwhile = () => has({ counter });
    const { out } = await move();
    expect(out).toContain('It was changed in the meantime.');
    expect(out).toContain('It no longer has any of these servers.');
    expect(out).not.toContain('It still has');
  }, 30_000);

  test('what a person chose for a server that is here already stays', async () => {
    await has({ library });
    const servers = join(folder, 'servers.json');
    await writeFile(servers, JSON.stringify({ mcpServers: { library } }));
    await run('bridge', 'import', '--no-test', servers);
    typed = ['offer'];
    await run('agent', 'offer', 'library', 'look_up');
    typed = ['add'];
    await run('agent', 'add', 'Claude');
    typed = ['allow'];
    await run('agent', 'allow', 'library', '--client', 'Claude');
    const { out } = await move('--client', 'Claude');
    expect(out).toContain('library: 1 tool, already in Countersign');
    expect(out).toContain('(`countersign agent tools` says which may be called unasked)');
    expect(out).toContain('1 tool not offered: `countersign agent offer library`');
    expect(out).not.toContain('can be asked for');
    expect((await config()).agentTools).toHaveLength(1);
    expect(await inFile()).toEqual({ countersign: ours('Claude') });
  }, 30_000);

  test('another server of that name, and settings that would be lost, stay in the file', async () => {
    const servers = join(folder, 'servers.json');
    await writeFile(servers, JSON.stringify({ mcpServers: { library: counter } }));
    await run('bridge', 'import', '--no-test', servers);
    const others = {
      library,
      timed: { ...library, timeout: 600_000 },
      off: { ...library, disabled: true },
    };
    await has(others);
    const { code, out } = await move();
    expect(out).toContain(
      'library stays in this file: Countersign already has a different server with this name.',
    );
    expect(out).toContain(
      'timed stays in this file: Countersign would not keep its setting “timeout”.',
    );
    expect(out).toContain('off stays in this file: It is turned off in Claude Desktop.');
    expect(code).toBe(1);
    expect(await inFile()).toEqual(others);
  }, 30_000);

  test('an entry of ours stays whoever wrote it: its client goes on, and one without a client gets one', async () => {
    typed = ['add'];
    await run('agent', 'add', 'Eve');
    typed = ['connect'];
    await run('connect', 'desktop', '--client', 'Eve', '--write');
    const entries = await inFile();
    const self = { command: 'countersign', args: ['mcp', '--vault', '/other'] };
    await has({ library, ...entries, self });
    const { code, out } = await move();
    expect(out).not.toContain('is added as a client');
    expect(out).toContain('· self stays in this file: It is Countersign itself.');
    expect(code).toBe(0);
    expect(await inFile()).toEqual({ ...entries, self });
    const outside = { ...ours(''), args: ours('').args.slice(0, -2) };
    await has({ library, countersign: outside });
    expect((await move('--client', 'Eve')).code).toBe(0);
    expect(await inFile()).toEqual({ countersign: ours('Eve') });
  }, 30_000);

  test('only what starts Countersign counts as it: a server with a project of that name moves', async () => {
    const memory = { ...library, args: [...library.args, 'mcp', '--project', 'countersign'] };
    const self = { command: 'npx', args: ['-y', 'countersign', 'mcp', '--vault', '/other'] };
    const other = { command: 'countersign', args: ['--vault', '/other', 'mcp'] };
    await has({ memory, self, other });
    const { code, out } = await move();
    expect(out).toContain('✓ memory: 2 tools');
    expect(out).toContain('· self stays in this file: It is Countersign itself.');
    expect(out).toContain('· other stays in this file: It is Countersign itself.');
    expect(code).toBe(0);
    expect(await inFile()).toEqual({ self, other, countersign: ours('Claude Desktop') });
  }, 30_000);

  test('Countersign itself stays, however it is started or reached', async () => {
    await has({ library });
    expect((await move()).code).toBe(0);
    const { agentPort } = await config();
    const script = '/opt/countersign.mjs';
    const own = {
      httpUrl: { httpUrl: `http://127.0.0.1:${agentPort}/mcp` },
      serverUrl: { serverUrl: `http://127.0.0.1:${agentPort}/mcp/` },
      localhost: { url: `http://localhost:${agentPort}/mcp` },
      later: { command: 'node', args: [script, '--vault', '/other', 'mcp', '--client', 'A'] },
      fetched: { command: 'npx', args: ['-y', 'countersign@1.2.0', '--vault', '/other', 'mcp'] },
      windows: {
        command: 'cmd',
        args: ['/c', 'npx', '-y', 'countersign', '--vault', '/other', 'mcp'],
      },
      shell: { command: 'sh', args: ['-c', `exec node ${script} mcp --vault /other`] },
    };
    const project = {
      ...library,
      args: [...library.args, '--project', 'countersign', '-x', 'mcp'],
    };
    await has({ ...own, project });
    const { out } = await move();
    for (const name of Object.keys(own)) {
      expect(out).toContain(`· ${name} stays in this file: It is Countersign itself.`);
    }
    expect(await inFile()).toEqual({ ...own, countersign: ours('Claude Desktop') });
  }, 30_000);

  test.each([
    ['env', { env: { API_KEY: '$MY_KEY', REGION: 'eu' } }],
    ['args', { args: [...library.args, 'x-$MY_KEY/y'] }],
    [
      'headers',
      {
        command: undefined,
        args: undefined,
        httpUrl: 'https://a.example',
        headers: { auth: 'Bearer $MY_KEY' },
      },
    ],
  ])(
    'Gemini CLI: a server with a variable in its %s stays',
    async (where, changed) => {
      const path = join(folder, 'home/.gemini/settings.json');
      const keyed = { ...library, ...changed };
      const cash = { ...library, env: { PRICE: '$5' } };
      await mkdir(dirname(path));
      await writeFile(path, JSON.stringify({ mcpServers: { keyed, cash } }));
      typed = ['move'];
      const { code, out } = await run('connect', 'gemini', '--move');
      expect(out).toContain(
        `! keyed stays in this file: Gemini CLI may replace part of its “${where}” with a variable. Import it`,
      );
      expect(code).toBe(1);
      const { mcpServers } = JSON.parse(await readFile(path, 'utf8')) as { mcpServers: object };
      expect(mcpServers).toEqual({
        keyed: JSON.parse(JSON.stringify(keyed)) as object,
        countersign: ours('Gemini CLI'),
      });
      expect((await config()).bridges).toMatchObject([{ alias: 'cash', env: { PRICE: '$5' } }]);
    },
    30_000,
  );

  test.each<[string, object, object | null]>([
    ['mcp.excluded', { mcp: { excluded: ['Library '] } }, null],
    ['mcp.allowed', { mcp: { allowed: ['counter', 'countersign'] } }, null],
    ['excludeMCPServers', { excludeMCPServers: ['library'] }, null],
    ['gemini mcp disable', {}, { library: { enabled: false } }],
  ])(
    'Gemini CLI: a server that is turned off by %s stays',
    async (_how, more, disabled) => {
      const path = join(folder, 'home/.gemini/settings.json');
      await mkdir(dirname(path));
      await writeFile(path, JSON.stringify({ mcpServers: { library, counter }, ...more }));
      const beside = join(dirname(path), 'mcp-server-enablement.json');
      if (disabled) await writeFile(beside, JSON.stringify(disabled));
      typed = ['move'];
      const { code, out } = await run('connect', 'gemini', '--move');
      expect(out).toContain('! library stays in this file: It is turned off in Gemini CLI.');
      expect(out).not.toContain('has “countersign” turned off');
      expect(code).toBe(1);
      expect((await config()).bridges).toMatchObject([{ alias: 'counter' }]);
      const { mcpServers } = JSON.parse(await readFile(path, 'utf8')) as { mcpServers: object };
      expect(Object.keys(mcpServers)).toEqual(['library', 'countersign']);
      if (disabled) await writeFile(beside, JSON.stringify({ countersign: { enabled: false } }));
      else await writeFile(path, JSON.stringify({ mcpServers, mcp: { allowed: ['library'] } }));
      const after = await run('connect', 'gemini', '--client', 'Gemini CLI');
      expect(after.out).toContain('! Gemini CLI has “countersign” turned off');
      expect(after.code).toBe(1);
    },
    30_000,
  );

  test('servers that come with extensions are named, as they can’t be moved', async () => {
    const extensions = join(folder, 'config/Claude/Claude Extensions');
    for (const [id, manifest] of Object.entries({
      'local.dxt.files': '{"name":"files","display_name":"My Files","server":{}}',
      broken: '{',
    })) {
      await mkdir(join(extensions, id), { recursive: true });
      await writeFile(join(extensions, id, 'manifest.json'), manifest);
    }
    await has({ library });
    const said =
      '! Claude Desktop also has servers from extensions: My Files and broken. Countersign can’t hold their calls';
    expect((await move()).out).toContain(said);
    expect((await run('connect', 'desktop', '--client', 'Claude Desktop')).out).toContain(said);
    const gemini = join(folder, 'home/.gemini/extensions');
    for (const [id, mcpServers] of Object.entries({ maps: { maps: library }, theme: {} })) {
      await mkdir(join(gemini, id), { recursive: true });
      const manifest = JSON.stringify({ name: id, mcpServers });
      await writeFile(join(gemini, id, 'gemini-extension.json'), manifest);
    }
    await writeFile(join(gemini, 'extension-enablement.json'), '{}');
    expect((await run('connect', 'gemini', '--move')).out).toContain(
      '! Gemini CLI also has servers from extensions: maps. ',
    );
  }, 30_000);

  test('a server that uses files of the vault is asked for first', async () => {
    const own = { ...library, env: { NOTES: join(vault, 'Notes') } };
    const text = await has({ own });
    typed = null;
    const shown = await run('connect', 'desktop', '--move');
    expect(shown.out).toContain('own stays in this file: It uses files of this vault.');
    typed = ['move'];
    const refused = await run('connect', 'desktop', '--move');
    expect(refused.out).toContain(
      '! own stays in this file: It uses files of this vault. You didn’t type “use the vault”.',
    );
    expect(refused.code).toBe(1);
    expect(await read()).toBe(text);
    await has({ own, counter, also: { ...own, env: { NOTES: join(vault, 'Plans') } } });
    typed = ['no', 'use the vault', 'move'];
    const partly = await run('connect', 'desktop', '--move');
    expect(partly.out).toContain('! own stays in this file: ');
    expect(partly.code).toBe(1);
    expect(await inFile()).toEqual({ own, countersign: ours('Claude Desktop') });
    typed = ['use the vault', 'move'];
    expect((await run('connect', 'desktop', '--move')).code).toBe(0);
    expect(await inFile()).toEqual({ countersign: ours('Claude Desktop') });
  }, 30_000);

  test('Claude Code: also the servers of the vault’s folder, not those of others', async () => {
    const path = join(folder, 'home/.claude.json');
    const projects = {
      [vault]: { mcpServers: { counter, library }, disabledMcpServers: ['off'] },
      '/elsewhere': { mcpServers: { counter } },
    };
    await writeFile(path, JSON.stringify({ mcpServers: { library, off: counter }, projects }));
    typed = ['move'];
    const { code, out } = await run('connect', 'claude-code', '--move');
    expect(out).toContain('It also has servers for other folders, which stay: /elsewhere.');
    expect(out).toContain('! off stays in this file: It is turned off in Claude Code.');
    expect(code).toBe(1);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      mcpServers: { off: counter, countersign: { type: 'stdio', ...ours('Claude Code') } },
      projects: {
        [vault]: { mcpServers: {}, disabledMcpServers: ['off'] },
        '/elsewhere': { mcpServers: { counter } },
      },
    });
  }, 30_000);

  test.each([
    [['codex'], 'The servers of Codex can’t be moved', 2],
    [['claude-code', '--hook'], 'it takes neither a client nor --move', 2],
    [['cursor'], 'There is no server to move. Nothing was changed. To connect Cursor alone:', 0],
    [['desktop', '--client', 'a/b'], 'A name has 1 to 40 letters', 3],
  ])('%j', async (args, said, code) => {
    typed = [];
    const done = await run('connect', ...args, '--move');
    expect(done.out).toContain(said);
    expect(done.code).toBe(code);
  });
});
