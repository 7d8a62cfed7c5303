import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256Hex } from '../../../../../../src/core/digest.js';
import { contractFolders } from '../../../../../../src/core/settings/folders.js';
import { main } from '../../../../../../src/hosts/node/cli/main.js';
import { settingsPath } from '../../../../../../src/hosts/node/runner/vault-settings-file.js';
import { planNote } from '../../../../../support/builders/plan-note.js';
import { requestNote } from '../../../../../support/builders/request-note.js';
import { approvalNotes } from '../../../../../support/fixtures/approval-notes.js';
import { fieldItems, fieldPlans } from '../../../../../support/fixtures/field-notes.js';

const golden = join(import.meta.dirname, '../../../../../support/golden/doctor');
const isRewritten = process.env['REWRITE_GOLDEN'] === '1';
const usual = contractFolders();

let folder: string;
let vault: string;
let env: Record<string, string | undefined>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  vault = join(folder, 'vault');
  env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'configuration') };
  await mkdir(vault);
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Run {
  readonly code: number;
  readonly lines: readonly string[];
}

async function run(...args: string[]): Promise<Run> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text.replaceAll(folder, ''));
  const terminal = { line: say, error: say, colours: false };
  return { code: await main([...args, '--vault', vault], terminal, env), lines };
}

/** All that can be seen of every file and folder of the vault and of this device, but when it was read. */
async function everything(): Promise<readonly string[]> {
  const paths = await readdir(folder, { recursive: true });
  const looks = ['', ...paths].sort().map(async (path) => {
    const file = join(folder, path);
    const stats = await lstat(file);
    const { mode, ino, size, mtimeMs, ctimeMs } = stats;
    const holds = stats.isFile()
      ? sha256Hex(await readFile(file, 'latin1'))
      : stats.isSymbolicLink() && (await readlink(file));
    return [path, mode, ino, size, mtimeMs, ctimeMs, holds].join(' ');
  });
  return Promise.all(looks);
}

/** Runs `doctor` and makes sure that it changes nothing. */
async function doctor(...args: string[]): Promise<Run> {
  const before = await everything();
  const told = await run('doctor', ...args);
  expect(await everything()).toEqual(before);
  return told;
}

type Folders = typeof usual;

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(vault, path)), { recursive: true });
  await writeFile(join(vault, path), text);
}

/** Notes of every kind, the good and the bad, in folders of these names. */
async function fill(folders: Folders): Promise<void> {
  for (const { name, text } of approvalNotes) await write(`${folders.pending}/${name}.md`, text);
  const inApproved = approvalNotes.filter(({ name }) => /^(?:EMAIL_1|EMAIL_two|IN_1)$/.test(name));
  for (const { name, text } of inApproved) await write(`${folders.approved}/${name}.md`, text);
  const bare =
    '---\ntype: approval_request\naction: send_email\n---\n\n## Hello\n\n## Again\n\nHello.\n';
  await write(`${folders.approved}/bare.md`, bare);
  await write(`${folders.rejected}/old.md`, approvalNotes[0]?.text ?? '');
  for (const { path, text } of fieldPlans) await write(path.replace('Plans', folders.plans), text);
  for (const { path, text } of fieldItems) {
    await write(path.replace('Needs_Action', folders.needsAction), text);
  }
  await write(`${folders.pending}/ours.md`, requestNote({ request_id: 'ours' }));
  await write(`${folders.plans}/PLAN-2026-001.md`, planNote());
  await write(`${folders.plans}/copy of PLAN-2026-001.md`, planNote());
  await write(
    `${folders.plans}/PLAN-2026-009.md`,
    `\`\`\`markdown\n${planNote().replace('PLAN-2026-001', 'PLAN-2026-009')}\`\`\`\n`,
  );
  await write(`${folders.plans}/minutes.md`, '# Minutes\n\nWe met.\n');
  await write(`${folders.inbox}/broken.md`, '---\nsubject: Re: bread\n---\n\nSend bread.\n');
  await write(`${folders.inbox}/large.md`, 'a');
  await truncate(join(vault, folders.inbox, 'large.md'), 17 * 1024 * 1024);
  await write('elsewhere.md', 'Out of the way.');
  await symlink(join(folder, 'configuration'), join(vault, folders.inbox, 'link.md'));
}

async function expectGolden(name: string, { lines }: Run): Promise<void> {
  const file = join(golden, name);
  if (isRewritten) {
    await mkdir(golden, { recursive: true });
    await writeFile(file, `${lines.join('\n')}\n`);
  }
  expect(`${lines.join('\n')}\n`).toBe(await readFile(file, 'utf8'));
}

/** What is said of the notes, without what is said of the vault. */
const ofNotes = ({ lines }: Run): readonly string[] =>
  lines.slice(
    lines.findIndex((line) => line.startsWith('! ')),
    lines.indexOf('What to do next:'),
  );

test('doctor says of every note of a vault that Countersign never saw what would become of it', async () => {
  await fill(usual);
  const told = await doctor();
  expect(told.code).toBe(1);
  await expectGolden('new.txt', told);
  const json = await doctor('--json');
  expect(json.code).toBe(1);
  const { notes, isSetUp } = JSON.parse(json.lines.join('\n')) as {
    notes: { path: string }[];
    isSetUp: boolean;
  };
  expect(isSetUp).toBe(false);
  const isNote = (path: string): boolean => path.includes('/') && path.endsWith('.md');
  const paths = (await readdir(vault, { recursive: true })).filter(isNote);
  expect(notes.map(({ path }) => path).sort()).toEqual(paths.sort());
});

const below = (base: string): Folders => contractFolders(base);
const renamed: Folders = {
  ...usual,
  pending: 'Work/Ask me',
  plans: 'Work/Plans',
  needsAction: 'To do',
};

