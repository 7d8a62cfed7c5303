import type { Result } from '../core/errors.js';
import type { DeviceConfig } from '../core/settings/device-config.js';

/** The part of device state that a person configures (bridges, routes, trust, pinned keys). */
export interface DeviceState {
  /** `null` before the first write. A damaged file is `device_state_invalid`, never a default. */
  read(): Promise<Result<DeviceConfig | null>>;
  /** Replaces it, crash-atomically, readable by its owner only. */
  write(config: DeviceConfig): Promise<Result<void>>;
}
