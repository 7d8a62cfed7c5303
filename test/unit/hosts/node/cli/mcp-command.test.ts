import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { offerTools, type AgentTool } from '../../../../../src/core/settings/agents/agent-tools.js';
import { main } from '../../../../../src/hosts/node/cli/main.js';
import { mcpCommand } from '../../../../../src/hosts/node/cli/mcp/mcp-command.js';
import {
  changeSettings,
  openVaultDevice,
} from '../../../../../src/hosts/node/runner/vault-device.js';
import { agentSocketPath } from '../../../../../src/hosts/desktop/agents/agent-socket.js';
import { bundleChild, type BundledChild } from '../../../../support/children/bundled-child.js';
import {
  claudeToken,
  echoCall,
  fakeFeatures,
  newClient,
  officialClient,
  openAgentBench,
  type AgentBench,
  type OfficialClient,
  type OfficialEra,
} from '../../../../support/mcp/agent-bench.js';
import { until } from '../../../../support/until.js';

let vault: string;
let device: string;
let env: Record<string, string>;
let socketPath: string;
let bench: AgentBench | null = null;
let program: BundledChild;

beforeAll(async () => {
  program = await bundleChild(
    new URL('../../../../../src/hosts/node/cli/cli-main.ts', import.meta.url),
  );
});
afterAll(() => program.dispose());

beforeEach(async () => {
  vault = await mkdtemp(join(tmpdir(), 'vault-'));
  device = await mkdtemp(join(tmpdir(), 'device-'));
  env = { PATH: process.env['PATH'] ?? '', HOME: device, XDG_CONFIG_HOME: device };
  const quiet = { line: () => undefined, error: () => undefined, colours: false };
  expect(await main(['setup', '--vault', vault], quiet, env)).toBe(0);
  const opened = await openVaultDevice(vault, env);
  if (!opened.ok) throw new Error(opened.error.message);
  socketPath = agentSocketPath(opened.value.folder);
});
afterEach(async () => {
  await bench?.close();
  bench = null;
  await rm(vault, { recursive: true, force: true });
  await rm(device, { recursive: true, force: true });
});

/** An official client that starts the program. */
async function started(era: OfficialEra, name = 'Claude'): Promise<OfficialClient> {
  const run = {
    command: process.execPath,
    args: [program.script, 'mcp', '--vault', vault, '--client', name],
    env,
    stderr: 'inherit' as const,
  };
  const client = newClient(era);
  await (client instanceof ModernClient
    ? client.connect(new ModernStdio(run))
    : client.connect(new StdioClientTransport(run)));
  return officialClient(client);
}

describe.each(['2025-11-25', '2026-07-28'] as const)('over stdio, in the era of %s,', (era) => {
  test('a client reaches the endpoint, in any order, with progress, and can cancel', async () => {
    bench = await openAgentBench({ socketPath });
    const client = await started(era);
    const cancelled = new AbortController();
    const told: unknown[] = [];
    const waits = client
      .callTool(
        { name: 'wait' },
        { signal: cancelled.signal, onprogress: ({ message }) => void told.push(message) },
      )
      .catch(() => 'cancelled');
    await until('it waits', async () => (bench?.waiting === 1 && told.length === 1 ? true : null));
    expect(await client.callTool({ name: 'echo', arguments: { text: 'Grüße' } })).toMatchObject({
      structuredContent: { client: 'Claude', text: 'Grüße' },
    });
    expect(await client.callTool({ name: 'echo', arguments: { text: 'a link' } })).toMatchObject({
      content: [{ type: 'resource_link' }, { type: 'text' }],
    });
    expect(await client.readResource({ uri: 'countersign://mission' })).toMatchObject({
      contents: [{ text: 'The mission' }],
    });
    expect(bench.heard).toContain('Claude');
    cancelled.abort();
    expect(await waits).toBe('cancelled');
    await until('the wait ended', async () => (bench?.waiting === 0 ? true : null));
    expect(told).toEqual(['It waits.']);
    await client.close();
  });

  test('where no endpoint runs it lists the tools, and calls begin to work when one starts', async () => {
    const opened = await openVaultDevice(vault, env);
    if (!opened.ok) throw new Error(opened.error.message);
    const send: AgentTool = {
      ...{ bridge: 'mail', digest: '0'.repeat(64) },
      shown: { name: 'send', inputSchema: {} },
    };
    await changeSettings(opened.value, (now) => offerTools(now, [send]));
    const client = await started(era);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['resume_plan', 'mail__send']),
    );
    expect(await client.callTool({ name: 'resume_plan', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('`countersign run --agents`') as string }],
    });
    bench = await openAgentBench({ socketPath });
    expect(await client.callTool({ name: 'echo', arguments: { text: 'now' } })).toMatchObject({
      structuredContent: { text: 'now' },
    });
    await bench.close();
    bench = null;
    expect(await client.callTool({ name: 'resume_plan', arguments: {} })).toMatchObject({
      isError: true,
    });
    await client.close();
  });
});

