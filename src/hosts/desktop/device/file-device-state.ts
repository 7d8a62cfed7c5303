import { join } from 'node:path';
import timers from 'node:timers';
import { fail, ok, type Result } from '../../../core/errors.js';
import { whyNotJson } from '../../../core/json.js';
import type { DeviceConfig } from '../../../core/settings/device-config.js';
import type { DeviceState } from '../../../ports/device-state.js';
import { replaceFile } from '../files/atomic-file.js';
import { checkDeviceConfig } from './device-config-shape.js';
import { takeFileLock } from '../files/file-lock.js';
import { readRegular } from '../files/regular-file.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';

const OWNER_ONLY = 0o600;

const lookEveryMs = 20;

export function openDeviceState(folder: string, longestWaitMs = 11_000): DeviceState {
  const file = join(folder, 'device.json');

  const read: DeviceState['read'] = async () => {
    let text: string;
    try {
      text = await readRegular(file);
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return ok(null);
      const advice = 'Fix the cause, then try again. Nothing runs until it can be read.';
      return damaged(file, describeSystemError(error), advice);
    }
    try {
      return checkDeviceConfig(JSON.parse(text), file);
    } catch (error) {
      return damaged(file, whyNotJson(error));
    }
  };

  return {
    read,

    async change(edit) {
      const take = (): ReturnType<typeof takeFileLock> =>
        takeFileLock(folder, 'settings-lock', () => undefined);
      let lock: Awaited<ReturnType<typeof take>> = null;
      try {
        for (let waited = 0; lock === null && waited < longestWaitMs; waited += lookEveryMs) {
          if (waited > 0) await new Promise((resolve) => timers.setTimeout(resolve, lookEveryMs));
          lock = await take();
        }
        if (lock === null) return notWritten(file, 'another process is changing it');
        const held = lock;
        const found = await read();
        if (!found.ok) return found;
        const edited = edit(found.value);
        if (!edited.ok || isSame(edited.value, found.value)) return edited;
        const checked = checkDeviceConfig(edited.value, file);
        if (!checked.ok) return checked;
        const text = `${JSON.stringify(edited.value, null, 2)}\n`;
        const isWritten = await replaceFile(file, new TextEncoder().encode(text), OWNER_ONLY, () =>
          held.isOurs(),
        );
        return isWritten ? edited : notWritten(file, 'another process is changing it');
      } catch (error) {
        return notWritten(file, describeSystemError(error));
      } finally {
        await lock?.release().catch(() => undefined);
      }
    },
  };
}

function isSame(a: DeviceConfig, b: DeviceConfig | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function notWritten(file: string, reason: string): Result<never> {
  return fail(
    'device_state_write_failed',
    `The device state ${file} could not be written: ${reason}.`,
    'Fix the cause, then try again. The old settings still apply.',
  );
}

function damaged(
  file: string,
  reason: string,
  advice = 'Restore it from a backup, or set up this device again. Nothing runs until then.',
): ReturnType<typeof fail> {
  return fail(
    'device_state_invalid',
    `The device state ${file} cannot be read: ${reason}.`,
    advice,
  );
}
