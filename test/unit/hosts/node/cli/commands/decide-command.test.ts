import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../../../../src/hosts/node/cli/main.js';
import { startRunner, type Runner } from '../../../../../../src/hosts/node/runner/runner.js';
import { planNote } from '../../../../../e2e/office.js';
import {
  earlierDevice,
  tellOfEarlierLedger,
} from '../../../../../support/engine/earlier-ledger.js';

let folder: string;
let vault: string;
let env: Record<string, string | undefined>;
/** The request that asks whether its action happened. */
let asking: { readonly id: string; readonly path: string };
/** A request that the next runner runs. */
let approved: string;

/** A request of each kind, and no runner any more. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decide-'));
  vault = join(folder, 'vault');
  await mkdir(vault);
  env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'config') };
  await run(null, 'setup');
  const command = process.execPath;
  const args = [resolve('test/support/servers/counting-server.mjs')];
  const servers = { far: { command, args, env: { COUNT_FILE: join(folder, 'calls.txt') } } };
  await writeFile(join(folder, 'servers.json'), JSON.stringify(servers));
  await run(null, 'bridge', 'import', '--no-test', join(folder, 'servers.json'));
  const runner = await start();
  const drafted = await draft(runner, 'fails');
  await rename(join(vault, drafted), inApproved(drafted));
  // It is moved there as it was, and then gets the id under which it asks.
  const asks = new RegExp(`request_id: (?!${basename(drafted, '.md')}\\s)`);
  await expect.poll(() => readIn('Pending_Approval'), poll).toMatch(asks);
  const [name = ''] = await notesIn('Pending_Approval');
  const path = join(vault, 'Pending_Approval', name);
  const id = /request_id: (\S+)/.exec(await readFile(path, 'utf8'))?.[1] ?? '';
  asking = { id, path };
  approved = await draft(runner, 'goes');
  await runner.stop();
  await rename(join(vault, approved), inApproved(approved));
}, 30_000);
afterEach(() => rm(folder, { recursive: true, force: true }));

const poll = { timeout: 15_000, interval: 50 };
const inApproved = (path: string): string => join(vault, 'Approved', basename(path));

function writeInVault(path: string, text: string): void {
  mkdirSync(dirname(join(vault, path)), { recursive: true });
  writeFileSync(join(vault, path), text);
}

/** Runs a command where a person types this; `null`: nobody sits there. */
async function run(
  typed: string | null,
  ...args: string[]
): Promise<{ code: number; out: string }> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const answer = async (question: string): Promise<string> => {
    say(question);
    return typed ?? '';
  };
  const ask = typed === null ? {} : { ask: answer };
  const terminal = { line: say, error: say, colours: false, ...ask };
  const code = await main([...args, '--vault', vault], terminal, env);
  return { code, out: lines.join('\n') };
}

async function start(): Promise<Runner> {
  const notifier = { notify: () => undefined };
  const runner = await startRunner({ vault, env, trustMoves: true, notifier });
  if (!runner.ok) throw new Error(runner.error.message);
  return runner.value;
}

/** Drafts a request without a plan, and waits until it can be approved. */
async function draft(
  runner: Runner,
  text: string,
  more: { readonly planId?: string; readonly step?: number } = {},
): Promise<string> {
  const drafted = await runner.engine.operations.draftExternalAction({
    ...{ actionType: 'other', targetRecipient: text, title: text, rationale: 'Due.' },
    ...{ bridge: 'far', tool: 'record', arguments: { text }, actor: 'Agent' },
    ...more,
  });
  if (!drafted.ok) throw new Error(drafted.error.message);
  const { path } = drafted.value;
  await expect.poll(() => readFile(join(vault, path), 'utf8'), poll).toContain('"tool_digest"');
  return path;
}

/** A note is written beside its place first: that is none yet. */
async function notesIn(place: string): Promise<readonly string[]> {
  return (await readdir(join(vault, place))).filter((name) => !name.startsWith('.'));
}

async function readIn(place: string): Promise<string> {
  const names = await notesIn(place);
  const notes = names.map((name) => readFile(join(vault, place, name), 'utf8'));
  return (await Promise.all(notes)).join('\n');
}

async function ledger(): Promise<string> {
  const [name = ''] = await readdir(join(folder, 'config/countersign'));
  return readFile(join(folder, 'config/countersign', name, 'ledger.jsonl'), 'utf8');
}

