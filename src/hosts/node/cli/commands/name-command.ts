import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, type Problem } from '../../../../core/errors.js';
import type { DeviceConfig } from '../../../../core/settings/device-config.js';
import {
  deviceMeant,
  isDeviceId,
  namedAs,
  withDeviceName,
} from '../../../../core/settings/device-names.js';
import type { Environment } from '../../../desktop/device/device.js';
import { changeSettings, openVaultDevice, type VaultDevice } from '../../runner/vault-device.js';
import {
  exitCodes,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../terminal/terminal.js';

export interface NameOptions {
  readonly vault: string;
  readonly device: string | undefined;
  /** An empty text removes the name. */
  readonly name: string | undefined;
}

export async function nameCommand(
  terminal: Terminal,
  env: Environment,
  { vault, device: typed, name }: NameOptions,
): Promise<ExitCode> {
  if (typed === undefined || name === undefined) {
    return sayProblem(terminal, usage('Which device, and which name?'));
  }
  const device = await openVaultDevice(vault, env);
  if (!device.ok) return sayProblem(terminal, device.error);
  const { config } = device.value;
  const id = typed === 'this' ? config.device : namedAs(config, deviceMeant(config, typed));
  if (!(await isKnown(device.value, config, id))) {
    return sayProblem(terminal, usage(`This device doesn’t know a device called ${plain(typed)}.`));
  }
  const named = await changeSettings(device.value, (now) => withDeviceName(now, id, name));
  if (!named.ok) return sayProblem(terminal, named.error);
  const given = named.value.deviceNames?.[id];
  terminal.line(
    `${styled(terminal, 'green', '✓')} ${id} ${given === undefined ? 'no longer has a name' : `is now shown as “${plain(given)}”`}.`,
  );
  return exitCodes.well;
}

async function isKnown(
  { root, settings }: VaultDevice,
  { device, pinnedKeys, deviceNames = {} }: DeviceConfig,
  id: string,
): Promise<boolean> {
  if (!isDeviceId(id)) return false;
  const ids = [device, ...pinnedKeys.map((key) => key.device), ...Object.keys(deviceNames)];
  if (ids.includes(id)) return true;
  const audit = join(root, settings.folders.logs, 'audit');
  const files = await readdir(audit).catch((): string[] => []);
  return files.some((file) => file.startsWith(`${id}-`));
}

function usage(message: string): Problem {
  return fail(
    'usage',
    message,
    'Use `name-device DEVICE NAME`: `this`, or a device that `countersign trust` or an alert names, and its name in quotation marks (`""` removes it).',
  ).error;
}
