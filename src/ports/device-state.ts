import type { Result } from '../core/errors.js';
import type { DeviceConfig } from '../core/settings/device-config.js';

/** The part of device state that a person configures (bridges, routes, trust, pinned keys). */
export interface DeviceState {
  /** `null` before the first write. A damaged file is `device_state_invalid`, never a default. */
  read(): Promise<Result<DeviceConfig | null>>;
  /**
   * Changes the settings, crash-atomically, readable by their owner only. One change runs at a time, over all
   * processes, so none is lost. The value is the new settings. Before the first write, `edit` gets `null`.
   */
  change(edit: (found: DeviceConfig | null) => Result<DeviceConfig>): Promise<Result<DeviceConfig>>;
}
