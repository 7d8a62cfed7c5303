import { fail } from '../../../../../core/errors.js';
import type { BridgeConfig } from '../../../../../core/settings/device-config.js';
import { mcpBridges, type McpBridges } from '../../../../../mcp/client/bridges.js';
import { practiceFolderOf } from '../../../../../mcp/client/practice/practice-note.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { nodeHttpClient } from '../../../../desktop/servers/node-http-client.js';
import { nodeProcesses } from '../../../../desktop/servers/processes.js';
import { systemClock } from '../../../../desktop/system/system-clock.js';
import type { VaultDevice } from '../../../runner/vault-device.js';

const noNotes = {
  create: async () => fail('note_write_failed', 'Nothing is called here.', 'Start the runner.'),
};

/** Returns the servers of a device. The caller must close them. */
export function deviceBridges(
  env: Environment,
  device: VaultDevice,
  configs: readonly BridgeConfig[],
): McpBridges {
  return mcpBridges({
    configs: () => configs,
    processes: nodeProcesses({
      folder: device.folder,
      vaultRoot: device.root,
      environment: env,
    }),
    http: nodeHttpClient(),
    clock: systemClock(),
    practice: { store: noNotes, folder: practiceFolderOf(device.settings), now: () => Date.now() },
  });
}
