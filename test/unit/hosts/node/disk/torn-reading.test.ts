import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBytes } from '../../../../../src/hosts/node/disk/disk-note-file.js';

let folder: string;
let file: string;
let handle: FileHandle;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'torn-reading-'));
  file = join(folder, 'plan.md');
  writeFileSync(file, 'first');
  handle = await open(file);
});
afterEach(async () => {
  await handle.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Has somebody write the file each time that it was read, so many times. */
function writtenMeanwhile(times: number): void {
  const read = handle.read.bind(handle) as (...args: unknown[]) => Promise<unknown>;
  let left = times;
  Object.assign(handle, {
    async read(...args: unknown[]) {
      const got = await read(...args);
      if (left > 0) writeFileSync(file, `${'x'.repeat(left)} written`);
      left -= 1;
      return got;
    },
  });
}

test('a note that is written while it is read is read again [GATE-11]', async () => {
  writtenMeanwhile(1);
  const bytes = await readBytes(handle, 1_000, 'plan.md');
  expect(bytes.ok && bytes.value.toString()).toBe('x written');
});

test('a note that is written without end is no note', async () => {
  writtenMeanwhile(1_000);
  expect(await readBytes(handle, 10_000, 'plan.md')).toMatchObject({
    error: { code: 'note_changed', path: 'plan.md' },
  });
});
