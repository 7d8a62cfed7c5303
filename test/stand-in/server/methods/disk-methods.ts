import { resolve } from 'node:path';
import type { VaultDisk } from '../../disk/vault-disk.js';
import type { CheckPlace } from './allowed-places.js';
import type { Tell } from './child-methods.js';

/** How many leading arguments of a call are paths. */
const PATHS = {
  append: 1,
  list: 1,
  mkdir: 1,
  read: 1,
  remove: 1,
  rename: 2,
  rmdir: 1,
  stat: 1,
  touch: 1,
  write: 1,
} as const;

/** The calls of the vault's disk that only ask and answer. */
export type DiskCall = keyof typeof PATHS;

/** The vault's disk for one page. */
export class DiskMethods {
  readonly #watches = new Map<number, () => Promise<void>>();
  #closed = false;

  constructor(
    readonly disk: VaultDisk,
    readonly check: CheckPlace,
    readonly tell: Tell,
  ) {}

  readonly methods = {
    disk: async (name: DiskCall, args: readonly unknown[]): Promise<unknown> => {
      if (!Object.hasOwn(PATHS, name)) throw new TypeError(`The vault's disk has no ${name}`);
      for (const path of args.slice(0, PATHS[name])) {
        await this.check(resolve(this.disk.basePath, String(path)), name);
      }
      const call = this.disk[name].bind(this.disk) as (...args: unknown[]) => Promise<unknown>;
      return call(...args);
    },

    /** Tells `disk:<id>` the path of everything that may have changed. */
    watchDisk: async (id: number): Promise<void> => {
      const stop = await this.disk.watch((path) => this.tell(`disk:${id}`, path));
      if (this.#closed) await stop();
      else this.#watches.set(id, stop);
    },

    unwatchDisk: async (id: number): Promise<void> => {
      const stop = this.#watches.get(id);
      this.#watches.delete(id);
      await stop?.();
    },
  };

  async close(): Promise<void> {
    this.#closed = true;
    const watches = [...this.#watches.values()];
    this.#watches.clear();
    await Promise.allSettled(watches.map((stop) => stop()));
  }
}