test('bring-back makes the note again that asks, and withdraw ends the question, where there is no panel [GATE-3]', async () => {
  const note = await readFile(asking.path, 'utf8');
  for (const broken of ['tool: [', 'was: there']) {
    await writeFile(asking.path, note.replace(/^( *)tool: .*$/mu, `$1${broken}`));
    const { out } = await run(null, 'status');
    expect(out).toMatch(
      /! We don’t know whether \S+ happened, and the note that asks can’t be read/u,
    );
  }
  await rm(asking.path);
  const back = await run('bring-back', 'bring-back', asking.id);
  expect(back.code, back.out).toBe(0);
  const again = /request_id: (\S+)/.exec(await readIn('Pending_Approval'))?.[1] ?? '';
  expect(back.out).toContain(`as ${again}.`);
  const ended = await run('withdraw', 'withdraw', again);
  expect(ended.code, ended.out).toBe(0);
  expect(await readdir(join(vault, 'Pending_Approval'))).toEqual([]);
  expect(await readIn('Archive')).toContain(again);
  const more = await run('bring-back', 'bring-back', again);
  expect(more.out).toContain('Only a note that asks about an unknown outcome can be brought back');
  expect(more.code).toBe(3);
});

test('what is asked about is shown as the ledger has it, not as its note was edited since [GATE-3]', async () => {
  const note = await readFile(asking.path, 'utf8');
  const cut = note.slice(0, note.indexOf('## Outcome'));
  await writeFile(asking.path, cut.replace(/^( *text|target_recipient): .*$/gmu, '$1: hello'));
  const { out } = await run(null, 'status');
  const sent = 'far.record (text: "fails")';
  expect(out).toContain(`✋ ${sent}, outcome unknown: check whether it happened`);
  expect(out).toMatch(
    /! We don’t know whether \S+ happened\. What may have been sent: far\.record/u,
  );
  const runner = await start();
  const texts = () => runner.engine.view().alerts.map(({ text }) => text);
  await expect.poll(() => texts().join('\n'), poll).toContain(`What may have been sent: ${sent}.`);
  await runner.stop();
  await rm(asking.path);
  expect((await run(null, 'status')).out).toContain(`What may have been sent: ${sent}.`);
}, 30_000);

test('audit-seen without an alert says so, and writes nothing', async () => {
  const before = await ledger();
  const seen = await run('audit-seen', 'audit-seen');
  expect(seen).toMatchObject({ code: 0 });
  expect(seen.out).toContain('There is no alert about the audit log.');
  expect(await ledger()).toBe(before);
});

test('take-over has a computer without a panel prepare what is new, where another one was there before [GATE-5]', async () => {
  tellOfEarlierLedger({ vault: { outside: { write: writeInVault } } });
  const runner = await start();
  const drafted = await runner.engine.operations.draftExternalAction({
    ...{ actionType: 'other', targetRecipient: 'new', title: 'new', rationale: 'Due.' },
    ...{ bridge: 'far', tool: 'record', arguments: { text: 'new' }, actor: 'Agent' },
  });
  await expect
    .poll(
      () =>
        runner.engine
          .view()
          .alerts.map(({ text }) => text)
          .join('\n'),
      poll,
    )
    .toMatch(new RegExp(`${earlierDevice} and this computer .* neither prepares`));
  await runner.stop();
  expect((await run('take-over', 'take-over')).out).toContain('From which computer?');
  const unknown = await run('take-over', 'take-over', 'd-aaaaaaaaaa');
  expect(unknown.out).toContain('name no computer d-aaaaaaaaaa');
  expect((await run('yes', 'take-over', earlierDevice)).code).not.toBe(0);
  // Its audit file makes it known, though nobody trusts it; a name stands for its id from then on.
  expect((await run(null, 'name-device', earlierDevice, 'Old laptop')).code).toBe(0);
  expect((await run(null, 'status')).out).toContain('turned on for Old laptop and this computer');
  const { code, out } = await run('take-over', 'take-over', 'old laptop');
  expect(code, out).toBe(0);
  expect(out).toContain('has taken over from old laptop');
  const path = join(vault, drafted.ok ? drafted.value.path : '');
  expect(await readFile(path, 'utf8')).not.toContain('tool_digest');
  const next = await start();
  await expect.poll(() => readFile(path, 'utf8'), poll).toContain('tool_digest');
  await next.stop();
});

