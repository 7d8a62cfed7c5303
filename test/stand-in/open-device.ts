import type * as Obsidian from 'obsidian';
import { usualAssumptions, type Assumptions } from './device/assumptions.js';
import type { DeviceStorage } from './device/device-storage.js';
import type { DeviceKind } from './device/platform.js';
import { wireApp, type RunningApp } from './device/running-app.js';
import type { VaultDisk } from './disk/vault-disk.js';
import type { App } from './load/app.js';
import type { PluginManager } from './load/plugins/plugin-manager.js';
import type { IndexDelay } from './metadata/indexer.js';
import type { OutsideMoves } from './vault/outside-changes.js';
import { realTimers, type Timers } from './workspace/timers.js';
import type { Workspace } from './workspace/workspace.js';

export interface DeviceOptions {
  readonly disk: VaultDisk;
  readonly platform: 'desktop' | 'phone';
  readonly storage: DeviceStorage;
  /** Default `android`. */
  readonly phone?: 'android' | 'ios';
  /** Hands out Node's modules to plugins, in desktop mode. */
  readonly nodeRequire?: (name: string) => unknown;
  readonly outsideMoves?: OutsideMoves['order'];
  /** Milliseconds between the two halves of an outside move, when their order is chosen. Default 0. */
  readonly outsideMoveGapMs?: number;
  /** Milliseconds until a change from outside is looked at. Default 15. */
  readonly outsideDelayMs?: number;
  /** Default 20 milliseconds. */
  readonly indexDelay?: IndexDelay;
  readonly assumptions?: Partial<Assumptions>;
  readonly timers?: Timers;
}

/** One device with Obsidian on one vault. After a restart its parts are new objects. */
export interface Device {
  /** As plugins see it. */
  readonly app: Obsidian.App;
  readonly vault: Obsidian.Vault;
  /** The same app with what the stand-in adds to it. */
  readonly host: App;
  readonly workspace: Workspace;
  readonly plugins: PluginManager;
  readonly index: RunningApp['index'];
  /** Starts the app: plugins first, then the vault, then the layout. */
  start(): Promise<void>;
  /** Ends the app and starts it again on the same vault and storage. */
  restart(): Promise<void>;
  /** Ends the app. `crash`: without saving what was typed and without telling anyone. */
  close(how?: 'quit' | 'crash'): Promise<void>;
  /** Resolves when all that the watcher told so far is announced and, unless by hand, indexed. */
  settled(): Promise<void>;
  /** What plugins registered and did not take back, one line each: `countersign: interval`. */
  leaks(): string[];
}

/** Puts a device together; `start` it. Several devices may be open at once. */
export async function openDevice(options: DeviceOptions): Promise<Device> {
  const settings = {
    ...options,
    kind: kindOf(options),
    indexDelay: options.indexDelay ?? 20,
    assumptions: { ...usualAssumptions, ...options.assumptions },
    timers: options.timers ?? realTimers,
    outsideMoves: {
      order: options.outsideMoves ?? 'native',
      windowMs: options.outsideDelayMs ?? 15,
      gapMs: options.outsideMoveGapMs ?? 0,
    },
  };
  let running = wireApp(settings);
  const device: Device = {
    get app() {
      return running.app as unknown as Obsidian.App;
    },
    get vault() {
      return running.app.vault as unknown as Obsidian.Vault;
    },
    get host() {
      return running.app;
    },
    get workspace() {
      return running.app.workspace;
    },
    get plugins() {
      return running.app.plugins;
    },
    get index() {
      return running.index;
    },
    start: () => running.start(),
    async restart() {
      await running.close('quit');
      running = wireApp(settings);
      await running.start();
    },
    close: (how = 'quit') => running.close(how),
    settled: () => running.settled(),
    leaks: () => running.leaks(),
  };
  return device;
}

function kindOf({ platform, phone = 'android' }: DeviceOptions): DeviceKind {
  return platform === 'desktop' ? 'desktop' : phone;
}
