import { beforeAll, describe, expect, test } from 'vitest';
import { newDeviceConfig, type PinnedKey } from '../../../../src/core/settings/device-config.js';
import {
  deviceNameOf,
  findByFingerprint,
  readSharedKeys,
  revokeKey,
  trustKey,
  trustOwnKey,
  withSharedKey,
} from '../../../../src/core/settings/device-keys.js';
import { contractFolders } from '../../../../src/core/settings/folders.js';
import { fingerprintOf } from '../../../../src/core/settings/fingerprint.js';
import {
  checkVaultSettings,
  newVaultSettings,
} from '../../../../src/core/settings/vault-settings.js';
import { generateTestKey } from '../../../support/memory/test-key.js';

let phone: PinnedKey;
let forger: PinnedKey;
beforeAll(async () => {
  [phone, forger] = await Promise.all([newKey(), newKey()]);
});

async function newKey(): Promise<PinnedKey> {
  const { publicKey } = await generateTestKey();
  return { device: deviceNameOf(publicKey) ?? '', publicKey };
}

const fingerprint = ({ publicKey }: PinnedKey): string => fingerprintOf(publicKey) ?? '';

const config = newDeviceConfig('d-aaaaaaaaaa', contractFolders());

test('the name of a device without a ledger is the beginning of its fingerprint', () => {
  expect(phone.device).toMatch(/^d-[a-z2-7]{10}$/);
  const beginning = phone.device.slice(2).toUpperCase();
  expect(fingerprint(phone).replaceAll('-', '').startsWith(beginning)).toBe(true);
});

describe('keys in the vault’s settings', () => {
  test.each([
    ['absent', () => undefined, 0, 0],
    ['no list', () => 'x', 0, 1],
    ['whole', () => [phone, forger], 2, 0],
    ['twice the same', () => [phone, phone], 1, 0],
    ['half', () => [phone, { device: 'd-aaaaaaaaaa' }, null, 7, [phone], 'x'], 1, 5],
    ['under another device’s name', () => [{ ...forger, device: phone.device }], 0, 1],
    ['under this device’s name', () => [{ ...forger, device: config.device }], 0, 1],
    ['more than anybody has', () => [...Array.from({ length: 150 }, () => null), phone], 0, 151],
  ])('%s: what is damaged is passed over and counted', (_name, value, known, ignored) => {
    const read = readSharedKeys(value());
    expect([read.keys.length, read.ignored]).toEqual([known, ignored]);
  });

  test('break no settings, and are kept as they were written', () => {
    for (const keys of ['x', [null, phone], { a: 1 }, null]) {
      const settings = { ...newVaultSettings('v-abcdefghij'), keys };
      const checked = checkVaultSettings(settings, 'data.json');
      expect(checked).toEqual({ ok: true, value: settings });
    }
    const checked = checkVaultSettings(newVaultSettings('v-abcdefghij'), 'data.json');
    expect(checked.ok && Object.keys(checked.value)).not.toContain('keys');
  });

  test('get one more, once; what others wrote stays', () => {
    const odd = { note: 'of a later version' };
    expect(withSharedKey(undefined, phone)).toEqual([phone]);
    expect(withSharedKey([odd, forger], phone)).toEqual([odd, forger, phone]);
    expect(withSharedKey([phone, odd], phone)).toEqual([phone, odd]);
    const impostor = { ...phone, device: forger.device };
    expect(withSharedKey([impostor], phone)).toEqual([impostor, phone]);
  });
});

describe('the fingerprint that a person types decides', () => {
  test('which key it is, whatever lies beside it', () => {
    const keys = [forger, phone];
    expect(findByFingerprint(fingerprint(phone).toLowerCase(), keys)).toEqual({
      ok: true,
      value: phone,
    });
  });

  test('and a key that is not there is not guessed', () => {
    const found = findByFingerprint(fingerprint(phone), [forger]);
    expect(found.ok ? '' : found.error.code).toBe('key_unknown');
    const wrong = findByFingerprint('x', [phone]);
    expect(wrong.ok ? '' : wrong.error.code).toBe('input_invalid');
  });
});

test('trusting and revoking change the keys and nothing else', () => {
  const trusted = trustKey(trustKey(config, phone), phone);
  expect(trusted).toEqual({ ...config, pinnedKeys: [phone] });
  const both = trustKey(trusted, { ...phone, device: 'd-cccccccccc' });
  expect(revokeKey(both, phone.publicKey)).toEqual(config);
  expect(revokeKey(trusted, forger.publicKey)).toBe(trusted);
});

test('the own key is trusted under both of its names, and under no older one', () => {
  const before = trustKey(config, forger);
  const old = trustOwnKey({ ...before, device: 'd-bbbbbbbbbb' }, phone.publicKey);
  const now = trustOwnKey({ ...old, device: config.device }, phone.publicKey);
  expect(now.pinnedKeys).toEqual([
    forger,
    { device: config.device, publicKey: phone.publicKey },
    phone,
  ]);
});
