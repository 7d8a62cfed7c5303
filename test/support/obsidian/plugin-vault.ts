import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { PanelController } from '../../../src/hosts/obsidian/panel/panel-controller.js';
import type { Session } from '../../../src/hosts/obsidian/lifecycle/session.js';
import { vaultFolder, type VaultFolder } from '../../stand-in/device-in-folder.js';
import type { Device, DeviceOptions } from '../../stand-in/open-device.js';
import { builtPlugin } from '../../stand-in/server/built-plugin.js';

/** What a running plugin keeps to itself, for tests that press no button. */
interface Insides {
  readonly session: Session;
  readonly controller: PanelController;
}

export const settingsFile = '.obsidian/plugins/countersign/data.json';

/** A vault with the built plugin in it, and this account's device state in a folder of its own. */
export interface PluginVault {
  readonly folder: VaultFolder;
  /** `data.json` as it lies there; `null`: it does not. */
  settings(): string | null;
  /** Starts a device and waits until the plugin has looked at the vault. */
  start(options?: Partial<DeviceOptions>): Promise<Device>;
  /** Resolves when the plugin of this device has looked at the vault (again). */
  begun(device: Device): Promise<Insides>;
  close(): Promise<void>;
}

/** Makes a vault folder and puts the built plugin into it, switched on. */
export async function pluginVault(data?: string): Promise<PluginVault> {
  const configuration = mkdtempSync(join(tmpdir(), 'countersign-device-'));
  vi.stubEnv('XDG_CONFIG_HOME', configuration);
  const folder = vaultFolder();
  folder.install('countersign', readFileSync(join(await builtPlugin(), 'main.js'), 'utf8'), data);

  const insidesOf = (device: Device): Insides | null => {
    const plugin = device.plugins.plugins['countersign'] as
      { running?: Insides | null } | undefined;
    return plugin?.running ?? null;
  };
  const begun = (device: Device) =>
    vi.waitFor(
      () => {
        const insides = insidesOf(device);
        if (!insides || insides.session.state.at === 'starting') throw new Error('Not begun yet.');
        return insides;
      },
      { timeout: 20_000, interval: 20 },
    );
  return {
    folder,
    begun,
    settings() {
      try {
        return folder.text(settingsFile);
      } catch {
        return null;
      }
    },
    async start(options) {
      const device = await folder.device(options);
      await device.start();
      await begun(device);
      return device;
    },
    async close() {
      await folder.close();
      vi.unstubAllEnvs();
      rmSync(configuration, { recursive: true, force: true });
    },
  };
}
