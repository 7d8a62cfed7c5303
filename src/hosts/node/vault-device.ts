import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fail, ok, type Result } from '../../core/errors.js';
import type { DeviceConfig } from '../../core/settings/device-config.js';
import type { VaultSettings } from '../../core/settings/vault-settings.js';
import type { DeviceState } from '../../ports/device-state.js';
import { deviceFolder } from '../desktop/device-folder.js';
import { openDeviceState } from '../desktop/file-device-state.js';
import { systemIds } from '../desktop/system-ids.js';
import { readVaultSettings } from './vault-settings-file.js';

/** A vault as this device knows it. */
export interface VaultDevice {
  /** The vault's folder. */
  readonly root: string;
  readonly settings: VaultSettings;
  /** This device's folder for it, outside the vault. */
  readonly folder: string;
  readonly ledgerFile: string;
  readonly state: DeviceState;
  readonly config: DeviceConfig;
}

/** Environment variables that say where device state lies. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Opens what this device knows of a vault that was set up. On first use it makes the device's state: that
 * this account starts the runner confirms the folder names as they are now.
 */
export async function openVaultDevice(
  vault: string,
  env: Environment,
): Promise<Result<VaultDevice>> {
  const root = resolve(vault);
  if (!(await isFolder(root))) {
    return fail(
      'usage',
      `There is no folder ${root}.`,
      'Name the folder of your vault with --vault.',
    );
  }
  const settings = await readVaultSettings(root);
  if (!settings.ok) return settings;
  if (!settings.value) {
    return fail(
      'vault_not_set_up',
      'This vault is not set up for Countersign.',
      `Run \`countersign setup --vault ${vault}\` first.`,
    );
  }
  const folder = await deviceFolder({ vaultRoot: root, vaultId: settings.value.vaultId, env });
  if (!folder.ok) return folder;
  const state = openDeviceState(folder.value);
  const ledgerFile = join(folder.value, 'ledger.jsonl');
  const config = await readOrMakeConfig(state, settings.value);
  if (!config.ok) return config;
  return ok({
    root,
    settings: settings.value,
    folder: folder.value,
    ledgerFile,
    state,
    config: config.value,
  });
}

/** A device without a ledger gets a new name, so that its audit lines never mix with those of a lost one. */
export async function nameNewLedger(device: VaultDevice): Promise<Result<VaultDevice>> {
  if (await isFile(device.ledgerFile)) return ok(device);
  const config = { ...device.config, device: newDeviceName() };
  const written = await device.state.write(config);
  return written.ok ? ok({ ...device, config }) : written;
}

async function readOrMakeConfig(
  state: DeviceState,
  settings: VaultSettings,
): Promise<Result<DeviceConfig>> {
  const read = await state.read();
  if (!read.ok) return read;
  if (read.value) return ok(read.value);
  const config: DeviceConfig = {
    version: 1,
    device: newDeviceName(),
    folders: settings.folders,
    trustMoves: false,
    paused: false,
    bridges: [],
    routes: [],
    pinnedKeys: [],
  };
  const written = await state.write(config);
  return written.ok ? ok(config) : written;
}

function newDeviceName(): string {
  return `d-${systemIds().random(10)}`;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true;
}
