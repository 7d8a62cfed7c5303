import { fail, ok, type Problem } from '../../../../core/errors.js';
import type { PinnedKey } from '../../../../core/settings/device-config.js';
import {
  findByFingerprint,
  readSharedKeys,
  revokeKey,
  trustKey,
  type SharedKeys,
} from '../../../../core/settings/device-keys.js';
import { deviceMeant, deviceRecord, formatDevice } from '../../../../core/settings/device-names.js';
import { fingerprintOf, readFingerprint } from '../../../../core/settings/fingerprint.js';
import type { Environment } from '../../../desktop/device/device.js';
import { changeSettings, openVaultDevice, type VaultDevice } from '../../runner/vault-device.js';
import {
  confirmed,
  exitCodes,
  jsonLine,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../terminal/terminal.js';

export interface TrustOptions {
  readonly vault: string;
  readonly json: boolean;
  readonly fingerprint: string | undefined;
  readonly remove: string | undefined;
}

export async function trustCommand(
  terminal: Terminal,
  env: Environment,
  options: TrustOptions,
): Promise<ExitCode> {
  const device = await openVaultDevice(options.vault, env);
  if (!device.ok) return sayProblem(terminal, device.error);
  const { fingerprint, remove } = options;
  if (remove !== undefined && fingerprint !== undefined) {
    return sayProblem(terminal, usage('Either trust a key or remove one.'));
  }
  if (remove !== undefined) return removeKeys(terminal, device.value, remove);
  if (fingerprint !== undefined) return trust(terminal, device.value, fingerprint);
  const shared = readSharedKeys(device.value.settings.keys);
  return listKeys(terminal, device.value, shared, options.json);
}

async function trust(terminal: Terminal, device: VaultDevice, typed: string): Promise<ExitCode> {
  const found = findByFingerprint(typed, readSharedKeys(device.settings.keys).keys);
  if (!found.ok) return sayProblem(terminal, found.error);
  const { device: name, publicKey } = found.value;
  terminal.line(`${plain(deviceRecord(device.config, name))}  ${fingerprintOf(publicKey) ?? ''}`);
  terminal.line('Anyone who uses that device can approve what this one runs.');
  const said = await confirmed(terminal, 'trust');
  if (!said.ok) return sayProblem(terminal, said.error);
  const now = await changeSettings(device, (config) => ok(trustKey(config, found.value)));
  if (!now.ok) return sayProblem(terminal, now.error);
  terminal.line(
    `${styled(terminal, 'green', '✓')} This device now trusts ${plain(formatDevice(now.value, name))}.`,
  );
  return exitCodes.well;
}

async function removeKeys(
  terminal: Terminal,
  vaultDevice: VaultDevice,
  which: string,
): Promise<ExitCode> {
  const fingerprint = readFingerprint(which);
  const left = await changeSettings(vaultDevice, (config) => {
    const isMeant = ({ device, publicKey }: PinnedKey): boolean =>
      device === deviceMeant(config, which) ||
      (fingerprint.ok && fingerprintOf(publicKey) === fingerprint.value);
    const meant = config.pinnedKeys.filter(isMeant);
    if (meant.length === 0) return refused(`This device doesn’t trust a key of ${plain(which)}.`);
    const own = ownKeys(config);
    if (meant.some(({ publicKey }) => own.has(publicKey))) {
      return refused('This device always trusts its own key.');
    }
    return ok(meant.reduce((now, { publicKey }) => revokeKey(now, publicKey), config));
  });
  if (!left.ok) return sayProblem(terminal, left.error);
  terminal.line(`${styled(terminal, 'green', '✓')} This device no longer trusts ${plain(which)}.`);
  return exitCodes.well;
}

function listKeys(
  terminal: Terminal,
  { config }: VaultDevice,
  { keys, ignored }: SharedKeys,
  json: boolean,
): ExitCode {
  const own = ownKeys(config);
  const trusted = [...new Map(config.pinnedKeys.map((key) => [key.publicKey, key])).values()].map(
    ({ device, publicKey }) => ({
      device,
      fingerprint: fingerprintOf(publicKey),
      isOwn: own.has(publicKey),
    }),
  );
  const known = new Set(config.pinnedKeys.map(({ publicKey }) => publicKey));
  const untrusted = keys.filter(({ publicKey }) => !known.has(publicKey));
  if (json) {
    const names = untrusted.map(({ device }) => device);
    terminal.line(jsonLine({ trusted, untrusted: names, ignored }));
    return exitCodes.well;
  }
  if (trusted.length === 0) terminal.line('This device doesn’t trust any keys yet.');
  for (const { device, fingerprint, isOwn } of trusted) {
    const words = plain(deviceRecord(config, device));
    terminal.line(`${words}  ${fingerprint ?? 'unreadable'}${isOwn ? '  (this device)' : ''}`);
  }
  // Shows no fingerprint, because anyone who can write into the vault can put a key there.
  for (const { device } of untrusted) {
    terminal.line(
      `${plain(deviceRecord(config, device))}  not trusted. Its fingerprint is shown on that device.`,
    );
  }
  if (ignored > 0) terminal.line(`${ignored} entries among the vault’s keys can’t be used.`);
  return exitCodes.well;
}

function ownKeys({ device, pinnedKeys }: VaultDevice['config']): ReadonlySet<string> {
  return new Set(pinnedKeys.filter((key) => key.device === device).map((key) => key.publicKey));
}

function usage(message: string): Problem {
  return refused(message).error;
}

function refused(message: string): ReturnType<typeof fail> {
  return fail('usage', message, 'Use `trust`, `trust FINGERPRINT` or `trust --remove DEVICE`.');
}
