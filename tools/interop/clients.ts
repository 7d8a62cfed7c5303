import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Json, JsonObject } from '../../src/core/json.js';
import { connectGuides, keepTokenCommand } from '../../src/core/views/connect-agent.js';
import { toolDefinitions } from '../../src/mcp/server/tools/agent-features.js';
import { until } from '../../test/support/until.js';
import { install } from './install.js';
import { packages, type Pinned } from './packages.js';
import type { Part } from './part.js';
import { listIn, objectIn, textIn } from './read-json.js';
import { startProxy, type Exchange, type RecordingProxy } from './recording-proxy.js';
import { Asked, lastLines, run } from './run-program.js';
import type { ServedVault } from './served-vault.js';

/** A client on a computer of its own: an empty home, no keys of anybody, and no way to the network. */
interface Place {
  readonly options: { readonly env: Record<string, string>; readonly cwd: string };
  /** What a person is told to run, or to write into a file. */
  readonly guide: string;
  readonly token: string;
  readonly node: string;
  /** The client's own script. */
  readonly script: string;
  readonly proxy: RecordingProxy;
}

interface Trial {
  /** As the guides call it. */
  readonly client: string;
  readonly pinned: Pinned;
  /** Tells the client of the endpoint as its guide says, and has it list our tools; what went wrong. */
  readonly connect: (place: Place) => Promise<readonly string[]>;
}

const trials: readonly Trial[] = [
  {
    client: 'Claude Code',
    pinned: packages.claude,
    connect: async (place) => [
      ...(await followGuide(place)),
      ...(await type(place.options, 'claude mcp list')),
    ],
  },
  { client: 'Codex', pinned: packages.codex, connect: connectCodex },
  { client: 'Gemini CLI', pinned: packages.gemini, connect: connectGemini },
  { client: 'Claude Desktop', pinned: packages.remote, connect: connectRemote },
];

export const clientNames: readonly string[] = trials.map(({ client }) => client);

const ourTools = toolDefinitions.map(({ name }) => name);

/** Has each client connect without an account or a model. What it asked is read at the endpoint's door. */
export async function* clients(node: string, served: ServedVault): AsyncGenerator<Part> {
  for (const { client, pinned, connect } of trials) {
    const script = await install(pinned);
    const proxy = await startProxy(served.address);
    const home = await mkdtemp(join(tmpdir(), 'client-'));
    try {
      const options = await newHome(home, node, script);
      const guides = connectGuides({
        ...{ address: proxy.address, name: client, vault: served.vault },
        ...{ command: 'countersign', isWindows: false },
      });
      const guide = guides.find((one) => one.client === client)?.text ?? '';
      const place = { options, guide, token: served.token(client), node, script, proxy };
      const faults = [...(await connect(place)), ...listedWrongly(proxy.exchanges)];
      yield {
        name: `${client} (${pinned.name} ${pinned.version})`,
        passed: faults.length === 0 ? 1 : 0,
        said: saidOf(proxy.exchanges),
        faults,
      };
    } finally {
      await proxy.close();
      await rm(home, { recursive: true, force: true });
    }
  }
}

const commands = ['claude', 'codex', 'gemini'] as const;

