import { join } from 'node:path';
import { fail, ok } from '../../../core/errors.js';
import { whyNotJson } from '../../../core/json.js';
import type { DeviceState } from '../../../ports/device-state.js';
import { replaceFile } from '../files/atomic-file.js';
import { checkDeviceConfig } from './device-config-shape.js';
import { readRegular } from '../files/regular-file.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';

const OWNER_ONLY = 0o600;

/** The configuration in `device.json` of a device folder. */
export function openDeviceState(folder: string): DeviceState {
  const file = join(folder, 'device.json');
  return {
    async read() {
      let text: string;
      try {
        text = await readRegular(file);
      } catch (error) {
        if (systemErrorCode(error) === 'ENOENT') return ok(null);
        return damaged(file, describeSystemError(error));
      }
      try {
        return checkDeviceConfig(JSON.parse(text), file);
      } catch (error) {
        return damaged(file, whyNotJson(error));
      }
    },

    async write(config) {
      const checked = checkDeviceConfig(config, file);
      if (!checked.ok) return checked;
      try {
        const text = `${JSON.stringify(config, null, 2)}\n`;
        await replaceFile(file, new TextEncoder().encode(text), OWNER_ONLY);
        return ok(undefined);
      } catch (error) {
        return fail(
          'device_state_write_failed',
          `The device state ${file} could not be written: ${describeSystemError(error)}.`,
          'Fix the cause, then try again. The old settings still apply.',
        );
      }
    },
  };
}

function damaged(file: string, reason: string): ReturnType<typeof fail> {
  return fail(
    'device_state_invalid',
    `The device state ${file} cannot be read: ${reason}.`,
    'Restore it from a backup, or set up this device again. Nothing runs until then.',
  );
}
