import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDiskAuditLog } from '../../../../../src/hosts/desktop/logs/disk-audit-log.js';
import { main } from '../../../../../src/hosts/node/cli/main.js';
import { openDiskNoteStore } from '../../../../../src/hosts/node/disk/disk-note-store.js';
import { withOpenFolder } from '../../../../../src/hosts/node/disk/open-folder.js';
import { startRunner } from '../../../../../src/hosts/node/runner/runner.js';
import { settingsPath } from '../../../../../src/hosts/node/runner/vault-settings-file.js';

let vault: string;
let device: string;
let env: Record<string, string | undefined>;
/** What happens while the person types. */
let meanwhile = async (): Promise<void> => undefined;

beforeEach(async () => {
  vault = await mkdtemp(join(tmpdir(), 'vault-'));
  device = await mkdtemp(join(tmpdir(), 'device-'));
  env = { ...process.env, XDG_CONFIG_HOME: device };
  meanwhile = async () => undefined;
});
afterEach(async () => {
  await rm(vault, { recursive: true, force: true });
  await rm(device, { recursive: true, force: true });
});

function run(...args: string[]): Promise<{ code: number; out: string }> {
  return runAt(null, ...args);
}

/** Runs a command for a person who types `answer` at a terminal; `null`: nobody sits there. */
async function runAt(
  answer: string | null,
  ...args: string[]
): Promise<{ code: number; out: string }> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const ask = answer === null ? {} : { ask: () => meanwhile().then(() => answer) };
  const code = await main(args, { line: say, error: say, colours: false, ...ask }, env);
  return { code, out: lines.join('\n') };
}

/** Its one tool is named after its current folder. */
const cwdServer = fileURLToPath(
  new URL('../../../../support/servers/cwd-server.mjs', import.meta.url),
);

describe('setup', () => {
  test('asks before it sets up the folder that it stands in, if that is no vault and has files', async () => {
    await writeFile(join(vault, 'package.json'), '{}');
    const where = process.cwd();
    try {
      process.chdir(vault);
      const alone = await run('setup');
      expect(alone.code).toBe(2);
      expect(alone.out).toContain('it has files, but no folder .obsidian');
      const refused = await runAt('no', 'setup');
      expect(refused.code).toBe(2);
      expect(refused.out).toContain('  Countersign/Pending_Approval/');
      expect(await readdir(vault)).toEqual(['package.json']);
      expect((await runAt('setup', 'setup')).code).toBe(0);
      expect(await readdir(vault)).toContain('Countersign');
      // Where it is set up, nothing is asked.
      expect((await run('setup')).code).toBe(0);
    } finally {
      process.chdir(where);
    }
  });

  test('leaves nothing in the temporary folder of the system', async () => {
    await run('setup', '--vault', vault);
    const { vaultId } = JSON.parse(await readFile(join(vault, settingsPath), 'utf8')) as {
      vaultId: string;
    };
    expect(vaultId).not.toBe('');
    expect(await readdir(tmpdir())).not.toContain(vaultId);
  });

  test.each(['.obsidian', '.obsidian/plugins', '.obsidian/plugins/countersign'])(
    'writes no settings through a link in place of %s that leads out of the vault',
    async (link) => {
      const outside = await mkdtemp(join(tmpdir(), 'outside-'));
      await mkdir(dirname(join(vault, link)), { recursive: true });
      await symlink(outside, join(vault, link));
      const { code, out } = await run('setup', '--vault', vault);
      expect(out).toContain('leads outside the vault');
      expect(code).toBe(3);
      expect(await readdir(outside)).toEqual([]);
      await rm(outside, { recursive: true });
    },
  );

  test('makes nothing, and exits with 3, where the state of this device would be in the vault', async () => {
    env = { ...env, XDG_CONFIG_HOME: join(vault, '.config') };
    const { code, out } = await run('setup', '--vault', vault);
    expect(out).toContain('leads into this vault');
    expect(out).toContain('Set XDG_CONFIG_HOME to a folder outside the vault');
    expect(code).toBe(3);
    expect(await readdir(vault)).toEqual([]);
  });
});