/** A home with the client on its path. */
async function newHome(home: string, node: string, script: string): Promise<Place['options']> {
  const bin = join(home, 'bin');
  const cwd = join(home, 'work');
  await mkdir(bin);
  await mkdir(cwd);
  for (const command of commands) {
    await writeFile(join(bin, command), `#!/bin/sh\nexec '${node}' '${script}' "$@"\n`);
    await chmod(join(bin, command), 0o755);
  }
  return {
    cwd,
    env: {
      HOME: home,
      PATH: [bin, process.env['PATH'] ?? ''].join(delimiter),
      // Nobody listens there: it reaches this computer, and nothing else.
      HTTPS_PROXY: 'http://127.0.0.1:1',
      NO_PROXY: '127.0.0.1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  };
}

/** A person pastes the token, then runs the command. */
function followGuide({ options, guide, token }: Place): Promise<readonly string[]> {
  return type(options, `${keepTokenCommand(false)}\n${guide}`, `${token}\n`);
}

/** Types lines at a terminal; what went wrong. */
async function type(
  options: Place['options'],
  lines: string,
  input = '',
): Promise<readonly string[]> {
  const ran = await run('bash', ['-c', lines], { ...options, input });
  return ran.code === 0 ? [] : [`This failed: ${lines}\n${lastLines(ran)}`];
}

/** Codex connects when a session begins, or when it is asked what its servers have. */
async function connectCodex(place: Place): Promise<readonly string[]> {
  const faults = [...(await followGuide(place))];
  const { env, cwd } = place.options;
  // It reads the token from the variable each time.
  const codex = new Asked(place.node, [place.script, 'app-server'], {
    env: { ...env, COUNTERSIGN_TOKEN: place.token },
    cwd,
  });
  await codex.ask('initialize', { clientInfo: { name: 'interop', version: '1.0.0' } });
  codex.tell('initialized');
  const { result, error } = await codex.ask('mcpServerStatus/list', {});
  await codex.end();
  const servers = listIn(objectIn(result)['data']).map(objectIn);
  const ours = servers.find(({ name }) => name === 'countersign');
  const tools = Object.keys(objectIn(ours?.['tools']));
  if (!sameNames(tools)) {
    faults.push(`Codex has the tools ${tools.join(', ')}. ${JSON.stringify(error ?? null)}`);
  }
  return faults;
}

/** Gemini CLI lists tools when a session begins. It begins none without an account, but asks before it says so. */
async function connectGemini(place: Place): Promise<readonly string[]> {
  const faults = [...(await followGuide(place))];
  const gemini = new Asked(place.node, [place.script, '--skip-trust', '--acp'], place.options);
  await gemini.ask('initialize', { protocolVersion: 1, clientCapabilities: {} });
  void gemini.ask('session/new', { cwd: place.options.cwd, mcpServers: [] });
  await until('Gemini CLI asks', async () => listOf(place.proxy.exchanges), {
    limitMs: 60_000,
  }).catch(() => null);
  await gemini.end();
  return faults;
}

/** Claude Desktop starts `mcp-remote` by its configuration, and speaks to it over stdio. */
async function connectRemote(place: Place): Promise<readonly string[]> {
  const config = JSON.parse(place.guide.replace('TOKEN', place.token)) as {
    mcpServers: { countersign: { args: string[]; env: Record<string, string> } };
  };
  const { args, env } = config.mcpServers.countersign;
  const client = new Client({ name: 'interop', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: place.node,
    args: [place.script, ...args.slice(args.indexOf('mcp-remote') + 1)],
    env: { ...place.options.env, ...env },
    stderr: 'ignore',
  });
  try {
    await client.connect(transport);
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    return sameNames(names) ? [] : [`mcp-remote has the tools ${names.join(', ')}.`];
  } catch (error) {
    return [`mcp-remote did not connect. ${String(error)}`];
  } finally {
    await client.close();
  }
}

function sameNames(names: readonly string[]): boolean {
  return names.length === ourTools.length && ourTools.every((name) => names.includes(name));
}

/** The answer to the last `tools/list`. */
function listOf(exchanges: readonly Exchange[]): Exchange | null {
  return exchanges.findLast(({ method }) => method === 'tools/list') ?? null;
}

/** What is wrong with what a client asked, and was answered. */
function listedWrongly(exchanges: readonly Exchange[]): readonly string[] {
  const list = listOf(exchanges);
  if (list === null) {
    const asked = exchanges.map(({ method, status }) => `${method} (${status})`);
    return [`It never asked for the tools. It asked: ${asked.join(', ') || 'nothing'}.`];
  }
  const names = listIn(resultOf(list.answer)['tools']).map((one) => textIn(objectIn(one)['name']));
  return sameNames(names) ? [] : [`It was answered ${list.status}, with ${names.join(', ')}.`];
}

/** What a client did. It says its version in a header, or agreed on one before. */
function saidOf(exchanges: readonly Exchange[]): string {
  const list = listOf(exchanges);
  const opened = exchanges.findLast(({ method }) => method === 'initialize');
  const agreed = textIn(resultOf(opened?.answer)['protocolVersion']);
  return list === null ? 'did not connect' : `asked for the tools in ${list.version || agreed}`;
}

function resultOf(answer: Json | undefined): JsonObject {
  return objectIn(objectIn(answer)['result']);
}
