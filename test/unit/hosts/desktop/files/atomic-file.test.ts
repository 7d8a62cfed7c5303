import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeTemporary } from '../../../../../src/hosts/desktop/files/atomic-file.js';

/** The methods of every open file. */
let methods: Record<'chmod' | 'chown' | 'stat', (...args: number[]) => Promise<unknown>>;
let folder: string;
const bytes = new TextEncoder().encode('text');
const own = process.getegid?.() ?? 0;
const other = process.getgroups?.().find((id) => id !== own) ?? (own === 0 ? 4242 : null);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atomic-'));
  chmodSync(folder, 0o700);
  const handle = await open(folder, 'r');
  methods = Object.getPrototypeOf(handle) as typeof methods;
  await handle.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const refusing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
const written = async (mode: number, group?: number) => {
  const access = group === undefined ? { mode } : { mode, group };
  const stats = statSync(await writeTemporary(folder, bytes, access));
  return { mode: stats.mode & 0o777, group: stats.gid };
};

test.skipIf(process.platform === 'win32' || other === null)(
  'a new file has the group of the one that it replaces',
  async () => {
    expect(await written(0o660, other ?? 0)).toEqual({ mode: 0o660, group: other });
  },
);

test.skipIf(process.platform === 'win32')(
  'if the group can’t be kept, no other group gets more than everybody has',
  async () => {
    vi.spyOn(methods, 'chown').mockImplementation(refusing('EPERM'));
    chownSync(folder, -1, own);
    expect(await written(0o664, own + 1)).toEqual({ mode: 0o644, group: own });
    expect((await written(0o660, own + 1)).mode).toBe(0o600);
  },
);

test.skipIf(process.platform === 'win32').each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])(
  'a disk that refuses to set a mode is written all the same: %s',
  async (code) => {
    vi.spyOn(methods, 'chmod').mockImplementation(refusing(code));
    expect((await written(0o600)).mode).toBe(0o600);
  },
);

test.skipIf(process.platform === 'win32')(
  'but no secret is written where that disk lets everybody read it',
  async () => {
    const stats = await open(folder, 'r');
    const wide = Object.assign(await stats.stat(), { mode: 0o100777 });
    await stats.close();
    vi.spyOn(methods, 'chmod').mockImplementation(refusing('EPERM'));
    vi.spyOn(methods, 'stat').mockImplementation(() => Promise.resolve(wide));
    await expect(written(0o600)).rejects.toThrow('EPERM');
    expect(readdirSync(folder)).toEqual([]);
    await written(0o644);
    await written(0o600, wide.gid);
  },
);

test('any other failure leaves no file', async () => {
  vi.spyOn(methods, 'chmod').mockImplementation(refusing('EIO'));
  await expect(written(0o600)).rejects.toThrow('EIO');
  expect(readdirSync(folder)).toEqual([]);
});
