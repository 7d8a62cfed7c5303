import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../../../src/hosts/node/cli/main.js';
import { startRunner, type Runner } from '../../../../../src/hosts/node/runner/runner.js';
import { settingsPath } from '../../../../../src/hosts/node/runner/vault-settings-file.js';
import { until } from '../../../../support/until.js';

let vault: string;
let device: string;
let env: Record<string, string | undefined>;

beforeEach(async () => {
  vault = await mkdtemp(join(tmpdir(), 'vault-'));
  device = await mkdtemp(join(tmpdir(), 'device-'));
  env = { ...process.env, XDG_CONFIG_HOME: device };
  await run('setup');
});
afterEach(async () => {
  await rm(vault, { recursive: true, force: true });
  await rm(device, { recursive: true, force: true });
});

async function run(command: string): Promise<void> {
  const say = (): void => undefined;
  const ask = (): Promise<string> => Promise.resolve('new epoch');
  await main([command, '--vault', vault], { line: say, error: say, colours: false, ask }, env);
}

async function started(acceptExisting = false): Promise<Runner> {
  const notifier = { notify: () => undefined };
  const runner = await startRunner({ vault, env, trustMoves: true, notifier, acceptExisting });
  if (!runner.ok) throw new Error(runner.error.message);
  return runner.value;
}

const path = (name: string): string => join(vault, 'Inbox', `EMAIL_${name}.md`);
const write = (name: string): Promise<void> =>
  writeFile(path(name), `---\ntype: email\n---\n\nPlease look at the ${name}.\n`);
const isTask = async (name: string): Promise<true | null> =>
  (await readFile(path(name), 'utf8')).includes('loop_state: ACT') || null;

test('a runner takes what comes as tasks, and what was there before only where it is told so', async () => {
  await write('roof');
  const first = await started();
  await first.engine.idle();
  await write('door');
  await until('the door is a task', () => isTask('door'));
  expect(await isTask('roof')).toBeNull();
  await first.stop();
  const second = await started(true);
  await until('the roof is a task, too', () => isTask('roof'));
  await second.stop();
});

test('after a new epoch a runner takes what came since, and neither loses nor takes again what was there', async () => {
  await write('roof');
  const first = await started();
  await first.engine.idle();
  await write('door');
  await until('the door is a task', () => isTask('door'));
  await first.stop();
  const door = await readFile(path('door'), 'utf8');
  for (const name of ['pipe', 'tap']) {
    await run('new-epoch');
    await write(name);
    const next = await started();
    await until(`the ${name} is a task`, () => isTask(name));
    await next.engine.idle();
    expect(next.engine.view().tasks?.map((task) => task.path)).toContain('Inbox/EMAIL_door.md');
    await next.stop();
    expect(await isTask('roof')).toBeNull();
    expect(await readFile(path('door'), 'utf8')).toBe(door);
  }
}, 30_000);

test('a runner takes nothing by itself in a vault whose settings say so', async () => {
  const file = join(vault, settingsPath);
  const settings = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...settings, loop: { takesItems: false } }));
  const runner = await started(true);
  await write('door');
  // It would be taken after a second.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await isTask('door')).toBeNull();
  await runner.stop();
});
