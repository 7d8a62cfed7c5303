import type { Result } from '../core/errors.js';
import type { DeviceConfig } from '../core/settings/device-config.js';

export interface DeviceState {
  /** Null if there are no settings. */
  read(): Promise<Result<DeviceConfig | null>>;
  /** Changes run one after another. `edit` gets null if there are no settings. */
  change(edit: (found: DeviceConfig | null) => Result<DeviceConfig>): Promise<Result<DeviceConfig>>;
}
