import { expect } from 'vitest';
import type { PanelModel } from '../../../src/core/screens/panel-model.js';
import type { Device } from '../../stand-in/open-device.js';
import type { PluginVault } from './plugin-vault.js';

/** What a panel of a device shows, once it shows what is wanted. */
export async function panelThat(
  vault: PluginVault,
  device: Device,
  isWanted: (model: PanelModel) => boolean,
): Promise<PanelModel> {
  const { controller: desk } = await vault.begun(device);
  let newest: PanelModel | undefined;
  const stop = desk.feed.watch({ isVisible: () => true, show: (model) => (newest = model) });
  try {
    await expect.poll(() => newest && isWanted(newest), { timeout: 10_000 }).toBe(true);
  } catch (error) {
    throw new Error(`The panel showed ${JSON.stringify(newest, null, 1)}`, { cause: error });
  } finally {
    stop();
  }
  return newest as PanelModel;
}
