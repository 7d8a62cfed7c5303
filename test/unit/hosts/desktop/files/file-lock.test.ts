import type { ChildProcess } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileLock } from '../../../../../src/hosts/desktop/files/file-lock.js';
import {
  bundleChild,
  killChild,
  readLinesOf,
  type BundledChild,
} from '../../../../support/children/bundled-child.js';

let child: BundledChild;
let folder: string;
let running: ChildProcess[];
beforeAll(async () => {
  child = await bundleChild(new URL('../../../../support/children/hold-lock.ts', import.meta.url));
});
afterAll(() => child.dispose());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-lock-'));
  running = [];
});
afterEach(async () => {
  for (const process of running) await killChild(process);
  rmSync(folder, { recursive: true, force: true });
});

async function startHolder(): Promise<ChildProcess> {
  const holder = child.start([folder]);
  running.push(holder);
  expect(await readLinesOf(holder, 1)).toEqual(['held']);
  return holder;
}

/** A lock that was last renewed `ageMs` ago, and who is said to hold it. */
function leaveLock(ageMs: number, holder: object): void {
  const renewed = new Date(Date.now() - ageMs);
  mkdirSync(join(folder, 'lock'));
  const { ino, birthtimeNs } = statSync(join(folder, 'lock'), { bigint: true });
  utimesSync(join(folder, 'lock'), renewed, renewed);
  const written = { lock: `${ino}:${birthtimeNs}`, ...holder };
  writeFileSync(join(folder, 'lock.json'), JSON.stringify(written));
}

/** Beyond the largest process id of any system here. */
const DEAD = 2 ** 22 + 1;

describe('the lock of a device folder', () => {
  test('is refused while another living process holds it, and names that process', async () => {
    const holder = await startHolder();
    const result = await fileLock(folder).acquire();
    expect(result).toHaveProperty('error.code', 'locked');
    expect(result).toHaveProperty('error.message', expect.stringContaining(`${holder.pid}`));
  });

  test('is refused a second time in the same process, until it is released', async () => {
    const first = await fileLock(folder).acquire();
    expect(await fileLock(folder).acquire()).toHaveProperty('error.code', 'locked');
    if (first.ok) await first.value();
    const second = await fileLock(folder).acquire();
    expect(second.ok).toBe(true);
    if (second.ok) await second.value();
  });

  test('is taken at once from a process that was killed [LOOP-9]', async () => {
    await killChild(await startHolder());
    const result = await fileLock(folder).acquire();
    expect(result.ok).toBe(true);
    if (result.ok) await result.value();
  });

  test.skipIf(process.platform !== 'linux').each([
    ['in another PID namespace', /pid:\[\d+\]/u, 'pid:[1]'],
    ['nobody knows where', /,"pidSpace":"[^"]+"/u, ''],
  ])(
    'stays with a process that ran %s, though it is not seen here [LOOP-9]',
    async (_, part, other) => {
      await killChild(await startHolder());
      const written = readFileSync(join(folder, 'lock.json'), 'utf8');
      expect(written).toMatch(part);
      writeFileSync(join(folder, 'lock.json'), written.replace(part, other));
      expect(await fileLock(folder).acquire()).toHaveProperty('error.code', 'locked');
    },
  );

  test('goes to one of two that find a killed process [LOOP-9]', async () => {
    await killChild(await startHolder());
    const contenders = [child.start([folder]), child.start([folder])];
    running.push(...contenders);
    const ends = await Promise.all(contenders.map((contender) => readLinesOf(contender, 1)));
    expect(ends.flat().sort()).toEqual(['held', 'locked']);
  });

  test('is taken when it was not renewed for ten seconds, wherever its holder ran [LOOP-9]', async () => {
    leaveLock(11_000, { pid: DEAD, host: 'another-computer' });
    const result = await fileLock(folder).acquire();
    expect(result.ok).toBe(true);
    if (result.ok) await result.value();
  });

  test.each([
    ['a computer that this one cannot ask', { pid: DEAD, host: 'another-computer' }],
    ['nobody it can tell', {}],
    ['whoever took it after a dead process', { pid: DEAD, host: hostname(), lock: 'older' }],
    ['a living process', { pid: process.pid, host: hostname() }],
  ])('stays with %s while it is being renewed', async (_who, holder) => {
    leaveLock(5_000, holder);
    expect(await fileLock(folder).acquire()).toHaveProperty('error.code', 'locked');
    expect(statSync(join(folder, 'lock')).isDirectory()).toBe(true);
  });
});
