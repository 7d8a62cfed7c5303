import type { Result } from '../core/errors.js';
import type { DeviceConfig } from '../core/settings/device-config.js';

/**
 * The settings of this device that a person configures, such as bridges, routes and pinned keys.
 */
export interface DeviceState {
  /**
   * Returns the settings; `null` before the first write. Fails with `device_state_invalid` for a damaged
   * file.
   */
  read(): Promise<Result<DeviceConfig | null>>;
  /**
   * Changes the settings one change at a time, and returns the new settings. A crash leaves the old
   * or the new settings. Before the first write, `edit` gets null.
   */
  change(edit: (found: DeviceConfig | null) => Result<DeviceConfig>): Promise<Result<DeviceConfig>>;
}
