import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeviceConfig } from '../../../../../../src/core/settings/device-config.js';
import { main } from '../../../../../../src/hosts/node/cli/main.js';
import { startRunner, type Runner } from '../../../../../../src/hosts/node/runner/runner.js';
import { letterRequest } from '../../../../../support/builders/letter-request.js';

let folder: string;
/** What the person types, one after the other; `null`: nobody sits there. */
let typed: string[] | null;
let server: Server;
let url: string;
let status: number;
/** The bodies that came in. */
let received: { readonly message: string }[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notify-'));
  await mkdir(join(folder, 'vault'));
  [typed, received, status] = [null, [], 200];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      received.push(JSON.parse(body) as { message: string });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/swordfish`;
  expect((await run('setup')).code).toBe(0);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

const env = () => ({ ...process.env, XDG_CONFIG_HOME: join(folder, 'config') });

async function run(...args: string[]): Promise<{ code: number; out: string }> {
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const answers = typed;
  const ask = answers === null ? {} : { ask: async () => answers.shift() ?? '' };
  const terminal = { line: say, error: say, colours: false, ...ask };
  const [split] = args.includes('--') ? [args.indexOf('--')] : [args.length];
  const all = [...args.slice(0, split), '--vault', join(folder, 'vault'), ...args.slice(split)];
  return { code: await main(all, terminal, env()), out: said.join('\n') };
}

async function saved(): Promise<DeviceConfig['notify']> {
  const [name = ''] = await readdir(join(folder, 'config/countersign'));
  const file = join(folder, 'config/countersign', name, 'device.json');
  return (JSON.parse(await readFile(file, 'utf8')) as DeviceConfig).notify;
}

describe('notify set-url', () => {
  test('saves an address after a typed word, and shows its host alone', async () => {
    typed = ['notify'];
    const { code, out } = await run('notify', 'set-url', url);
    expect(code).toBe(0);
    expect(await saved()).toEqual({ url });
    expect(out).toContain(`Messages will be sent to ${new URL(url).origin}\n`);
    expect(out).toContain('how many are waiting, the type of the newest one');
    expect(out).not.toContain('swordfish');
  });

  test('asks for the address, so that no history holds it', async () => {
    typed = [url, 'notify'];
    expect((await run('notify', 'set-url')).code).toBe(0);
    expect(await saved()).toEqual({ url });
  });

  test.each([
    ['nobody sits at the terminal', null, ['X']],
    ['they type anything else', ['yes'], ['X']],
    ['there is no address', ['', 'notify'], []],
    ['it is plain http to another computer', ['notify'], ['http://example.com/swordfish']],
    ['it is none', ['notify'], ['swordfish']],
  ])('saves nothing when %s', async (_what, answers, words) => {
    typed = answers;
    const { code, out } = await run(
      'notify',
      'set-url',
      ...words.map((word) => (word === 'X' ? url : word)),
    );
    expect(code).toBe(2);
    expect(out).not.toContain('swordfish');
    expect(await saved()).toBeUndefined();
  });
});

describe('notify set-command', () => {
  test('saves a program with its arguments, options of its own among them', async () => {
    typed = ['notify'];
    const { code, out } = await run(
      'notify',
      'set-command',
      '--',
      '/bin/echo',
      '-n',
      '--json',
      'a b',
    );
    expect(code).toBe(0);
    expect(await saved()).toEqual({ command: '/bin/echo', args: ['-n', '--json', 'a b'] });
    expect(out).toContain('Messages will be sent to /bin/echo -n --json a b');
  });

  test.each([
    ['without a program', []],
    ['by a relative path', ['./notify.sh']],
    ['with a relative argument', ['/bin/sh', 'notify.sh']],
    ['in one word with its arguments', ['notify-send Countersign']],
  ])('refuses a program %s', async (_what, words) => {
    typed = ['notify'];
    expect((await run('notify', 'set-command', '--', ...words)).code).toBe(2);
    expect(await saved()).toBeUndefined();
  });

  test('refuses a program of the vault, which an agent could replace', async () => {
    typed = ['notify'];
    const planted = join(folder, 'vault/notify.sh');
    await writeFile(planted, '#!/bin/sh\n', { mode: 0o755 });
    const { code, out } = await run('notify', 'set-command', '--', planted);
    expect(out).toContain('This uses the vault, where agents can write');
    expect(code).toBe(2);
    expect(await saved()).toBeUndefined();
  });
});

test('notify test sends one, or says why it cannot; notify off ends it without asking', async () => {
  expect(await run('notify', 'test')).toMatchObject({ code: 3 });
  typed = ['notify'];
  await run('notify', 'set-url', url);
  typed = null;
  expect(await run('notify', 'test')).toMatchObject({ code: 0 });
  expect(received.map(({ message }) => message)).toEqual([
    'This is a test. Messages from Countersign reach you here.',
  ]);
  status = 403;
  const { code, out } = await run('notify', 'test');
  expect(code).toBe(3);
  expect(out).toContain('didn’t take a message: it answered HTTP 403.');
  expect(out).not.toContain('swordfish');
  expect((await run('notify', 'off')).code).toBe(0);
  expect(await saved()).toBeUndefined();
});

describe('a runner', () => {
  let runner: Runner;
  afterEach(() => runner.stop());

  async function start(): Promise<string[]> {
    const told: string[] = [];
    const started = await startRunner({
      ...{ vault: join(folder, 'vault'), env: env(), trustMoves: false },
      notifier: { notify: ({ text }) => void told.push(text) },
    });
    if (!started.ok) throw new Error(started.error.message);
    runner = started.value;
    return told;
  }

  const write = (id: string, text = letterRequest({ id, to: 'secret-recipient@example.com' })) =>
    writeFile(join(folder, 'vault/Pending_Approval', `${id}.md`), text);

  test('sends one message for what begins to wait, with no word of the request', async () => {
    typed = ['notify'];
    await run('notify', 'set-url', url);
    await start();
    await write('a');
    await write('b');
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1);
    expect(received).toEqual([
      {
        title: 'Countersign',
        ...Object.fromEntries(
          ['message', 'text', 'content'].map((key) => [
            key,
            '2 requests are waiting for you. The newest: Email.',
          ]),
        ),
        ...{ waiting: 2, type: 'email', server: null },
      },
    ]);
    await runner.stop();
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const each of names.filter((name) => name.isFile() && name.name !== 'device.json')) {
      // What the runner is just writing may be gone by now.
      const text = await readFile(join(each.parentPath, each.name), 'utf8').catch(() => '');
      expect(text, each.name).not.toContain('swordfish');
    }
  }, 40_000);

  test('says once that it failed, also on the Dashboard and without the address, and goes on', async () => {
    status = 500;
    typed = ['notify'];
    const told = await start();
    await run('notify', 'set-url', url);
    await write('a');
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1);
    const alert = 'The service that notifies you didn’t take a message: it answered HTTP 500.';
    await expect.poll(() => told.filter((text) => text.startsWith(alert)).length).toBe(1);
    await runner.engine.flushDashboard();
    const dashboard = await readFile(join(folder, 'vault/Dashboard.md'), 'utf8');
    expect(dashboard).toContain('answered HTTP 500');
    expect([dashboard, ...told].join('\n')).not.toContain('swordfish');
    expect(runner.engine.halted()).toBeNull();
    typed = null;
    await run('notify', 'off');
    await expect
      .poll(() => runner.engine.view().alerts.filter(({ subject }) => subject.kind === 'notify'), {
        timeout: 10_000,
      })
      .toEqual([]);
  }, 40_000);
});
