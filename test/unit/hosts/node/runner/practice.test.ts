import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../../../src/hosts/node/cli/main.js';
import { startRunner } from '../../../../../src/hosts/node/runner/runner.js';

let folder: string;
let vault: string;
let env: Record<string, string | undefined>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'practice-'));
  vault = join(folder, 'vault');
  await mkdir(vault);
  env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'config') };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function run(...args: string[]): Promise<void> {
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const terminal = { line: say, error: say, colours: false };
  expect(await main([...args, '--vault', vault], terminal, env), said.join('\n')).toBe(0);
}

test('an approved action of the practice bridge ends as one note beside the contract folders [GATE-24]', async () => {
  await run('setup', '--base', 'Work');
  await writeFile(join(folder, 'servers.json'), '{"practice":{"type":"practice"}}');
  await run('bridge', 'import', '--no-test', join(folder, 'servers.json'));
  const started = await startRunner({
    vault,
    env,
    trustMoves: true,
    notifier: { notify: () => undefined },
  });
  if (!started.ok) throw new Error(started.error.message);
  const runner = started.value;
  const { operations } = runner.engine;

  const plan = await operations.initializePlan({
    objective: 'Practise.',
    context: '',
    sourceLink: '[[Practice]]',
    steps: [{ text: 'Send a mail', gated: true }],
    actor: 'Human',
  });
  if (!plan.ok) throw new Error(plan.error.message);
  const drafted = await operations.draftExternalAction({
    planId: plan.value.planId,
    step: 1,
    actionType: 'email',
    targetRecipient: 'client@example.com',
    title: 'Hello',
    rationale: 'To practise.',
    bridge: 'practice',
    tool: 'send_email',
    arguments: { to: 'client@example.com', subject: 'Hello', text: 'Hello!' },
    actor: 'Human',
  });
  if (!drafted.ok) throw new Error(drafted.error.message);
  const pending = join(vault, drafted.value.path);
  await expect.poll(() => readFile(pending, 'utf8'), poll).toContain('"tool_digest"');
  await rename(pending, join(vault, 'Work/Approved', basename(pending)));
  await expect.poll(() => readdir(join(vault, 'Work/Done/Actions')), poll).toHaveLength(1);
  await expect.poll(() => readdir(join(vault, 'Work/Done/Plans')), poll).toHaveLength(1);
  await runner.stop();

  const [note = ''] = await readdir(join(vault, 'Work/Practice'));
  expect(note).toMatch(/^[\dTZ-]+_send_email_hello\.md$/);
  const done = await readFile(join(vault, 'Work/Done/Actions', basename(pending)), 'utf8');
  expect(done).toContain(`Saved as a note: Work/Practice/${note}`);
  expect(done, 'nothing was really sent').toContain(
    '> [!success] Practice only: nothing left this vault',
  );
  const [finished = ''] = await readdir(join(vault, 'Work/Done/Plans'));
  expect(await readFile(join(vault, 'Work/Done/Plans', finished), 'utf8')).toMatch(
    /Practised step 1/,
  );
  const logs = await readdir(join(vault, 'Work/Logs'), { recursive: true });
  const log = logs.find((name) => name.endsWith('.jsonl')) ?? '';
  expect(await readFile(join(vault, 'Work/Logs', log), 'utf8')).toContain(
    'PRACTICE, practice.send_email',
  );
});

const poll = { timeout: 15_000, interval: 50 };
