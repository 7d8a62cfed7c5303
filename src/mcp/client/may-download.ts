import type { BridgeConfig } from '../../core/settings/device-config.js';

const downloaders =
  /(?:^|[\\/])(?:npx|npm|pnpm|pnpx|yarn|bunx?|uvx?|pipx|docker|podman|deno)(?:\.(?:cmd|exe))?$/iu;

export function mayDownload(bridge: BridgeConfig): boolean {
  return bridge.transport === 'stdio' && downloaders.test(bridge.command);
}

export const downloadNotice = 'Downloading the server the first time may take a minute.';
