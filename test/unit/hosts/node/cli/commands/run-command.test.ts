import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { main } from '../../../../../../src/hosts/node/cli/main.js';
import { fileLock } from '../../../../../../src/hosts/desktop/files/file-lock.js';
import { bundleChild } from '../../../../../support/children/bundled-child.js';
import { letterRequest } from '../../../../../support/builders/letter-request.js';

const poll = { timeout: 15_000, interval: 20 };
let folder: string;
let said: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-'));
  await mkdir(join(folder, 'vault'));
  said = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function run(...args: string[]): Promise<number> {
  const say = (text: string): void => void said.push(text);
  const env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'config') };
  const terminal = { line: say, error: say, colours: false };
  return main([...args, '--vault', join(folder, 'vault')], terminal, env);
}

/** Sets the vault up with a server that behaves as a mode of it says. */
async function setUpWith(mode: string): Promise<void> {
  await run('setup');
  const far = {
    command: process.execPath,
    args: [resolve('test/support/servers/misbehaving-server.mjs')],
    env: { MODE: mode, SEEN_FILE: join(folder, 'seen'), COUNT_FILE: join(folder, 'count') },
  };
  const servers = join(folder, 'servers.json');
  await writeFile(servers, JSON.stringify({ mcpServers: { far } }));
  await run('bridge', 'import', '--no-test', servers);
}

/** A request to that server. */
function requestTo(id: string): string {
  return letterRequest({ id, to: `${id}@example.com` })
    .replace('bridge: email\ntool: send_email', 'bridge: far\ntool: record')
    .replace(/ {2}to: .*\n {2}subject: .*\n/, '')
    .replace('Hello from', `${id}, hello from`);
}

test('a runner says what to do at a terminal about an outcome that nobody knows', async () => {
  await setUpWith('dies');
  const pending = join(folder, 'vault/Pending_Approval/letter.md');
  await writeFile(pending, requestTo('letter'));
  const ended = run('run', '--trust-moves');
  await expect.poll(() => readFile(pending, 'utf8'), poll).toContain('"tool_digest"');
  await rename(pending, join(folder, 'vault/Approved/letter.md'));
  const all = (): string => said.join('\n');
  await expect.poll(all, poll).toContain('We don’t know whether letter happened.');
  await expect.poll(all, poll).toMatch(/letter-[a-z2-7]+ needs your answer: nobody knows/);
  process.emit('SIGINT');
  await ended;
  expect(all().match(/Ready for approval/g)).toHaveLength(1);
  expect(all()).toMatch(
    /Check with the recipient or the service\. If it happened, or you do it yourself, tick its step in the plan; if it has no step, stop the runner and run `countersign withdraw letter-[a-z2-7]+`\. To send it again, answer in Obsidian\./,
  );
  expect(all()).not.toContain('panel');
}, 30_000);

test('a runner’s lines keep amounts on their side of words from right to left', async () => {
  await setUpWith('result');
  const letter = requestTo('letter').replace('letter, hello from a', 'Pay אבג 500');
  await writeFile(join(folder, 'vault/Pending_Approval/letter.md'), letter);
  const ended = run('run');
  const line = 'Ready for approval: far.record (text: "Pay \u2068אבג\u2069 500';
  await expect.poll(() => said.join('\n'), poll).toContain(line);
  process.emit('SIGINT');
  await ended;
}, 30_000);

test('a runner says that nobody knows an outcome only where the ledger does not', async () => {
  await setUpWith('result');
  const pending = join(folder, 'vault/Pending_Approval/letter.md');
  const forged = requestTo('letter').replace('status: pending', 'status: outcome_unknown');
  expect(forged).toContain('outcome_unknown');
  await writeFile(pending, forged);
  const ended = run('run');
  const all = (): string => said.join('\n');
  await expect.poll(all, poll).toMatch(/ Ready for approval: far\.record/);
  process.emit('SIGINT');
  await ended;
  expect(all()).not.toContain('nobody knows');
}, 30_000);

