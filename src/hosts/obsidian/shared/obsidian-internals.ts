import type { App, TAbstractFile } from 'obsidian';

/** What we use of Obsidian beyond its documented API. Any part may be missing. */
export interface Internals {
  readonly setting: { open(): void; openTabById(id: string): unknown };
  readonly internalPlugins: {
    getEnabledPluginById(id: 'bases'): object | null;
    getEnabledPluginById(id: 'file-explorer'): { revealInFolder(file: TAbstractFile): void } | null;
  };
  readonly plugins: { getPlugin(id: string): object | null };
}

export function openSettingsTab(app: App, pluginId: string): boolean {
  return guarded(app, false, ({ setting }) => {
    setting.open();
    setting.openTabById(pluginId);
    return true;
  });
}

export function revealInExplorer(app: App, file: TAbstractFile): boolean {
  return guarded(app, false, ({ internalPlugins }) => {
    const explorer = internalPlugins.getEnabledPluginById('file-explorer');
    explorer?.revealInFolder(file);
    return Boolean(explorer);
  });
}

const pluginIds = { tasks: 'obsidian-tasks-plugin', dataview: 'dataview' } as const;

/** Returns true when the named plugin is enabled. Null if that is unknown. */
export function isPluginOn(app: App, name: 'bases' | keyof typeof pluginIds): boolean | null {
  return guarded(app, null, ({ internalPlugins, plugins }) => {
    return Boolean(
      name === 'bases'
        ? internalPlugins.getEnabledPluginById('bases')
        : plugins.getPlugin(pluginIds[name]),
    );
  });
}

function guarded<T>(app: App, otherwise: T, use: (internals: Internals) => T): T {
  try {
    return use(app as unknown as Internals);
  } catch {
    return otherwise;
  }
}
