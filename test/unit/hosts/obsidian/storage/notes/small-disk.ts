import { folderDisk } from '../../../../../stand-in/disk/folder-disk.js';
import type { VaultDisk } from '../../../../../stand-in/disk/vault-disk.js';

/** A vault's disk that has room for so many bytes in a file. */
export function smallDisk(root: string, room: { readonly bytes: number }): VaultDisk {
  const inner = folderDisk(root);
  return {
    ...inner,
    async write(path, bytes) {
      await inner.write(path, bytes.subarray(0, room.bytes));
      if (bytes.length > room.bytes) {
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
          code: 'ENOSPC',
        });
      }
    },
  };
}
