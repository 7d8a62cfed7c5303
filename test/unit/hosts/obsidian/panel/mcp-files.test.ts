import { afterEach, expect, test } from 'vitest';
import type { Press } from '../../../../../src/ui/actions/panel-actions.js';
import { believePresses } from '../../../../support/obsidian/believe-presses.js';
import { panelThat } from '../../../../support/obsidian/panel-that.js';
import { pluginVault, type PluginVault } from '../../../../support/obsidian/plugin-vault.js';
import { runPlugin } from '../../../../support/obsidian/running-plugin.js';

let vault: PluginVault;
afterEach(() => vault.close());

test('the panel names an MCP configuration in the vault until a person has seen it', async () => {
  vault = await pluginVault();
  vault.folder.write('.mcp.json', '{"mcpServers":{"countersign":{"command":"other"}}}');
  const device = await vault.start();
  const plugin = await runPlugin(vault, device);
  const isNamed = (alert: { kind: string }): boolean => alert.kind === 'mcp_file';
  const { alerts } = await panelThat(vault, device, (model) => model.alerts.some(isNamed));
  const offer = alerts.find(isNamed)?.offers;
  expect(offer).toMatchObject({ do: 'mcp_files_seen' });
  const { controller } = await vault.begun(device);
  believePresses(controller);
  const pressed = { event: {}, control: {}, steadyMs: 60_000 } as unknown as Press;
  const files = offer?.do === 'mcp_files_seen' ? offer.files : {};
  controller.device.mcpFilesSeen(files, pressed);
  await panelThat(vault, device, (model) => !model.alerts.some(isNamed));
  expect((await plugin.executor()).device.config.seenMcpFiles).toEqual(files);
});
