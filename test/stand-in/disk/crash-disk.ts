import type { VaultDisk } from './vault-disk.js';

/** Where the app's process ends: before a change of the disk, half way through a write, or after. */
export type CrashMoment = 'before' | 'torn' | 'after';

/** A disk that its process can be made to die on. */
export interface CrashDisk {
  readonly disk: VaultDisk;
  /** Changes of the disk asked for so far: writes, appends, moves, removals, folders. */
  changes(): number;
  /** The process dies at the change of that number, from 1. `keep`: bytes that a torn write leaves. */
  crashAt(change: number, moment: CrashMoment, keep?: (bytes: Uint8Array) => number): void;
  /** Resolves when the process has died. */
  readonly crashed: Promise<void>;
}

/**
 * Wraps a disk so that the app on it can end at any change: from then on nothing that it asked for
 * happens or answers, as after a kill. A write truncates first, so a torn one leaves a beginning of
 * the new text, or nothing.
 */
export function crashDisk(inner: VaultDisk): CrashDisk {
  let changes = 0;
  let plan: { change: number; moment: CrashMoment; keep: (bytes: Uint8Array) => number } | null =
    null;
  let dead = false;
  let die = (): void => {};
  const crashed = new Promise<void>((resolve) => {
    die = () => {
      dead = true;
      resolve();
    };
  });
  const never = <T>(): Promise<T> => new Promise<T>(() => {});
  const asking = <T>(ask: () => Promise<T>): Promise<T> => (dead ? never() : ask());
  const changing = async (
    change: () => Promise<void>,
    tear: (keep: (bytes: Uint8Array) => number) => Promise<void> = async () => {},
  ): Promise<void> => {
    if (dead) return never();
    changes += 1;
    if (plan?.change !== changes) return change();
    const { moment, keep } = plan;
    dead = true;
    if (moment === 'torn') await tear(keep);
    if (moment === 'after') await change();
    die();
    return never();
  };
  const disk: VaultDisk = {
    basePath: inner.basePath,
    list: (path) => asking(() => inner.list(path)),
    stat: (path) => asking(() => inner.stat(path)),
    read: (path) => asking(() => inner.read(path)),
    write: (path, bytes) =>
      changing(
        () => inner.write(path, bytes),
        (keep) => inner.write(path, bytes.subarray(0, keep(bytes))),
      ),
    append: (path, bytes) =>
      changing(
        () => inner.append(path, bytes),
        (keep) => inner.append(path, bytes.subarray(0, keep(bytes))),
      ),
    mkdir: (path) => changing(() => inner.mkdir(path)),
    rename: (from, to) => changing(() => inner.rename(from, to)),
    remove: (path) => changing(() => inner.remove(path)),
    rmdir: (path, recursive) => changing(() => inner.rmdir(path, recursive)),
    touch: (path, mtimeMs) => changing(() => inner.touch(path, mtimeMs)),
    watch: (onChange) => inner.watch((path) => (dead ? undefined : onChange(path))),
  };
  return {
    disk,
    changes: () => changes,
    crashAt(change, moment, keep = (bytes) => Math.floor(bytes.length / 2)) {
      plan = { change, moment, keep };
    },
    crashed,
  };
}
