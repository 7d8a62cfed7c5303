import { chmod, lstat, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { agentSocketPath } from '../../../../../src/hosts/desktop/agents/agent-socket.js';
import {
  claudeToken,
  echoCall,
  openAgentBench,
  post,
  type AgentBench,
} from '../../../../support/mcp/agent-bench.js';
import { bundleChild, killChild, readLinesOf } from '../../../../support/children/bundled-child.js';
import { until } from '../../../../support/until.js';

let folder: string;
let socketPath: string;
let bench: AgentBench | null = null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agents-'));
  socketPath = agentSocketPath(folder);
});
afterEach(async () => {
  await bench?.close();
  bench = null;
  await rm(folder, { recursive: true, force: true });
});

/** A call over a socket; rejects where nobody answers. */
function overSocket(
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ socketPath: path, path: '/mcp', method: 'POST', agent: false },
        headers: { 'content-type': 'application/json', ...headers },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve(JSON.parse(text)));
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(echoCall('x')));
  });
}

test('a taken port is a problem that says what to do, and is taken once it is free; the socket is served', async () => {
  const warnings: string[] = [];
  const onWarning = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', onWarning);
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  let changes = 0;
  const onChange = (): void => void (changes += 1);
  bench = await openAgentBench({ port, socketPath, retryMs: 20, onChange });
  const problem = {
    message: `Agents can’t connect over HTTP: another program uses port ${port} of this computer.`,
    advice: expect.stringContaining('revoke them') as string,
  };
  expect(bench.endpoint).toMatchObject({ port, portProblem: problem, socketProblem: null });
  expect(await overSocket(socketPath)).toMatchObject({ result: {} });
  await until('it was tried often', async () => (changes > 12 ? true : null));
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
  other.close();
  await until('it has the port', async () => (bench?.endpoint.portProblem === null ? true : null));
  expect((await post(bench.url, echoCall('x'))).status).toBe(200);
});

test('no other computer reaches the port', async () => {
  bench = await openAgentBench();
  const others = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of others) {
    const url = `http://${address}:${bench.endpoint.port}/mcp`;
    await expect(post(url, echoCall('x'))).rejects.toThrow();
  }
  expect((await post(bench.url, echoCall('x'))).status).toBe(200);
});

test('the end of the endpoint ends waits, connections and the socket, and it can start again', async () => {
  bench = await openAgentBench({ socketPath });
  const { port } = bench.endpoint;
  const wait = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait' } };
  const waits = post(bench.url, wait).catch(() => 'cut off');
  await until('it waits', async () => (bench?.waiting === 1 ? true : null));
  await bench.close();
  expect(bench.waiting).toBe(0);
  expect(await waits).toBe('cut off');
  await expect(lstat(socketPath)).rejects.toThrow('ENOENT');
  await expect(post(bench.url, echoCall('x'))).rejects.toThrow();
  bench = await openAgentBench({ port, socketPath });
  expect((await post(bench.url, echoCall('x'))).status).toBe(200);
});

test('a failure of ours is said without what failed, and ends nothing else', async () => {
  bench = await openAgentBench({
    featuresFor: () => {
      throw new Error(`secret ${claudeToken}`);
    },
  });
  const failed = await post(bench.url, echoCall('x'));
  expect(failed.status).toBe(500);
  expect(JSON.stringify(failed.body)).not.toContain('secret');
  expect((await post(bench.url, echoCall('x'))).status).toBe(500);
});

