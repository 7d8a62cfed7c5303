import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../../../../src/hosts/node/cli/main.js';
import { requestNote } from '../../../../../support/builders/request-note.js';
import { startRunner } from '../../../../../../src/hosts/node/runner/runner.js';

let folder: string;
let vault: string;
let env: Record<string, string | undefined>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'device-command-'));
  vault = join(folder, 'vault');
  await mkdir(vault);
  env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'config') };
  await run(null, 'setup');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a command where a person types this; `null`: nobody sits there. */
async function run(typed: string | null | (() => Promise<string>), ...args: string[]) {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const ask =
    typed === null ? {} : { ask: async () => (typeof typed === 'string' ? typed : await typed()) };
  const terminal = { line: say, error: say, colours: false, ...ask };
  const code = await main([...args, '--vault', vault], terminal, env);
  return { code, out: lines.join('\n') };
}

test('pause holds everything at once, also in a runner that is at work; resume takes a typed word', async () => {
  const said: string[] = [];
  const notifier = { notify: ({ text }: { text: string }) => said.push(text) };
  const runner = await startRunner({ vault, env, trustMoves: true, notifier });
  if (!runner.ok) throw new Error(runner.error.message);
  expect(await run(null, 'pause')).toMatchObject({ code: 0 });
  await expect.poll(() => said.join('\n')).toContain('All actions are paused.');
  const dashboard = (): Promise<string> => readFile(join(vault, 'Dashboard.md'), 'utf8');
  await expect.poll(dashboard, { timeout: 5_000 }).toContain('All actions are paused.');
  expect(await run(null, 'resume')).toMatchObject({ code: 2 });
  expect(await run('yes', 'resume')).toMatchObject({ code: 2 });
  expect((await run(null, 'status')).out).toContain('All actions are paused.');
  expect(await run('resume', 'resume')).toMatchObject({ code: 0 });
  await expect.poll(dashboard, { timeout: 5_000 }).toContain('No alerts.');
  await runner.value.stop();
  expect((await run(null, 'status')).out).toContain('Nothing needs you.');
});

test('confirm-folders shows what was renamed, and takes a typed word', async () => {
  await run(null, 'status');
  expect((await run('confirm-folders', 'confirm-folders')).out).toContain('already confirmed');
  const file = join(vault, '.obsidian/plugins/countersign/data.json');
  const settings = await readFile(file, 'utf8');
  const renamed = settings.replace('"Pending_Approval"', '"Elsewhere"');
  await writeFile(file, renamed.replace('"Dashboard.md"', '"Board.md"'));
  expect((await run(null, 'status')).out).toContain('until you confirm the new folder names');
  expect(await run(null, 'confirm-folders')).toMatchObject({ code: 2 });
  const { code, out } = await run('confirm-folders', 'confirm-folders');
  expect(out).toContain('pending: Pending_Approval → Elsewhere');
  expect(out).toContain('Dashboard: Dashboard.md → Board.md');
  expect(code).toBe(0);
  expect((await run(null, 'status')).out).toContain('Nothing needs you.');
});

const foreignPlan = '# Clean up\n\nstatus: open\n\n## Steps\n\n- [x] Look\n- [ ] Tidy\n';
const foreignRequest =
  '---\ntype: approval_request\naction: send_email\nto: a@b.example\nsubject: Hello\n---\nHello\n';

test('adopt writes a plan of ours beside another tool’s', async () => {
  const path = join(vault, 'Plans/clean-up.md');
  await writeFile(path, foreignPlan);
  expect((await run(null, 'status')).out).toContain('with `countersign adopt`.');
  expect(await run(null, 'adopt', 'Plans/clean-up.md')).toMatchObject({ code: 2 });
  for (const typed of ['./Plans/clean-up.md', relative(process.cwd(), path)]) {
    expect((await run(null, 'adopt', typed)).out).toContain('next to Plans/clean-up.md.');
  }
  const changed = await run(
    async () => {
      await writeFile(path, foreignPlan.replace('Look', 'Pay 900'));
      return 'adopt';
    },
    ...['adopt', path],
  );
  expect(changed).toMatchObject({ code: 3 });
  expect(changed.out).toContain('was changed after you were asked');
  await writeFile(path, foreignPlan);
  const { code, out } = await run('adopt', 'adopt', path);
  expect(code, out).toBe(0);
  const [made = ''] = (await readdir(join(vault, 'Plans'))).filter(
    (name) => name !== 'clean-up.md',
  );
  expect(out).toContain(`✓ Created Plans/${made} with 2 steps.\n  1. [x] Look\n  2. [ ] Tidy`);
  expect(await readFile(join(vault, 'Plans', made), 'utf8')).toContain('1. [x] Look');
  expect(await readFile(path, 'utf8')).toBe(foreignPlan);
});

