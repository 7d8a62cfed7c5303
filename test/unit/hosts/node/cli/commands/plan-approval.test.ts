import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../../../../src/hosts/node/cli/main.js';
import { startRunner } from '../../../../../../src/hosts/node/runner/runner.js';
import { planNote } from '../../../../../e2e/office.js';

let folder: string;
let vault: string;
let env: Record<string, string | undefined>;
const first = 'PLAN-2026-001';
const second = 'PLAN-2026-002';

/** Two plans that wait. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plan-approval-'));
  vault = join(folder, 'vault');
  await mkdir(vault);
  env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'config') };
  await run(null, 'setup');
  for (const name of ['pending', 'approved']) await mkdir(join(vault, 'Plans', name));
  for (const id of [first, second]) {
    await writeFile(join(vault, `Plans/pending/${id}.md`), planNote(id, `${id}@example.com`));
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a command where a person types this; `null`: nobody sits there. */
async function run(
  typed: string | null | (() => Promise<string>),
  ...args: string[]
): Promise<{ code: number; out: string }> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const ask =
    typed === null ? {} : { ask: async () => (typeof typed === 'string' ? typed : await typed()) };
  const terminal = { line: say, error: say, colours: false, ...ask };
  const code = await main([...args, '--vault', vault], terminal, env);
  return { code, out: lines.join('\n') };
}

const note = (path: string): Promise<string> => readFile(join(vault, path), 'utf8');

test('at a terminal, status lists the plans that wait with their commands; a person who types the word decides [LOOP-6]', async () => {
  const before = await run(null, 'status');
  expect(before.code).toBe(1);
  expect(before.out).toContain('No active plans.');
  expect(before.out).toContain(
    `\`countersign plan approve ${first}\` or \`countersign plan reject ${first}\``,
  );
  expect((await run(null, 'plan', 'approve', first)).out).toContain('Only a person at a terminal');
  const approved = await run('plan approve', 'plan', 'approve', first);
  expect(approved.out).toContain(`Approved ${first}. It is now “Plans/approved/${first}.md”.`);
  expect(approved.out).toContain('a request whose note is already in Approved may run');
  const rejected = await run('plan reject', 'plan', 'reject', second, '--reason', 'Already sent');
  expect(rejected.code, rejected.out).toBe(0);
  const text = await note(`Plans/rejected/${second}.md`);
  expect(text).toContain('status: Cancelled');
  expect(text).toContain('Human: Rejected plan — Already sent.');
  const after = await run(null, 'status');
  expect(after.out).toContain(`Resuming plan ${first}`);
  expect(after.out).not.toContain('waits for your approval');
  expect((await run('plan approve', 'plan', 'approve', second)).code).toBe(3);
  // An agent writes that it goes on, and moves it among the others.
  const active = text
    .replace('status: Cancelled', 'status: Active')
    .replace(/created_date: \S+/u, 'created_date: 2999-01-01T00:00:00Z');
  await writeFile(join(vault, `Plans/rejected/${second}.md`), active);
  const put = await run(null, 'status');
  expect(put.out).toContain(`${second} was rejected, and its note says Active again.`);
  await rename(join(vault, `Plans/rejected/${second}.md`), join(vault, `Plans/${second}.md`));
  const moved = await run(null, 'status');
  expect(moved.out).toContain(`${second} was rejected, and its note was moved back.`);
  expect(moved.out).toContain(`Resuming plan ${first}`);
  const resumed = await run(null, 'plan', 'resume', '--plan-id', second);
  expect(resumed.out).toContain(`Ended plan ${second}:`);
  expect(resumed.out).toContain(
    'A plan with this number was rejected. Don’t work on it unless a person reopens it.',
  );
  expect(resumed.out).not.toContain('Next step');
});

test('while nothing runs, a plan that waits on record is shown as one that waits wherever its note is moved [LOOP-6]', async () => {
  const runner = await startRunner({
    ...{ vault, env, trustMoves: false },
    notifier: { notify: () => undefined },
  });
  if (!runner.ok) throw new Error(runner.error.message);
  const { engine } = runner.value;
  const recorded = () => engine.entriesAfter(0).filter(({ event }) => event === 'plan_waits');
  await expect.poll(() => recorded().length).toBe(2);
  await runner.value.stop();
  await rename(join(vault, `Plans/pending/${first}.md`), join(vault, `Plans/${first}.md`));
  await rename(
    join(vault, `Plans/pending/${second}.md`),
    join(vault, `Plans/approved/${second}.md`),
  );
  const { code, out } = await run(null, 'status');
  expect(code).toBe(1);
  expect(out).toContain('No active plans.');
  expect(out).toContain(`Plan ${first} waits for your approval`);
  expect(out).toContain(`\`countersign plan approve ${first}\``);
  expect(out).toContain(`Plan ${second} waits for your approval`);
  expect(out).toContain('Its note is in Plans/approved: that approves it once a runner runs.');
  expect(out).not.toContain(`plan approve ${second}`);
  const resumed = await run(null, 'plan', 'resume', '--plan-id', first);
  expect(resumed.out).toContain('a person has not approved this plan yet');
  const approved = await run('plan approve', 'plan', 'approve', first);
  expect(approved.out).toContain(`Approved ${first}.`);
  expect((await run(null, 'status')).out).toContain(`Resuming plan ${first}`);
});

