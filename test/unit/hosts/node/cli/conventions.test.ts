import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../../../src/hosts/node/cli/main.js';
import { callNote } from '../../../../support/builders/request-note.js';
import { writeFile } from 'node:fs/promises';
import { readProjectJson } from '../../../../support/project-files.js';

let vault: string;
let device: string;

beforeEach(async () => {
  vault = await mkdtemp(join(tmpdir(), 'vault-'));
  device = await mkdtemp(join(tmpdir(), 'device-'));
});
afterEach(async () => {
  await rm(vault, { recursive: true, force: true });
  await rm(device, { recursive: true, force: true });
});

interface Said {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

async function run(args: readonly string[], input = ''): Promise<Said> {
  const out: string[] = [];
  const errors: string[] = [];
  const terminal = {
    line: (text: string): void => void out.push(text),
    error: (text: string): void => void errors.push(text),
    colours: false,
    readInput: () => Promise.resolve(input),
  };
  const code = await main(args, terminal, { ...process.env, XDG_CONFIG_HOME: device });
  return { code, out: out.join('\n'), errors: errors.join('\n') };
}

/** The commands that help lists, as they are typed: `bridge import`. */
async function listedCommands(): Promise<readonly string[]> {
  const groups = ['', 'plan', 'request', 'task', 'decision'];
  const lists = await Promise.all(groups.map((group) => run(['help', group].filter(Boolean))));
  const lines = lists.flatMap(({ out }) => out.split('\n'));
  const names = lines.flatMap(
    (line) =>
      /^ {2}countersign ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)?)(?! …)(?= |$)/u.exec(line)?.[1] ?? [],
  );
  return [...new Set(names)];
}

test.each([['--version'], ['-V'], ['version']])(
  'countersign %s is the version of the package',
  async (word) => {
    const { version } = readProjectJson('package.json') as { version: string };
    expect(await run([word])).toEqual({ code: 0, out: version, errors: '' });
  },
);

test('each command explains itself: its usage, what it does, each of its options, and an example that it takes', async () => {
  const names = await listedCommands();
  expect(names.length).toBeGreaterThan(90);
  for (const name of ['bridge import', 'decision add-probe', 'run', 'agent tools'])
    expect(names).toContain(name);
  for (const name of names) {
    const { code, out } = await run([...name.split(' '), '--help']);
    expect(await run(['help', ...name.split(' ')]), name).toMatchObject({ code, out });
    const [usage = '', , sentence = ''] = out.split('\n');
    expect(usage).toContain(`Usage: countersign ${name}`);
    expect(sentence, name).toMatch(/^[A-Z].*\.$/u);
    const [, options = '', examples = ''] =
      /\nOptions:\n([^]*)\nExamples?:\n([^]*)$/u.exec(out) ?? [];
    // Each has its meaning beside it.
    expect(
      options.split('\n').filter((line) => line !== '' && !/^ {2}\S.* {2,}\S|^ {6,}\S/u.test(line)),
      name,
    ).toEqual([]);
    expect(options).toContain('--vault PATH');
    const typed = examples.split('\n').filter((line) => line.startsWith('  countersign '));
    expect(typed.length, name).toBeGreaterThan(0);
    // It would wait for a call on the standard input.
    for (const line of name === 'hook' ? [] : typed) {
      expect(line, name).toContain(` ${name}`);
      const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/gu)].slice(1);
      const args = words.map(([, single, double, bare]) => single ?? double ?? bare ?? '');
      const at = args.includes('--') ? args.indexOf('--') : args.length;
      const said = await run([
        ...args.slice(0, at),
        '--vault',
        join(vault, 'none'),
        ...args.slice(at),
      ]);
      expect(`${said.out}${said.errors}`, line).not.toMatch(
        /Unknown|doesn’t take|given twice|Which /u,
      );
    }
  }
});