test('a runner and its Dashboard say when a call over the hourly limit runs, with the day', async () => {
  await setUpWith('result');
  const vault = join(folder, 'vault');
  const ids = ['a', 'b', 'c', 'd'];
  for (const id of ids) {
    await writeFile(join(vault, `Pending_Approval/${id}.md`), requestTo(id));
  }
  const ended = run('run', '--trust-moves');
  for (const id of ids) {
    const pending = join(vault, `Pending_Approval/${id}.md`);
    await expect.poll(() => readFile(pending, 'utf8'), poll).toContain('"tool_digest"');
    await rename(pending, join(vault, `Approved/${id}.md`));
  }
  const when =
    /reached its limit of 3 record calls per hour\..* It runs at \d{4}-\d\d-\d\d \d\d:\d\d UTC\./;
  await expect.poll(() => said.join('\n'), poll).toMatch(when);
  await expect
    .poll(() => readFile(join(vault, 'Dashboard.md'), 'utf8'), poll)
    .toMatch(/calls per hour\. It runs at \d{4}-\d\d-\d\d \d\d:\d\d UTC\. To run it sooner/);
  process.emit('SIGINT');
  await ended;
}, 30_000);

test('a runner names the request that somebody moved to Approved', async () => {
  await setUpWith('result');
  const pending = join(folder, 'vault/Pending_Approval/letter.md');
  await writeFile(pending, requestTo('letter'));
  const ended = run('run');
  await expect.poll(() => readFile(pending, 'utf8'), poll).toContain('"tool_digest"');
  await rename(pending, join(folder, 'vault/Approved/letter.md'));
  const line = /letter: Someone or something moved it to Approved\. It runs only if you say so\./;
  await expect.poll(() => said.join('\n'), poll).toMatch(line);
  process.emit('SIGINT');
  await ended;
}, 30_000);

test('what was moved before moves were trusted runs as the alert says: moved back, and again', async () => {
  await setUpWith('result');
  const pending = join(folder, 'vault/Pending_Approval/letter.md');
  const approved = join(folder, 'vault/Approved/letter.md');
  await writeFile(pending, requestTo('letter'));
  await run('run', '--once');
  await rename(pending, approved);
  await run('run', '--once');
  expect(said.join('\n')).toContain(
    'Someone or something moved it to Approved. Run this request? Move it back to Pending_Approval. To approve by moving notes, start the runner with `--trust-moves`, then move the note to Approved again.',
  );
  said.length = 0;
  await run('status');
  const status = said.join('\n');
  expect(status).toContain('in Approved, but not approved: a move only asks');
  expect(status).toContain(
    'Without Obsidian: start `countersign run --trust-moves`, move the note back to Pending_Approval/, then to Approved/ again.',
  );
  expect(status).not.toMatch(/To approve|not run yet/);
  await run('run', '--once', '--trust-moves');
  expect(said.join('\n')).toContain(
    'It was moved to Approved when that was not enough to run it. Run this request? Move it back to Pending_Approval. If you then move it to Approved again, it runs.',
  );
  await rename(approved, pending);
  await run('run', '--once', '--trust-moves');
  await rename(pending, approved);
  await run('run', '--once', '--trust-moves');
  const done = await readFile(join(folder, 'vault/Done/Actions/letter.md'), 'utf8');
  expect(done).toContain('status: executed');
}, 30_000);

test('`run --once` does what there is to do now, plans for new items included, and ends [FR-001]', async () => {
  await setUpWith('result');
  const pending = join(folder, 'vault/Pending_Approval/letter.md');
  await writeFile(pending, requestTo('letter'));
  expect(await run('run', '--once', '--trust-moves')).toBe(0);
  expect(await readFile(pending, 'utf8')).toContain('"tool_digest"');
  await rename(pending, join(folder, 'vault/Approved/letter.md'));
  expect(await run('run', '--once', '--trust-moves')).toBe(0);
  expect(await readFile(join(folder, 'vault/Done/Actions/letter.md'), 'utf8')).toContain(
    'status: executed',
  );
  expect(said.at(-1)).toContain('Nothing more can be done now.');
  const mail = '---\ntype: email\n---\n\nWash the car. Feed the dog. Water the plants.\n';
  await writeFile(join(folder, 'vault/Needs_Action/mail.md'), mail);
  expect(await run('run', '--once')).toBe(0);
  expect(await readdir(join(folder, 'vault/Plans'))).toContain('PLAN-2026-001.md');
  expect(await run('run', '--once', '--agents')).toBe(2);
  expect(said.join('\n')).toContain('Agents can’t connect to a runner that ends on its own.');
}, 30_000);

