import type { Result } from '../core/errors.js';
import type { DeviceConfig } from '../core/settings/device-config.js';

export interface DeviceState {
  /** Null if there are no settings. */
  read(): Promise<Result<DeviceConfig | null>>;
  /** Changes the settings, one change at a time. `edit` gets null if there are none. */
  change(edit: (found: DeviceConfig | null) => Result<DeviceConfig>): Promise<Result<DeviceConfig>>;
}
