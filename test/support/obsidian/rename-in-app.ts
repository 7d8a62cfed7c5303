import type { Device } from '../../stand-in/open-device.js';

/** Somebody renames or moves a note or a folder inside the app; fails the test when there is none. */
export async function renameInApp({ vault }: Device, from: string, to: string): Promise<void> {
  const entry = vault.getAbstractFileByPath(from);
  if (!entry) throw new Error(`There is no ${from}.`);
  await vault.rename(entry, to);
}
