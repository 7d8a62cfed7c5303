import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fail, ok, type Result } from '../../../core/errors.js';
import { withoutPermissions } from '../../../core/settings/agents/standing-permission.js';
import { newDeviceConfig, type DeviceConfig } from '../../../core/settings/device-config.js';
import { withNewId } from '../../../core/settings/device-names.js';
import { initialFolders } from '../../../core/settings/folders.js';
import type { VaultSettings } from '../../../core/settings/vault-settings.js';
import type { DeviceState } from '../../../ports/device-state.js';
import { deviceFolder, namesIn } from './device-folder.js';
import { openDeviceState } from './file-device-state.js';
import { systemIds } from '../system/system-ids.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Device {
  readonly folder: string;
  readonly ledgerFile: string;
  readonly state: DeviceState;
  readonly config: DeviceConfig;
}

export interface DeviceOptions {
  readonly vaultRoot: string;
  readonly settings: VaultSettings;
  readonly env?: Environment;
  /** Set this to only read. Then no file or folder is created. */
  readonly isReader?: true;
}

/**
 * Opens this device's state for a vault. Without `isReader`, call it only after a person let this
 * device run actions.
 */
export async function openDevice(options: DeviceOptions): Promise<Result<Device>> {
  const { vaultRoot, settings, env = process.env, isReader } = options;
  const folder = await deviceFolder({
    ...{ vaultRoot, vaultId: settings.vaultId, env },
    ...(isReader ? { isReader } : {}),
  });
  if (!folder.ok) return folder;
  const state = openDeviceState(folder.value);
  const config = await readOrMakeConfig(state, folder.value, options);
  if (!config.ok) return config;
  return ok({
    folder: folder.value,
    ledgerFile: ledgerFileIn(folder.value),
    state,
    config: config.value,
  });
}

export function ledgerFileIn(folder: string): string {
  return join(folder, 'ledger.jsonl');
}

export function callLogIn(folder: string): string {
  return join(folder, 'calls');
}

/**
 * Gives a new id to a device that has no ledger, because each ledger needs its own device id. Call
 * it only while holding the lock.
 */
export async function nameNewLedger<T extends Device>(
  device: T,
  isLater = false,
): Promise<Result<T>> {
  const isThere = await holdsAnything(device.ledgerFile);
  if (isThere && device.config.ledgersBefore === undefined) return ok(device);
  const { length } = await ledgersIn(device.folder);
  const written = await device.state.change((found) => {
    const { ledgersBefore, ...config } = found ?? device.config;
    if (isThere) return ok(config);
    const named = withNewId(config, newDeviceName());
    const kept = ledgersBefore === length ? named : withoutPermissions(named);
    return ok(isLater ? { ...kept, ledgersBefore: length } : kept);
  });
  return written.ok ? ok({ ...device, config: written.value }) : written;
}

async function readOrMakeConfig(
  state: DeviceState,
  folder: string,
  { settings, isReader }: DeviceOptions,
): Promise<Result<DeviceConfig>> {
  const read = await state.read();
  if (!read.ok) return read;
  if (read.value) return ok(read.value);
  if ((await ledgersIn(folder)).length > 0) return configLost(folder);
  // Agents can swap folder names in the vault's settings, so a new device starts with the default
  // names.
  const named = newDeviceConfig(newDeviceName(), initialFolders(settings.folders));
  const config = { ...named, ledgersBefore: 0 };
  if (isReader) return ok(config);
  return state.change((found) => ok(found ?? config));
}

function newDeviceName(): string {
  return `d-${systemIds().random(10)}`;
}

async function ledgersIn(folder: string): Promise<readonly string[]> {
  return (await namesIn(folder)).filter((name) => /^ledger.*\.jsonl$/.test(name));
}

function configLost(folder: string): Result<never> {
  return fail(
    'device_state_invalid',
    `The device state ${join(folder, 'device.json')} is gone, but the ledger beside it is there.`,
    'Restore it from a backup. If you have none, move that folder away: this device then starts as a new one. Nothing runs until then.',
  );
}

async function holdsAnything(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() === true && found.size > 0;
}