test('at a terminal, a plan is shown with its context, and with the ticks, marks and order of its steps [LOOP-6]', async () => {
  const path = join(vault, `Plans/pending/${first}.md`);
  const text = (await readFile(path, 'utf8'))
    .replace(/## Context\n[^#]*/u, '## Context\nThe IBAN is DE11.\n\n')
    .replace('^s1\n', '^s1\n2. [x] ✋ Pay ^s2\n3. [-] ✋ Post ^s3\n4. [ ] File (after s1, s2)\n');
  await writeFile(path, text);
  const refused = await run(
    async () => {
      await writeFile(path, text.replace('DE11', 'DE89'));
      return 'plan approve';
    },
    ...['plan', 'approve', first],
  );
  expect(refused.out).toContain(
    [
      `${first}: Write to ${first}@example.com.`,
      '  The IBAN is DE11.',
      `  1. [ ] ✋ Send the letter to ${first}@example.com`,
      '  2. [x] ✋ Pay',
      '  3. [-] ✋ Post',
      '  4. [ ] File (after 1, 2)\n',
    ].join('\n'),
  );
  expect(refused.out).toContain(`${first} was changed after it was shown to you.`);
  expect(refused.code).toBe(3);
});

test('at a terminal, a plan is approved as it was shown, or not at all [LOOP-6]', async () => {
  const path = join(vault, `Plans/pending/${first}.md`);
  const text = await readFile(path, 'utf8');
  const more = text.replace('^s1\n', '^s1\n2. [ ] ✋ Pay 9000 EUR to Mallory ^s2\n');
  const refused = await run(
    async () => {
      await writeFile(path, more);
      return 'plan approve';
    },
    ...['plan', 'approve', first],
  );
  expect(refused.code).toBe(3);
  expect(refused.out).toContain(
    `${first}: Write to ${first}@example.com.\n  Written by hand.\n  1. [ ] ✋ Send the letter to ${first}@example.com\n`,
  );
  expect(refused.out).not.toContain('Mallory');
  expect(refused.out).toContain(`${first} was changed after it was shown to you.`);
  const approved = await run('plan approve', 'plan', 'approve', first);
  expect(approved.out).toContain('2. [ ] ✋ Pay 9000 EUR to Mallory\n');
  expect(approved.out).toContain(`Approved ${first}.`);
  // One that nobody rejected here, and that status offers.
  const among = join(vault, `Plans/rejected/${second}.md`);
  await mkdir(join(vault, 'Plans/rejected'), { recursive: true });
  await rename(join(vault, `Plans/pending/${second}.md`), among);
  const kept = await readFile(among, 'utf8');
  const changed = await run(
    async () => {
      await writeFile(among, kept.replaceAll(`${second}@example.com`, 'mallory@example.com'));
      return 'plan approve';
    },
    ...['plan', 'approve', second],
  );
  expect(changed.out).toContain(`  1. [ ] ✋ Send the letter to ${second}@example.com\n`);
  expect(changed.out).toContain(`${second} was changed after it was shown to you.`);
  // What can’t be shown is not asked about: it could be put right while a person types.
  await writeFile(among, kept.replace('status: Active', 'status: ['));
  const broken = await run(
    async () => {
      await writeFile(among, kept);
      return 'plan approve';
    },
    ...['plan', 'approve', second],
  );
  expect(broken.code).toBe(3);
  expect(broken.out).toContain(`${second} can’t be shown: either`);
  expect(await readFile(among, 'utf8')).not.toBe(kept);
});

test('at a terminal, a draft among the plans that wait is started, and is said to wait for approval', async () => {
  const path = join(vault, `Plans/pending/${first}.md`);
  await writeFile(path, (await readFile(path, 'utf8')).replace('status: Active', 'status: Draft'));
  const started = await run('start-plan', 'start-plan', first);
  expect(started.code, started.out).toBe(0);
  expect(started.out).toContain(
    `${first} is started. It still waits for your approval: \`countersign plan approve ${first}\`.`,
  );
});

test('at a terminal, a person ends a plan whose note is gone', async () => {
  await run('plan approve', 'plan', 'approve', first);
  await run(null, 'run', '--once');
  await rm(join(vault, `Plans/approved/${first}.md`));
  const cancel = `countersign plan cancel ${first}`;
  expect((await run(null, 'status')).out).toContain(`with \`${cancel}\`.`);
  expect((await run(null, 'plan', 'cancel', first)).out).toContain('Only a person at a terminal');
  const ended = await run('plan cancel', 'plan', 'cancel', first, '--reason', 'Lost');
  expect(ended.out).toContain(`Cancelled ${first}.`);
  expect((await run(null, 'status')).out).not.toContain(first);
});

test('a runner sees within five seconds that a plan was moved to the approved ones, and says so in its log [LOOP-6]', async () => {
  const runner = await startRunner({
    ...{ vault, env, trustMoves: false },
    notifier: { notify: () => undefined },
  });
  if (!runner.ok) throw new Error(runner.error.message);
  try {
    const { engine } = runner.value;
    expect(engine.currentMission()).toBeNull();
    await rename(
      join(vault, `Plans/pending/${first}.md`),
      join(vault, `Plans/approved/${first}.md`),
    );
    const within = { timeout: 5_000, interval: 50 };
    await expect.poll(() => engine.currentMission()?.planId, within).toBe(first);
    await expect
      .poll(() => note(`Plans/approved/${first}.md`), within)
      .toContain('Outside: Approved plan — ');
    await expect
      .poll(() => note('Dashboard.md'), within)
      .toContain('**Plans that wait for your approval**');
    expect(await readdir(join(vault, 'Plans/pending'))).toEqual([`${second}.md`]);
  } finally {
    await runner.value.stop();
  }
}, 20_000);
