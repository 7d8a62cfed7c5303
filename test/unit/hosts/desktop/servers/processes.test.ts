import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { NodeProcessesOptions } from '../../../../../src/hosts/desktop/servers/processes.js';
import {
  commandShellArguments,
  systemProgram,
} from '../../../../../src/hosts/desktop/servers/processes-windows.js';
import type {
  ChildProcessEnd,
  ChildProcessSpec,
} from '../../../../../src/mcp/client/transport/child-processes.js';
import { isRunning, until } from '../../../../support/mcp/bridge-bench.js';
import { testProcesses } from '../../../../support/mcp/test-processes.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-processes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function script(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  await chmod(file, 0o755);
  return file;
}

type Options = Partial<NodeProcessesOptions>;

async function start(spec: Partial<ChildProcessSpec>, options: Options = {}) {
  const processes = testProcesses(options);
  const started = await processes.spawn({
    command: process.execPath,
    args: [],
    env: {},
    mayUseVault: false,
    ...spec,
  });
  if (!started.ok) throw new Error(started.error.message);
  const child = started.value;
  let stdout = '';
  const ended = new Promise<ChildProcessEnd>((resolve) => {
    child.listen({
      stdout: (chunk) => (stdout += new TextDecoder().decode(chunk)),
      stderr: () => {},
      end: resolve,
    });
  });
  return { child, ended, stdout: () => stdout };
}

const run = async (code: string, options: Options = {}, env = {}) => {
  const started = await start({ args: ['-e', code], env }, options);
  await started.ended;
  return started.stdout();
};

