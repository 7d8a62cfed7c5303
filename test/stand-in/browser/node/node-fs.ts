import { implementedOnly } from '../../implemented-only.js';
import type { Remote } from '../../rpc/remote.js';
import type { EntryShape } from '../../server/methods/file-methods.js';
import type { ServerMethods } from '../../server/page-session.js';
import { fileHandle } from './node-file-handle.js';
import { direntOf, statsOf } from './node-stats.js';

const PLAIN = [
  'access',
  'appendFile',
  'chmod',
  'link',
  'mkdir',
  'readFile',
  'readlink',
  'realpath',
  'rename',
  'rm',
  'rmdir',
  'truncate',
  'unlink',
  'utimes',
  'writeFile',
] as const;

/** Node's `fs/promises`, on the serving process. */
export function remoteFs(remote: Remote<ServerMethods>): object {
  const call = (name: string, args: readonly unknown[]): Promise<unknown> =>
    remote.call('file', name, args);
  const stat =
    (name: 'stat' | 'lstat') =>
    async (...args: unknown[]) =>
      statsOf((await call(name, args)) as Parameters<typeof statsOf>[0]);
  return implementedOnly("require('fs/promises')", {
    ...Object.fromEntries(
      PLAIN.map((name) => [name, (...args: unknown[]) => call(name, args)] as const),
    ),
    stat: stat('stat'),
    lstat: stat('lstat'),
    readdir: async (...args: unknown[]) => {
      const entries = (await call('readdir', args)) as readonly (string | EntryShape)[];
      return entries.map((entry) => (typeof entry === 'string' ? entry : direntOf(entry)));
    },
    open: async (path: string, flags?: string | number, mode?: number) =>
      fileHandle(remote, await remote.call('openFile', path, flags, mode)),
  });
}