test('adopt lists the steps it took, with ✋ where one asks before it runs, also as JSON', async () => {
  const text = foreignPlan.replace('Tidy', 'Send an email to ann@example.com');
  await writeFile(join(vault, 'Plans/clean-up.md'), text);
  const { code, out } = await run('adopt', 'adopt', 'Plans/clean-up.md', '--json');
  expect(code, out).toBe(0);
  expect(JSON.parse(out.split('\n').at(-1) ?? '')).toMatchObject({
    path: expect.stringMatching(/^Plans\/PLAN-/u) as string,
    steps: [
      { position: 1, text: 'Look', gated: false, done: true },
      { position: 2, text: 'Send an email to ann@example.com', gated: true, done: false },
    ],
  });
  await writeFile(join(vault, 'Plans/other.md'), text.replace('Clean up', 'Clear out'));
  expect((await run('adopt', 'adopt', 'Plans/other.md')).out).toContain(
    '  2. [ ] ✋ Send an email to ann@example.com',
  );
});

test('adopt shows how another tool’s request is read; then it waits in Pending, and nothing is approved', async () => {
  const args = [resolve('test/support/servers/counting-server.mjs')];
  const servers = { far: { command: process.execPath, args } };
  await writeFile(join(folder, 'servers.json'), JSON.stringify(servers));
  await run(
    null,
    'bridge',
    'import',
    '--no-test',
    join(folder, 'servers.json'),
    '--route',
    'email=far.record',
  );
  await writeFile(join(vault, 'Approved/hello.md'), foreignRequest);
  expect(await run('no', 'adopt', 'Approved/hello.md')).toMatchObject({ code: 2 });
  expect(await readFile(join(vault, 'Approved/hello.md'), 'utf8')).toBe(foreignRequest);
  const { code, out } = await run('adopt', 'adopt', 'Approved/hello.md');
  expect(out).toContain('far.record');
  expect(out).toContain('Hello');
  expect(code, out).toBe(0);
  expect(out).toContain(
    'Saved as Pending_Approval/hello.md, waiting for approval. Nothing is approved yet.',
  );
  expect(await readdir(join(vault, 'Approved'))).toEqual([]);
  const status = await run(null, 'status');
  expect(status.out).toContain('Pending_Approval/hello.md');
});

test('adopt says what it cannot take in', async () => {
  expect(await run('adopt', 'adopt')).toMatchObject({ code: 2 });
  expect((await run('adopt', 'adopt', 'Plans/none.md')).code).toBe(3);
});

test('a runner that is stopped waits for no server that does not answer', async () => {
  const mute = `require('fs').writeFileSync(process.env.STARTED, 'yes'); setInterval(() => 0, 1000)`;
  const server = { command: process.execPath, args: ['-e', mute] };
  const servers = { far: { ...server, env: { STARTED: join(folder, 'started.txt') } } };
  await writeFile(join(folder, 'servers.json'), JSON.stringify(servers));
  await run(null, 'bridge', 'import', '--no-test', join(folder, 'servers.json'));
  const note = requestNote({ request_id: 'mail', plan_id: null, step_id: null });
  const text = note.replace(/^bridge: .*$/m, 'bridge: far');
  await writeFile(join(vault, 'Pending_Approval/mail.md'), text);
  const runner = await startRunner({ vault, env, trustMoves: true, notifier: { notify: () => 0 } });
  if (!runner.ok) throw new Error(runner.error.message);
  const started = (): Promise<string> =>
    readFile(join(folder, 'started.txt'), 'utf8').catch(() => '');
  await expect.poll(started, { timeout: 5_000 }).toBe('yes');
  // It would be given up after 20 seconds.
  await runner.value.stop();
}, 15_000);

test('pause says when it may have paused nothing', async () => {
  const { code, out } = await run(null, 'pause');
  expect(out).toContain('Nothing has run with the settings in');
  expect(code).toBe(1);
});

test('so it does where a decision that was refused made a ledger, and another one acts', async () => {
  const notifier = { notify: () => undefined };
  const runner = await startRunner({ vault, env, trustMoves: true, notifier });
  if (!runner.ok) throw new Error(runner.error.message);
  env = { ...env, XDG_CONFIG_HOME: join(folder, 'other') };
  expect((await run('start-plan', 'start-plan', 'PLAN-2026-009')).code).toBe(3);
  const { code, out } = await run(null, 'pause');
  expect(out).toContain('nothing runs with the settings in');
  expect(out).toContain('XDG_CONFIG_HOME');
  expect(code).toBe(1);
  await runner.value.stop();
});
