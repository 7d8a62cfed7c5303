import * as realChildProcess from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type * as realTimers from 'node:timers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Connection } from './connect.js';
import { serve, type Served } from './serve.js';

type Spawn = typeof realChildProcess.spawn;

let folder: string;
let served: Served;
let connection: Connection;
let remoteSpawn: Spawn;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'children-')));
  served = await serve({ vaultRoot: folder, stateRoot: join(folder, 'state') });
  connection = await connect(served);
  remoteSpawn = (connection.require('child_process') as { spawn: Spawn }).spawn;
});

afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true });
});

const node = (script: string): [string, string[]] => [process.execPath, ['-e', script]];

/** Runs a child to its end, told as a list of what happened; `act` may write, end or kill. */
async function storyOf(
  spawn: Spawn,
  [command, args]: [string, string[]],
  act: (child: realChildProcess.ChildProcessWithoutNullStreams) => void,
  options: realChildProcess.SpawnOptions = {},
): Promise<unknown[]> {
  const story: unknown[] = [];
  const child = spawn(command, args, {
    stdio: 'pipe',
    ...options,
  }) as realChildProcess.ChildProcessWithoutNullStreams;
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (part: string) => (text[name] += part));
  }
  child.on('spawn', () => story.push(['spawn', typeof child.pid]));
  child.on('error', ({ message }: Error) => story.push(['error', message]));
  child.on('exit', (code, signal) => story.push(['exit', code, signal]));
  child.stdin.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    child.on('close', (code, signal) => {
      story.push(['close', code, signal], text, [child.exitCode, child.signalCode]);
      resolve();
    });
  });
  act(child);
  await closed;
  return story;
}

test.each<
  [
    string,
    [string, string[]],
    (child: realChildProcess.ChildProcessWithoutNullStreams) => void,
    realChildProcess.SpawnOptions?,
  ]
>([
  [
    'what it reads comes back',
    node('process.stdin.pipe(process.stdout)'),
    (child) => {
      child.stdin.write('ä✋\n');
      child.stdin.end(new TextEncoder().encode('the end'));
    },
  ],
  ['its exit code', node('console.error("no"); process.exitCode = 3'), () => {}],
  ['a command that is missing', ['no-such-command-here', []], () => {}],
  ['a folder that is missing', node(''), () => {}, { cwd: '/no/such/folder' }],
  [
    'the signal that ended it',
    node('setInterval(() => {}, 1000); console.log("ready")'),
    (child) => child.stdout.once('data', () => child.kill('SIGTERM')),
  ],
  [
    'its own environment only',
    node('console.log(process.env.ONE, process.env.HOME)'),
    () => {},
    { env: { ONE: '1' } },
  ],
  [
    'much of it',
    node('process.stdout.write("x".repeat(300_000)); process.stderr.write("y".repeat(70_000))'),
    () => {},
  ],
])('a child is as in Node: %s', async (_, command, act, options) => {
  const there = await storyOf(remoteSpawn, command, act, options);
  expect(there).toEqual(await storyOf(realChildProcess.spawn, command, act, options));
});

test('chunks are plain bytes, and the earliest wait for who listens later', async () => {
  // It lives on: as in Node, what nobody has read when a child ends is thrown away.
  const child = remoteSpawn(
    ...node('console.log("early"); console.error(""); process.stdin.resume()'),
  );
  await new Promise((resolve) => child.stderr.once('data', resolve));
  const chunk = await new Promise<Uint8Array>((resolve) => child.stdout.on('data', resolve));
  expect(new TextDecoder().decode(chunk)).toBe('early\n');
  child.kill('SIGKILL');
});

test('a child that nobody listens to still closes', async () => {
  const child = remoteSpawn(...node('console.log("x".repeat(100_000))'));
  await expect(new Promise((resolve) => child.once('close', resolve))).resolves.toBe(0);
});

test('streams that are not wanted are null', async () => {
  const child = remoteSpawn(process.execPath, ['-e', ''], { stdio: ['ignore', 'pipe', 'ignore'] });
  expect([child.stdin, child.stdout === null, child.stderr]).toEqual([null, false, null]);
  await new Promise((resolve) => child.once('close', resolve));
});

test('nothing is spawned through a shell or onto our own terminal', async () => {
  for (const options of [{ shell: true }, { stdio: 'inherit' as const }]) {
    const child = remoteSpawn('echo', [], options);
    const error = await new Promise<Error>((resolve) => child.once('error', resolve));
    expect(error.message).toMatch(/without a shell, with pipes/);
  }
});

test('a timer of the serving process rings, a stopped one does not', async () => {
  const timers = connection.require('node:timers') as typeof realTimers;
  const rung: string[] = [];
  timers.clearTimeout(timers.setTimeout(() => rung.push('stopped'), 1));
  await new Promise<void>((resolve) => {
    timers.setTimeout(
      (word: string) => {
        rung.push(word);
        resolve();
      },
      5,
      'rung',
    );
  });
  expect(rung).toEqual(['rung']);
});

test('what the plugin does not use is refused by name', () => {
  expect(() => connection.require('node:fs')).not.toThrow();
  expect(() => connection.require('https')).toThrow("The stand-in has no require('https')");
  const fs = connection.require('fs') as { readFileSync: unknown };
  expect(() => fs.readFileSync).toThrow("The stand-in has no require('fs').readFileSync");
});
