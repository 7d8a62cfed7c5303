import { ok, type Result } from '../../../../../core/errors.js';
import { describeTarget } from '../../../../../core/settings/bridges/describe-bridge.js';
import type { BridgeConfig } from '../../../../../core/settings/device-config.js';
import { withVaultUse } from '../../../../../mcp/client/bridge-target.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { vaultPartsOf } from '../../../../desktop/paths/path-containment.js';
import type { VaultDevice } from '../../../runner/vault-device.js';
import { confirmed, plain, type Terminal } from '../../terminal/terminal.js';

/** Asks a person to permit the bridges that use files of the vault. */
export async function allowVaultUse(
  terminal: Terminal,
  env: Environment,
  device: VaultDevice,
  bridges: readonly BridgeConfig[],
): Promise<Result<readonly BridgeConfig[]>> {
  const using = new Set<BridgeConfig>();
  for (const bridge of bridges) {
    const parts = await vaultPartsOf(bridge, device.root, env, device.folder);
    if (parts.length === 0) continue;
    using.add(bridge);
    terminal.line(`${bridge.alias} uses this vault: ${plain(describeTarget(bridge))}`);
    for (const part of parts) terminal.line(`    ${plain(part)}`);
  }
  if (using.size === 0) return ok(bridges);
  terminal.line('Agents can write in the vault, so they could replace these programs or settings.');
  const said = await confirmed(terminal, 'use the vault');
  return said.ok
    ? ok(bridges.map((bridge) => (using.has(bridge) ? withVaultUse(bridge) : bridge)))
    : said;
}