test('help shows the runner without `--trust-moves` first, and what that means beside it', async () => {
  const { code, out } = await run(['help']);
  expect(await run(['--help'])).toMatchObject({ code, out });
  expect(code).toBe(0);
  expect(out).toMatch(
    /^ {2}countersign run \[options\] +run approved actions; you approve in Obsidian, or with --trust-moves by moving notes\n/mu,
  );
  const { out: own } = await run(['run', '--help']);
  expect(own.replaceAll(/\s+/gu, ' ')).toMatch(
    /--trust-moves Treat any move of a note into Approved as your approval, whoever moves it\./u,
  );
  const [, examples = ''] = own.split('Examples:\n');
  expect(examples.split('\n')[0]).not.toContain('--trust-moves');
  expect(examples).toContain('run --trust-moves');
});

test('with --json, errors are data, too, and the exit code is the same', async () => {
  const args = ['status', '--vault', vault];
  const { code, errors } = await run(args);
  const said = await run([...args, '--json']);
  expect(said).toMatchObject({ code, errors: '' });
  const { error, advice, where } = JSON.parse(said.out) as Record<string, string | null>;
  expect(errors).toBe(`${error} ${advice}`);
  expect(where).toBeNull();
  expect(JSON.parse((await run(['status', '--json', '--nonsense'])).out)).toMatchObject({
    code: 'usage',
    error: expect.stringContaining('--nonsense') as string,
  });
  await run(['setup', '--vault', vault]);
  const step = ['--plan-id', 'PLAN-2026-001', '--step', '1', '--rationale', 'x'];
  const plan = await run(['plan', 'done', ...step, '--json', '--vault', vault]);
  expect(JSON.parse(plan.out)).toEqual({
    error: expect.stringContaining('PLAN-2026-001') as string,
    code: 'plan_missing',
    where: null,
    advice: expect.any(String) as string,
  });
  await writeFile(join(vault, '.obsidian/plugins/countersign/data.json'), '{');
  expect(JSON.parse((await run([...args, '--json'])).out)).toMatchObject({
    where: expect.stringContaining('data.json') as string,
  });
});

test('setup says as data what it creates, and what it created', async () => {
  const setup = async (...more: string[]) =>
    JSON.parse(
      (await run(['setup', '--json', '--base', '.', '--vault', vault, ...more])).out,
    ) as Record<string, unknown>;
  const preview = await setup('--preview');
  expect(preview).toMatchObject({ vault, isPreview: true, dashboard: 'Dashboard.md' });
  expect(preview['created']).toContain('Pending_Approval/');
  expect(await setup()).toEqual({ ...preview, isPreview: false });
  expect(await setup()).toMatchObject({ created: [] });
  expect(await setup('--base', 'Other').catch(String)).toMatchObject({ code: 'usage' });
});

test('servers are imported from the standard input, and removed by their name', async () => {
  await run(['setup', '--base', '.', '--vault', vault]);
  const mail = { command: process.execPath, args: ['/opt/server.mjs'] };
  const text = JSON.stringify({ mcpServers: { email: mail, post: mail } });
  const route = ['--route', 'email=email.send_email'];
  const imported = await run(
    ['bridge', 'import', '-', '--no-test', ...route, '--vault', vault],
    text,
  );
  expect(imported.out).toContain('Imported email (for this device only).');
  const wrong = await run(['bridge', 'import', '-', '--vault', vault], '{');
  expect(wrong.errors).toMatch(/^stdin: Invalid JSON/u);
  await writeFile(join(vault, 'Pending_Approval/r.md'), callNote({}));
  const removed = await run(['bridge', 'remove', 'email', '--vault', vault]);
  expect(removed).toMatchObject({ code: 0, errors: '' });
  expect(removed.out).toContain('✓ Removed email.');
  expect(removed.out).toContain('1 request is waiting for it and can’t run without it.');
  expect(removed.out).toContain('Its route is removed, too.');
  const { bridges, routes } = JSON.parse(
    (await run(['bridge', 'list', '--json', '--vault', vault])).out,
  ) as { bridges: { alias: string }[]; routes: unknown[] };
  expect([bridges.map(({ alias }) => alias), routes]).toEqual([['post'], []]);
  const again = await run(['bridge', 'remove', 'email', '--vault', vault]);
  expect(again).toMatchObject({ code: 2 });
  expect(again.errors).toContain('There is no server named “email” on this computer.');
});
