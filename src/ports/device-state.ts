import type { Result } from '../core/errors.js';
import type { DeviceConfig } from '../core/settings/device-config.js';

export interface DeviceState {
  /** Null before the first write. */
  read(): Promise<Result<DeviceConfig | null>>;
  /** Changes the settings, one change at a time. Before the first write, `edit` gets null. */
  change(edit: (found: DeviceConfig | null) => Result<DeviceConfig>): Promise<Result<DeviceConfig>>;
}
