import type * as Obsidian from 'obsidian';
import type { Assumptions } from '../device/assumptions.js';
import type { VaultDisk } from '../disk/vault-disk.js';
import { implementedOnly } from '../implemented-only.js';
import type { Timers } from '../workspace/timers.js';
import { TFolder } from './abstract-file.js';
import { CapacitorAdapter, FileSystemAdapter } from './adapter.js';
import { OutsideChanges, type OutsideMoves } from './outside-changes.js';
import { Reconciler } from './reconciler.js';
import { SerialQueue } from './serial-queue.js';
import { Vault } from './vault.js';
import { VaultTree } from './vault-tree.js';

export interface VaultOptions {
  readonly disk: VaultDisk;
  readonly platform: 'desktop' | 'phone';
  readonly outsideMoves: OutsideMoves;
  readonly assumptions: Assumptions;
  readonly timers: Timers;
}

/** A vault on its disk, and the hands that the app has on it. */
export interface MountedVault {
  readonly vault: Vault;
  /** Begins to watch and announces every entry there is. */
  load(): Promise<void>;
  /** Resolves when everything told by the watcher so far has been announced. */
  settled(): Promise<void>;
  close(how: 'quit' | 'crash'): Promise<void>;
}

/** An empty vault on a disk; `load` fills it. */
export function mountVault(options: VaultOptions): MountedVault {
  const { disk, timers, assumptions } = options;
  const vault = implementedOnly('Vault', new Vault());
  const asPluginsSeeIt = vault as unknown as Obsidian.Vault;
  const tree = new VaultTree(new TFolder(asPluginsSeeIt, '/'));
  const queue = new SerialQueue();
  const reconciler = new Reconciler(disk, tree, asPluginsSeeIt, (event, entry, oldPath) =>
    event === 'rename' ? vault.trigger(event, entry, oldPath) : vault.trigger(event, entry),
  );
  const parts = { disk, tree, queue, reconciler, assumptions };
  const adapter =
    options.platform === 'desktop' ? new FileSystemAdapter(parts) : new CapacitorAdapter(parts);
  vault.mount(implementedOnly('DataAdapter', adapter), tree);
  const outside = new OutsideChanges(disk, tree, queue, reconciler, timers, options.outsideMoves);
  let stopWatching = async (): Promise<void> => {};
  return {
    vault,
    async load() {
      stopWatching = await disk.watch((path) => {
        vault.trigger('raw', path);
        outside.note(path);
      });
      await queue.run(() => reconciler.scan());
    },
    async settled() {
      do {
        await queue.idle();
        if (!outside.isIdle()) await new Promise<void>((resolve) => timers.wait(1, resolve));
      } while (!outside.isIdle());
      await queue.idle();
    },
    async close(how) {
      await stopWatching();
      outside.stop();
      if (how === 'quit') await queue.idle();
    },
  };
}
