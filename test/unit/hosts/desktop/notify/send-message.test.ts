import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  describeNotifyTarget,
  notifyUrlProblem,
} from '../../../../../src/hosts/desktop/notify/notify-target.js';
import { requestOf, sendMessage } from '../../../../../src/hosts/desktop/notify/send-message.js';
import { nodeHttpClient } from '../../../../../src/hosts/desktop/servers/node-http-client.js';
import { nodeProcesses } from '../../../../../src/hosts/desktop/servers/processes.js';
import type { NotifyTarget } from '../../../../../src/core/settings/device-config.js';
import { virtualClock } from '../../../../support/memory/virtual-clock.js';

const message = { text: '1 request is waiting for you: Email.', details: { waiting: 1 } };
const secret = 'swordfish';

let folder: string;
let vault: string;
let server: Server | null;
/** What came in: method, path, headers and body. */
let received: { readonly line: string; readonly headers: object; readonly body: string }[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notify-device-'));
  vault = mkdtempSync(join(tmpdir(), 'notify-vault-'));
  [server, received] = [null, []];
});
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  for (const each of [folder, vault]) rmSync(each, { recursive: true, force: true });
});

/** Listens on this computer; the address has a secret in it. */
async function listen(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
): Promise<string> {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ line: `${method} ${url}`, headers, body });
      answer(response, request);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/${secret}`;
}

const clock = virtualClock();
const send = (target: NotifyTarget, signal = new AbortController().signal) =>
  sendMessage(
    target,
    message,
    {
      clock,
      http: nodeHttpClient(),
      processes: nodeProcesses({ folder, vaultRoot: vault, loginShell: null }),
    },
    signal,
  );

describe('an address', () => {
  test('gets one POST of JSON, and anything from 200 to 299 is an answer', async () => {
    const url = await listen((response) => response.writeHead(204).end());
    expect(await send({ url })).toBeNull();
    const [only] = received;
    expect(received).toHaveLength(1);
    expect(only?.line).toBe(`POST /${secret}`);
    expect(only?.headers).toMatchObject({ 'content-type': 'application/json' });
    const { text } = message;
    expect(JSON.parse(only?.body ?? '')).toEqual({
      ...{ title: 'Countersign', message: text, text, content: text, waiting: 1 },
    });
  });

  test('is not left for another one', async () => {
    const url = await listen((response, { url: path }) =>
      path === '/elsewhere'
        ? response.end()
        : response.writeHead(307, { location: '/elsewhere' }).end(),
    );
    expect(await send({ url })).toBe(
      'it leads to another address (HTTP 307), which is not followed',
    );
    expect(received).toHaveLength(1);
  });

  test.each([
    ['that it refuses', (response: ServerResponse) => response.writeHead(500).end(`no, ${secret}`)],
    ['that breaks off', (response: ServerResponse) => response.destroy()],
    [
      'with a header that has no end',
      (response: ServerResponse) =>
        response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end(),
    ],
  ])('may answer %s; nothing of it is told', async (_what, answer) => {
    const url = await listen(answer);
    const why = await send({ url });
    expect(why).toMatch(/^it answered HTTP 500$|^the server closed|^the connection failed/);
    expect(why).not.toContain(secret);
    expect(why).not.toContain('127.0.0.1');
  });

  test('may answer without an end: nothing but its head is read', async () => {
    let written = 0;
    const url = await listen((response) => {
      response.writeHead(200);
      const flood = (): void => {
        while (!response.destroyed && written < 1e9 && response.write('x'.repeat(65_536)))
          written += 65_536;
      };
      response.on('drain', flood);
      flood();
    });
    expect(await send({ url })).toBeNull();
    expect(written).toBeLessThan(50e6);
  });

  test('that never answers is given up after half a minute', async () => {
    const url = await listen(() => undefined);
    const sending = send({ url });
    await expect.poll(() => received.length).toBe(1);
    await clock.advance(31_000);
    expect(await sending).toBe('it took longer than 30 seconds');
  });

  test('where nothing listens is told without itself', async () => {
    const why = await send({ url: `http://127.0.0.1:1/${secret}` });
    expect(why).toBe('nothing listens at its address (ECONNREFUSED)');
  });

  test('gets nothing more once all is stopped', async () => {
    const url = await listen(() => undefined);
    const abort = new AbortController();
    const sending = send({ url }, abort.signal);
    await expect.poll(() => received.length).toBe(1);
    abort.abort();
    expect(await sending).toBe('it was cancelled');
    expect(await send({ url }, abort.signal)).toBe('it was cancelled');
    expect(received).toHaveLength(1);
  });

  test('of ntfy gets the form that ntfy shows, other services what most of them show', () => {
    const { text } = message;
    const link = 'obsidian://countersign?open=x';
    expect(requestOf('https://ntfy.sh/my_topic-1?auth=x', { ...message, link })).toEqual({
      url: 'https://ntfy.sh/?auth=x',
      body: { topic: 'my_topic-1', title: 'Countersign', message: text, click: link },
    });
    for (const url of ['https://ntfy.sh/a/b', 'https://example.com/my_topic', 'https://x.y/?a=b'])
      expect(requestOf(url, { ...message, link })).toEqual({
        ...{
          url,
          body: { title: 'Countersign', message: text, text, content: text, waiting: 1, link },
        },
      });
  });

  test.each([
    ['https://ntfy.sh/topic', true],
    ['https://me:pass@example.com/', true],
    ['https://192.168.1.5/hook', true],
    ['http://localhost:8080/', true],
    ['http://mail.localhost/', false],
    ['http://[::1]/', true],
    ['http://127.0.0.1.example.com/', false],
    ['http://192.168.1.5/hook', false],
    ['http://example.com/', false],
    ['ftp://localhost/', false],
    ['file:///etc/passwd', false],
    ['example.com', false],
    ['', false],
  ])('%s may be one: %s', (url, may) => {
    const problem = notifyUrlProblem(url);
    expect(problem === null).toBe(may);
    if (url !== '') expect(problem ?? '').not.toContain(url);
  });

  test('is described by its host alone', () => {
    const url = `https://me:${secret}@ntfy.sh/${secret}?auth=${secret}#${secret}`;
    expect(describeNotifyTarget({ url })).toBe('https://ntfy.sh');
    const command = { command: '/usr/bin/curl', args: ['--token=Sw0rd-Fish-1'] };
    expect(describeNotifyTarget(command)).toBe('/usr/bin/curl --token=•••');
  });
});