describe('a child process', () => {
  test('gets its own variables and few of ours, none that holds a secret', async () => {
    // Node hands this one on to children by itself.
    vi.stubEnv('NODE_V8_COVERAGE', join(folder, 'coverage'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const printed = await run(
      'console.log(JSON.stringify(process.env))',
      { environment: { PATH: '/opt/none', HOME: '/home/p', API_TOKEN: 'secret', TERM: '() { x' } },
      { OWN: '1' },
    );
    expect(JSON.parse(printed)).toEqual({
      HOME: '/home/p',
      OWN: '1',
      PATH: `${dirname(process.execPath)}:/opt/none`,
    });
  });

  test('is found on the PATH of the login shell, asked once, whatever else that prints', async () => {
    const asked = join(folder, 'asked');
    const shell = await script(
      'shell',
      `#!/bin/sh\necho x >> ${asked}\necho 'Welcome!'\nPATH=${folder}:/usr/bin:/bin\neval "$2"\n`,
    );
    await script('greet', '#!/bin/sh\nprintf "%s" "$PATH"\n');
    const options = { loginShell: shell, environment: { PATH: '/usr/bin' } };
    const processes = testProcesses(options);
    for (let round = 0; round < 2; round += 1) {
      const started = await processes.spawn({
        command: 'greet',
        args: [],
        env: {},
        mayUseVault: false,
      });
      if (!started.ok) throw new Error(started.error.message);
      await started.value.kill();
    }
    expect(await readFile(asked, 'utf8')).toBe('x\n');
    const greeting = await start({ command: 'greet' }, options);
    await greeting.ended;
    expect(greeting.stdout()).toBe(`${folder}:/usr/bin:/bin`);
  });

  test.each([
    ['fails', '#!/bin/sh\nexit 1\n'],
    ['hangs', '#!/bin/sh\nsleep 60\n'],
    ['is not there', null],
  ])('is found on our own PATH when the login shell %s', async (name, text) => {
    const shell = text === null ? join(folder, 'none') : await script(`shell-${name}`, text);
    const { ended } = await start(
      { command: 'true' },
      { loginShell: shell, loginShellLimitMs: 100, environment: { PATH: '/usr/bin:/bin' } },
    );
    expect(await ended).toEqual({ code: 0, signal: null });
  });

  test.each([
    ['answers', 'PATH=/usr/bin:/bin; eval "$2"; sleep 0.2', 60_000],
    ['takes too long', 'sleep 60', 500],
  ])('leaves no lock of a profile behind when the login shell %s', async (name, work, limit) => {
    const lock = join(folder, `lock-${name}`);
    const done = join(folder, `done-${name}`);
    const shell = await script(
      `locking-shell-${name}`,
      `#!/usr/bin/env bash\ntouch '${lock}'\ntrap "mv '${lock}' '${done}'" EXIT\n${work}\n`,
    );
    const options = { loginShell: shell, loginShellLimitMs: limit };
    const { ended } = await start(
      { command: 'true' },
      { ...options, environment: { PATH: '/usr/bin:/bin' } },
    );
    await ended;
    await until(() => existsSync(done));
  });

  test('is never given to a shell', async () => {
    const text = '$(touch hacked); `id` && "x" | *';
    const { ended, stdout } = await start({ args: ['-p', 'process.argv[1]', text] });
    await ended;
    expect(stdout()).toBe(`${text}\n`);
  });

  test('that is not there, or not executable, is told apart', async () => {
    const processes = testProcesses({ environment: { PATH: folder } });
    await writeFile(join(folder, 'plain'), 'text');
    await symlink('/nowhere', join(folder, 'dangling'));
    const problemOf = async (command: string) => {
      const started = await processes.spawn({ command, args: [], env: {}, mayUseVault: false });
      return started.ok ? null : started.error;
    };
    expect(await problemOf('absent')).toMatchObject({
      code: 'bridge_unreachable',
      message: 'The command absent was not found in any folder of PATH.',
    });
    expect((await problemOf('dangling'))?.message).toMatch(/was not found/u);
    expect((await problemOf(join(folder, 'gone')))?.message).toMatch(/gone was not found\.$/u);
    expect((await problemOf('plain'))?.message).toMatch(/plain may not be executed\.$/u);
    const broken = await script('broken', '#!/no/such/interpreter\n');
    expect((await problemOf(broken))?.message).toMatch(/could not be started/u);
  });

  test('that has ended takes no more text', async () => {
    const { child, ended } = await start({ args: ['-e', ''] });
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(child.write('too late')).toBe(false);
  });

  test('that left its pipes to another one takes no more text either', async () => {
    const { child } = await start(
      {
        args: [
          '-e',
          `require('child_process').spawn('cat', { stdio: 'inherit' }).unref(); process.exit()`,
        ],
      },
      { graceMs: 60_000 },
    );
    await until(() => !child.write('x\n'));
    await child.kill();
  });

  test('that stops reading is ended instead of waited for', async () => {
    const { child, ended } = await start({
      args: ['-e', 'require("fs").closeSync(0); console.log(1); setInterval(() => {}, 1000)'],
    });
    await until(async () => {
      child.write('x\n');
      return !(await isRunning(child.pid));
    });
    expect(await ended).toMatchObject({ code: null });
  });

  test('tells its last 80 kB of stderr, also what it wrote before anybody listened', async () => {
    const { child, ended } = await start({
      args: ['-e', `process.stderr.write('a'.repeat(100000) + 'end')`],
    });
    await ended;
    expect(child.stderrTail()).toHaveLength(81_920);
    expect(child.stderrTail()).toMatch(/a{100}end$/u);
  });

  test('gets its last words heard', async () => {
    expect(await run(`process.stdout.write('x'.repeat(300000))`)).toHaveLength(300_000);
  });

  test('is ended with everything it started, even if all of them ignore signals', async () => {
    const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
    const { child, stdout } = await start({
      args: [
        '-e',
        `${stubborn}
        const child = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(
          `${stubborn} console.log(process.pid)`,
        )}], { stdio: 'inherit' });`,
      ],
    });
    await until(() => stdout().endsWith('\n'));
    const grandchild = Number(stdout());
    expect(await isRunning(grandchild)).toBe(true);

    await child.kill();

    expect(await isRunning(child.pid)).toBe(false);
    await until(async () => !(await isRunning(grandchild)));
  });
});

test('programs of Windows itself are never looked for in the current folder', () => {
  expect(systemProgram('taskkill.exe', { SYSTEMROOT: 'D:\\Win' })).toBe(
    'D:\\Win\\System32\\taskkill.exe',
  );
  expect(systemProgram('cmd.exe', {})).toBe('C:\\Windows\\System32\\cmd.exe');
});

describe('a Windows batch file is run through cmd.exe', () => {
  test.each<[string, readonly string[], string]>([
    ['C:\\npm\\npx.cmd', ['-y', 'mail'], '""C:\\npm\\npx.cmd" "-y" "mail""'],
    [
      'C:\\Program Files\\x.bat',
      ['a & b | c > d ^ e'],
      '""C:\\Program Files\\x.bat" "a & b | c > d ^ e""',
    ],
    ['x.cmd', ['C:\\dir\\', ''], '""x.cmd" "C:\\dir\\\\" """'],
  ])('%s %j', (file, args, line) => {
    expect(commandShellArguments(file, args)).toEqual({
      ok: true,
      value: ['/d', '/v:off', '/s', '/c', line],
    });
  });

  test.each(['say "hi"', '%PATH%', 'wow!', 'two\nlines', 'nul\0'])(
    'but never with %j, which cannot be quoted',
    (text) => {
      expect(commandShellArguments('x.cmd', [text])).toMatchObject({
        ok: false,
        error: { code: 'bridge_invalid' },
      });
    },
  );
});