test.each<[what: string, folders: Folders, args: readonly string[], isSetUp: boolean]>([
  ['below another folder', below('Office'), ['--base', 'Office'], false],
  ['below Countersign', below('Countersign'), [], false],
  ['in renamed folders', renamed, [], true],
])('doctor says the same of notes %s', async (_what, folders, args, isSetUp) => {
  await fill(usual);
  const expected = ofNotes(await doctor()).join('\n');
  await rm(vault, { recursive: true });
  await mkdir(join(vault, 'Diary'), { recursive: true });
  await fill(folders);
  if (isSetUp) {
    const settings = { version: 1, vaultId: 'v-aaaaaaaaaa', folders, dashboard: 'Home.md' };
    await write(settingsPath, JSON.stringify(settings));
  }
  const named = ofNotes(await doctor(...args)).join('\n');
  const places = Object.keys(usual) as (keyof Folders)[];
  const asUsual = places.reduce(
    (text, place) => text.replaceAll(folders[place], usual[place]),
    named,
  );
  expect(asUsual.replaceAll("'", '')).toBe(expected.replaceAll("'", ''));
});

test('in a vault that is set up, doctor knows the servers of this device', async () => {
  await mkdir(join(vault, 'Diary'));
  await run('setup');
  await fill(below('Countersign'));
  const servers = { mcpServers: { mail: { command: process.execPath, args: ['--version'] } } };
  const file = join(folder, 'servers.json');
  await writeFile(file, JSON.stringify(servers));
  const routes = ['email=mail.send', 'social_post=mail.post'].flatMap((one) => ['--route', one]);
  expect(await run('bridge', 'import', file, '--no-test', ...routes)).toMatchObject({ code: 0 });
  const told = await doctor();
  expect(told.code).toBe(1);
  await expectGolden('set-up.txt', told);
});

test('doctor and status say the same of a note', async () => {
  await run('setup');
  await fill(usual);
  const { notes } = JSON.parse((await doctor('--json')).lines.join('')) as {
    notes: {
      path: string;
      place: string;
      fate: string;
      remarks: { message: string; advice: string }[];
    }[];
  };
  const { alerts } = JSON.parse((await run('status', '--json')).lines.join('')) as {
    alerts: { kind: string; path?: string; text: string; advice: string }[];
  };
  const said = new Map(alerts.map((alert) => [alert.path, `${alert.text} ${alert.advice}`]));
  const asked = ['unreadable', 'unclear', 'without_server', 'importable'];
  const told = notes.filter(({ fate, place }) => asked.includes(fate) && place !== 'needsAction');
  expect(told.length).toBeGreaterThan(100);
  const alone = new Set(told.map(({ path }) => path));
  for (const { path, remarks } of told) {
    // Only a runner looks at the properties of an item.
    if (path === 'Inbox/broken.md') continue;
    const first = remarks[0]?.message ?? '';
    expect([path, said.get(path)]).toEqual([path, expect.stringContaining(first)]);
  }
  const more = alerts.filter(({ path = '', kind }) => kind !== 'not_a_request' && !alone.has(path));
  // Of two plans of one id, doctor speaks beside the notes.
  expect(more.filter(({ kind }) => !['waits', 'duplicate'].includes(kind))).toEqual([]);
  const strays = notes.filter(({ fate }) => fate === 'not_a_request');
  const words = alerts.flatMap(({ kind, advice }) => (kind === 'not_a_request' ? advice : []));
  const ofStrays = strays.flatMap(({ remarks }) =>
    remarks.map(({ message, advice }) => `${message} ${advice}`),
  );
  expect(new Set(ofStrays)).toEqual(new Set(words));
});

test('of a request that lacks a server and its step, doctor says both, and how', async () => {
  await write('Pending_Approval/a.md', requestNote({ plan_id: 'PLAN-2026-009' }));
  const { lines } = await doctor();
  const said = lines.find((line) => line.includes('Pending_Approval/a.md')) ?? '';
  expect(said).toMatch(/^ {2}! .*Import "email" with `countersign bridge import FILE`\./);
  expect(said).toContain('the plan PLAN-2026-009, which does not exist');
});

test('where nothing needs attention, doctor says so', async () => {
  const told = await doctor();
  expect(told).toMatchObject({ code: 0 });
  expect(told.lines).toContain('No note needs your attention.');
  expect(told.lines).toContainEqual(expect.stringMatching(/elsewhere, add `--base FOLDER`/));
  await mkdir(join(vault, 'AI Vault/Needs_Action'), { recursive: true });
  await mkdir(join(vault, 'Plans'));
  const { lines } = await doctor();
  for (const base of ["'AI Vault'", '.']) {
    expect(lines).toContainEqual(expect.stringContaining(`doctor --base ${base} --vault`));
  }
});

test('a folder that leads out of the vault is told, and the others are looked at', async () => {
  await write('Needs_Action/a.md', 'Send the invoice and call Ines.');
  await mkdir(join(folder, 'outside'));
  await symlink(join(folder, 'outside'), join(vault, 'Plans'));
  const { code, lines } = await doctor();
  expect(code).toBe(1);
  expect(lines).toContainEqual(expect.stringMatching(/^! .*outside the vault\./));
  expect(lines.join('\n')).toContain('Needs_Action/a.md');
});

test.each([
  [['--base', '../x'], 2],
  [['--base', 'Office', '--json'], 0],
])('doctor %j ends with %i', async (args, code) => {
  expect((await doctor(...args)).code).toBe(code);
});

test('settings that cannot be read keep doctor from running', async () => {
  await write(settingsPath, '{');
  expect((await doctor()).code).toBe(3);
});