describe('a program', () => {
  const run = (script: string, ...args: readonly string[]): NotifyTarget => ({
    ...{ command: process.execPath, args: ['-e', script, ...args] },
  });
  const told = () =>
    JSON.parse(readText('told.json')) as { args: string[]; env: object; cwd: string };
  const readText = (name: string): string => readFileSync(join(folder, name), 'utf8');

  test('gets the message as its last argument, without a shell, in an empty folder, with few variables', async () => {
    process.env['COUNTERSIGN_TEST_SECRET'] = secret;
    const file = JSON.stringify(join(folder, 'told.json'));
    const script = `require('fs').writeFileSync(${file}, JSON.stringify({ args: process.argv.slice(1), env: process.env, cwd: process.cwd() }))`;
    expect(await send(run(script, '$HOME; "x"'))).toBeNull();
    delete process.env['COUNTERSIGN_TEST_SECRET'];
    const { args, env, cwd } = told();
    expect(args).toEqual(['$HOME; "x"', message.text]);
    expect(JSON.stringify(env)).not.toContain(secret);
    expect(Object.keys(env)).toContain('PATH');
    expect(cwd).toContain(folder);
    expect(cwd).not.toBe(process.cwd());
  });

  test.each([
    ['that fails', 'console.error("swordfish"); process.exit(7)', 'it ended with code 7'],
    ['that is killed', 'process.kill(process.pid, "SIGKILL")', 'it was ended'],
  ])('%s is told without its words', async (_what, script, why) => {
    expect(await send(run(script))).toBe(why);
  });

  test.each([
    ['is not there', '/nowhere/swordfish'],
    ['is a relative path', './swordfish'],
  ])('that %s is told without its name', async (_what, command) => {
    expect(await send({ command, args: [secret] })).toBe(
      'it could not be started; it is missing, or uses this vault',
    );
  });

  test('in the vault, or with an argument that leads there, is never started', async () => {
    const planted = join(vault, 'planted.sh');
    writeFileSync(planted, `#!/bin/sh\ntouch ${join(folder, 'told.json')}\n`, { mode: 0o755 });
    for (const target of [
      { command: planted, args: [] },
      { command: '/bin/sh', args: [planted] },
    ]) {
      expect(await send(target)).toContain('could not be started');
    }
    expect(() => readText('told.json')).toThrow();
  });

  test('that does not end is ended after half a minute', async () => {
    const file = JSON.stringify(join(folder, 'told.json'));
    const sending = send(
      run(`require('fs').writeFileSync(${file}, String(process.pid)); setInterval(() => {}, 1000)`),
    );
    await expect
      .poll(
        () => {
          try {
            return readText('told.json');
          } catch {
            return '';
          }
        },
        { timeout: 10_000 },
      )
      .not.toBe('');
    await clock.advance(31_000);
    expect(await sending).toBe('it took longer than 30 seconds');
    const pid = Number(readText('told.json'));
    const isThere = (): boolean => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await expect.poll(isThere, { timeout: 10_000 }).toBe(false);
  });
});
