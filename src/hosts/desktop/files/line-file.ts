import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './atomic-file.js';
import { openRegular } from './regular-file.js';

const LINE_END = 0x0a;
const CHUNK_BYTES = 1024 * 1024;
const LINES_BYTES = 128 * 1024;

/** `closed` is true if a line end follows the text. */
export interface FileLine {
  readonly text: string;
  readonly closed: boolean;
}

export class LineTooLong extends Error {}

export async function* readLines(file: string): AsyncGenerator<FileLine> {
  const { handle } = await openRegular(file, { flags: constants.O_RDONLY });
  try {
    yield* linesFrom(handle, 0);
  } finally {
    await handle.close();
  }
}

export async function* linesFrom(
  handle: FileHandle,
  from: number,
  onWhole: (bytes: Uint8Array) => void = () => undefined,
  longest = Infinity,
): AsyncGenerator<FileLine> {
  const chunk = new Uint8Array(CHUNK_BYTES);
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  const refuseOver = (bytes: number): void => {
    if (bytes > longest) throw new LineTooLong();
  };
  for (let position = from; ;) {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    const read = chunk.subarray(0, bytesRead);
    const whole = read.lastIndexOf(LINE_END) + 1;
    if (whole > 0) for (const bytes of [...rest, read.subarray(0, whole)]) onWhole(bytes);
    let start = 0;
    for (let end = read.indexOf(LINE_END); end !== -1; end = read.indexOf(LINE_END, start)) {
      refuseOver(restBytes + end - start);
      yield { text: textOf([...rest, read.subarray(start, end)]), closed: true };
      rest = [];
      restBytes = 0;
      start = end + 1;
    }
    restBytes += bytesRead - start;
    refuseOver(restBytes);
    if (start < bytesRead) rest.push(read.slice(start));
  }
  if (rest.length > 0) yield { text: textOf(rest), closed: false };
}

export async function eachLine(
  handle: FileHandle,
  longest: number,
  onLine: (text: string) => void,
): Promise<void> {
  const chunk = new Uint8Array(longest + LINES_BYTES);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let kept = 0;
  for (let position = 0; ;) {
    const { bytesRead } = await handle.read(chunk, kept, LINES_BYTES, position);
    position += bytesRead;
    const read = chunk.subarray(0, kept + bytesRead);
    const whole = bytesRead === 0 ? read.length : read.lastIndexOf(LINE_END) + 1;
    const lines = decoder.decode(read.subarray(0, whole)).split('\n');
    if (lines.at(-1) === '') lines.pop();
    for (const line of lines) {
      if (line.length > longest) throw new LineTooLong();
      onLine(line);
    }
    if (bytesRead === 0) return;
    kept = read.length - whole;
    if (kept > longest) throw new LineTooLong();
    chunk.copyWithin(0, whole, read.length);
  }
}

/** Reads the file from its start to `end`. Use each chunk before the next one overwrites it. */
export async function* bytesUntil(handle: FileHandle, end: number): AsyncGenerator<Uint8Array> {
  const chunk = new Uint8Array(CHUNK_BYTES);
  for (let position = 0; position < end;) {
    const length = Math.min(chunk.length, end - position);
    const { bytesRead } = await handle.read(chunk, 0, length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

export async function openForAppend(file: string, mode: number): Promise<FileHandle> {
  const { O_RDWR, O_APPEND, O_CREAT } = constants;
  const { handle, stats } = await openRegular(file, { flags: O_RDWR | O_APPEND | O_CREAT, mode });
  try {
    if (stats.size === 0) await syncFolder(dirname(file));
  } catch (error) {
    await handle.close();
    throw error;
  }
  return handle;
}

/** True when a file's last line has no line end. */
export async function isTorn(handle: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return false;
  const last = new Uint8Array(1);
  await handle.read(last, 0, 1, size - 1);
  return last[0] !== LINE_END;
}

function textOf(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return decoder.decode(first);
  const line = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    line.set(part, offset);
    offset += part.length;
  }
  return decoder.decode(line);
}
