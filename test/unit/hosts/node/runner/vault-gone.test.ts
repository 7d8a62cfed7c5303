import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { main } from '../../../../../src/hosts/node/cli/main.js';
import type { JsonObject } from '../../../../../src/core/json.js';
import type { VaultSettings } from '../../../../../src/core/settings/vault-settings.js';
import { openDiskNoteStore } from '../../../../../src/hosts/node/disk/disk-note-store.js';
import { whilePresent } from '../../../../../src/hosts/node/runner/present-vault.js';
import { VaultPresence } from '../../../../../src/hosts/node/runner/vault-presence.js';
import { startRunner, type Runner } from '../../../../../src/hosts/node/runner/runner.js';
import { settingsPath } from '../../../../../src/hosts/node/runner/vault-settings-file.js';
import { letterRequest } from '../../../../support/builders/letter-request.js';

const poll = { timeout: 15_000, interval: 20 };
const made: string[] = [];
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))));

interface Place {
  readonly folder: string;
  readonly vault: string;
  /** What the command line and the runner said. */
  readonly said: string[];
  run(...args: string[]): Promise<number>;
  start(more?: { readonly polling?: boolean }): Promise<Runner>;
}

/** A vault that is set up, in a folder of its own. */
async function openPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-gone-'));
  made.push(folder);
  const vault = join(folder, 'vault');
  mkdirSync(vault);
  const env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'config') };
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const terminal = { line: say, error: say, colours: false };
  const run = (...args: string[]): Promise<number> =>
    main([...args, '--vault', vault], terminal, env);
  expect(await run('setup'), said.join('\n')).toBe(0);
  return {
    ...{ folder, vault, said, run },
    async start(more = {}) {
      const notifier = { notify: ({ text }: { text: string }) => say(text) };
      const runner = await startRunner({ vault, env, trustMoves: true, notifier, ...more });
      if (!runner.ok) throw new Error(runner.error.message);
      return runner.value;
    },
  };
}

const filesIn = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String);

/** Moves the vault away, as when its drive is unmounted. */
const takeAway = ({ folder, vault }: Place): void => renameSync(vault, join(folder, 'away'));

describe.concurrent('a runner whose vault is not there any more says so and ends with 3', () => {
  const gone: [string, string, (place: Place) => void][] = [
    ['the folder is gone', 'has no readable', takeAway],
    [
      'an empty mount point is there',
      'has no readable',
      (place) => {
        takeAway(place);
        mkdirSync(place.vault);
      },
    ],
    [
      'another vault is there',
      'now another vault (v-aaaaaaaaaa',
      (place) => {
        const settings = readFileSync(join(place.vault, settingsPath), 'utf8');
        takeAway(place);
        mkdirSync(join(place.vault, settingsPath, '..'), { recursive: true });
        writeFileSync(join(place.vault, 'Dashboard.md'), '# Theirs\n');
        const theirs = settings.replace(/v-[a-z2-7]{10}/, 'v-aaaaaaaaaa');
        writeFileSync(join(place.vault, settingsPath), theirs);
      },
    ],
  ];
  const ways = gone.flatMap(([what, words, act]) => [
    { what, words, act, how: 'watching', flags: [] },
    { what, words, act, how: 'polling', flags: ['--polling'] },
  ]);
  test.each(ways)(
    '$what, $how, and nothing is written there',
    async ({ words, act, flags }) => {
      const place = await openPlace();
      const request = letterRequest({ id: 'waits', to: 'a@example.com' });
      writeFileSync(join(place.vault, 'Pending_Approval/waits.md'), request);
      const ended = place.run('run', ...flags);
      await expect.poll(() => place.said.join('\n'), poll).toContain('Watching');
      act(place);
      const left = filesIn(place.folder).filter((name) => !name.startsWith('config'));
      expect(await ended).toBe(3);
      expect(place.said.join('\n')).toContain('The vault is missing');
      expect(place.said.join('\n')).toContain(words);
      const now = filesIn(place.folder).filter((name) => !name.startsWith('config'));
      expect(now.sort()).toEqual(left.sort());
    },
    20_000,
  );
});

/** Adds a server to the device, which counts its calls in a file; the value is its path. */
async function importCounting(place: Place): Promise<string> {
  const calls = join(place.folder, 'calls.txt');
  const args = [resolve('test/support/servers/counting-server.mjs')];
  const far = { command: process.execPath, args, env: { COUNT_FILE: calls } };
  writeFileSync(join(place.folder, 'servers.json'), JSON.stringify({ mcpServers: { far } }));
  expect(await place.run('bridge', 'import', '--no-test', join(place.folder, 'servers.json'))).toBe(
    0,
  );
  return calls;
}

