import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../../../../src/hosts/node/cli/main.js';
import { openVaultDevice } from '../../../../../../src/hosts/node/runner/vault-device.js';
import { requestNote } from '../../../../../support/builders/request-note.js';

let vault: string;
let device: string;
let env: Record<string, string | undefined>;
let codes: number[];

beforeEach(async () => {
  vault = await mkdtemp(join(tmpdir(), 'vault-'));
  device = await mkdtemp(join(tmpdir(), 'device-'));
  env = { ...process.env, XDG_CONFIG_HOME: device };
  codes = [];
  await run('setup');
});
afterEach(async () => {
  await rm(vault, { recursive: true, force: true });
  await rm(device, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const terminal = { line: say, error: say, colours: false };
  codes.push(await main([...args, '--vault', vault], terminal, env));
  return lines.join('\n');
}

async function inLedger(records: readonly object[], more: object = {}): Promise<void> {
  const opened = await openVaultDevice(vault, env);
  if (!opened.ok) throw new Error(opened.error.message);
  const at = '2026-02-21T10:00:00.000Z';
  const audit = { at, seq: 1, hash: '0', event: '', detail: '', ...more };
  const { device } = opened.value.config;
  const lines = records.map((record) => `${JSON.stringify({ ...record, device, audit })}\n`);
  await appendFile(opened.value.ledgerFile, lines.join(''));
}

const id = 'mail';
const note = requestNote({ request_id: id, plan_id: null, step_id: null });
const intent = { kind: 'intent', id, s: '{}', plan: null, step: null, effect: 'e', tool: 't' };
const ended = (outcome: string, more: object = {}) => ({
  ...{ kind: 'outcome', id, outcome, reason: '', answer: '', ...more },
});
const told = { id, plan: null, step: null, effect: 'e', outcome: 'executed' };
const notRun = 'in Approved and not run yet';
const isUnknown = 'outcome unknown: check whether it happened';

test.each<[string, string, readonly object[], string]>([
  ['approved', 'Approved', [], notRun],
  ['called', 'Approved', [intent], 'its outcome is not known yet'],
  ['executed', 'Approved', [intent, ended('executed')], 'executed: it can’t run again'],
  ['not executed', 'Approved', [intent, ended('not_executed')], 'not executed'],
  ['of unknown outcome', 'Approved', [intent, ended('unknown')], isUnknown],
  [
    'run by another computer, as its file says',
    'Approved',
    [{ kind: 'heard', claims: [], spent: [{ ...told, file: 'Logs/audit/d-x.jsonl' }] }],
    '“Logs/audit/d-x.jsonl” says that it was executed, so it can’t run here',
  ],
  [
    'perhaps run before, as some record says',
    'Approved',
    [{ kind: 'heard', claims: [], spent: [{ ...told, outcome: 'unknown' }] }],
    'an earlier record says that it may have been executed',
  ],
  [
    'back from an unknown outcome, whatever its note says',
    'Pending_Approval',
    [intent, ended('unknown', { successor: id })].map((one) => ({ ...one, id: 'a' })),
    isUnknown,
  ],
])(
  'status says of a request that is %s what the ledger says',
  async (_what, folder, records, said) => {
    await writeFile(join(vault, folder, 'mail.md'), note);
    await inLedger(records);
    const out = await run('status');
    expect(out).toContain(said);
    if (said !== notRun) expect(out).not.toContain(notRun);
    const json = JSON.parse(await run('status', '--json')) as { requests: { state: string }[] };
    expect(json.requests.map(({ state }) => state)).toEqual([expect.stringContaining(said)]);
  },
);

test.each<[string, Record<string, string>, string]>([
  [
    'has an unknown outcome, whose note alone says so',
    { status: 'outcome_unknown' },
    'only its note says that its outcome is unknown',
  ],
  ['did not expire, whatever its status says', { status: 'expired' }, 'waiting since'],
  ['expired, whatever its status says', { expires: '2026-02-22T10:00:00Z' }, '), expired'],
])('status says of a request that %s', async (_what, changes, said) => {
  const own = { request_id: id, plan_id: null, step_id: null };
  await writeFile(join(vault, 'Pending_Approval/mail.md'), requestNote({ ...own, ...changes }));
  const out = await run('status');
  expect(out).toContain(said);
  expect(out).not.toContain(isUnknown);
  expect(out.includes('1 request asks whether it happened.')).toBe(said.includes('outcome'));
  expect(out.includes('To approve:')).toBe(said === 'waiting since');
});

test('status says who asked for a request that waits, and how to approve it', async () => {
  const own = { request_id: id, plan_id: null, step_id: null, target_recipient: 'email' };
  await writeFile(join(vault, 'Pending_Approval/mail.md'), requestNote(own));
  expect(await run('status')).not.toContain('asked for by');
  const audit = { event: 'action_drafted', request_id: id, actor: 'Agent (Claude)' };
  await inLedger([{ kind: 'note' }], audit);
  const out = await run('status');
  expect(out).toMatch(
    /^✋ “Email” \(email\.send_email\), asked for by Claude, waiting since \S+$/m,
  );
  expect(out).toContain('If `countersign run --trust-moves` is running, move the note to');
  const json = JSON.parse(await run('status', '--json')) as { requests: object[] };
  expect(json.requests).toMatchObject([{ asker: 'Claude', isEdited: false }]);
});

test('status says of a request that was edited since that nobody asked for it so', async () => {
  const own = { request_id: id, plan_id: null, step_id: null };
  await writeFile(join(vault, 'Pending_Approval/mail.md'), requestNote(own));
  const audit = { event: 'action_drafted', request_id: id, actor: 'Agent (Claude)' };
  await inLedger([{ kind: 'note' }], { ...audit, call: 'the digest of another call' });
  const out = await run('status');
  expect(out).toContain(', edited since Claude asked for it, waiting since');
  expect(out).not.toContain('asked for by');
});

const approved = { kind: 'approved', id, s: 's' };

test.each<[string, string, readonly object[], number]>([
  ['waits in Pending', 'Pending_Approval', [], 1],
  ['was moved to Approved, and asks', 'Approved', [], 1],
  ['was approved, and waits for its turn', 'Approved', [approved], 0],
  ['was approved on a phone, and waits', 'Approved', [{ kind: 'asked', id, stamped: true }], 0],
  ['was taken back', 'Approved', [approved, { kind: 'taken_back', id }], 1],
  ['was accepted', 'Approved', [{ ...approved, kind: 'accepted' }], 0],
  ['is called', 'Approved', [intent], 0],
  ['was rejected', 'Rejected', [], 0],
])(
  'status counts a request as panel and Dashboard do: one that %s',
  async (_what, folder, records, waiting) => {
    await writeFile(join(vault, folder, 'mail.md'), note);
    await inLedger(records);
    const out = await run('status');
    expect([out.includes('1 request waiting for approval.'), out.includes('✋')]).toEqual([
      waiting === 1,
      waiting === 1,
    ]);
    expect(JSON.parse(await run('status', '--json'))).toMatchObject({ waiting });
  },
);

const howToImport = 'Import "email" with `countersign bridge import FILE`.';
test('status says what keeps a request from being approved, and what to do about it', async () => {
  const planned = requestNote({ request_id: id, plan_id: 'PLAN-2026-009', step_id: 's1' });
  await writeFile(join(vault, 'Pending_Approval/mail.md'), planned);
  const said = await run('status');
  expect(said).toContain(`yet: No server named "email" on this computer.\n  ${howToImport}`);
  expect(said).toContain('can’t run: it belongs to the plan PLAN-2026-009, which does not exist.');
});

test('status says that two notes have the same id, and which request an alert is about', async () => {
  await writeFile(join(vault, 'Pending_Approval/mail.md'), note);
  expect(await run('status')).toContain(`${howToImport}\n  Request: ${id}`);
  await writeFile(join(vault, 'Pending_Approval/copy.md'), note);
  expect(await run('status')).toContain('2 notes have the same id: ');
});

const first = { ...intent, id: 'first' };
const unknown = { ...ended('unknown', { successor: id }), id: 'first' };

test('status says of an unknown outcome what to do at a terminal', async () => {
  await writeFile(join(vault, 'Pending_Approval/mail.md'), note);
  await inLedger([first, unknown, { kind: 'filed', id: 'first' }]);
  expect(await run('status')).toMatch(
    /We don’t know whether first happened\.\n.*`countersign withdraw mail`/,
  );
  await rename(join(vault, 'Pending_Approval/mail.md'), join(vault, 'Archive/mail.md'));
  expect(await run('status')).toContain('The note for mail is in the archive (“Archive/mail.md”)');
});

test('status says of an unknown outcome whose request ended with its plan that it ended, not that a note is missing', async () => {
  const over = { kind: 'voided', id, why: 'withdrawn', reason: 'PLAN-2026-001 is Cancelled.' };
  await inLedger([first, unknown, { kind: 'filed', id: 'first' }, over]);
  const said = await run('status');
  expect(said).toContain(
    'We don’t know whether first happened, and the request that asked has ended: PLAN-2026-001 is Cancelled.',
  );
  expect(said).not.toContain('is missing');
});

test('status says when the ledger cannot be read', async () => {
  const opened = await openVaultDevice(vault, env);
  if (!opened.ok) throw new Error(opened.error.message);
  await rm(opened.value.ledgerFile, { force: true });
  await writeFile(join(vault, 'Approved', 'mail.md'), note);
  await mkdir(opened.value.ledgerFile);
  expect(await run('status')).not.toContain(notRun);
});

const begun = { kind: 'epoch', epoch: 'e-abcdefghij', vault: 'v', spent: [] };
const gone = { ...intent, id: 'a' };
const asks = { ...ended('unknown', { successor: id }), id: 'a' };
const completed = { kind: 'completed', id, s: '', plan: null, step: null };

test.each<[string, readonly object[], string]>([
  [
    'whose note was deleted',
    [gone, asks, { kind: 'filed', id: 'a' }],
    'we don’t know whether its call',
  ],
  ['that is missing', [completed], `The note for request ${id} is missing`],
  [
    'that another computer ran',
    [completed, { kind: 'heard', claims: [], spent: [told] }],
    `${id} has already run, so it doesn’t run here any more`,
  ],
  ['while nothing is run', [begun, { kind: 'halted' }], 'Nothing runs'],
])('status says what no note asks any more: a request %s', async (_what, records, said) => {
  await inLedger(records);
  const out = await run('status');
  expect(out).toContain(said);
  expect(out).not.toContain('Nothing needs you');
  const json = JSON.parse(await run('status', '--json')) as { alerts: { text: string }[] };
  expect(json.alerts.map(({ text }) => text).join('\n')).toContain(said);
});

test('status lists the tasks that need no plan, first in, first out, with the urgent first [US1.2]', async () => {
  const task = (name: string, received: string, text: string, more = 'loop_state: ACT\n') =>
    writeFile(
      join(vault, 'Inbox', `${name}.md`),
      `---\ntask_id: T-${name.padEnd(8, 'x')}\nreceived: ${received}\n${more}---\n${text}\n`,
    );
  await task('later', '2026-02-21T11:00:00Z', 'Look at the door.');
  await task('first', '2026-02-21T10:00:00Z', 'Look at the roof.');
  await task('urgent', '2026-02-21T12:00:00Z', 'Look at the pipe.');
  await writeFile(join(vault, 'Company_Handbook.md'), '## Priority\n- High: pipe\n');
  await task('planned', '2026-02-21T09:00:00Z', 'Write it.', '');
  await task('done', '2026-02-21T09:00:00Z', 'Read it.', 'loop_state: ACT\nstatus: done\n');
  expect(await run('status')).toBe(`No active plans.
3 tasks:
☐ Look at the pipe. (high priority)
   Inbox/urgent.md
☐ Look at the roof.
   Inbox/first.md
☐ Look at the door.
   Inbox/later.md
When one is done, run \`countersign task done --path PATH\` or write \`status: done\` into its note.
! “planned” needs a plan, and has none.
  Start one from it. If another note with this name already has a plan, rename this one first.`);
  expect(codes.at(-1)).toBe(1);
  await rm(join(vault, 'Inbox/planned.md'));
  await run('status');
  expect(codes.at(-1)).toBe(0);
  const { tasks } = JSON.parse(await run('status', '--json')) as { tasks: { path: string }[] };
  const paths = ['Inbox/urgent.md', 'Inbox/first.md', 'Inbox/later.md'];
  expect(tasks.map(({ path }) => path)).toEqual(paths);
});

test('status names a task whose note is gone, until that is back or filed', async () => {
  const about = { event: 'task_passed', task_id: 'T-aaaaaaaa', from: 'Inbox/roof.md' };
  const said = 'The note of the task “roof” is gone or empty.';
  const at = (to: string) => inLedger([{ kind: 'event' }], { ...about, stage: { to, round: 0 } });
  const named = '---\ntask_id: T-aaaaaaaa\n---\nLook at the roof.\n';
  const isSaidOf = async (path: string, note = named, is = false, more = ''): Promise<void> => {
    await writeFile(join(vault, path), note, 'latin1');
    const out = await run('status');
    expect([out.includes(said), out.includes(more)]).toEqual([is, true]);
    await rm(join(vault, path));
  };
  await at('WRITE');
  await isSaidOf(about.from, 'Look at the roof.\n');
  await at('ACT');
  await isSaidOf(about.from, 'Look at the roof.\n', true);
  for (const bad of ['---\ntask_id: [\n---\n', `${named}\xe9`]) await isSaidOf(about.from, bad);
  await mkdir(join(vault, 'Done/Tasks/2026'), { recursive: true });
  await mkdir(join(vault, 'In_Progress/claude'), { recursive: true });
  for (const start of ['Needs_Action/my', 'Done/Tasks/2026/my']) await isSaidOf(`${start} roof.md`);
  const taken = 'In_Progress/claude/roof.md';
  const words = ['“roof”, taken by “claude”', 'move its note to Done/Tasks instead.'];
  for (const more of words) await isSaidOf(taken, named, false, more);
  await mkdir(join(vault, `Done/Tasks/${'d/'.repeat(40)}`), { recursive: true });
  expect(await run('status')).toMatch(/^No active .*\n! The folder “Done\/Tasks.*\n.*$/u);
});

test('status lists no copy of the note of a task, also of one that is over', async () => {
  const [from, to] = ['Inbox/roof.md', 'Done/Tasks/roof.md'];
  const about = { task_id: 'T-aaaaaaaa', from };
  await inLedger([{ kind: 'event' }], { ...about, stage: { to: 'ACT', round: 0 } });
  await mkdir(join(vault, 'Done/Tasks'), { recursive: true });
  const note = '---\ntask_id: T-aaaaaaaa\nloop_state: ACT\n---\nLook at the roof.\n';
  const boxes = async () => (await run('status')).match(/☐.*\n.*/gu);
  await writeFile(join(vault, 'Inbox/copy.md'), note);
  expect(await boxes()).toEqual(['☐ Look at the roof.\n   Inbox/copy.md']);
  await writeFile(join(vault, from), note);
  expect(await boxes()).toEqual(['☐ Look at the roof.\n   Inbox/roof.md']);
  expect(await run('status')).toContain('! “copy” is a copy of “Inbox/roof.md”, not a task.');
  await inLedger([{ kind: 'event' }], { ...about, event: 'task_filed', to });
  await writeFile(join(vault, to), note.replace('ACT', 'CLOSE'));
  expect(await boxes()).toBeNull();
});

test('status says that an error report waits for an answer [LOOP-10]', async () => {
  const path = 'Needs_Action/ERROR_ann.md';
  const text = '---\ntype: error_report\nabout: Done/EMAIL_ann.md\n---\n- [ ] Try ^retry\n';
  await writeFile(join(vault, path), text);
  expect(await run('status')).toBe(`No active plans.
! An error report on “EMAIL_ann” waits for your answer.
  Open it, and tick one of its boxes.`);
  const { alerts } = JSON.parse(await run('status', '--json')) as { alerts: object[] };
  expect(alerts).toMatchObject([{ subject: `path:${path}`, kind: 'waits', path }]);
  await writeFile(join(vault, path), text.replace('[ ]', '[x]'));
  expect(await run('status')).toContain('“EMAIL_ann” has not been carried out yet.');
});

test('status says of a request that was taken over elsewhere that another note is in its place', async () => {
  const heir = { request_id: `${id}-rabcd`, plan_id: null, step_id: null, supersedes: id };
  await writeFile(join(vault, 'Pending_Approval/mail.md'), requestNote(heir));
  await inLedger([completed]);
  const out = await run('status');
  expect(out).toContain(`${id} is missing, and another note says that it takes its place.`);
  expect(out).not.toMatch(/doesn’t run|Otherwise it is withdrawn/);
});

test('status says of a missing request that a note in Done/Actions has its id', async () => {
  await writeFile(join(vault, 'Done/Actions', `${id}.md`), note);
  await inLedger([completed]);
  expect(await run('status')).toContain(`A note in Done/Actions has the id ${id}`);
});

const foreign = '---\ntype: approval_request\naction: send_email\nto: a@b.example\n---\nHello\n';
const auditFile = 'Logs/audit/d-elsewhere-2026-02.jsonl';

test.each<[string, () => Promise<unknown>, string]>([
  [
    'of an audit file that was deleted',
    () => inLedger([begun, { kind: 'event' }]),
    'were changed outside Countersign',
  ],
  [
    'of an audit file that is too large',
    async () => {
      await mkdir(join(vault, 'Logs/audit'), { recursive: true });
      await writeFile(join(vault, auditFile), '');
      await truncate(join(vault, auditFile), 2 ** 31);
    },
    'Can’t read the audit files in this vault',
  ],
  [
    'of five notes that are no requests',
    () =>
      Promise.all(
        ['a', 'b', 'c', 'd', 'e'].map((name) =>
          writeFile(join(vault, 'Pending_Approval', `${name}.md`), 'Hello'),
        ),
      ),
    '5 notes in Pending_Approval are not requests: a.md, b.md, c.md and 2 more.',
  ],
  [
    'of an incoming email among approved notes',
    async () => {
      await mkdir(join(vault, 'Approved/work'), { recursive: true });
      const mail = '---\ntype: email\nfrom: a@example.com\nreceived: 2026-02-21\n---\nHi\n';
      await writeFile(join(vault, 'Approved/work/a.md'), mail);
    },
    '“Approved/work/a.md” is an incoming email, not a request.\n  Incoming emails are not drafts, so nothing will be sent. Move what needs an answer to Needs_Action, and the rest elsewhere.',
  ],
  [
    'of properties that are no YAML, with the line and how to write it',
    () => writeFile(join(vault, 'Pending_Approval/a.md'), '---\nsubject: Re: offer\n---\nHi\n'),
    'Put the whole value in quotes: `subject: "Re: offer"`.',
  ],
  [
    'of a link in place of a note',
    () => symlink('/etc/hostname', join(vault, 'Approved/mail.md')),
    'Approved/mail.md: This is a link or a folder, not a note.',
  ],
  [
    'of a request in another tool’s form',
    () => writeFile(join(vault, 'Approved/mail.md'), foreign),
    '“Approved/mail.md” is not in Countersign’s format',
  ],
  [
    'of a folder in place of the Dashboard',
    async () => {
      await rm(join(vault, 'Dashboard.md'));
      await mkdir(join(vault, 'Dashboard.md'));
    },
    'The Dashboard wasn’t updated',
  ],
  ['of a pause', () => run('pause'), 'All actions are paused.'],
])('status tells %s', async (_what, happens, said) => {
  expect(await run('status')).toContain('Nothing needs you.');
  await happens();
  const out = await run('status');
  expect(out).toContain(said);
  expect(out).not.toContain('Nothing needs you.');
});

test('status says of a folder that cannot be read that it needs a person, and calls no request missing', async () => {
  await mkdir(join(vault, `Pending_Approval/${'d/'.repeat(40)}`), { recursive: true });
  await inLedger([completed]);
  const out = await run('status');
  expect(out).toContain('No active plans in the folders that can be read.');
  expect(out).toMatch(/The folder “Pending_Approval\/d\/.*” can’t be read: its folders are nested/);
  expect(out).not.toMatch(/is missing|Nothing needs you/);
  const json = JSON.parse(await run('status', '--json')) as { alerts: { kind: string }[] };
  expect(json.alerts).toMatchObject([{ kind: 'unread_folder', subject: 'folders' }]);
  expect(codes).toEqual([0, 1, 1]);
});

test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'status and verify say of folders without permissions that they cannot be read',
  async () => {
    const locked = ['Plans', 'Pending_Approval', 'Logs'].map((folder) => join(vault, folder));
    await inLedger([completed]);
    for (const folder of locked) await chmod(folder, 0);
    try {
      const out = await run('status');
      expect(out).toContain('! The folder “Plans” can’t be read: access is denied (EACCES).\n');
      expect(out).toContain('The folder “Pending_Approval” can’t be read');
      expect(out).toContain('\n  Fix its permissions.');
      expect(out).not.toMatch(/is missing|Nothing needs you/);
      await chmod(join(vault, 'Plans'), 0o400);
      await chmod(join(vault, 'Pending_Approval'), 0o700);
      expect(await run('status')).toContain('is missing');
      expect(await run('verify')).toContain('Can’t read the audit files in Logs/audit (EACCES');
      expect(codes.at(-1)).toBe(3);
    } finally {
      for (const folder of locked) await chmod(folder, 0o700);
    }
  },
);

test('status that finds a folder linked out of the vault says so', async () => {
  await rm(join(vault, 'Approved'), { recursive: true });
  await symlink(tmpdir(), join(vault, 'Approved'));
  expect(await run('status')).toContain('Approved: A linked folder in this path leads outside');
});

test('status says that the names of the folders are not those that a person confirmed', async () => {
  const file = join(vault, '.obsidian/plugins/countersign/data.json');
  const settings = await readFile(file, 'utf8');
  await run('status');
  await writeFile(file, settings.replace('"Pending_Approval"', '"Elsewhere"'));
  expect(await run('status')).toContain('confirm the new folder names');
});

test.each(['status', 'verify'])('%s makes nothing on a computer that is new here', async (look) => {
  await rm(device, { recursive: true });
  await mkdir(device);
  const said = look === 'status' ? 'Nothing needs you.' : 'There is no audit log yet.';
  expect(await run(look)).toContain(said);
  expect(await readdir(device)).toEqual([]);
});

test('status leaves the vault as it is, also what a crash left', async () => {
  const left = join(vault, 'Plans/.countersign-1234-0123456789ab.tmp');
  await writeFile(left, 'half a note');
  await utimes(left, 0, 0);
  await run('status');
  expect(await readFile(left, 'utf8')).toBe('half a note');
});

test('status lists what other tools left among rejected notes, which needs nobody', async () => {
  await mkdir(join(vault, 'Rejected/old'), { recursive: true });
  await writeFile(join(vault, 'Rejected/old/a.md'), 'Hello');
  const out = await run('status');
  expect(out).toContain('notes of other tools, for which nothing runs: Rejected/old/a.md.');
  expect(out).toContain('Nothing needs you.');
});

test('status says once what it says of many plans', async () => {
  for (let index = 10; index < 60; index += 1) {
    await writeFile(join(vault, `Plans/PLAN_${index}.md`), '## Steps\n- [ ] Write\n- [ ] File\n');
  }
  const lines = (await run('status')).split('\n');
  const first = '! “Plans/PLAN_10.md” is a plan in another tool’s format, with 2 steps.';
  expect(lines.filter((line) => line.startsWith('!'))).toEqual([first]);
  expect(lines).toContain('  And 49 more notes like this: `countersign status --json`.');
});
