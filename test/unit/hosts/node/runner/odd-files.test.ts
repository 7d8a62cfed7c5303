import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../../../../src/hosts/node/cli/main.js';
import { startRunner, type Runner } from '../../../../../src/hosts/node/runner/runner.js';
import { settingsPath } from '../../../../../src/hosts/node/runner/vault-settings-file.js';
import { requestNote } from '../../../../support/builders/request-note.js';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let vault: string;
let device: string;
let env: Record<string, string | undefined>;
let runner: Runner | null;
let said: string[];

beforeEach(async () => {
  vault = await mkdtemp(join(tmpdir(), 'vault-'));
  device = await mkdtemp(join(tmpdir(), 'device-'));
  env = { ...process.env, XDG_CONFIG_HOME: device };
  [runner, said] = [null, []];
  expect((await run('setup')).code).toBe(0);
});
afterEach(async () => {
  await runner?.stop();
  await rm(vault, { recursive: true, force: true });
  await rm(device, { recursive: true, force: true });
});

async function run(command: string, typed?: string): Promise<{ code: number; out: string }> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const ask = typed === undefined ? {} : { ask: async () => typed };
  const terminal = { line: say, error: say, colours: false, ...ask };
  const code = await main([command, '--vault', vault], terminal, env);
  return { code, out: lines.join('\n') };
}

const start = (more: { readonly polling?: boolean } = {}) => {
  const notifier = { notify: ({ text }: { text: string }) => void said.push(text) };
  return startRunner({ vault, env, trustMoves: true, notifier, ...more });
};

async function started(more: { readonly polling?: boolean } = {}): Promise<Runner> {
  const begun = await start(more);
  if (!begun.ok) throw new Error(`${begun.error.message} ${begun.error.advice}`);
  return (runner = begun.value);
}

function made({ operations }: Runner['engine']) {
  return operations.initializePlan({
    objective: 'Tidy up.',
    context: '',
    sourceLink: '[[x]]',
    steps: [{ text: 'One', gated: false }],
    actor: 'Agent',
  });
}

async function auditFile(): Promise<string> {
  const names = await readdir(join(vault, 'Logs/audit'));
  return join(vault, 'Logs/audit', names.find((name) => name.endsWith('.jsonl')) ?? '');
}

async function deviceFolder(): Promise<string> {
  const [name = ''] = await readdir(join(device, 'countersign'));
  return join(device, 'countersign', name);
}

/** Puts something else in a file's place. */
const odd: Readonly<Record<string, (file: string) => unknown>> = {
  'a pipe': (file) => execFileSync('/usr/bin/env', ['mkfifo', file]),
  'a folder': (file) => mkdirSync(join(file, 'x'), { recursive: true }),
  'a link': (file) => {
    symlinkSync('/dev/zero', file);
  },
};

describe.skipIf(process.platform !== 'linux').each([false, true])(
  'names that are no UTF-8, polling: %s',
  (polling) => {
    const put = (folder: string, end: string): void => {
      const name = Buffer.concat([Buffer.from(`${join(vault, folder)}/caf`), Buffer.of(0xe9)]);
      const file = Buffer.concat([name, Buffer.from(end)]);
      if (end === '') mkdirSync(file);
      else writeFileSync(file, 'Never read.');
    };
    const tellings = (folder: string): number =>
      said.filter((text) => text.includes(`“${folder}” has a name that is not valid UTF-8`)).length;

    test('are an alert for each folder, at the start and while it runs', async () => {
      put('Inbox', '.md');
      put('Plans', '');
      put('Rejected', '.jpg');
      for (const command of ['status', 'doctor']) {
        const { code, out } = await run(command);
        expect([command, code]).toEqual([command, 1]);
        expect(out).toContain('A note or folder in “Plans” has a name that is not valid UTF-8');
      }
      const { engine } = await started({ polling });
      await expect.poll(() => [tellings('Inbox'), tellings('Plans')]).toEqual([1, 1]);
      expect(said.join('\n')).toContain('Rename it with a file manager or in a terminal.');
      put('Needs_Action', '.md');
      await expect.poll(() => tellings('Needs_Action'), { timeout: 5_000 }).toBe(1);
      put('Inbox', '2.md');
      await pause(600);
      expect([tellings('Inbox'), tellings('Rejected')]).toEqual([1, 0]);
      const alerts = () => engine.view().alerts.map(({ kind, text }) => [kind, text]);
      const alertOf = (folder: string) => [
        'unread_folder',
        `A note or folder in “${folder}” has a name that is not valid UTF-8, so it is not read.`,
      ];
      expect(alerts()).toEqual(['Inbox', 'Needs_Action', 'Plans'].map(alertOf));
      await engine.flushDashboard();
      expect(await readFile(join(vault, 'Dashboard.md'), 'utf8')).toContain(alertOf('Plans')[1]);
      // Every other note in the folder is still read.
      expect(await made(engine)).toMatchObject({ ok: true });
    });

    test.skipIf(polling)('are no alert once they are renamed', async () => {
      const { engine } = await started({ polling });
      put('Inbox', '');
      const alerts = () => engine.view().alerts.length;
      await expect.poll(alerts, { timeout: 5_000 }).toBe(1);
      const name = Buffer.concat([Buffer.from(`${join(vault, 'Inbox')}/caf`), Buffer.of(0xe9)]);
      renameSync(name, join(vault, 'Inbox/cafe'));
      await expect.poll(alerts, { timeout: 5_000 }).toBe(0);
    });
  },
);

