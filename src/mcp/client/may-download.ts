import type { BridgeConfig } from '../../core/settings/device-config.js';

/** Commands that fetch a server when they do not have it yet: that alone may take longer than a start. */
const downloaders =
  /(?:^|[\\/])(?:npx|npm|pnpm|pnpx|yarn|bunx?|uvx?|pipx|docker|podman|deno)(?:\.(?:cmd|exe))?$/iu;

/** Whether the command of a bridge may have to download its server before it first starts. */
export function mayDownload(bridge: BridgeConfig): boolean {
  return bridge.transport === 'stdio' && downloaders.test(bridge.command);
}

export const downloadNotice = 'Downloading the server the first time may take a minute.';
