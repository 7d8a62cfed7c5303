import { sha256Hex } from '../../core/digest.js';
import type { BridgeTarget } from '../../core/request/action/tool-definition.js';
import type { BridgeConfig } from '../../core/settings/device-config.js';

/** What a configured bridge really reaches, without the values of variables and headers. */
export function bridgeTarget(config: BridgeConfig): BridgeTarget {
  switch (config.transport) {
    case 'stdio':
      return {
        transport: 'stdio',
        command: config.command,
        args: config.args,
        names: Object.keys(config.env).sort(),
      };
    case 'http':
      return { transport: 'http', url: config.url, names: Object.keys(config.headers).sort() };
    case 'practice':
      return { transport: 'practice', names: [] };
  }
}

/**
 * Everything that decides what a bridge's process does, values included: `SMTP_HOST` in the
 * environment redirects mail without changing the target. Compared, never shown or stored.
 */
export function launchKey(config: BridgeConfig): string {
  switch (config.transport) {
    case 'stdio':
      return JSON.stringify([config.command, config.args, Object.entries(config.env).sort()]);
    case 'http':
      return JSON.stringify([config.url, Object.entries(config.headers).sort()]);
    case 'practice':
      return 'practice';
  }
}

/** The bridge as a person confirmed that it may use files of the vault. CALL ONLY ON A PERSON'S WORD. */
export function withVaultUse(config: BridgeConfig): BridgeConfig {
  return config.transport === 'stdio'
    ? { ...config, vaultUse: sha256Hex(launchKey(config)) }
    : config;
}

/** Whether a person confirmed that for the program, arguments and variables as they are now. */
export function mayUseVault(config: BridgeConfig): boolean {
  return config.transport === 'stdio' && config.vaultUse === sha256Hex(launchKey(config));
}
