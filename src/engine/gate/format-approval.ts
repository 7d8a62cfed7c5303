import type { DeviceConfig } from '../../core/settings/device-config.js';
import { deviceRecord } from '../../core/settings/device-names.js';
import type { Authority } from './authority.js';

/** How an approval is told in the audit log, and in the plan's log to somebody who reads nothing else. */
export function formatApproval(
  authority: Authority,
  config: DeviceConfig,
): {
  readonly recorded: string;
  readonly logged: string;
} {
  if (authority.by === 'policy') {
    return {
      recorded: ': moved to Approved (trusted-move policy)',
      logged:
        'The request was moved to Approved, which counts here, whoever moved it (trusted-move policy)',
    };
  }
  const { device } = authority;
  const words = deviceRecord(config, device);
  const named = words === device ? `device ${device}` : words;
  return {
    // This log is this device's own; a plan's log is read on all of them.
    recorded: words === config.device ? ' on this device' : ` from ${named}`,
    logged: `Approved by a person on ${named}`,
  };
}