describe.skipIf(process.platform === 'win32').each(Object.entries(odd))('%s', (_what, put) => {
  const replace = async (file: string): Promise<void> => {
    await rm(file, { recursive: true, force: true });
    put(file);
  };

  test('in place of the audit file is set aside, and every line is written again [GATE-6]', async () => {
    const { engine } = await started();
    const file = await auditFile();
    await replace(file);
    expect(await made(engine)).toMatchObject({ ok: true });
    await expect.poll(() => said.join('\n')).toContain('was changed (kept as “Logs/audit/d-');
    await runner?.stop();
    // Also while nothing runs.
    await replace(file);
    await started();
    await runner?.stop();
    const names = await readdir(join(vault, 'Logs/audit'));
    expect(names.filter((name) => name.includes('.found-'))).toHaveLength(2);
    expect(await run('verify')).toMatchObject({ code: 0 });
    expect(await readFile(join(vault, 'Dashboard.md'), 'utf8')).toContain('The audit log was not');
    expect(await run('audit-seen')).toMatchObject({ code: 2 });
    expect(await run('audit-seen', 'audit-seen')).toMatchObject({ code: 0 });
    said = [];
    await started();
    expect(said.join('\n')).not.toContain('audit log');
  });

  test('in place of a folder of notes ends nothing', async () => {
    const folder = join(vault, 'Plans/x');
    const { engine } = await started();
    for (let times = 0; times < 5; times += 1) {
      mkdirSync(folder);
      await writeFile(join(folder, 'y.md'), 'One.');
      await pause(50);
      await replace(folder);
      await pause(50);
      await rm(folder, { recursive: true });
    }
    await engine.idle();
    // What could not be read is said; nothing else is.
    expect(said.filter((text) => !text.startsWith('Plans/x/y.md: '))).toEqual([]);
  });

  test('among the notes holds up nothing', async () => {
    for (const folder of ['Approved', 'Pending_Approval', 'Plans']) {
      put(join(vault, folder, 'x.md'));
    }
    const { engine } = await started();
    put(join(vault, 'Approved/y.md'));
    await engine.idle();
    expect(await run('status')).toBeDefined();
  });

  test.each([
    ['the settings of the vault', async () => join(vault, settingsPath), 'settings_invalid'],
    ['the ledger', async () => join(await deviceFolder(), 'ledger.jsonl'), 'ledger_invalid'],
    [
      'the safety settings',
      async () => join(await deviceFolder(), 'device.json'),
      'device_state_invalid',
    ],
  ])('in place of %s keeps everything from being run, and is said', async (_place, file, code) => {
    await replace(await file());
    expect(await start()).toMatchObject({
      error: {
        // A link is refused together with the folder.
        code: expect.stringMatching(`${code}|device_state_invalid`) as string,
        message: expect.stringMatching(/is in its place|is a link/) as string,
      },
    });
  });
});

test('a file in place of a folder leaves nothing of the notes that were in it', async () => {
  const note = requestNote({ request_id: 'mail', plan_id: null, step_id: null });
  const [pending, approved] = ['Pending_Approval/a.md', 'Approved/a.md'].map((path) =>
    join(vault, path),
  ) as [string, string];
  await writeFile(pending, note);
  const { engine } = await started();
  expect(engine.view().waiting).toMatchObject([{ path: 'Pending_Approval/a.md' }]);
  await rename(pending, approved);
  await rm(dirname(pending), { recursive: true });
  await writeFile(dirname(pending), '');
  const told = () => JSON.stringify([engine.view().waiting, engine.view().alerts]);
  await expect.poll(told, { timeout: 20_000 }).toContain('Approved/a.md');
  await engine.idle();
  await expect.poll(told, { timeout: 20_000 }).not.toContain('Pending_Approval/a.md');
  await engine.flushDashboard();
  expect(await readFile(join(vault, 'Dashboard.md'), 'utf8')).not.toContain(
    'notes have the same id',
  );
});

test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'an audit file that cannot be written stops everything',
  async () => {
    const { engine } = await started();
    const file = await auditFile();
    chmodSync(file, 0o000);
    await writeFile(join(vault, 'Needs_Action/one.md'), 'Look.');
    expect(await made(engine)).toMatchObject({ ok: false });
    expect(said.join('\n')).toContain('Nothing runs');
    chmodSync(file, 0o644);
  },
);
