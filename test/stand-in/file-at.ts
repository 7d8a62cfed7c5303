import type * as Obsidian from 'obsidian';
import type { Device } from './open-device.js';

/** The file at a path of a device's vault; fails the test when there is none. */
export function fileAt({ vault }: Pick<Device, 'vault'>, path: string): Obsidian.TFile {
  const file = vault.getFileByPath(path);
  if (!file) throw new Error(`There is no ${path}.`);
  return file;
}
