import type { Result } from '../core/errors.js';
import type { DeviceConfig } from '../core/settings/device-config.js';

/** The part of device state that a person configures (bridges, routes, trust, pinned keys). */
export interface DeviceState {
  /** `null` before the first write. A damaged file is `device_state_invalid`, never a default. */
  read(): Promise<Result<DeviceConfig | null>>;
  /**
   * Changes the settings crash-atomically; only their owner can read the file. One change at a time across
   * all processes, so none is lost. Returns the new settings. Before the first write, `edit` gets `null`.
   */
  change(edit: (found: DeviceConfig | null) => Result<DeviceConfig>): Promise<Result<DeviceConfig>>;
}
