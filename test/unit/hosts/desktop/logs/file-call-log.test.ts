import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  openFileCallLog,
  type FileCallLog,
} from '../../../../../src/hosts/desktop/logs/file-call-log.js';

const day = 86_400_000;
const start = Date.parse('2026-11-29T23:59:00Z');

let folder: string;
let log: FileCallLog;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'calls-')), 'calls');
  log = openFileCallLog(folder);
});
afterEach(async () => {
  await log.close();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

const recent = async (): Promise<unknown> => {
  const found = await openFileCallLog(folder).recent((line) => line);
  return found.ok ? found.value : found.error.message;
};

test('a log of calls makes nothing before its first line, which only its owner can read', async () => {
  expect(await recent()).toEqual([]);
  expect(existsSync(folder)).toBe(false);
  expect((await log.append({ n: 1 }, start)).ok).toBe(true);
  const [file = ''] = readdirSync(folder);
  expect(file).toBe('2026-11-29.jsonl');
  expect([folder, join(folder, file)].map((path) => statSync(path).mode & 0o077)).toEqual([0, 0]);
  expect(await recent()).toEqual([{ n: 1 }]);
});

test('it keeps a file for each day until that is dropped, and reads the last two', async () => {
  for (let n = 0; n < 33; n += 1) await log.append({ n }, start + n * day);
  expect(readdirSync(folder)).toHaveLength(33);
  expect(await recent()).toEqual([{ n: 31 }, { n: 32 }]);
  expect((await log.dropBefore(start + 2 * day)).ok).toBe(true);
  expect(readdirSync(folder)).toHaveLength(31);
  // A clock that jumps deletes none of the last thirty.
  expect((await log.dropBefore(start + 4_000 * day)).ok).toBe(true);
  expect(readdirSync(folder)).toHaveLength(30);
});

test('a torn line is closed and passed over, and no other is glued to it', async () => {
  await log.append({ n: 1 }, start);
  await log.close();
  appendFileSync(join(folder, '2026-11-29.jsonl'), '{"n":');
  log = openFileCallLog(folder);
  await Promise.all([2, 3].map((n) => log.append({ n }, start)));
  expect((await log.sync()).ok).toBe(true);
  expect(await recent()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('it says when it can’t be written: its file is gone, it was closed, or a file is in its place', async () => {
  await log.append({ n: 1 }, start);
  rmSync(join(folder, '2026-11-29.jsonl'));
  expect(await log.append({ n: 2 }, start)).toMatchObject({
    error: { message: expect.stringContaining('its file was deleted') as string },
  });
  await log.close();
  expect((await log.append({ n: 3 }, start)).ok).toBe(false);
  rmSync(folder, { recursive: true });
  appendFileSync(folder, '');
  expect((await openFileCallLog(folder).append({ n: 4 }, start)).ok).toBe(false);
  expect(await recent()).toContain('can’t be used');
});
