import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import type * as fsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ok } from '../../../../../src/core/errors.js';
import {
  openFileLedger,
  type FileLedger,
} from '../../../../../src/hosts/desktop/logs/file-ledger.js';
import { setLedgerAside } from '../../../../../src/hosts/desktop/logs/set-ledger-aside.js';

/** Every system call on an opened file that makes data durable, and a disk that can be full. */
const disk = vi.hoisted(() => ({ syncs: [] as string[], bytesLeft: Infinity }));
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof fsPromises>();
  return {
    ...fs,
    async open(...args: Parameters<typeof fs.open>) {
      const handle = await fs.open(...args);
      const sync = handle.sync.bind(handle);
      const write = handle.write.bind(handle) as (bytes: Buffer, from: number) => Promise<unknown>;
      return Object.assign(handle, {
        sync() {
          disk.syncs.push(String(args[0]));
          return sync();
        },
        async write(bytes: Buffer, from: number) {
          if (disk.bytesLeft === 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
          const part = bytes.subarray(0, from + disk.bytesLeft);
          disk.bytesLeft -= part.length - from;
          return write(part, from);
        },
      });
    },
  };
});

let folder: string;
let file: string;
let ledger: FileLedger;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-ledger-'));
  file = join(folder, 'ledger.jsonl');
  ledger = await openFileLedger(file);
  Object.assign(disk, { syncs: [], bytesLeft: Infinity });
});
afterEach(async () => {
  await ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the ledger file', () => {
  test('tells of those that a person set aside beside it whose they were, what they heard and what they called, oldest first', async () => {
    const kept = (epoch: string) => [
      { kind: 'epoch', epoch },
      { kind: 'heard', claims: [] },
      { kind: 'intent', id: `r-${epoch}` },
    ];
    for (const [atMs, epoch] of [
      [1_770_000_000_000, 'e-bbbbbbbbbb'],
      [1_780_000_000_000, 'e-aaaaaaaaaa'],
    ] as const) {
      const [begun = null, ...others] = kept(epoch);
      for (const record of [begun, { kind: 'event', epoch: 'e-later' }, ...others]) {
        await ledger.append([record], true);
      }
      appendFileSync(file, '{"kind":"heard","cla');
      await ledger.close();
      expect((await setLedgerAside(file, atMs)).ok).toBe(true);
      ledger = await openFileLedger(file);
    }
    expect(await ledger.read()).toMatchObject({
      value: { records: [], earlier: [kept('e-bbbbbbbbbb'), kept('e-aaaaaaaaaa')] },
    });
  });

  test('is not read while one that was set aside beside it cannot be: what that heard must not be lost [HOST-6]', async () => {
    const aside = file.replace('.jsonl', '-until-2026-01-01T00-00-00Z.jsonl');
    mkdirSync(aside);
    expect(await ledger.read()).toMatchObject({
      ok: false,
      error: {
        code: 'ledger_invalid',
        message: expect.stringContaining(aside) as string,
        advice: expect.stringMatching(/^Make it readable again, then restart/) as string,
      },
    });
  });

  test('comes after those that were set aside within one second, in their order', async () => {
    const kept = (epoch: string): string => `${JSON.stringify({ kind: 'epoch', epoch })}\n`;
    for (const [suffix, epoch] of [
      ['', 'e-1'],
      ['-2', 'e-2'],
      ['-10', 'e-10'],
    ] as const) {
      const name = `-until-2026-01-01T00-00-00Z${suffix}.jsonl`;
      writeFileSync(file.replace('.jsonl', name), kept(epoch));
    }
    expect(await ledger.read()).toMatchObject({
      value: { earlier: [[{ epoch: 'e-1' }], [{ epoch: 'e-2' }], [{ epoch: 'e-10' }]] },
    });
  });

  test('is readable by its owner only', async () => {
    await ledger.append([{ seq: 1 }], true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is synced once for each durable record, and its folder once when it is new', async () => {
    await ledger.append([{ seq: 1 }], true);
    await ledger.append([{ seq: 2 }], false);
    await ledger.append([{ seq: 3 }], true);
    expect(disk.syncs).toEqual([folder, file, file]);
  });

  test('takes no record on a full disk, and starts the next on a line of its own', async () => {
    await ledger.append([{ seq: 1 }], true);
    disk.bytesLeft = 5;
    const failed = await ledger.append([{ seq: 2 }], true);
    expect(failed).toHaveProperty('error.code', 'ledger_write_failed');
    expect(failed).toHaveProperty('error.message', expect.stringContaining('the disk is full'));
    disk.bytesLeft = Infinity;
    expect(await ledger.append([{ seq: 3 }], true)).toHaveProperty('ok', true);
    expect(readFileSync(file, 'utf8')).toBe('{"seq":1}\n{"seq\n{"seq":3}\n');
    expect(await ledger.read()).toEqual({
      ok: true,
      value: {
        records: [{ seq: 1 }, { seq: 3 }],
        damaged: [{ line: 2, text: '{"seq' }],
        earlier: [],
      },
    });
  });

  test.skipIf(process.platform !== 'linux')('refuses on a device that is really full', async () => {
    symlinkSync('/dev/full', join(folder, 'full.jsonl'));
    const full = await openFileLedger(join(folder, 'full.jsonl'));
    expect(await full.append([{ seq: 1 }], true)).toHaveProperty(
      'error.code',
      'ledger_write_failed',
    );
    await full.close();
  });

  test('takes no record once somebody deleted it', async () => {
    await ledger.append([{ seq: 1 }], true);
    unlinkSync(file);
    const result = await ledger.append([{ seq: 2 }], true);
    expect(result).toHaveProperty('error.code', 'ledger_write_failed');
    expect(result).toHaveProperty('error.message', expect.stringContaining('deleted or replaced'));
  });

  test('takes no record once it was closed', async () => {
    await ledger.append([{ seq: 1 }], true);
    await ledger.close();
    const result = await ledger.append([{ seq: 2 }], true);
    expect(result).toHaveProperty('error.code', 'ledger_write_failed');
    expect(result).toHaveProperty('error.message', expect.stringContaining('was closed'));
    expect(readFileSync(file, 'utf8')).toBe('{"seq":1}\n');
  });

  test('is read whole when lines lie across the chunks of reading', async () => {
    const records = Array.from({ length: 400 }, (_, seq) => ({ seq, text: '✋'.repeat(seq * 10) }));
    appendFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    expect(statSync(file).size).toBeGreaterThan(2 * 1024 * 1024);
    expect(await ledger.read()).toEqual({ ok: true, value: { records, damaged: [], earlier: [] } });
  });
});

test('a record that another process wrote stops this one: nothing more is appended', async () => {
  await ledger.read();
  expect(await ledger.checkUnchanged()).toEqual(ok(undefined));
  expect((await ledger.append([{ n: 1 }], true)).ok).toBe(true);
  expect(await ledger.checkUnchanged()).toEqual(ok(undefined));
  appendFileSync(file, '{"n":2}\n');
  expect(await ledger.checkUnchanged()).toMatchObject({ error: { code: 'ledger_write_failed' } });
  for (const n of [3, 4]) {
    const appended = await ledger.append([{ n }], true);
    expect(appended.ok ? '' : appended.error.code).toBe('ledger_write_failed');
  }
  expect(readFileSync(file, 'utf8')).toBe('{"n":1}\n{"n":2}\n');
});

test('what was in the ledger before it was read stops nothing', async () => {
  appendFileSync(file, '{"n":1}\n{"torn":');
  await ledger.read();
  expect((await ledger.append([{ n: 2 }], true)).ok).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe('{"n":1}\n{"torn":\n{"n":2}\n');
});