/** Gives the command lines, and what it wrote after the last one. */
async function answersTo(lines: readonly unknown[], client?: string): Promise<unknown[]> {
  const written = await linesFor(lines, client);
  return written.map((line) => JSON.parse(line) as unknown);
}

async function linesFor(lines: readonly unknown[], client?: string): Promise<readonly string[]> {
  const written: string[] = [];
  const terminal = {
    line: (text: string) => void written.push(text),
    error: (text: string) => void written.push(`stderr: ${text}`),
    colours: false,
  };
  async function* input() {
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    yield Buffer.from(`${text.join('\n')}\n`);
  }
  expect(await mcpCommand(terminal, env, { vault, client }, input())).toBe(0);
  return written;
}

test('what is no message is answered with what is wrong, and a notification with nothing', async () => {
  bench = await openAgentBench({ socketPath });
  const answers = await answersTo([
    'no JSON',
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    [echoCall('in a batch')],
    { jsonrpc: '2.0', id: 3, method: 'no/such' },
  ]);
  expect(answers).toHaveLength(3);
  expect(answers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id: null,
        error: expect.objectContaining({ code: -32700 }) as object,
      }),
      expect.objectContaining({
        id: null,
        error: expect.objectContaining({ code: -32600 }) as object,
      }),
      expect.objectContaining({
        id: 3,
        error: expect.objectContaining({ code: -32601 }) as object,
      }),
    ]),
  );
});

test.each([
  ['a line break in its method', 'tools/li\nst', {}],
  ['an odd dash in its method', 'tools/li\u2013st', {}],
  ['a name of 20,000 characters', 'tools/call', { name: 'x'.repeat(20_000), arguments: {} }],
  [
    'an address of 20,000 characters',
    'resources/read',
    { uri: `countersign://${'x'.repeat(20_000)}` },
  ],
])(
  'a message with %s gets an error, and the next one its answer',
  async (_what, method, params) => {
    bench = await openAgentBench({ socketPath });
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const answers = await answersTo([
      { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta } },
      echoCall('next'),
    ]);
    const isCall = method === 'tools/call';
    const said = expect.stringContaining('too long, or has invalid characters') as string;
    expect(answers).toHaveLength(2);
    expect(answers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: 7,
          ...(isCall
            ? {
                result: expect.objectContaining({
                  isError: true,
                  content: [{ type: 'text', text: said }],
                }) as object,
              }
            : { error: expect.objectContaining({ code: -32600, message: said }) as object }),
        }),
        expect.objectContaining({ id: 1, result: expect.anything() as object }),
      ]),
    );
  },
);

test('a message longer than 4 MB gets an error, and the next one its answer', async () => {
  bench = await openAgentBench({ socketPath });
  const long = echoCall('x'.repeat(4 * 1024 * 1024), 7);
  const answers = await answersTo([long, echoCall('next', 8)]);
  const text = expect.stringContaining('at most 4194304 bytes') as string;
  expect(answers).toHaveLength(2);
  expect(answers[0]).toMatchObject({ id: 7, result: { isError: true, content: [{ text }] } });
  expect(answers[1]).toMatchObject({ id: 8, result: { structuredContent: { text: 'next' } } });
});

test('a number that would become another one reaches nobody, and the agent reads which', async () => {
  bench = await openAgentBench({ socketPath });
  const call = (id: number, args: string): string =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"fail","arguments":${args}}}`;
  const exact =
    '{"a":[1.10,-0.0,1e3,1E-7,5e-324,1.7976931348623157e308],"say \\"1e400\\"":"1e400"}';
  const lost = {
    '1e400': '{"rate":{"x":1,"amount": 1e400}}',
    '12345678901234567890': '{"n":1,"amount":[1.5,12345678901234567890]}',
    '0.1234567890123456789': '{"amount":0.1234567890123456789}',
    '1e-400': '{"amount":1e-400}',
  };
  const answers = await answersTo([
    call(1, exact),
    ...Object.values(lost).map((args, at) => call(at + 2, args)),
  ]);
  expect(bench.calls.map(({ args }) => args)).toEqual([JSON.parse(exact) as unknown]);
  for (const [at, number] of Object.keys(lost).entries()) {
    const text = `The number ${number} after "amount" can’t be kept exactly. Nothing was done. Send it as text, or with fewer digits.`;
    expect(answers.find((answer) => (answer as { id: number }).id === at + 2)).toMatchObject({
      result: { isError: true, content: [{ type: 'text', text }] },
    });
  }
});

test('an id that would become another one is answered with none, because no call has that other id', async () => {
  bench = await openAgentBench({ socketPath });
  for (const id of ['1152921504606846977', '-9007199254740993', '1e400']) {
    const [answer] = await answersTo([
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":{}}}`,
    ]);
    const message = expect.stringContaining(`The number ${id} after "id" can’t be`) as string;
    expect(answer).toMatchObject({ id: null, error: { message } });
  }
  expect(bench.calls).toEqual([]);
});

