import { afterEach, beforeEach, expect, test } from 'vitest';
import { memoryStorage } from '../../../../stand-in/device/memory-storage.js';
import { panelThat } from '../../../../support/obsidian/panel-that.js';
import { pluginVault, type PluginVault } from '../../../../support/obsidian/plugin-vault.js';
import { runPlugin } from '../../../../support/obsidian/running-plugin.js';

let vault: PluginVault;
beforeEach(async () => {
  vault = await pluginVault();
});
afterEach(() => vault.close());

const item = 'Inbox/invoice.md';
const brief = '# Invoice for A\nWrite the invoice, then send an email with it.\n';

test('a suggestion that a person ignored stays away over a restart and over edits, and nothing is written into the item', async () => {
  const storage = memoryStorage();
  const device = await vault.start({ storage });
  await runPlugin(vault, device);
  vault.folder.write(item, brief);
  const suggested = await panelThat(vault, device, ({ alerts }) =>
    alerts.some(({ kind }) => kind === 'suggestion'),
  );
  expect(suggested.alerts[0]?.suggests?.title).toBe('Invoice for A');

  (await vault.begun(device)).controller.plans.ignoreItem(item);
  await panelThat(vault, device, ({ alerts }) => alerts.length === 0);
  expect(vault.folder.text(item)).toBe(brief);
  expect(vault.settings()).not.toContain('invoice');

  await device.close('quit');
  const again = await vault.start({ storage });
  vault.folder.write(item, `${brief}Then call the manager.\n`);
  vault.folder.write('Inbox/other.md', '# Report\nPublish the report, then pay the client.\n');
  const { alerts } = await panelThat(vault, again, (model) => model.alerts.length > 0);
  expect(alerts.map(({ path }) => path)).toEqual(['Inbox/other.md']);
}, 60_000);
