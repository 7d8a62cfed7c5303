import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeviceConfig } from '../../../../../../src/core/settings/device-config.js';
import { deviceNameOf } from '../../../../../../src/core/settings/device-keys.js';
import { fingerprintOf } from '../../../../../../src/core/settings/fingerprint.js';
import { main } from '../../../../../../src/hosts/node/cli/main.js';
import { startRunner } from '../../../../../../src/hosts/node/runner/runner.js';
import { settingsPath } from '../../../../../../src/hosts/node/runner/vault-settings-file.js';
import { generateTestKey } from '../../../../../support/memory/test-key.js';

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

/** A phone's key, as it lies in the vault's settings. */
async function sharedKey() {
  const { publicKey } = await generateTestKey();
  const key = { device: deviceNameOf(publicKey) ?? '', publicKey };
  const file = join(vault, settingsPath);
  const settings = JSON.parse(await readFile(file, 'utf8')) as { keys?: unknown[] };
  const keys = [...(settings.keys ?? []), key];
  await writeFile(file, JSON.stringify({ ...settings, keys }));
  return { ...key, fingerprint: fingerprintOf(publicKey) ?? '' };
}

async function deviceFolder(): Promise<string> {
  const [name = ''] = await readdir(join(device, 'countersign'));
  return join(device, 'countersign', name);
}

async function config(): Promise<DeviceConfig> {
  return JSON.parse(
    await readFile(join(await deviceFolder(), 'device.json'), 'utf8'),
  ) as DeviceConfig;
}

describe('trust', () => {
  test('pins the key in the vault with the typed fingerprint, once a person says so [GATE-16]', async () => {
    await sharedKey();
    const phone = await sharedKey();
    typed = 'trust';
    const { code, out } = await run('trust', phone.fingerprint.toLowerCase().replaceAll('-', ' '));
    expect(out).toContain(`This device now trusts ${phone.device}`);
    expect(code).toBe(0);
    const { device: name, publicKey } = phone;
    expect((await config()).pinnedKeys).toEqual([{ device: name, publicKey }]);
  });

  test.each([
    ['nobody sits at the terminal', null, 'Only a person at a terminal'],
    ['they type anything else', 'yes', 'You didn’t type “trust”'],
  ])('pins nothing when %s [GATE-5]', async (_what, answer, said) => {
    const phone = await sharedKey();
    typed = answer;
    const { code, out } = await run('trust', phone.fingerprint);
    expect(out).toContain(said);
    expect(code).toBe(2);
    expect((await config()).pinnedKeys).toEqual([]);
  });

  test('refuses what is no fingerprint, and a key that is not there', async () => {
    typed = 'trust';
    const { publicKey } = await generateTestKey();
    expect((await run('trust', 'ABCD')).out).toContain('24 characters; this has 4');
    expect((await run('trust', fingerprintOf(publicKey) ?? '')).out).toContain('No key with this');
    expect((await config()).pinnedKeys).toEqual([]);
  });

  test('lists what is trusted, and shows no fingerprint of what is not', async () => {
    const [phone, other] = [await sharedKey(), await sharedKey()];
    typed = 'trust';
    await run('trust', phone.fingerprint);
    const { out } = await run('trust');
    expect(out).toContain(`${phone.device}  ${phone.fingerprint}`);
    expect(out).toContain(`${other.device}  not trusted`);
    expect(out).not.toContain(other.fingerprint);
    const json = JSON.parse((await run('trust', '--json')).out) as unknown;
    expect(json).toEqual({
      trusted: [{ device: phone.device, fingerprint: phone.fingerprint, isOwn: false }],
      untrusted: [other.device],
      ignored: 0,
    });
  });

  test.each(['device', 'fingerprint'] as const)(
    'removes by %s without asking [GATE-16]',
    async (by) => {
      const phone = await sharedKey();
      typed = 'trust';
      await run('trust', phone.fingerprint);
      typed = null;
      expect((await run('trust', '--remove', phone[by])).code).toBe(0);
      expect((await config()).pinnedKeys).toEqual([]);
      expect((await run('trust', '--remove', phone[by])).code).toBe(2);
    },
  );
});

