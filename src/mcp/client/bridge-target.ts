import { sha256Hex } from '../../core/digest.js';
import type { BridgeTarget } from '../../core/request/action/tool-definition.js';
import type { BridgeConfig } from '../../core/settings/device-config.js';

/** Returns what identifies the server of a bridge, without the values of variables and headers. */
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
 * Returns everything that decides what a bridge reaches. It may contain secrets: never show or
 * store it.
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

/** Lets the bridge use files of the vault. CALL ONLY WHEN A PERSON ASKED FOR THIS. */
export function withVaultUse(config: BridgeConfig): BridgeConfig {
  return config.transport === 'stdio'
    ? { ...config, vaultUse: sha256Hex(launchKey(config)) }
    : config;
}

/**
 * True when a person let the bridge use files of the vault. The permission ends when the server's
 * command, arguments or variables change.
 */
export function mayUseVault(config: BridgeConfig): boolean {
  return config.transport === 'stdio' && config.vaultUse === sha256Hex(launchKey(config));
}