test('start-plan reopens no plan where another computer, which would not run it, acts', async () => {
  tellOfEarlierLedger({ vault: { outside: { write: writeInVault } } });
  const plan = 'Plans/PLAN-2026-001.md';
  const text = planNote('PLAN-2026-001', 'a').replace('status: Active', 'status: Cancelled');
  writeInVault(plan, text);
  const { code, out } = await run('start-plan', 'start-plan', 'PLAN-2026-001');
  expect(out).toContain(`PLAN-2026-001 is not reopened: ${earlierDevice} runs actions`);
  expect(code).toBe(3);
  expect(await readFile(join(vault, plan), 'utf8')).toBe(text);
});

test('nothing else is done meanwhile: what lies in Approved is left to the runner', async () => {
  const dashboard = await readFile(join(vault, 'Dashboard.md'), 'utf8');
  const waiting = await readIn('Approved');
  const ended = await run('withdraw', 'withdraw', asking.id);
  expect(ended.code, ended.out).toBe(0);
  expect(await readIn('Approved')).toBe(waiting);
  expect(await readFile(join(vault, 'Dashboard.md'), 'utf8')).toBe(dashboard);
  const runner = await start();
  await expect.poll(() => readIn('Done/Actions'), poll).toContain('status: executed');
  await runner.stop();
  expect(await readFile(join(folder, 'calls.txt'), 'utf8')).toBe('fails\ngoes\n');
});

test.each([
  ['withdraw', 'The approval of 20'],
  ['plan cancel', 'Its approvals are no longer valid.'],
])(
  '%s takes back what was approved, also where an audit file of another computer can’t be read [GATE-9]',
  async (decision, said) => {
    const plan = 'Plans/PLAN-2026-001.md';
    const text = planNote('PLAN-2026-001', 'a').replace('1. [ ]', '1. [ ] Write it ^s0\n2. [ ]');
    writeInVault(plan, text);
    const before = await start();
    const path = await draft(before, 'of the plan', { planId: 'PLAN-2026-001', step: 2 });
    await before.stop();
    await rename(join(vault, path), inApproved(path));
    const unread = 'Logs/audit/d-zzzzzzzzzz-2026-11.jsonl';
    writeInVault(unread, `${'x'.repeat(300_000)}\n`);
    const id = basename(path, '.md');
    const about = decision === 'withdraw' ? id : 'PLAN-2026-001';
    const { code, out } = await run(decision, ...decision.split(' '), about);
    expect(out).toContain('Can’t read the audit files in this vault');
    expect(out).toContain(said);
    expect(code).toBe(3);
    await rm(join(vault, unread));
    writeInVault(plan, text.replace('1. [ ]', '1. [x]'));
    const runner = await start();
    await expect.poll(() => runner.engine.became(id).is, poll).toBe('asks');
    await runner.stop();
    expect(await readFile(join(folder, 'calls.txt'), 'utf8')).not.toContain('of the plan');
  },
);

test.each<[string, string | null, readonly string[], string]>([
  ['nobody sits at the terminal', null, [], 'Only a person at a terminal'],
  ['they type anything else', 'yes', [], 'You didn’t type “withdraw”'],
  ['another id is named', 'withdraw', ['another'], 'There is no open request another'],
])('nothing is decided when %s [GATE-5]', async (_when, typed, named, said) => {
  const before = await ledger();
  const [id = asking.id] = named;
  const { code, out } = await run(typed, 'withdraw', id);
  expect(out).toContain(said);
  expect(code).not.toBe(0);
  expect(await ledger()).toBe(before);
  // Only what exists is asked about, and what a decision does is said as what it would do.
  const asks = named.length === 0;
  expect(out.includes('If you continue, the request never runs')).toBe(asks);
  expect(out.includes('Type “withdraw”')).toBe(asks && typed !== null);
});

test('it is refused without an id, and while something runs the actions', async () => {
  expect((await run('withdraw', 'withdraw')).code).toBe(2);
  const runner = await start();
  const { code, out } = await run('withdraw', 'withdraw', asking.id);
  await runner.stop();
  expect(out).toContain('already runs');
  expect(out).toContain('No approval was taken back.');
  expect(code).toBe(3);
});
