import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { isJsonObject, type JsonObject } from '../../src/core/json.js';
import { main } from '../../src/hosts/node/cli/main.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  connected,
  officialClient,
  type OfficialClient,
} from '../../test/support/mcp/agent-bench.js';
import { until } from '../../test/support/until.js';
import { install } from './install.js';
import { packages } from './packages.js';
import type { Part } from './part.js';
import { textIn } from './read-json.js';

const clientName = 'Claude';

/** A person’s computer: a vault, a folder that is not in it, and the servers that their agent had. */
interface Place {
  readonly vault: string;
  readonly files: string;
  readonly env: Record<string, string | undefined>;
  /** Runs a command as a person does at a terminal, who types this word when asked. */
  readonly type: (word: string | null, ...args: readonly string[]) => Promise<string>;
}

/**
 * The servers of the people who made MCP, moved into Countersign from the configuration of a client: their tools are
 * called through it by the official clients, over HTTP and as a program. What only reads is allowed, the rest asks.
 */
export async function* servers(node: string): AsyncGenerator<Part> {
  const scripts = {
    everything: await install(packages.everything),
    filesystem: await install(packages.filesystem),
    memory: await install(packages.memory),
  };
  const base = await mkdtemp(join(tmpdir(), 'cs-'));
  const started: ChildProcess[] = [];
  try {
    const port = await freePort();
    const http = spawn(node, [scripts.everything, 'streamableHttp'], {
      env: { ...process.env, PORT: String(port) },
      stdio: 'ignore',
    });
    started.push(http);
    const url = `http://127.0.0.1:${port}/mcp`;
    await until('the server listens', () => fetch(url).catch(() => null));
    const place = await setUp(base, node, scripts, url);
    const { token, address } = await offerAll(place);
    const args = ['dist/countersign.mjs', 'run', '--agents', '--trust-moves'];
    const runner = spawn(process.execPath, [...args, '--vault', place.vault], {
      env: place.env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    started.push(runner);
    await until('agents can connect', () => fetch(address).catch(() => null));
    for (const era of ['2025-11-25', '2026-07-28'] as const) {
      yield tried(`servers over HTTP, ${era}`, place, await connected(era, address, token));
    }
    const program = new Client({ name: 'official-client', version: '1.0.0' });
    await program.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [
          resolve('dist/countersign.mjs'),
          'mcp',
          '--client',
          clientName,
          '--vault',
          place.vault,
        ],
        env: Object.fromEntries(
          Object.entries(place.env).flatMap(([key, value]) =>
            value === undefined ? [] : [[key, value]],
          ),
        ),
      }),
    );
    yield tried('servers through `countersign mcp`', place, officialClient(program));
  } finally {
    await Promise.all(started.reverse().map(ended));
    await rm(base, { recursive: true, force: true });
  }
}

