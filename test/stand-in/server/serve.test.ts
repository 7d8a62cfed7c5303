import type * as realChildProcess from 'node:child_process';
import { once } from 'node:events';
import type * as realFs from 'node:fs/promises';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { remoteDisk } from '../browser/remote-disk.js';
import { connect, type Connection } from './connect.js';
import { serve, type Served } from './serve.js';

let folder: string;
let vault: string;
let served: Served;
let connection: Connection;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'serve-')));
  vault = join(folder, 'vault');
  await mkdir(vault);
  await writeFile(join(folder, 'secret.txt'), 'mine');
  await symlink(folder, join(vault, 'way-out'));
  served = await serve({ vaultRoot: vault, stateRoot: join(folder, 'state') });
  connection = await connect(served);
});

afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true });
});

/** The status that an address of the server answers with; headers as a browser or an attacker sends. */
async function statusOf(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<number | undefined> {
  const asked = request({ host: '127.0.0.1', port: served.port, path, method, headers });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

const below = (name: string): string => new URL(name, served.address).pathname;

test.each<[string, () => [path: string, headers?: Record<string, string>, method?: string]]>([
  ['no secret', () => ['/']],
  ['a wrong secret', () => [`/${'x'.repeat(32)}/`]],
  ['a part of the secret', () => [`${below('').slice(0, -2)}/`]],
  ['another name for this computer', () => [below(''), { Host: `localhost:${served.port}` }]],
  ['a name that was rebound to us', () => [below(''), { Host: 'evil.example' }]],
  ['another origin', () => [below(''), { Origin: 'http://evil.example' }]],
  ['an origin without a name', () => [below(''), { Origin: 'null' }]],
  ['something that is not served', () => [below('package.json')]],
  ['a way up', () => [`${below('')}../`]],
  ['a signal from nobody', () => [below('signal'), {}, 'POST']],
  ['another method', () => [below(''), {}, 'PUT']],
  ['the socket without asking for one', () => [below('socket'), { Origin: 'null' }]],
])('the server refuses %s', async (_, asked) => {
  expect(await statusOf(...asked())).toBe(403);
});

test.each<[string, () => [address: string, origin?: string]]>([
  ['without the secret', () => [`ws://127.0.0.1:${served.port}/socket`]],
  ['from another origin', () => [new URL('socket', served.address).href, 'http://evil.example']],
  ['from no origin', () => [new URL('socket', served.address).href]],
])('the server opens no socket %s', async (_, asked) => {
  const [address, origin] = asked();
  const socket = new WebSocket(address, origin === undefined ? {} : { origin });
  const [error] = (await once(socket, 'error')) as [Error];
  expect(error.message).toBe('Unexpected server response: 403');
});

test('a page that talks nonsense is cut off, and nobody else', async () => {
  const { origin } = new URL(served.address);
  const socket = new WebSocket(new URL('socket', served.address), { origin });
  await once(socket, 'open');
  socket.send('nonsense');
  await once(socket, 'close');
  expect(await statusOf(below('package.json'))).toBe(403);
});

test('only this computer can reach the server', () => {
  expect(new URL(served.address).hostname).toBe('127.0.0.1');
});

test.each<[string, (root: string) => string]>([
  ['by its path', (root) => join(root, 'secret.txt')],
  ['by dots', (root) => `${root}/vault/../secret.txt`],
  ['through a link', (root) => `${root}/vault/way-out/secret.txt`],
  ['by a relative path', () => 'secret.txt'],
])('a file elsewhere is neither read nor written %s', async (_, path) => {
  const fs = connection.require('fs/promises') as typeof realFs;
  const file = path(folder);
  const refused = { code: 'EACCES', path: file };
  await expect(fs.readFile(file)).rejects.toMatchObject(refused);
  await expect(fs.open(file, 'r')).rejects.toMatchObject(refused);
  await expect(fs.writeFile(file, '')).rejects.toMatchObject(refused);
  await expect(fs.rm(file)).rejects.toMatchObject(refused);
  await expect(fs.rename(file, join(vault, 'taken'))).rejects.toMatchObject(refused);
  await expect(fs.link(file, join(vault, 'taken'))).rejects.toMatchObject(refused);
  expect(await readFile(join(folder, 'secret.txt'), 'utf8')).toBe('mine');
});

test('whether a program is there can be seen, wherever it lies', async () => {
  const fs = connection.require('fs/promises') as typeof realFs;
  expect((await fs.stat(process.execPath)).isFile()).toBe(true);
});

test('the state of a device lies in a folder of its own, which the environment names', async () => {
  const { env } = connection.require('process') as typeof process;
  const other = await connect(served, { device: 'tower' });
  expect(env['XDG_CONFIG_HOME']).toBe(join(folder, 'state/laptop'));
  expect((other.require('process') as typeof process).env['XDG_CONFIG_HOME']).toBe(
    join(folder, 'state/tower'),
  );
  other.remote.close();
});

test('a device cannot be named so that its state lies elsewhere', async () => {
  await expect(connect(served, { device: '../vault' })).rejects.toThrow('letters and digits');
});

test('a phone has no Node behind it, only its vault', async () => {
  const { remote, greeting } = await connect(served, { device: 'phone', phone: true });
  expect(greeting.node).toBeNull();
  await expect(remote.call('file', 'readFile', [vault])).rejects.toThrow('may not call file');
  expect(await remoteDisk(remote, vault).stat('')).toMatchObject({ type: 'folder' });
  remote.close();
});

test('the vault is reached as a folder, changes in it are told, and nothing beside it', async () => {
  const disk = remoteDisk(connection.remote, vault);
  const changed = new Set<string>();
  const stop = await disk.watch((path) => changed.add(path));
  await disk.mkdir('Notes');
  await disk.write('Notes/a.md', Uint8Array.of(1, 2, 255));
  await expect.poll(() => [...changed]).toContain('Notes/a.md');
  await stop();
  expect(await disk.read('Notes/a.md')).toEqual(Uint8Array.of(1, 2, 255));
  expect((await disk.list('Notes')).map(({ name, size }) => [name, size])).toEqual([['a.md', 3]]);
  await expect(disk.read('absent.md')).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(disk.read('../secret.txt')).rejects.toMatchObject({ code: 'EACCES' });
  await expect(disk.rename('Notes/a.md', '../a.md')).rejects.toMatchObject({ code: 'EACCES' });
});

test('a page signals its own children, and only looks at others', async () => {
  const { require, greeting, remote } = await connect(served);
  const { spawn } = require('child_process') as typeof realChildProcess;
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });
  await new Promise((resolve) => child.once('spawn', resolve));
  const signal = (pid: number, name: string | number): Promise<unknown> =>
    post({ session: greeting.session, pid, signal: name });
  const ended = new Promise((resolve) => child.once('exit', (_, name) => resolve(name)));
  expect(await signal(process.pid, 0)).toEqual({});
  expect(await signal(process.pid, 'SIGCONT')).toMatchObject({ error: { code: 'EPERM' } });
  expect(await signal(-child.pid!, 'SIGKILL')).toEqual({});
  expect(await ended).toBe('SIGKILL');
  expect(await signal(-child.pid!, 0)).toMatchObject({
    error: { code: 'ESRCH', errno: -3, syscall: 'kill' },
  });
  expect(await post({ session: 'another', pid: process.pid, signal: 0 })).toBe(403);
  remote.close();
});

test('when a page goes, so does all that it opened and started', async () => {
  const { require, remote, greeting } = await connect(served, { device: 'crashing' });
  const { spawn } = require('child_process') as typeof realChildProcess;
  const script = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
  const child = spawn(process.execPath, ['-e', script], { detached: true });
  await new Promise((resolve) => child.once('spawn', resolve));
  const pids = [greeting.node!.pid, child.pid!];
  const before = served.pages();
  expect(pids.map(isAlive)).toEqual([true, true]);
  remote.close();
  await expect.poll(() => served.pages()).toBe(before - 1);
  await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
  await expect(remote.call('file', 'stat', [vault])).rejects.toThrow('connection');
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Asks for a signal as the page does; the answer, or the status of a refusal. */
async function post(body: unknown): Promise<unknown> {
  const response = await fetch(new URL('signal', served.address), {
    method: 'POST',
    headers: { Origin: new URL(served.address).origin },
    body: JSON.stringify(body),
  });
  return response.ok ? response.json() : response.status;
}
