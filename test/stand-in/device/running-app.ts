import type * as Obsidian from 'obsidian';
import type { VaultDisk } from '../disk/vault-disk.js';
import { implementedOnly } from '../implemented-only.js';
import { App } from '../load/app.js';
import { Commands } from '../load/commands.js';
import { FileManager } from '../load/file-manager.js';
import { PluginManager } from '../load/plugins/plugin-manager.js';
import { createScope } from '../load/plugins/plugin-scope.js';
import { createRegistries } from '../load/registries.js';
import { Indexer, type IndexDelay } from '../metadata/indexer.js';
import { MetadataCache } from '../metadata/metadata-cache.js';
import { obsidianModule } from '../obsidian-module.js';
import { mountVault } from '../vault/mount-vault.js';
import type { OutsideMoves } from '../vault/outside-changes.js';
import type { Timers } from '../workspace/timers.js';
import { createWorkspace } from '../workspace/workspace.js';
import type { Assumptions } from './assumptions.js';
import type { DeviceStorage } from './device-storage.js';
import type { DeviceKind } from './platform.js';

export interface AppOptions {
  readonly disk: VaultDisk;
  readonly platform: 'desktop' | 'phone';
  readonly kind: DeviceKind;
  readonly storage: DeviceStorage;
  readonly nodeRequire?: (name: string) => unknown;
  readonly outsideMoves: OutsideMoves;
  readonly indexDelay: IndexDelay;
  readonly assumptions: Assumptions;
  readonly timers: Timers;
}

/** The app from its start to its end. */
export interface RunningApp {
  readonly app: App;
  /** The metadata index: what waits, and a hand to let it work. */
  readonly index: Pick<Indexer, 'waiting' | 'step' | 'settled'>;
  start(): Promise<void>;
  close(how: 'quit' | 'crash'): Promise<void>;
  settled(): Promise<void>;
  leaks(): string[];
}

/** Wires the app's parts; nothing has run yet. */
export function wireApp(options: AppOptions): RunningApp {
  const { platform, storage, timers } = options;
  const registries = createRegistries();
  const folder = options.disk.basePath;
  const app = implementedOnly(
    'App',
    new App(registries, options.assumptions, storage.values, folder),
  );
  const asPluginsSeeIt = app as unknown as Obsidian.App;
  const mounted = mountVault(options);
  const { vault } = mounted;
  const cache = implementedOnly('MetadataCache', new MetadataCache(vault));
  const indexer = new Indexer(vault, cache, storage.metadataOf(folder), timers, options.indexDelay);
  const scope = createScope(storage, platform);
  app.vault = vault;
  app.metadataCache = cache;
  app.fileManager = implementedOnly('FileManager', new FileManager(vault, cache));
  app.plugins = new PluginManager(app, {
    platform,
    obsidian: obsidianModule(options.kind),
    nodeRequire: options.nodeRequire,
    scope,
  });
  app.workspace = createWorkspace(asPluginsSeeIt, registries, {
    timers,
    phone: platform === 'phone',
    saveMerges: options.assumptions.saveMerges,
  });
  app.commands = new Commands(
    registries.commands,
    () => app.workspace.activeEditor as unknown as Obsidian.MarkdownFileInfo | null,
  );
  const emitters = {
    vault,
    metadataCache: cache,
    workspace: app.workspace,
    secrets: app.secretStorage,
  };

  let closed = false;
  return {
    app,
    index: indexer,
    /** Documented (obsidian.d.ts:7552): plugins run before `create` comes for each existing file. */
    async start() {
      await indexer.start();
      await app.plugins.initialize();
      await mounted.load();
      await app.workspace.loadLayout();
    },
    /** At a quit plugins are unloaded, so that nothing of them runs on in this process (A19). */
    async close(how) {
      if (closed) return;
      closed = true;
      await app.workspace.close(how === 'quit');
      if (how === 'quit') {
        app.plugins.unloadAll();
        await indexer.stop();
      }
      await mounted.close(how);
      scope.restore();
    },
    async settled() {
      await mounted.settled();
      await indexer.settled();
    },
    leaks() {
      const handlers = Object.entries(emitters).flatMap(([name, emitter]) =>
        emitter
          .refs()
          .flatMap((ref) =>
            ref.plugin === null ? [] : [{ plugin: ref.plugin, what: `event ${name} ${ref.name}` }],
          ),
      );
      return [...app.registrations, ...handlers, ...scope.leaks()].map(
        ({ plugin, what }) => `${plugin}: ${what}`,
      );
    },
  };
}