test('the runner keeps all state of this device to its owner, whatever the umask', async () => {
  const before = process.umask(0);
  try {
    await run('setup', '--vault', vault);
    const runner = await startRunner({
      vault,
      env,
      trustMoves: false,
      notifier: { notify: () => undefined },
    });
    if (!runner.ok) throw new Error(runner.error.message);
    const names = await readdir(device, { recursive: true });
    expect(names.map((name) => name.split('/').at(-1))).toContain('lock');
    for (const name of names) {
      expect(`${name} ${(await stat(join(device, name))).mode & 0o077}`).toBe(`${name} 0`);
    }
    await runner.value.stop();
  } finally {
    process.umask(before);
  }
});

describe('bridges', () => {
  beforeEach(() => run('setup', '--vault', vault));

  test('start in an empty folder of the device, wherever the command line was started', async () => {
    await importConfig({ command: process.execPath, args: [cwdServer] });
    const { code, out } = await run('bridge', 'test', '--vault', vault);
    expect(out).toMatch(/cwd_\S*_countersign_v_\w+_servers_\S+ /);
    expect(code).toBe(0);
  });

  describe('that use files of the vault', () => {
    beforeEach(() => writeFile(join(vault, 'planted.mjs'), ''));
    const using = () => ({ command: process.execPath, args: [cwdServer, vault] });

    test('are imported only when a person types it', async () => {
      for (const answer of [null, 'yes']) {
        const { code, out } = await importConfig(using(), answer);
        expect(out).toContain('mail uses this vault');
        expect(out).toContain(`the argument ${vault}`);
        expect(code).toBe(2);
      }
      expect((await run('bridge', 'list', '--vault', vault)).out).toContain('No servers yet');

      expect((await importConfig(using(), 'use the vault')).code).toBe(0);
      expect((await run('bridge', 'test', '--vault', vault)).code).toBe(0);
      expect((await run('bridge', 'confirm', '--vault', vault)).out).toBe(
        'No server needs confirming.',
      );
      const { out } = await run('bridge', 'list', '--json', '--vault', vault);
      expect(JSON.parse(out)).toHaveProperty('bridges.0.args', using().args);
      expect(await readFile(join(vault, settingsPath), 'utf8')).not.toContain('vaultUse');
    });

    test('do not start if they were imported before this was asked, or changed since, until a person confirms', async () => {
      await importConfig(using(), 'use the vault');
      const stale = [
        { vaultUse: undefined },
        { args: [...using().args, '--all'] },
        { command: '/usr/bin/env' },
        { env: { NODE_OPTIONS: `--require=${vault}/planted.mjs` } },
      ];
      for (const change of stale) {
        await changeBridge(change);
        const { code, out } = await run('bridge', 'test', '--vault', vault);
        expect(out).toContain('was not started: it uses this vault');
        expect(out).toContain('`countersign bridge confirm`');
        expect(code).toBe(3);
        await importConfig(using(), 'use the vault');
      }

      await changeBridge({ vaultUse: undefined });
      const confirm = ['bridge', 'confirm', '--vault', vault];
      expect((await runAt(null, ...confirm)).code).toBe(2);
      expect((await runAt('no', ...confirm)).code).toBe(2);
      expect((await run('bridge', 'test', '--vault', vault)).code).toBe(3);
      expect((await runAt('use the vault', 'bridge', 'confirm', 'x', '--vault', vault)).out).toBe(
        'There is no server named “x” on this computer. `countersign bridge list` shows the servers, `countersign help bridge` the commands.',
      );
      expect(await runAt('use the vault', ...confirm)).toMatchObject({
        code: 0,
        out: expect.stringContaining('✓ mail may now use this vault.') as string,
      });
      expect((await run('bridge', 'test', '--vault', vault)).code).toBe(0);
    });

    test('are confirmed without undoing what changed while the person typed', async () => {
      meanwhile = () => changeConfig((config) => ({ ...config, paused: true }));
      expect((await importConfig(using(), 'use the vault')).code).toBe(0);
      expect((await configNow())['paused']).toBe(true);

      await changeBridge({ vaultUse: undefined });
      meanwhile = () => changeBridge({ args: [cwdServer, vault, '--more'] });
      await runAt('use the vault', 'bridge', 'confirm', '--vault', vault);
      expect(await configNow()).toMatchObject({
        bridges: [{ args: [cwdServer, vault, '--more'] }],
      });
      meanwhile = async () => undefined;
      expect((await run('bridge', 'test', '--vault', vault)).out).toContain('was not started');
    });

    test('are named without their secrets, but with all that leads there', async () => {
      const { args } = using();
      const secret = 'ghp_abcdefgh12345678';
      const planted = join(vault, 'planted.mjs');
      const { out } = await importConfig({
        ...using(),
        args: [...args, `--token=${secret}`, planted],
        env: { PASSWORD: planted, NODE_OPTIONS: `--require=${planted}` },
      });
      expect(out).toContain(` ${planted}, with NODE_OPTIONS=--require=${planted}\n`);
      expect(out).toContain(`    the argument ${planted}\n`);
      expect(out).toContain('•••');
      expect(out).not.toContain(secret);
    });

    type Config = Record<string, unknown> & { readonly bridges: readonly object[] };

    async function configFile(): Promise<string> {
      const [folder = ''] = await readdir(join(device, 'countersign'));
      return join(device, 'countersign', folder, 'device.json');
    }

    async function configNow(): Promise<Config> {
      return JSON.parse(await readFile(await configFile(), 'utf8')) as Config;
    }

    async function changeConfig(change: (config: Config) => object): Promise<void> {
      await writeFile(await configFile(), JSON.stringify(change(await configNow())));
    }

    function changeBridge(change: object): Promise<void> {
      return changeConfig((config) => ({
        ...config,
        bridges: config.bridges.map((bridge) => ({ ...bridge, ...change })),
      }));
    }
  });

  async function importConfig(
    entry: object,
    answer: string | null = null,
  ): Promise<{ code: number; out: string }> {
    const file = join(device, 'servers.json');
    await writeFile(file, JSON.stringify({ mcpServers: { mail: entry } }));
    return runAt(answer, 'bridge', 'import', '--no-test', file, '--vault', vault);
  }
});

