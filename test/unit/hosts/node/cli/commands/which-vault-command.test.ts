import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeviceConfig } from '../../../../../../src/core/settings/device-config.js';
import type { VaultSettings } from '../../../../../../src/core/settings/vault-settings.js';
import { main } from '../../../../../../src/hosts/node/cli/main.js';
import { startRunner, type Runner } from '../../../../../../src/hosts/node/runner/runner.js';
import { settingsPath } from '../../../../../../src/hosts/node/runner/vault-settings-file.js';

const another = 'v-zzzzzzzzzz';
const needsPerson = 1;

let vault: string;
let device: string;
let env: Record<string, string | undefined>;
/** What the person types; `null`: nobody sits there. */
let typed: string | null;
/** What happens while the person is asked. */
let meanwhile: () => Promise<unknown>;

beforeEach(async () => {
  vault = await mkdtemp(join(tmpdir(), 'vault-'));
  device = await mkdtemp(join(tmpdir(), 'device-'));
  env = { ...process.env, XDG_CONFIG_HOME: device };
  typed = null;
  meanwhile = async () => undefined;
  expect((await run('setup')).code).toBe(0);
});
afterEach(async () => {
  await rm(vault, { recursive: true, force: true });
  await rm(device, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<{ code: number; out: string }> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const answer = typed;
  const asked = async (): Promise<string> => {
    await meanwhile();
    return answer ?? '';
  };
  const ask = answer === null ? {} : { ask: asked };
  const terminal = { line: say, error: say, colours: false, ...ask };
  const code = await main([...args, '--vault', vault], terminal, env);
  return { code, out: lines.join('\n') };
}

const settingsFile = (): string => join(vault, settingsPath);
const settings = async () => JSON.parse(await readFile(settingsFile(), 'utf8')) as VaultSettings;

/** An agent rewrites the settings in the vault. */
async function rewrite(change: Record<string, unknown>): Promise<void> {
  await writeFile(settingsFile(), JSON.stringify({ ...(await settings()), ...change }));
}

/** What this computer keeps of vaults, by folder. */
const states = async () => (await readdir(join(device, 'countersign'))).sort();

async function everythingIn(folder: string): Promise<Record<string, string>> {
  const names = await readdir(join(device, 'countersign', folder));
  const files = names.filter((name) => ['device.json', 'ledger.jsonl'].includes(name));
  const texts = files.map(async (name) => [
    name,
    await readFile(join(device, 'countersign', folder, name), 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(texts)) as Record<string, string>;
}

function start(said: string[] = []): ReturnType<typeof startRunner> {
  const notifier = { notify: ({ text }: { text: string }) => void said.push(text) };
  return startRunner({ vault, env, trustMoves: true, notifier });
}

async function started(said: string[] = []): Promise<Runner> {
  const runner = await start(said);
  if (!runner.ok) throw new Error(runner.error.message);
  return runner.value;
}

describe('a vault whose settings have another id than this computer knows', () => {
  let known: string;
  let before: Record<string, string>;
  beforeEach(async () => {
    await (await started()).stop();
    known = (await settings()).vaultId;
    const [folder = ''] = await states();
    before = await everythingIn(folder);
  });

  const swapped = async () => {
    const { folders } = await settings();
    const { pending, approved } = folders;
    await rewrite({ folders: { ...folders, pending: approved, approved: pending } });
  };

  test.each<[string, () => Promise<void>]>([
    ['it was replaced', () => rewrite({ vaultId: another })],
    ['it was deleted', () => rewrite({ vaultId: undefined })],
    ['it is malformed', () => rewrite({ vaultId: 7 })],
    ['it is a list of settings', () => rewrite({ vaultId: { toString: 7 } })],
    ['it would lead out of the folder', () => rewrite({ vaultId: '../x' })],
    [
      'the settings were deleted and the vault was set up again',
      async () => {
        await rm(settingsFile());
        expect((await run('setup')).code).toBe(needsPerson);
      },
    ],
  ])(
    'runs nothing until a person says which vault it is, and goes on as before once its id is back: %s [GATE-21]',
    async (_what, change) => {
      await change();
      await swapped();
      for (const command of [['run'], ['status'], ['verify'], ['bridge', 'list'], ['new-epoch']]) {
        const { code, out } = await run(...command);
        expect({ command, code }).toEqual({ command, code: needsPerson });
        expect(out).toContain('countersign which-vault');
      }
      expect(await states()).toHaveLength(1);

      for (const [answer, said] of [
        [null, 'Only a person at a terminal'],
        ['yes', 'You didn’t type “same” or “another”'],
      ] as const) {
        typed = answer;
        const { code, out } = await run('which-vault');
        expect(out).toContain(said);
        expect(code).toBe(2);
      }
      typed = 'same';
      const keys = [{ device: 'd-aaaaaaaaaa', publicKey: 'brought by sync' }];
      meanwhile = () => rewrite({ keys });
      expect((await run('which-vault')).out).toContain(`This vault is ${known}.`);
      expect(await settings()).toMatchObject({ vaultId: known, keys });
      meanwhile = async () => undefined;
      const [folder = '', ...others] = await states();
      expect(others).toEqual([]);
      expect(await everythingIn(folder)).toEqual(before);

      // The names that the agent wrote meanwhile are not confirmed by it.
      const runner = await started();
      expect(runner.device.config.folders).toMatchObject({ approved: 'Approved' });
      await runner.stop();
      expect((await run('which-vault')).out).toContain('had no other id');
    },
  );

  test('is another vault on a person’s word: the old ledger stays as it was, and unusual folder names are not confirmed [GATE-21]', async () => {
    await rewrite({ vaultId: another });
    await swapped();
    typed = 'another';
    const { code, out } = await run('which-vault');
    expect(code).toBe(0);
    expect(out).toContain('pending: Pending_Approval → Approved');
    const [aside = ''] = (await states()).filter((name) => name.includes('-until-'));
    expect(await everythingIn(aside)).toEqual(before);

    const runner = await started();
    const { folders } = JSON.parse(
      await readFile(join(runner.device.folder, 'device.json'), 'utf8'),
    ) as DeviceConfig;
    expect(folders).toMatchObject({ pending: 'Pending_Approval', approved: 'Approved' });
    expect(runner.device.config.bridges).toEqual([]);
    await runner.stop();

    // The old id does not lead back to the old ledger.
    await rewrite({ vaultId: known });
    expect((await run('run')).code).toBe(needsPerson);
  });

  test('stays as it is while a runner works with what would be set aside', async () => {
    const runner = await started();
    await rewrite({ vaultId: another });
    typed = 'another';
    expect(await run('which-vault')).toMatchObject({ code: 3 });
    await runner.stop();
    expect(await states()).toHaveLength(1);
  });

  const draft = {
    actionType: 'email',
    targetRecipient: 'a@example.com',
    title: 'one',
    rationale: 'It is due.',
    arguments: {},
    actor: 'Agent',
  } as const;

  test('ends what runs when its id changes [GATE-21]', async () => {
    const runner = await started();
    await rewrite({ vaultId: another });
    expect((await runner.vaultGone).message).toContain(`(${another}, not ${known})`);
    const drafted = await runner.engine.operations.draftExternalAction(draft);
    expect(drafted).toHaveProperty('error.code', 'vault_missing');
    await runner.stop();
  });

  test('stops what runs while its folder names are others, and goes on when they are back [GATE-21]', async () => {
    const said: string[] = [];
    const runner = await started(said);
    const { folders } = await settings();
    await rewrite({ folders: { ...folders, approved: 'Yes' } });
    await expect.poll(() => said.join('\n')).toContain('have named other folders');
    const drafted = await runner.engine.operations.draftExternalAction(draft);
    expect(drafted).toHaveProperty('error.code', 'settings_invalid');
    await rewrite({ folders });
    await expect.poll(() => said.join('\n')).toContain('settings are as before');
    await runner.stop();
  });
});

test('a ledger without its safety settings is not opened: folder names are not confirmed anew [GATE-21]', async () => {
  const runner = await started();
  await runner.stop();
  await rm(join(runner.device.folder, 'device.json'));
  expect(await start()).toMatchObject({
    error: { code: 'device_state_invalid', message: expect.stringContaining('is gone') as string },
  });
});

test('the first start on a computer confirms no folder names that nobody was shown there [GATE-21]', async () => {
  await rm(join(device, 'countersign'), { recursive: true });
  const { folders } = await settings();
  await rewrite({
    folders: { ...folders, approved: folders.rejected, rejected: folders.approved },
  });
  const runner = await started();
  expect(runner.device.config.folders).toEqual(folders);
  await runner.stop();
});
