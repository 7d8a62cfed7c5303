import type * as Obsidian from 'obsidian';
import type { Assumptions } from '../device/assumptions.js';
import type { ValueStorage } from '../device/device-storage.js';
import { SecretStorage } from '../device/secret-storage.js';
import type { MetadataCache } from '../metadata/metadata-cache.js';
import type { Vault } from '../vault/vault.js';
import type { Workspace } from '../workspace/workspace.js';
import type { Commands } from './commands.js';
import type { FileManager } from './file-manager.js';
import { InternalPlugins } from './internal-plugins.js';
import type { PluginManager } from './plugins/plugin-manager.js';
import type { Registries } from './registries.js';
import type { WindowLeak } from './plugins/tracked-window.js';

type Documented = Pick<
  Obsidian.App,
  'isDarkMode' | 'lastEvent' | 'loadLocalStorage' | 'saveLocalStorage' | 'secretStorage'
>;

/** Documented: obsidian.d.ts:406, `class App`. The parts are put in as the device is opened. */
export class App implements Documented {
  declare vault: Vault;
  declare metadataCache: MetadataCache;
  declare workspace: Workspace;
  declare fileManager: FileManager;
  declare commands: Commands;
  declare plugins: PluginManager;
  readonly internalPlugins = new InternalPlugins();
  lastEvent: Obsidian.UserEvent | null = null;
  readonly secretStorage: SecretStorage;
  /** What plugins registered with the app and not yet took back. */
  readonly registrations = new Set<WindowLeak>();

  constructor(
    readonly registries: Registries,
    readonly assumptions: Assumptions,
    private readonly values: ValueStorage,
    private readonly folder: string,
  ) {
    this.secretStorage = new SecretStorage(values);
  }

  isDarkMode(): boolean {
    return typeof document !== 'undefined' && document.body.classList.contains('theme-dark');
  }

  /** Documented (obsidian.d.ts): specific to the vault, which is to the app a folder. */
  loadLocalStorage(key: string): unknown {
    const text = this.values.getItem(this.localName(key));
    return text === null ? null : (JSON.parse(text) as unknown);
  }

  saveLocalStorage(key: string, data: unknown): void {
    if (data === null || data === undefined) this.values.removeItem(this.localName(key));
    else this.values.setItem(this.localName(key), JSON.stringify(data));
  }

  private localName(key: string): string {
    return `local:${this.folder}:${key}`;
  }
}
