import type * as Obsidian from 'obsidian';
import { SerialQueue } from '../../vault/serial-queue.js';
import { joinPath } from '../../vault/vault-paths.js';
import type { App } from '../app.js';
import { evaluatePlugin } from './evaluate-plugin.js';
import { pluginRequire, type Requested } from './plugin-require.js';
import type { PluginScope } from './plugin-scope.js';
import { wearStyles } from './plugin-styles.js';
import { Plugin } from './plugin.js';

export interface PluginManagerOptions {
  readonly platform: 'desktop' | 'phone';
  /** What `require('obsidian')` gives. */
  readonly obsidian: object;
  readonly nodeRequire: ((name: string) => unknown) | undefined;
  readonly scope: PluginScope;
}

/** Which plugins the person has switched on, in the vault's configuration folder. */
const ENABLED_FILE = 'community-plugins.json';

/**
 * The community plugins of one device. Undocumented, but what the settings window and other plugins
 * use (`app.plugins`): only the names that obsidian-typings lists for it.
 */
export class PluginManager {
  /** Installed ones, by id. */
  readonly manifests: Record<string, Obsidian.PluginManifest> = {};
  /** Those that run, by id. */
  readonly plugins: Record<string, Plugin> = {};
  readonly enabledPlugins = new Set<string>();
  /** Every module that a plugin asked `require` for, other than `obsidian`. */
  readonly requested: Requested[] = [];
  /** Saves of data.json and looks at it: a look between a save and its own note would tell of that save. */
  private readonly dataTurns = new SerialQueue();
  /** What takes a plugin's styles off again. */
  private readonly styles = new WeakMap<Plugin, () => void>();
  private readonly dataVersions = new WeakMap<Plugin, string>();

  constructor(
    private readonly app: App,
    private readonly options: PluginManagerOptions,
  ) {}

  /** Reads what is installed and starts what is enabled; the app has no vault yet. */
  async initialize(): Promise<void> {
    await this.loadManifests();
    this.app.vault.on('raw', (path: string) => void this.dataChanged(path));
    for (const id of await this.readEnabled()) {
      this.enabledPlugins.add(id);
      if (this.manifests[id] !== undefined) await this.enablePlugin(id);
    }
  }

  async loadManifests(): Promise<void> {
    for (const id of Object.keys(this.manifests)) delete this.manifests[id];
    const { adapter, configDir } = this.app.vault;
    const folder = `${configDir}/plugins`;
    const { folders } = (await adapter.exists(folder))
      ? await adapter.list(folder)
      : { folders: [] };
    for (const dir of folders) {
      if (!(await adapter.exists(joinPath(dir, 'manifest.json')))) continue;
      const text = await adapter.read(joinPath(dir, 'manifest.json'));
      const manifest = JSON.parse(text) as Obsidian.PluginManifest;
      this.manifests[manifest.id] = { ...manifest, dir };
    }
  }

  /** Starts a plugin; one that runs already is left as it is. Its failure to load is the caller's. */
  async enablePlugin(id: string): Promise<void> {
    const manifest = this.manifests[id];
    if (manifest === undefined) throw new Error(`The vault has no plugin ${id}`);
    if (this.plugins[id] !== undefined) return;
    if (manifest.isDesktopOnly === true && this.options.platform === 'phone') return;
    const dir = manifest.dir ?? '';
    const code = await this.app.vault.adapter.read(joinPath(dir, 'main.js'));
    let atLoad = true;
    const require = pluginRequire({
      ...this.options,
      note: (name) => this.requested.push({ plugin: id, name, atLoad }),
    });
    const exported = evaluatePlugin(id, code, require, this.options.scope.names);
    if (typeof exported !== 'function') throw new Error(`${id}/main.js exports no plugin`);
    const Exported = exported as new (app: App, manifest: Obsidian.PluginManifest) => unknown;
    const plugin = new Exported(this.app, manifest);
    if (!(plugin instanceof Plugin)) throw new Error(`${id}/main.js exports no Plugin`);
    this.plugins[id] = plugin;
    this.styles.set(plugin, await wearStyles(this.app.vault.adapter, dir));
    await this.noteData(plugin);
    try {
      plugin.load();
      await plugin.loading;
    } catch (error) {
      this.disablePlugin(id);
      throw error;
    } finally {
      atLoad = false;
    }
  }

  /** A plugin that runs. */
  getPlugin(id: string): Plugin | null {
    return this.plugins[id] ?? null;
  }

  disablePlugin(id: string): void {
    const plugin = this.plugins[id];
    delete this.plugins[id];
    if (plugin === undefined) return;
    this.styles.get(plugin)?.();
    plugin.unload();
  }

  /** As the switch in the settings does; documented: then `onUserEnable`. */
  async enablePluginAndSave(id: string): Promise<void> {
    this.enabledPlugins.add(id);
    await this.saveEnabled();
    await this.enablePlugin(id);
    this.plugins[id]?.onUserEnable();
  }

  async disablePluginAndSave(id: string): Promise<void> {
    this.enabledPlugins.delete(id);
    await this.saveEnabled();
    this.disablePlugin(id);
  }

  /** Ends every plugin; the last started first. */
  unloadAll(): void {
    for (const id of Object.keys(this.plugins).reverse()) this.disablePlugin(id);
  }

  /** Writes a plugin's data.json; that is no external change. */
  saveData(plugin: Plugin, text: string): Promise<void> {
    return this.dataTurns.run(async () => {
      await this.app.vault.adapter.write(plugin.dataPath(), text);
      await this.noteData(plugin);
    });
  }

  /** Documented (obsidian.d.ts:5085): for changes of data.json from outside. */
  private async dataChanged(path: string): Promise<void> {
    const plugin = Object.values(this.plugins).find((one) => one.dataPath() === path);
    if (plugin === undefined) return;
    if (await this.dataTurns.run(() => this.noteData(plugin))) plugin.onExternalSettingsChange?.();
  }

  /** Whether data.json lies there and is another than the last time. */
  private async noteData(plugin: Plugin): Promise<boolean> {
    const found = await this.app.vault.adapter.stat(plugin.dataPath());
    const version = found === null ? '' : `${found.mtime} ${found.size}`;
    const before = this.dataVersions.get(plugin);
    this.dataVersions.set(plugin, version);
    return version !== '' && version !== before;
  }

  private async readEnabled(): Promise<string[]> {
    const { adapter, configDir } = this.app.vault;
    const path = joinPath(configDir, ENABLED_FILE);
    if (!(await adapter.exists(path))) return [];
    return JSON.parse(await adapter.read(path)) as string[];
  }

  private async saveEnabled(): Promise<void> {
    const { adapter, configDir } = this.app.vault;
    await adapter.mkdir(configDir);
    const text = JSON.stringify([...this.enabledPlugins], null, 2);
    await adapter.write(joinPath(configDir, ENABLED_FILE), text);
  }
}
