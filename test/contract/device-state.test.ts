import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fail, ok } from '../../src/core/errors.js';
import { newDeviceConfig } from '../../src/core/settings/device-config.js';
import { contractFolders } from '../../src/core/settings/folders.js';
import { openDeviceState } from '../../src/hosts/desktop/device/file-device-state.js';
import type { DeviceState } from '../../src/ports/device-state.js';
import { memoryDeviceState } from '../support/memory/memory-device-state.js';

const CONFIG = newDeviceConfig('d-abcdefg234', contractFolders());

const folder = mkdtempSync(join(tmpdir(), 'countersign-device-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = { config: null };

describe.each<[string, () => DeviceState]>([
  ['in memory', () => memoryDeviceState(file)],
  ['in a file', () => openDeviceState(folder)],
])('device state %s', (_name, open) => {
  test('is null before the first write, then what was written last, over restarts', async () => {
    expect(await open().read()).toEqual({ ok: true, value: null });
    for (const paused of [true, false]) {
      const value = { ...CONFIG, paused };
      expect(await open().change(() => ok(value))).toEqual({ ok: true, value });
      expect(await open().read()).toEqual({ ok: true, value: { ...CONFIG, paused } });
    }
  });

  test('of changes at one moment none is lost, and one that is refused changes nothing', async () => {
    const names = ['b', 'c', 'd', 'e', 'f', 'g'].map((letter) => `d-${letter.repeat(7)}234`);
    const all = names.map((name) =>
      open().change((found) => {
        const config = found ?? CONFIG;
        return ok({
          ...config,
          deviceNames: { ...config.deviceNames, [name]: `Phone ${name.slice(2, 4)}` },
        });
      }),
    );
    const refused = fail('usage', 'No.', 'Think again.');
    expect(await open().change(() => refused)).toEqual(refused);
    for (const one of await Promise.all(all)) expect(one).toHaveProperty('ok', true);
    const read = await open().read();
    expect(read.ok && Object.keys(read.value?.deviceNames ?? {}).sort()).toEqual(names);
  });
});