test('a runner starts although a command holds the vault for a moment', async () => {
  await setUpWith('result');
  const config = join(folder, 'config/countersign');
  const [device = ''] = (await readdir(config, { recursive: true })).filter((path) =>
    path.endsWith('device.json'),
  );
  expect(await run('run', '--once')).toBe(0);
  const held = await fileLock(dirname(join(config, device))).acquire();
  if (!held.ok) throw new Error(held.error.message);
  setTimeout(() => void held.value(), 1_000);
  expect(await run('run', '--once')).toBe(0);
});

test('`run --once` waits for the late answer of a call that is past its time limit', async () => {
  await setUpWith('late~5000');
  const config = join(folder, 'config/countersign');
  const [device = ''] = (await readdir(config, { recursive: true })).filter((path) =>
    path.endsWith('device.json'),
  );
  const text = await readFile(join(config, device), 'utf8');
  await writeFile(
    join(config, device),
    text.replace(/"timeLimitSeconds":\s*\d+/u, '"timeLimitSeconds":1'),
  );
  const pending = join(folder, 'vault/Pending_Approval/letter.md');
  await writeFile(pending, requestTo('letter'));
  await run('run', '--once', '--trust-moves');
  await rename(pending, join(folder, 'vault/Approved/letter.md'));
  expect(await run('run', '--once', '--trust-moves')).toBe(0);
  expect(said.join('\n')).toContain('A call is past its time limit.');
  const [asks = ''] = await readdir(join(folder, 'vault/Pending_Approval'));
  const note = await readFile(join(folder, 'vault/Pending_Approval', asks), 'utf8');
  expect(note).toContain('did not answer within 1 s');
  expect(note).toContain('done at last');
}, 30_000);

test('a runner that can put nothing on record ends with exit code 3, so that a service starts it again', async () => {
  await setUpWith('result');
  const logs = join(folder, 'vault/Logs');
  const ended = run('run');
  await expect.poll(() => said.join('\n'), poll).toContain('No active plans yet.');
  await rename(logs, `${logs} away`);
  await writeFile(logs, '');
  const mail = '---\ntype: email\n---\n\nPlease look at the roof.\n';
  await writeFile(join(folder, 'vault/Needs_Action/mail.md'), mail);
  expect(await ended).toBe(3);
  expect(said.at(-1)).toContain('Stopping');
  await rm(logs);
  await rename(`${logs} away`, logs);
  expect(await run('run', '--once')).toBe(0);
  expect(await readFile(join(folder, 'vault/Needs_Action/mail.md'), 'utf8')).toContain('task_id');
}, 30_000);

test('a runner in which something unexpected fails says so, finishes its call, releases its lock and ends with exit code 3', async () => {
  await setUpWith('late~1500');
  const pending = join(folder, 'vault/Pending_Approval/letter.md');
  await writeFile(pending, requestTo('letter'));
  const program = await bundleChild(
    new URL('../../../../../../src/hosts/node/cli/cli-main.ts', import.meta.url),
  );
  const fails = 'process.on("SIGUSR2", () => void Promise.reject(new Error("The pipe broke.")))';
  const args = ['--import', `data:text/javascript,${encodeURIComponent(fails)}`, program.script];
  const runner = spawn(
    process.execPath,
    [...args, 'run', '--trust-moves', '--vault', join(folder, 'vault')],
    { env: { ...process.env, XDG_CONFIG_HOME: join(folder, 'config') } },
  );
  onTestFinished(() => {
    runner.kill('SIGKILL');
    program.dispose();
  });
  const ended = once(runner, 'close');
  const errors: string[] = [];
  runner.stderr.on('data', (text: Buffer) => errors.push(String(text)));
  await expect.poll(() => readFile(pending, 'utf8'), poll).toContain('"tool_digest"');
  await rename(pending, join(folder, 'vault/Approved/letter.md'));
  await expect.poll(() => readdir(folder), poll).toContain('count');
  runner.kill('SIGUSR2');
  expect(await ended).toEqual([3, null]);
  expect(errors.join('')).toMatch(
    /^Something went wrong in Countersign: The pipe broke\..*\n.*\n$/,
  );
  const filed = await readFile(join(folder, 'vault/Done/Actions/letter.md'), 'utf8');
  expect(filed).toContain('status: executed');
  const [device = ''] = await readdir(join(folder, 'config/countersign'));
  expect(await readdir(join(folder, 'config/countersign', device))).not.toContain('lock');
}, 30_000);
