import type * as FileSystem from 'node:fs';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readBytes, withOpenNote } from '../../../../../src/hosts/node/disk/disk-note-file.js';

const { writer } = vi.hoisted(() => ({ writer: { left: 0, file: '' } }));
// Somebody writes the file each time that it was read, so many times.
vi.mock('node:fs', async (importOriginal) => {
  const { promisify } = await import('node:util');
  const fs = await importOriginal<typeof FileSystem>();
  const reading = promisify(fs.read) as (...args: unknown[]) => Promise<unknown>;
  const read = Object.assign(() => undefined, {
    async [promisify.custom](...args: unknown[]) {
      const got = await reading(...args);
      if (writer.left > 0) fs.writeFileSync(writer.file, `${'x'.repeat(writer.left)} written`);
      writer.left -= 1;
      return got;
    },
  });
  return { ...fs, read };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'torn-reading-'));
  writer.file = join(folder, 'plan.md');
  writeFileSync(writer.file, 'first');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function readWhileWritten(times: number, maxBytes: number) {
  writer.left = times;
  return withOpenNote(folder, writer.file, 'plan.md', (note) =>
    readBytes(note, maxBytes, 'plan.md'),
  );
}

test('a note that is written while it is read is read again [GATE-11]', async () => {
  const bytes = await readWhileWritten(1, 1_000);
  expect(bytes.ok && bytes.value.toString()).toBe('x written');
});

test('a note that is written without end is no note', async () => {
  expect(await readWhileWritten(1_000, 10_000)).toMatchObject({
    error: { code: 'note_changed', path: 'plan.md' },
  });
});
