import { implementedOnly } from '../../implemented-only.js';
import type { Remote } from '../../rpc/remote.js';
import type { ServerMethods } from '../../server/page-session.js';
import { statsOf } from './node-stats.js';

const PLAIN = [
  'appendFile',
  'chmod',
  'datasync',
  'readFile',
  'sync',
  'truncate',
  'utimes',
  'writeFile',
] as const;

/** Node's `FileHandle` of the file that the serving process opened under a number. */
export function fileHandle(remote: Remote<ServerMethods>, id: number): object {
  const call = (name: string, args: readonly unknown[]): Promise<unknown> =>
    remote.call('handle', id, name, args);
  return implementedOnly('FileHandle', {
    ...Object.fromEntries(
      PLAIN.map((name) => [name, (...args: unknown[]) => call(name, args)] as const),
    ),
    stat: async (...args: unknown[]) =>
      statsOf((await call('stat', args)) as Parameters<typeof statsOf>[0]),

    async read(
      buffer: Uint8Array,
      offset: number | null = 0,
      length: number | null = buffer.length - (offset ?? 0),
      position: number | null = null,
    ) {
      const start = offset ?? 0;
      const bytes = await remote.call('readHandle', id, length ?? buffer.length - start, position);
      buffer.set(bytes, start);
      return { bytesRead: bytes.length, buffer };
    },

    async write(
      data: Uint8Array | string,
      offset: number | null = 0,
      length: number | null = null,
      position: number | null = null,
    ) {
      // Of a text, Node's second argument is the position.
      const isText = typeof data === 'string';
      const start = isText ? 0 : (offset ?? 0);
      const bytes = isText ? new TextEncoder().encode(data) : data;
      const part = bytes.subarray(
        start,
        start + (isText ? bytes.length : (length ?? bytes.length)),
      );
      const bytesWritten = await remote.call('writeHandle', id, part, isText ? null : position);
      return { bytesWritten, buffer: data };
    },

    close: () => remote.call('closeHandle', id),
  });
}