test('such an id is answered with none also where no endpoint runs', async () => {
  const call = (id: string): string =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":{}}}`;
  const answers = await answersTo([call('1152921504606846977'), call('7')]);
  const message = expect.stringContaining('Its id is too large a number') as string;
  expect(answers[0]).toMatchObject({ id: null, error: { message } });
  expect(answers[1]).toMatchObject({ id: 7 });
});

test('half a character is written as U+FFFD, because other clients reject the whole message', async () => {
  const text = '\ud83d 😀 \\ud83d \udc00';
  const whole = '\ufffd 😀 \\\\ud83d \ufffd';
  const call = (name: string): object => ({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name, arguments: { text }, _meta: { progressToken: text } },
  });
  bench = await openAgentBench({
    socketPath,
    featuresFor: () => ({
      ...fakeFeatures({ calls: [], waiting: 0, mostWaiting: 0 }, null),
      callTool: (_name, _args, { progress }) => {
        progress?.(text);
        return Promise.resolve({ isError: false, text, structured: { [text]: text } });
      },
    }),
  });
  const told: string[] = [];
  for (const accept of ['text/event-stream', 'application/json']) {
    const headers = { 'content-type': 'application/json', accept };
    const authorization = `Bearer ${claudeToken}`;
    const body = JSON.stringify(call('echo'));
    const sent = { method: 'POST', headers: { ...headers, authorization }, body };
    told.push(await (await fetch(bench.url, sent)).text());
  }
  told.push(...(await linesFor([call('echo')])));
  await bench.close();
  told.push(...(await linesFor([call(text)])));
  expect(told).toHaveLength(5);
  for (const line of told) {
    expect(line).toContain(whole);
    expect(line).not.toMatch(/(?<!\\)\\ud[89a-f]/u);
  }
});

test('without a name it is nobody in particular, and an unknown name is refused', async () => {
  bench = await openAgentBench({ socketPath });
  expect(await answersTo([echoCall('x')])).toMatchObject([
    { id: 1, result: { structuredContent: { client: null } } },
  ]);
  expect(await answersTo([echoCall('x')], 'Grüße')).toMatchObject([
    { id: 1, error: { message: expect.stringContaining('no client of this name') as string } },
  ]);
  bench.clients[0] = { ...bench.clients[0]!, name: 'Grüße' };
  expect(await answersTo([echoCall('x')], 'Grüße')).toMatchObject([
    { id: 1, result: { structuredContent: { client: 'Grüße' } } },
  ]);
});

test('a call whose endpoint ends under it may have happened, and what waits at the end of input ends', async () => {
  bench = await openAgentBench({ socketPath });
  const waits = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait' } };
  const answers = answersTo([waits]);
  await until('it waits', async () => (bench?.waiting === 1 ? true : null));
  await bench.close();
  expect(await answers).toMatchObject([
    {
      id: 1,
      result: { isError: true, content: [{ text: expect.stringContaining('may have') as string }] },
    },
  ]);
  bench = await openAgentBench({ socketPath });
  expect(await answersTo([waits])).toEqual([]);
  await until('the wait ended', async () => (bench?.waiting === 0 ? true : null));
});

test.each([
  [
    'answered that it came too late',
    (socket: Socket) => socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'),
    'Countersign was too busy to read it. Nothing was done.',
  ],
  [
    'closed its connection',
    (socket: Socket) => socket.destroy(),
    'Countersign ended or was busy, and didn’t answer. It may have been done',
  ],
])('a call for which a busy Countersign %s says what is known', async (_how, end, words) => {
  const busy = createServer((socket) =>
    socket.on('error', () => null).once('data', () => end(socket)),
  );
  await new Promise<void>((resolve) => busy.listen(socketPath, resolve));
  const text = expect.stringContaining(words) as string;
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  try {
    expect(await answersTo([echoCall('x')])).toMatchObject([
      { id: 1, result: { isError: true, content: [{ text }] } },
    ]);
    const terminal = { line: say, error: say, colours: false };
    expect(await main(['plan', 'list', '--vault', vault], terminal, env)).not.toBe(0);
  } finally {
    await new Promise((resolve) => busy.close(resolve));
  }
  expect(said.join('\n')).toContain(words.includes('Nothing') ? 'Nothing was done' : 'may have');
});

test('where the socket has no room for its path, a call says so, and not that nothing runs; status says it where clients were added', async () => {
  const before = env;
  env = { ...env, XDG_CONFIG_HOME: join(device, 'a'.repeat(100)) };
  const call = { name: 'detect_blocks', arguments: {} };
  const [answer] = await answersTo([{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }]);
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const terminal = { line: say, error: say, colours: false, ask: () => Promise.resolve('add') };
  const run = (...args: string[]) => main([...args, '--vault', vault], terminal, env);
  const codes = [await run('status'), await run('agent', 'add', 'Claude'), await run('status')];
  env = before;
  expect(JSON.stringify(answer)).toContain('its socket can’t be made');
  expect(codes).toEqual([0, 0, 1]);
  expect(said.at(-2)).toMatch(/^! `countersign mcp` can’t reach this vault/u);
});
