import { stat, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fail, ok, type Result } from '../../../core/errors.js';
import { settingsGone, type DeviceConfig } from '../../../core/settings/device-config.js';
import type { VaultSettings } from '../../../core/settings/vault-settings.js';
import {
  openDevice,
  type Device,
  type DeviceOptions,
  type Environment,
} from '../../desktop/device/device.js';
import { notSetUp, readVaultSettings } from './vault-settings-file.js';

export interface VaultDevice extends Device {
  readonly root: string;
  readonly settings: VaultSettings;
}

export async function openVaultDevice(
  vault: string,
  env: Environment,
  only: Pick<DeviceOptions, 'isReader'> = {},
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
  if (!settings.value) return notSetUp(vault);
  const device = await openDevice({ vaultRoot: root, settings: settings.value, env, ...only });
  return device.ok ? ok({ root, settings: settings.value, ...device.value }) : device;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}

export function changeSettings(
  { state }: VaultDevice,
  edit: (now: DeviceConfig) => Result<DeviceConfig>,
): Promise<Result<DeviceConfig>> {
  return state.change((found) => (found ? edit(found) : { ok: false, error: settingsGone() }));
}

/** Updates the file time of `device.json`, so that a runner reads it again. */
export async function touchSettings({ folder }: VaultDevice): Promise<void> {
  const now = new Date();
  await utimes(join(folder, 'device.json'), now, now).catch(() => undefined);
}