async function setUp(
  base: string,
  node: string,
  scripts: Readonly<Record<'everything' | 'filesystem' | 'memory', string>>,
  url: string,
): Promise<Place> {
  const [vault, files, device] = ['vault', 'files', 'device'].map((name) => join(base, name)) as [
    ...[string, string, string],
  ];
  for (const folder of [vault, files, device]) await mkdir(folder);
  await writeFile(join(files, 'rates.txt'), 'A day: $1,500');
  const env = { ...process.env, XDG_CONFIG_HOME: device };
  const type: Place['type'] = async (word, ...args) => {
    const lines: string[] = [];
    const say = (text: string): void => void lines.push(text);
    const ask = async (): Promise<string> => word ?? '';
    const terminal = { line: say, error: say, colours: false, ask };
    const code = await main([...args, '--vault', vault], terminal, env);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${lines.join(' ')}`);
    return lines.join('\n');
  };
  const mcpServers = {
    everything: { command: node, args: [scripts.everything, 'stdio'] },
    files: { command: node, args: [scripts.filesystem, files] },
    memory: {
      ...{ command: node, args: [scripts.memory] },
      env: { MEMORY_FILE_PATH: join(files, 'memory.jsonl') },
    },
    web: { type: 'http', url },
  };
  const config = join(base, 'claude_desktop_config.json');
  await writeFile(config, JSON.stringify({ mcpServers }));
  await type(null, 'setup');
  await type(null, 'bridge', 'import', config);
  return { vault, files, env, type };
}

/** Everything is offered; the client may call what only reads, but for one tool. */
async function offerAll({
  type,
}: Place): Promise<{ readonly token: string; readonly address: string }> {
  const added = await type('add', 'agent', 'add', clientName, '--token');
  const token = /cs_[\w-]{43}/.exec(added)?.[0] ?? '';
  for (const alias of ['everything', 'files', 'memory', 'web']) {
    await type('offer', 'agent', 'offer', alias);
  }
  const allow = (alias: string, tools: string): Promise<string> =>
    type('allow', 'agent', 'allow', alias, tools, '--client', clientName);
  await allow('everything', 'echo,get-tiny-image,get-structured-content');
  await allow('web', 'echo');
  await allow('files', 'read_text_file,list_directory');
  await allow('memory', 'read_graph');
  const { address } = JSON.parse(await type(null, 'agent', 'list', '--json')) as {
    readonly address: string;
  };
  return { token, address };
}

async function tried(name: string, place: Place, client: OfficialClient): Promise<Part> {
  const faults: string[] = [];
  let passed = 0;
  const check = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
    const isSo = await holds().catch((error: unknown) => {
      faults.push(`${what}: ${String(error)}`);
      return null;
    });
    if (isSo === true) passed += 1;
    else if (isSo === false) faults.push(what);
  };
  const call = async (tool: string, args: JsonObject): Promise<JsonObject> =>
    (await client.callTool({ name: tool, arguments: { ...args } })) as JsonObject;
  const says = async (tool: string, args: JsonObject, text: string): Promise<boolean> => {
    const answer = await call(tool, args);
    if (JSON.stringify(answer).includes(text)) return true;
    throw new Error(JSON.stringify(answer).slice(0, 400));
  };
  const { files, vault } = place;
  await check('every tool is listed', async () => {
    const { tools } = await client.listTools();
    const names = tools.map((tool) => tool.name);
    return ['everything__echo', 'files__write_file', 'memory__create_entities', 'web__echo'].every(
      (one) => names.includes(one),
    );
  });
  await check('an allowed tool answers at once', () =>
    says('everything__echo', { message: 'hello' }, 'Echo: hello'),
  );
  await check('an allowed tool over HTTP answers at once', () =>
    says('web__echo', { message: 'hello' }, 'Echo: hello'),
  );
  await check('an image comes back', () => says('everything__get-tiny-image', {}, 'image/png'));
  await check('data come back', () =>
    says('everything__get-structured-content', { location: 'New York' }, 'structuredContent'),
  );
  await check('an allowed tool reads a file', () =>
    says('files__read_text_file', { path: join(files, 'rates.txt') }, '$1,500'),
  );
  await check('a file of the vault asks', () =>
    says('files__read_text_file', { path: join(vault, 'Dashboard.md') }, 'waiting_for_person'),
  );
  await check('the graph is read', () => says('memory__read_graph', {}, 'entities'));
  await check('what only reads, and is not allowed, asks', () =>
    says('everything__get-env', {}, 'waiting_for_person'),
  );
  const path = join(files, `${name.replaceAll(/\W+/g, '-')}.txt`);
  const exists = (): Promise<boolean> =>
    readFile(path).then(
      () => true,
      () => false,
    );
  await check('what writes asks, once, and runs after it was approved', async () => {
    const letter = { path, content: 'Dear client' };
    const asked = await call('files__write_file', letter);
    const again = await call('files__write_file', letter);
    const id = fieldIn(asked, 'request_id');
    if (id === '' || fieldIn(again, 'request_id') !== id)
      throw new Error(JSON.stringify([asked, again]));
    await new Promise((later) => setTimeout(later, 500));
    if (await exists()) return false;
    await approve(vault, fieldIn(asked, 'note'));
    const told = await call('await_request', { request_id: id, wait_seconds: 30 });
    return (await exists()) && JSON.stringify(told).includes('executed');
  });
  await client.close();
  return { name, passed, said: `${passed} of ${passed + faults.length} as they should be`, faults };
}

function fieldIn({ structuredContent }: JsonObject, field: string): string {
  return isJsonObject(structuredContent) ? textIn(structuredContent[field]) : '';
}

/** Moves a request to Approved, as soon as it is prepared. */
async function approve(vault: string, note: string): Promise<void> {
  const from = join(vault, note);
  await until('the request is prepared', async () => {
    const text = await readFile(from, 'utf8').catch(() => '');
    return text.includes('%% countersign') ? true : null;
  });
  await rename(from, from.replace('Pending_Approval', 'Approved'));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((exit) => child.once('exit', exit));
  if (child.exitCode !== null) return;
  child.kill('SIGINT');
  await gone;
}
