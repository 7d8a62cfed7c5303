import type { Result } from '../core/errors.js';
import type { DeviceConfig } from '../core/settings/device-config.js';

/** The part of device state that a person configures (bridges, routes, trust, pinned keys). */
export interface DeviceState {
  /** `null` before the first write. A damaged file is `device_state_invalid`, never a default. */
  read(): Promise<Result<DeviceConfig | null>>;
  /**
   * Changes what lies there now, crash-atomically, readable by its owner only. No other change, of whatever process,
   * comes between; so none is lost. The value is what lies there then. `edit` is given `null` before the first write.
   */
  change(edit: (found: DeviceConfig | null) => Result<DeviceConfig>): Promise<Result<DeviceConfig>>;
}
