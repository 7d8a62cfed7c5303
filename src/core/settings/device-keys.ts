import { fail, ok, type Result } from '../errors.js';
import type { DeviceConfig, PinnedKey } from './device-config.js';
import { fingerprintOf, readFingerprint } from './fingerprint.js';

/** Public keys in the vault's settings. Being in this list does not make a key trusted. */
export interface SharedKeys {
  readonly keys: readonly PinnedKey[];
  readonly ignored: number;
}

const mostKeys = 100;

/** Makes a device's name from its public key. Null if the text is not a key. */
export function deviceNameOf(publicKey: string): string | null {
  const fingerprint = fingerprintOf(publicKey);
  return fingerprint && `d-${fingerprint.replaceAll('-', '').slice(0, 10).toLowerCase()}`;
}

export function readSharedKeys(value: unknown): SharedKeys {
  if (value === undefined) return { keys: [], ignored: 0 };
  if (!Array.isArray(value)) return { keys: [], ignored: 1 };
  const entries: readonly unknown[] = value.slice(0, mostKeys);
  const keys = new Map<string, PinnedKey>();
  let ignored = value.length - entries.length;
  for (const entry of entries) {
    const key = readEntry(entry);
    if (key) keys.set(key.publicKey, key);
    else ignored += 1;
  }
  return { keys: [...keys.values()], ignored };
}

export function withSharedKey(
  value: unknown,
  { device, publicKey }: PinnedKey,
): readonly unknown[] {
  const others: readonly unknown[] = Array.isArray(value) ? value : [];
  const isThere = others.some((entry) => readEntry(entry)?.publicKey === publicKey);
  return isThere ? others : [...others, { device, publicKey }];
}

export function findByFingerprint(typed: string, keys: readonly PinnedKey[]): Result<PinnedKey> {
  const fingerprint = readFingerprint(typed);
  if (!fingerprint.ok) return fingerprint;
  const found = keys.find(({ publicKey }) => fingerprintOf(publicKey) === fingerprint.value);
  return found
    ? ok(found)
    : fail(
        'key_unknown',
        'No key with this fingerprint is in this vault yet.',
        'Press “Let this device approve” on the other device, wait until sync has brought its settings, and compare what you typed.',
      );
}

export function trustKey(config: DeviceConfig, { device, publicKey }: PinnedKey): DeviceConfig {
  const { pinnedKeys } = config;
  const isKnown = pinnedKeys.some((key) => key.device === device && key.publicKey === publicKey);
  return isKnown ? config : { ...config, pinnedKeys: [...pinnedKeys, { device, publicKey }] };
}

export function revokeKey(config: DeviceConfig, publicKey: string): DeviceConfig {
  const pinnedKeys = config.pinnedKeys.filter((key) => key.publicKey !== publicKey);
  return pinnedKeys.length === config.pinnedKeys.length ? config : { ...config, pinnedKeys };
}

/** Makes this device trust its own key. */
export function trustOwnKey(config: DeviceConfig, publicKey: string): DeviceConfig {
  const { device, pinnedKeys } = config;
  const others = pinnedKeys.filter((key) => key.device !== device && key.publicKey !== publicKey);
  const name = deviceNameOf(publicKey);
  const own = [device, ...(name === null ? [] : [name])];
  return {
    ...config,
    pinnedKeys: [...others, ...own.map((each) => ({ device: each, publicKey }))],
  };
}

function readEntry(entry: unknown): PinnedKey | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { device, publicKey } = entry as Record<string, unknown>;
  if (typeof device !== 'string' || typeof publicKey !== 'string') return null;
  return deviceNameOf(publicKey) === device ? { device, publicKey } : null;
}
