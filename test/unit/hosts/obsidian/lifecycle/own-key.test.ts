import { describe, expect, test } from 'vitest';
import { fail } from '../../../../../src/core/errors.js';
import type { SharedKeys } from '../../../../../src/core/settings/device-keys.js';
import {
  approverHere,
  readOwnKey,
  type OwnKey,
} from '../../../../../src/hosts/obsidian/lifecycle/own-key.js';
import type { OpenVault } from '../../../../../src/hosts/obsidian/lifecycle/open-vault.js';
import type { Signer } from '../../../../../src/ports/signer.js';
import { generateTestKey } from '../../../../support/memory/test-key.js';

const own: OwnKey = {
  device: 'd-aaaaaaaaaa',
  publicKey: 'own',
  fingerprint: 'AAAA',
  isTrustedHere: false,
  ranAs: null,
  problem: null,
};
const signer = {} as Signer;
const shared = (...publicKeys: string[]): SharedKeys => ({
  keys: publicKeys.map((publicKey) => ({ device: 'd-aaaaaaaaaa', publicKey })),
  ignored: 0,
});

describe('a device that runs nothing approves', () => {
  const approves = (key: OwnKey | null, keys: SharedKeys) =>
    'signer' in approverHere(key, signer, keys);

  test('once its key lies in the vault: that was a person’s press', () => {
    expect(approves(own, shared())).toBe(false);
    expect(approves(own, shared('another'))).toBe(false);
    expect(approves(own, shared('another', 'own'))).toBe(true);
  });

  test('or where this computer’s own runner trusts its key', () => {
    expect(approves({ ...own, isTrustedHere: true }, shared())).toBe(true);
  });

  test('also while this computer’s settings can’t be read', () => {
    const { error: problem } = fail('device_state_invalid', 'They are damaged.', 'Repair them.');
    expect(approves({ ...own, problem }, shared('own'))).toBe(true);
    expect(approverHere({ ...own, problem }, signer, shared())).toBe(problem);
  });

  test('never without a key', () => {
    expect(approves(null, shared('own'))).toBe(false);
  });
});

test('the runner of this computer trusts a key under its own name only', async () => {
  const { publicKey } = await generateTestKey();
  const vaultWith = (pinnedKeys: object[]) =>
    ({
      signer: { publicKey: async () => ({ ok: true, value: publicKey }) },
      side: { desktop: { state: { read: async () => ({ ok: true, value: { pinnedKeys } }) } } },
    }) as unknown as OpenVault;
  const key = await readOwnKey(vaultWith([]));
  expect(key).toMatchObject({ publicKey, isTrustedHere: false });
  const { device = '' } = key ?? {};
  expect(await readOwnKey(vaultWith([{ device, publicKey }]))).toMatchObject({
    isTrustedHere: true,
  });
  expect(await readOwnKey(vaultWith([{ device, publicKey: 'another' }]))).toMatchObject({
    isTrustedHere: false,
  });
  const broken = { signer: { publicKey: async () => ({ ok: false }) } } as unknown as OpenVault;
  expect(await readOwnKey(broken)).toBeNull();
});
