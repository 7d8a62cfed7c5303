import type { BridgeTarget } from '../../core/request/tool-definition.js';
import type { BridgeConfig } from '../../core/settings/device-config.js';

/** What a configured bridge really reaches, without the values of variables and headers. */
export function bridgeTarget(config: BridgeConfig): BridgeTarget {
  return config.transport === 'stdio'
    ? {
        transport: 'stdio',
        command: config.command,
        args: config.args,
        names: Object.keys(config.env).sort(),
      }
    : { transport: 'http', url: config.url, names: Object.keys(config.headers).sort() };
}

/**
 * Everything that decides what a bridge's process does, values included: `SMTP_HOST` in the
 * environment redirects mail without changing the target. Compared, never shown or stored.
 */
export function launchKey(config: BridgeConfig): string {
  return config.transport === 'stdio'
    ? JSON.stringify([config.command, config.args, Object.entries(config.env).sort()])
    : JSON.stringify([config.url, Object.entries(config.headers).sort()]);
}
