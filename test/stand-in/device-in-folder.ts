import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { memoryStorage } from './device/memory-storage.js';
import { folderDisk } from './disk/folder-disk.js';
import { openDevice, type Device, type DeviceOptions } from './open-device.js';

/** A temporary vault on this machine's disk, with hands on it that the app knows nothing about. */
export interface VaultFolder {
  readonly path: string;
  write(path: string, content: string | Uint8Array): void;
  makeFolder(path: string): void;
  move(from: string, to: string): void;
  remove(path: string): void;
  text(path: string): string;
  /** Puts a plugin into the vault and switches it on. */
  install(id: string, code: string, data?: string): void;
  /** A device on this vault, not started. All are closed when the folder is. */
  device(options?: Partial<DeviceOptions>): Promise<Device>;
  close(): Promise<void>;
}

/** Makes an empty vault folder for a test. */
export function vaultFolder(): VaultFolder {
  const path = mkdtempSync(join(tmpdir(), 'stand-in-'));
  const devices: Device[] = [];
  const at = (name: string): string => join(path, name);
  const folder: VaultFolder = {
    path,
    write(name, content) {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content);
    },
    makeFolder: (name) => void mkdirSync(at(name), { recursive: true }),
    move(from, to) {
      mkdirSync(dirname(at(to)), { recursive: true });
      renameSync(at(from), at(to));
    },
    remove: (name) => rmSync(at(name), { recursive: true }),
    text: (name) => readFileSync(at(name), 'utf8'),
    install(id, code, data) {
      const plugin = `.obsidian/plugins/${id}`;
      const manifest = { id, name: id, version: '1.0.0', minAppVersion: '1.0.0' };
      folder.write(`${plugin}/manifest.json`, JSON.stringify(manifest));
      folder.write(`${plugin}/main.js`, code);
      if (data !== undefined) folder.write(`${plugin}/data.json`, data);
      folder.write('.obsidian/community-plugins.json', JSON.stringify([id]));
    },
    async device(options = {}) {
      const device = await openDevice({
        disk: folderDisk(path),
        platform: 'desktop',
        storage: memoryStorage(),
        nodeRequire: createRequire(import.meta.url),
        ...options,
      });
      devices.push(device);
      return device;
    },
    async close() {
      for (const device of devices) await device.close();
      rmSync(path, { recursive: true });
    },
  };
  return folder;
}
