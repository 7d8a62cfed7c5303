import type { VaultDisk } from '../disk/vault-disk.js';
import type { Remote } from '../rpc/remote.js';
import type { DiskCall } from '../server/methods/disk-methods.js';
import type { ServerMethods } from '../server/page-session.js';

/** The vault's folder, as the serving process sees it. `basePath` is the folder's absolute path. */
export function remoteDisk(remote: Remote<ServerMethods>, basePath: string): VaultDisk {
  let watches = 0;
  const forward =
    <K extends DiskCall>(name: K) =>
    (...args: Parameters<VaultDisk[K]>) =>
      remote.call('disk', name, args) as ReturnType<VaultDisk[K]>;
  return {
    basePath,
    list: forward('list'),
    stat: forward('stat'),
    read: forward('read'),
    write: forward('write'),
    append: forward('append'),
    mkdir: forward('mkdir'),
    rename: forward('rename'),
    remove: forward('remove'),
    rmdir: forward('rmdir'),
    touch: forward('touch'),
    watch: async (onChange) => {
      const id = (watches += 1);
      const stop = remote.listen(`disk:${id}`, onChange);
      await remote.call('watchDisk', id);
      return async () => {
        stop();
        await remote.call('unwatchDisk', id);
      };
    },
  };
}
