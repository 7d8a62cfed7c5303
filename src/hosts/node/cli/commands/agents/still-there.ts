import type { DeviceConfig } from '../../../../../core/settings/device-config.js';
import { clientNames, type KnownClient } from '../../../../../core/views/client-entry.js';
import { canMoveFrom, serversOfClient } from '../../../../../core/views/client-servers.js';
import { launchKey } from '../../../../../mcp/client/bridge-target.js';
import { importServers } from '../../../../../mcp/client/import-servers.js';
import { plain } from '../../terminal/terminal.js';

/** Returns a warning if the agent's program still lists servers of this device. */
export function stillThere(
  text: string,
  client: KnownClient,
  { root, config: { bridges } }: { readonly root: string; readonly config: DeviceConfig },
): string | null {
  const aliases = bridges.map(({ alias }) => alias);
  const launches = new Set(bridges.map((bridge) => launchKey(bridge)));
  const names = serversOfClient(text, root, client)
    .filter(({ alias, entry }) => {
      const read = importServers(JSON.stringify({ mcpServers: { [alias]: entry } }));
      const isSame = read.ok && read.value.bridges.some((one) => launches.has(launchKey(one)));
      return isSame || aliases.includes(alias);
    })
    .map(({ alias }) => alias);
  if (names.length === 0) return null;
  const [them, are] = names.length === 1 ? ['it', 'is'] : ['them', 'are'];
  const orMove = canMoveFrom(client) ? ', or run this again with --move' : '';
  return plain(
    `! ${new Intl.ListFormat('en-GB').format(names)} ${are} still in this file. The agent can call ${them} without asking. Remove ${them}${orMove}.`,
  );
}

/** Returns a warning if the program has turned off its entry for Countersign. */
export function ownIsOff(
  text: string,
  client: KnownClient,
  { root, server, off }: { root: string; server: string; off: readonly string[] },
): string | null {
  const ours = serversOfClient(text, root, client, off).find(({ alias }) => alias === server);
  return ours?.isOff === true
    ? `! ${clientNames[client]} has “${server}” turned off, so it will not start it. Turn it on there.`
    : null;
}