/** Drafts a request, and waits until it can be approved; the value is its path. */
async function draft({ vault }: Place, runner: Runner, args: JsonObject): Promise<string> {
  const drafted = await runner.engine.operations.draftExternalAction({
    ...{ actionType: 'other', targetRecipient: 'a', title: 'a', rationale: 'Due.' },
    ...{ bridge: 'far', tool: 'record', arguments: args, actor: 'Agent' },
  });
  if (!drafted.ok) throw new Error(drafted.error.message);
  const { path } = drafted.value;
  await expect.poll(() => readFileSync(join(vault, path), 'utf8'), poll).toContain('"tool_digest"');
  return path;
}

test('no note of a vault that is away is missing, and none is made there', async () => {
  const { folder, vault } = await openPlace();
  const { vaultId } = JSON.parse(readFileSync(join(vault, settingsPath), 'utf8')) as VaultSettings;
  writeFileSync(join(vault, 'Plans/a.md'), 'a');
  const disk = await openDiskNoteStore({ root: vault, journalFolder: join(folder, 'moves') });
  const store = whilePresent(disk, new VaultPresence(vault, vaultId));
  expect(await store.read('Plans/a.md')).toEqual({ ok: true, value: 'a' });
  expect(await store.read('Plans/b.md')).toHaveProperty('error.code', 'note_missing');
  renameSync(vault, join(folder, 'away'));
  for (const name of ['Plans', 'Approved']) mkdirSync(join(vault, name), { recursive: true });
  writeFileSync(join(vault, 'Plans/c.md'), 'theirs');
  const answers = [
    store.read('Plans/a.md'),
    store.digest('Plans/a.md'),
    store.create('Plans/b.md', 'b'),
    store.createFolder('Archive'),
    store.update('Plans/c.md', () => 'ours'),
    store.move('Plans/c.md', 'Archive/c.md'),
  ];
  for (const answer of await Promise.all(answers)) {
    expect(answer).toHaveProperty('error.code', 'vault_missing');
  }
  await expect(store.list('Plans')).rejects.toHaveProperty('problem.code', 'vault_missing');
  expect(filesIn(vault).sort()).toEqual(['Approved', 'Plans', 'Plans/c.md']);
  expect(readFileSync(join(vault, 'Plans/c.md'), 'utf8')).toBe('theirs');
});

test('settings that are away or half written for a moment end nothing', async () => {
  const place = await openPlace();
  const runner = await place.start();
  try {
    const file = join(place.vault, settingsPath);
    const settings = readFileSync(file);
    let isGone = false;
    void runner.vaultGone.then(() => (isGone = true));
    rmSync(file);
    writeFileSync(join(place.vault, 'Approved/no.md'), 'no request');
    // The note is read while it is not sure that the vault is there.
    setTimeout(() => writeFileSync(file, settings.subarray(0, 20)), 300);
    setTimeout(() => writeFileSync(file, settings), 1200);
    await expect.poll(() => place.said.join('\n'), poll).toContain('Approved/no.md');
    await expect
      .poll(() => readFileSync(join(place.vault, 'Dashboard.md'), 'utf8'), poll)
      .toContain('no.md');
    expect(isGone).toBe(false);
  } finally {
    await runner.stop();
  }
}, 20_000);

test('settings that are written again and again are said to be', async () => {
  const { vault } = await openPlace();
  const file = join(vault, settingsPath);
  const settings = readFileSync(file, 'utf8');
  const { vaultId } = JSON.parse(settings) as VaultSettings;
  let isDone = false;
  let space = '';
  const rewrite = (): void => {
    // Whole each time: an empty file would be another matter.
    writeFileSync(`${file}.new`, settings + (space += ' '));
    renameSync(`${file}.new`, file);
    if (!isDone) setImmediate(rewrite);
  };
  rewrite();
  const said = await new VaultPresence(vault, vaultId).check();
  isDone = true;
  expect(said).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('keeps rewriting') as string },
  });
});

test('calls that are made when the vault goes away are finished, known and filed once it is back, and no audit line counts as lost [GATE-2]', async () => {
  const place = await openPlace();
  const { folder, vault } = place;
  const calls = await importCounting(place);
  const runner = await place.start();
  const paths = [
    await draft(place, runner, { text: 'one', delayMs: 4000 }),
    await draft(place, runner, { text: 'two', delayMs: 4000 }),
  ];
  for (const path of paths) renameSync(join(vault, path), join(vault, 'Approved', basename(path)));
  const called = (): readonly string[] => readFileSync(calls, 'utf8').trimEnd().split('\n').sort();
  await expect.poll(() => filesIn(folder), poll).toContain('calls.txt');
  await expect.poll(called, poll).toEqual(['one', 'two']);
  takeAway(place);
  mkdirSync(vault);
  await runner.vaultGone;
  await runner.stop();
  expect(filesIn(vault)).toEqual([]);

  rmSync(vault, { recursive: true });
  renameSync(join(folder, 'away'), vault);
  const again = await place.start();
  const done = (): string[] => filesIn(join(vault, 'Done/Actions'));
  for (const path of paths) await expect.poll(done, poll).toContain(basename(path));
  await again.stop();
  const audit = filesIn(join(vault, 'Logs/audit')).map((name) => join(vault, 'Logs/audit', name));
  expect(audit).toHaveLength(1);
  expect(readFileSync(audit[0] ?? '', 'utf8')).not.toContain('audit_restored');
  for (const path of paths) {
    expect(readFileSync(join(vault, 'Done/Actions', basename(path)), 'utf8')).toContain('executed');
  }
  expect(called()).toEqual(['one', 'two']);
  expect(await place.run('verify'), place.said.join('\n')).toBe(0);
}, 40_000);

