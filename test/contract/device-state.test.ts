import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
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
      expect(await open().write({ ...CONFIG, paused })).toEqual({ ok: true, value: undefined });
      expect(await open().read()).toEqual({ ok: true, value: { ...CONFIG, paused } });
    }
  });
});
