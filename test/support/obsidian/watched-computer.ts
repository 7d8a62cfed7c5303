import { createRequire } from 'node:module';
import type { FileHandle } from 'node:fs/promises';
import type { DeviceOptions } from '../../stand-in/open-device.js';
import type { VaultDisk } from '../../stand-in/disk/vault-disk.js';
import { folderDisk } from '../../stand-in/disk/folder-disk.js';

/** A computer that tells everything that the app and its plugins ask of its disk. */
export interface WatchedComputer {
  /** Goes into a device's options. */
  readonly options: Pick<DeviceOptions, 'disk' | 'nodeRequire'>;
  /** Function and path of each access, in order: `disk.read Plans/a.md`, `handle.sync /…/ledger.jsonl`. */
  readonly accesses: string[];
  /** Files that plugins opened and did not close. */
  openFiles(): string[];
  /** Called before each access; what it throws, the access throws. */
  onAccess: (access: string) => void;
}

/** The computer that a vault's folder lies on. */
export function watchedComputer(
  vaultRoot: string,
  disk: VaultDisk = folderDisk(vaultRoot),
): WatchedComputer {
  const open = new Map<object, string>();
  const note = (access: string): void => {
    computer.accesses.push(access);
    computer.onAccess(access);
  };
  const handles = async (opening: Promise<FileHandle>, path: string): Promise<FileHandle> => {
    const handle = await opening;
    open.set(handle, path);
    return watched(handle, (name, _, run) => {
      if (isWrite.has(name)) note(`handle.${name} ${path}`);
      if (name === 'close') open.delete(handle);
      return run();
    });
  };
  const require = createRequire(import.meta.url);
  const files = watched(require('node:fs/promises') as object, (name, args, run) => {
    const path = String(args[0]);
    note(`fs.${name} ${path}`);
    const result = run();
    return name === 'open' ? handles(result as Promise<FileHandle>, path) : result;
  });
  const computer: WatchedComputer = {
    options: {
      disk: watched(disk, (name, args, run) => {
        note(`disk.${name} ${String(args[0])}`);
        return run();
      }),
      nodeRequire: (name) => (name === 'fs/promises' ? files : (require(name) as unknown)),
    },
    accesses: [],
    openFiles: () => [...open.values()],
    onAccess: () => undefined,
  };
  return computer;
}

const isWrite = new Set(['write', 'writeFile', 'appendFile', 'sync', 'datasync']);

/** The object, with each call of its asynchronous functions going through `around`. */
function watched<T extends object>(
  object: T,
  around: (name: string, args: readonly unknown[], run: () => unknown) => unknown,
): T {
  return new Proxy(object, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function' || typeof name !== 'string') return member;
      return async (...args: unknown[]) =>
        around(name, args, () => Reflect.apply(member, target, args) as unknown);
    },
  });
}