const links: [string, string, string][] = [
  [
    'a folder outside the vault',
    '../../away',
    'Can’t continue with “REQUEST”: “Done/Actions”: A linked folder in this path leads outside the vault. Put a real folder in place of the link.',
  ],
  [
    'itself',
    'Actions',
    'Can’t continue with “REQUEST”: “Done/Actions”: A linked folder in this path leads outside the vault. Put a real folder in place of the link.',
  ],
];
test.each(links)(
  'a link to %s in place of Done/Actions keeps a call from being made, and it is said what is wrong, where, and what to do',
  async (_what, target, words) => {
    const place = await openPlace();
    const { folder, vault } = place;
    await importCounting(place);
    const runner = await place.start();
    try {
      const path = await draft(place, runner, { text: 'once' });
      mkdirSync(join(folder, 'away'));
      rmSync(join(vault, 'Done/Actions'), { recursive: true });
      symlinkSync(target, join(vault, 'Done/Actions'));
      renameSync(join(vault, path), join(vault, 'Approved', basename(path)));
      const said = (): string => place.said.join('\n');
      await expect.poll(said, poll).toContain(words.replace('REQUEST', basename(path, '.md')));
      expect(said()).not.toContain('report this');
      expect(filesIn(folder)).not.toContain('calls.txt');
    } finally {
      await runner.stop();
    }
  },
  20_000,
);

test('a link that leads nowhere in place of Done/Actions is named', async () => {
  const place = await openPlace();
  rmSync(join(place.vault, 'Done/Actions'), { recursive: true });
  symlinkSync('nowhere', join(place.vault, 'Done/Actions'));
  const store = await openDiskNoteStore({ root: place.vault, journalFolder: place.folder });
  writeFileSync(join(place.vault, 'Approved/a.md'), 'a');
  expect(await store.move('Approved/a.md', 'Done/Actions/a.md')).toMatchObject({
    error: {
      message:
        'There is a file, or a link that leads nowhere, where a folder of “Done/Actions” should be.',
    },
  });
});

test('folders that git did not keep are made at the start, which is said', async () => {
  const place = await openPlace();
  for (const name of ['Approved', 'Done']) rmSync(join(place.vault, name), { recursive: true });
  const runner = await place.start();
  await runner.stop();
  expect(place.said).toContain('Created missing folders: Approved, Done/Plans, Done/Actions.');
  expect(filesIn(place.vault)).toEqual(expect.arrayContaining(['Approved', 'Done/Actions']));
});

test('a device whose settings were taken away runs nothing, and says so', async () => {
  const place = await openPlace();
  const { folder, vault } = place;
  await importCounting(place);
  const runner = await place.start();
  try {
    const path = await draft(place, runner, { text: 'once' });
    rmSync(join(runner.device.folder, 'device.json'));
    await new Promise((heard) => setTimeout(heard, 1000));
    renameSync(join(vault, path), join(vault, 'Approved', basename(path)));
    await expect
      .poll(() => place.said.join('\n'), poll)
      .toContain('The settings of this device were removed');
    expect(filesIn(folder)).not.toContain('calls.txt');
  } finally {
    await runner.stop();
  }
}, 20_000);

test('another Dashboard that somebody names is not written before a person confirms it, and that is said', async () => {
  const place = await openPlace();
  const { vault } = place;
  await (await place.start()).stop();
  writeFileSync(join(vault, 'Handbook.md'), 'Never pay twice.\n');
  const file = join(vault, settingsPath);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"Dashboard.md"', '"Handbook.md"'));
  const runner = await place.start();
  try {
    const said = 'Dashboard wasn’t updated: its new name isn’t confirmed on this device';
    await expect.poll(() => place.said.join('\n'), poll).toContain(said);
    expect(readFileSync(join(vault, 'Handbook.md'), 'utf8')).toBe('Never pay twice.\n');
    expect(await place.run('status')).toBe(1);
    const own = join(runner.device.folder, 'device.json');
    const known = JSON.parse(readFileSync(own, 'utf8')) as object;
    writeFileSync(own, JSON.stringify({ ...known, dashboard: 'Handbook.md' }));
    const handbook = () => readFileSync(join(vault, 'Handbook.md'), 'utf8');
    await expect.poll(handbook, poll).toContain('## ');
    expect(handbook()).toContain('Never pay twice.\n');
  } finally {
    await runner.stop();
  }
}, 20_000);