test.runIf(process.platform === 'linux')(
  'nothing is written, made or read outside while a linked folder leads there now and then',
  async () => {
    const outside = await mkdtemp(join(tmpdir(), 'outside-'));
    const real = join(vault, 'Real');
    await mkdir(real);
    for (let number = 0; number < 60; number += 1) {
      await writeFile(join(real, `${number}.md`), 'ours');
      await writeFile(join(outside, `${number}.md`), 'private');
    }
    await symlink(real, join(vault, 'Plans'));
    const store = await openDiskNoteStore({ root: vault, journalFolder: device });
    const before = (await stat(outside, { bigint: true })).mtimeNs;
    const audit = await openDiskAuditLog(vault, withOpenFolder);
    const swapping = new Worker(
      `const { renameSync, symlinkSync } = require('node:fs');
      const { parentPort, workerData: { link, next, places } } = require('node:worker_threads');
      let ends = false;
      parentPort.on('message', () => { ends = true; });
      parentPort.postMessage('begins');
      const swap = () => {
        for (let turn = 0; turn < 20; turn += 1) {
          symlinkSync(places[turn % 2], next);
          renameSync(next, link);
          for (let i = 0; i < 2000 * (turn % 7); i += 1);
        }
        if (ends) process.exit(0);
        setImmediate(swap);
      };
      swap();`,
      {
        eval: true,
        workerData: {
          link: join(vault, 'Plans'),
          next: join(vault, 'Next'),
          places: [outside, real],
        },
      },
    );
    await new Promise((resolve) => swapping.once('message', resolve));
    const seen = new Set<string>();
    for (let number = 0; number < 60; number += 1) {
      const [old, fresh] = [`Plans/${number}.md`, `Plans/new-${number}.md`];
      await Promise.all([
        store.create(fresh, 'new'),
        store.create(`Plans/deep-${number}/in/new.md`, 'new'),
        store.update(old, (text) => (seen.add(text), `${text}.`)),
        store.move(old, `Plans/moved/${number}.md`),
        store.read(old).then((note) => note.ok && seen.add(note.value)),
        audit.append(`Plans/audit-${number % 3}.jsonl`, ['{}']),
      ]);
    }
    const ended = new Promise((resolve) => swapping.once('exit', resolve));
    swapping.postMessage('end');
    await ended;
    await store.close();
    expect((await stat(outside, { bigint: true })).mtimeNs).toBe(before);
    expect(await readdir(outside)).toHaveLength(60);
    for (const name of await readdir(outside)) {
      expect(await readFile(join(outside, name), 'utf8')).toBe('private');
    }
    expect([...seen].filter((text) => text.startsWith('private'))).toEqual([]);
    expect((await readdir(real)).length).toBeGreaterThan(60);
    await rm(outside, { recursive: true });
  },
);
