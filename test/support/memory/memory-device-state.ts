import { ok } from '../../../src/core/errors.js';
import type { DeviceConfig } from '../../../src/core/settings/device-config.js';
import type { DeviceState } from '../../../src/ports/device-state.js';
import type { WriteHooks } from './simulated-crash.js';

/** The configuration of one device; it outlives the stores over it. `null` before the first write. */
export interface MemoryDeviceFile {
  config: DeviceConfig | null;
}

/** DeviceState over a file in memory. */
export function memoryDeviceState(file: MemoryDeviceFile, hooks: WriteHooks = {}): DeviceState {
  return {
    async read() {
      return ok(file.config);
    },
    async change(edit) {
      const edited = edit(file.config);
      if (!edited.ok) return edited;
      hooks.beforeWrite?.('device state');
      file.config = structuredClone(edited.value);
      hooks.afterWrite?.('device state');
      return edited;
    },
  };
}
