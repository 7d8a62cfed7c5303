import { mkdir, statfs } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Magic numbers of Linux file systems (`statfs(2)`). */
const fileSystems: Readonly<Record<number, string>> = {
  0xef53: 'ext4',
  0x01021994: 'tmpfs',
  0x794c7630: 'overlay',
  0x9123683e: 'btrfs',
  0x58465342: 'xfs',
};

/** A folder on the project's own disk, where the measured vaults lie. */
export async function scratchFolder(): Promise<string> {
  // Beside the bundle that is running now.
  const folder = join(dirname(fileURLToPath(import.meta.url)), 'bench');
  await mkdir(folder, { recursive: true });
  return folder;
}

/** One line that says what was measured on. */
export async function describeMachine(): Promise<string> {
  const { type } = await statfs(await scratchFolder());
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  return [
    `${cpus().length} cores (${processor})`,
    `${Math.round(totalmem() / 1024 ** 3)} GiB`,
    fileSystems[type] ?? `file system 0x${type.toString(16)}`,
    `Node ${process.versions.node}`,
    process.platform,
  ].join(', ');
}
