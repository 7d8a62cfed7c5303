import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './atomic-file.js';

const LINE_END = 0x0a;
const CHUNK_BYTES = 1024 * 1024;

/** A line of a file, as it lies there: without its line end, which a torn last line does not have. */
export interface FileLine {
  readonly text: string;
  readonly closed: boolean;
}

/** Reads a file line by line; memory holds one chunk and one line. Throws system errors. */
export async function* readLines(file: string): AsyncGenerator<FileLine> {
  const handle = await open(file, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let rest: Buffer[] = [];
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) break;
      let start = 0;
      for (let end = chunk.indexOf(LINE_END); end !== -1 && end < bytesRead;) {
        yield { text: textOf(rest, chunk.subarray(start, end)), closed: true };
        rest = [];
        start = end + 1;
        end = chunk.indexOf(LINE_END, start);
      }
      if (start < bytesRead) rest.push(Buffer.from(chunk.subarray(start, bytesRead)));
    }
    if (rest.length > 0) yield { text: textOf(rest, Buffer.alloc(0)), closed: false };
  } finally {
    await handle.close();
  }
}

/** Opens a file for reading and appending, making it if needed; the name of a new one is durable. */
export async function openForAppend(file: string, mode: number): Promise<FileHandle> {
  const handle = await open(file, 'a+', mode);
  try {
    if ((await handle.stat()).size === 0) await syncFolder(dirname(file));
  } catch (error) {
    await handle.close();
    throw error;
  }
  return handle;
}

/** Whether a file's last line is torn: there is one, and it has no line end. */
export async function isTorn(handle: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  await handle.read(last, 0, 1, size - 1);
  return last[0] !== LINE_END;
}

function textOf(parts: readonly Buffer[], last: Buffer): string {
  if (parts.length === 0) return last.toString('utf8');
  return Buffer.concat([...parts, last]).toString('utf8');
}