test.skipIf(process.platform === 'win32')('only this account may open the socket', async () => {
  bench = await openAgentBench({ socketPath });
  expect((await lstat(socketPath)).mode & 0o777).toBe(0o600);
  expect(await overSocket(socketPath)).toMatchObject({
    result: { structuredContent: { client: null } },
  });
  expect(await overSocket(socketPath, { 'countersign-client': 'Codex' })).toMatchObject({
    result: { structuredContent: { client: 'Codex' } },
  });
  // A token says nothing there, and neither does a name on the port.
  const headers = { authorization: `Bearer ${claudeToken}` };
  expect(await overSocket(socketPath, headers)).toMatchObject({
    result: { structuredContent: { client: null } },
  });
  const onPort = await post(bench.url, echoCall('x'), { 'countersign-client': 'Codex' });
  expect(onPort.body).toMatchObject({ result: { structuredContent: { client: 'Claude' } } });
  expect(await overSocket(socketPath, { origin: 'null' })).toMatchObject({ error: {} });
});

test.skipIf(process.platform === 'win32')('a socket that a crash left is replaced', async () => {
  const child = await bundleChild(
    new URL('../../../../support/children/listen-on-socket.ts', import.meta.url),
  );
  const crashed = child.start([socketPath]);
  await readLinesOf(crashed, 1);
  await killChild(crashed);
  child.dispose();
  expect((await lstat(socketPath)).isSocket()).toBe(true);
  bench = await openAgentBench({ socketPath });
  expect(bench.endpoint.socketProblem).toBeNull();
  expect(await overSocket(socketPath)).toMatchObject({ result: {} });
});

test.skipIf(process.platform === 'win32')(
  'what else is in its place stays, and HTTP is served',
  async () => {
    const inPlace: Readonly<Record<string, () => Promise<unknown>>> = {
      'a socket on which a program answers': () =>
        new Promise<void>((resolve) => {
          const other = createSocketServer((socket) => socket.end());
          cleanups.push(() => void other.close());
          other.listen(socketPath, resolve);
        }),
      'a file': () => writeFile(socketPath, 'mine'),
      'a link': async () => {
        await writeFile(join(folder, 'elsewhere'), 'mine');
        await symlink(join(folder, 'elsewhere'), socketPath);
      },
      'a link that leads nowhere': () => symlink(join(folder, 'nowhere'), socketPath),
      'a folder': () => mkdir(socketPath),
    };
    const cleanups: (() => void)[] = [];
    for (const [what, make] of Object.entries(inPlace)) {
      await make();
      const before = (await lstat(socketPath)).ino;
      bench = await openAgentBench({ socketPath });
      expect(bench.endpoint.socketProblem, what).toMatchObject({
        code: 'agents_not_served',
        message: expect.stringContaining(socketPath) as string,
      });
      expect((await post(bench.url, echoCall('x'))).status, what).toBe(200);
      await bench.close();
      expect((await lstat(socketPath)).ino, what).toBe(before);
      for (const clean of cleanups.splice(0)) clean();
      await rm(socketPath, { recursive: true, force: true });
    }
    expect(await readFile(join(folder, 'elsewhere'), 'utf8')).toBe('mine');
  },
);

test.skipIf(process.platform === 'win32')(
  'a path too long, or a closed folder, is a problem of its own',
  async () => {
    const long = join(folder, 'x'.repeat(120));
    await mkdir(long);
    bench = await openAgentBench({ socketPath: agentSocketPath(long) });
    expect(bench.endpoint.socketProblem).toMatchObject({
      message: expect.stringContaining('longer than the') as string,
      advice: expect.stringContaining('a shorter path') as string,
    });
    expect((await post(bench.url, echoCall('x'))).status).toBe(200);
    await bench.close();
    if (process.getuid?.() === 0) return;
    await chmod(folder, 0o500);
    bench = await openAgentBench({ socketPath });
    expect(bench.endpoint.socketProblem).toMatchObject({
      message: expect.stringContaining('EACCES') as string,
    });
    await chmod(folder, 0o700);
  },
);

test('on Windows the socket is a pipe of this device’s folder', () => {
  const name = agentSocketPath('C:\\state\\v-1', 'win32');
  expect(name).toMatch(/^\\\\\.\\pipe\\countersign-[0-9a-f]{32}$/);
  expect(agentSocketPath('C:\\state\\v-2', 'win32')).not.toBe(name);
});