describe('name-device', () => {
  const ask = async (...args: string[]) => run('name-device', ...args);

  test('has a trusted device listed by its name; programs still read its id', async () => {
    const phone = await sharedKey();
    typed = 'trust';
    await run('trust', phone.fingerprint);
    typed = null;
    const named = await ask(phone.device, 'Tom’s  phone ');
    expect(named.out).toContain(`${phone.device} is now shown as “Tom’s phone”.`);
    expect(named.code).toBe(0);
    expect((await run('trust')).out).toContain(
      `Tom’s phone (${phone.device})  ${phone.fingerprint}`,
    );
    const { trusted } = JSON.parse((await run('trust', '--json')).out) as { trusted: unknown };
    expect(trusted).toMatchObject([{ device: phone.device }]);
    expect(await readFile(join(vault, settingsPath), 'utf8')).not.toContain('Tom');

    expect((await ask('this', 'TOM’S PHONE')).out).toContain(`${phone.device} already has`);
    expect((await ask('tom’s phone', '')).out).toContain(`${phone.device} no longer has a name`);
    expect((await config()).deviceNames).toEqual({});
    await ask(phone.device, 'Phone');
    expect((await run('trust', '--remove', 'phone')).code).toBe(0);
    expect((await config()).pinnedKeys).toEqual([]);
  });

  test.each([
    [
      'a device that nothing here knows',
      ['d-zzzzzzzzzz', 'Phone'],
      'doesn’t know a device called d-zzzzzzzzzz',
    ],
    ['no device', [], 'Which device, and which name?'],
    ['no name', ['this'], 'Which device, and which name?'],
    ['a name that looks like an id', ['this', 'd-5kmztwveb2'], 'can’t look like the id'],
  ])('names nothing when it gets %s', async (_what, args, said) => {
    const before = await config();
    const { code, out } = await ask(...args);
    expect(out).toContain(said);
    expect(code).not.toBe(0);
    expect(await config()).toEqual(before);
  });
});

describe('new-epoch', () => {
  const begin = () => run('new-epoch');
  const ledgers = async () =>
    (await readdir(await deviceFolder())).filter((name) => name.startsWith('ledger')).sort();
  const start = async () => {
    const runner = await startRunner({
      vault,
      env,
      trustMoves: false,
      notifier: { notify: () => undefined },
    });
    if (!runner.ok) throw new Error(runner.error.message);
    return runner.value;
  };
  const runOnce = async () => (await start()).stop();

  test('sets the ledger aside, keeps everything else, and gives the device a new name', async () => {
    await runOnce();
    await run('name-device', 'this', 'Tom’s laptop');
    const before = await config();
    const ledger = await readFile(join(await deviceFolder(), 'ledger.jsonl'), 'utf8');
    typed = 'new epoch';
    const { code, out } = await begin();
    expect(code, out).toBe(0);
    const [aside = '', ...more] = await ledgers();
    expect(more).toEqual([]);
    expect(aside).toMatch(/^ledger-until-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.jsonl$/);
    expect(await readFile(join(await deviceFolder(), aside), 'utf8')).toBe(ledger);
    const after = await config();
    const deviceNames = { [after.device]: 'Tom’s laptop' };
    expect(after).toEqual({ ...before, device: after.device, deviceNames, ledgersBefore: 1 });
    expect(after.device).not.toBe(before.device);
    await runOnce();
    expect(await ledgers()).toHaveLength(2);
  });

  test('status says that the ledger of this very computer is gone', async () => {
    await runOnce();
    await rm(join(await deviceFolder(), 'ledger.jsonl'));
    const { out } = await run('status');
    expect(out).toContain('but its ledger is gone');
    expect(out).not.toContain('or did before this computer');
  });

  test.each([
    ['nobody sits at the terminal', null],
    ['they type anything else', 'new'],
  ])('changes nothing when %s [GATE-5]', async (_what, answer) => {
    await runOnce();
    const before = await config();
    typed = answer;
    expect((await begin()).code).toBe(2);
    expect(await ledgers()).toEqual(['ledger.jsonl']);
    expect(await config()).toEqual(before);
  });

  test('keeps a pause that comes while it asks [GATE-23]', async () => {
    await runOnce();
    typed = 'new epoch';
    meanwhile = () => run('pause');
    expect((await begin()).code).toBe(0);
    expect((await config()).paused).toBe(true);
  });

  test.each([
    ['', false],
    [' since it asked', true],
  ])('is refused while something runs the actions%s', async (_since, isLate) => {
    const running: Awaited<ReturnType<typeof start>>[] = [];
    meanwhile = async () => isLate && running.push(await start());
    if (!isLate) running.push(await start());
    typed = 'new epoch';
    expect((await begin()).code).toBe(3);
    expect(await ledgers()).toEqual(['ledger.jsonl']);
    for (const runner of running) await runner.stop();
  });
});
