import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDiskAuditLog } from '../../../../../src/hosts/desktop/logs/disk-audit-log.js';
import { openFileLedger } from '../../../../../src/hosts/desktop/logs/file-ledger.js';
import { openDiskNoteStore } from '../../../../../src/hosts/node/disk/disk-note-store.js';
import {
  bundleChild,
  killChild,
  readLinesOf,
  type BundledChild,
} from '../../../../support/children/bundled-child.js';

/** After how many rounds of writes the process is killed: five kills at different depths. */
const ROUNDS = [1, 4, 9, 16, 30];
const AUDIT = 'Logs/audit/d-2026-02.jsonl';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-crash-'));
  for (const name of ['Plans', 'Pending', 'Approved', 'Done']) {
    mkdirSync(join(folder, 'vault', name), { recursive: true });
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const at = (path: string): string => join(folder, 'vault', path);

describe('a process that is killed while it writes', () => {
  let child: BundledChild;
  beforeAll(async () => {
    child = await bundleChild(
      new URL('../../../../support/children/write-until-killed.ts', import.meta.url),
    );
  });
  afterAll(() => child.dispose());

  test.each(ROUNDS)('leaves all whole and safe: after %d rounds [FR-018]', async (rounds) => {
    writeFileSync(at('Plans/plan.md'), '-1\n\n-1');
    writeFileSync(at('Pending/request.md'), 'the request');
    const running = child.start([folder]);
    const safe = Number((await readLinesOf(running, rounds)).at(-1));
    expect(safe).toBeGreaterThanOrEqual(rounds - 1);
    await killChild(running);

    const root = join(folder, 'vault');
    const store = await openDiskNoteStore({ root, journalFolder: join(folder, 'device') });
    expect(wholeNumberOf(readFileSync(at('Plans/plan.md'), 'utf8'))).toBeGreaterThanOrEqual(safe);
    const requests = ['Pending', 'Approved'].filter((name) => existsSync(at(`${name}/request.md`)));
    expect(requests).toHaveLength(1);
    expect(readFileSync(at(`${requests[0]}/request.md`), 'utf8')).toBe('the request');
    expect(readdirSync(join(folder, 'device'))).toEqual([]);
    const done = await store.list('Done');
    for (const { path } of done) {
      expect(path).toBe(`Done/${wholeNumberOf(readFileSync(at(path), 'utf8'))}.md`);
    }
    expect(done.length).toBeGreaterThan(safe);
    await store.close();

    const { numbers, torn } = await ledgerNumbers(join(folder, 'ledger.jsonl'));
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index));
    expect(numbers.length).toBeGreaterThan(safe);
    expect(torn).toBeLessThanOrEqual(1);
    const [audit] = await (await openDiskAuditLog(root)).read('Logs/audit');
    const lines = audit?.lines ?? [];
    expect(lines.filter(isJson).length).toBeGreaterThan(safe);
    expect(lines.length - lines.filter(isJson).length).toBeLessThanOrEqual(1);
  });
});

describe('a disk that takes no more', () => {
  let child: BundledChild;
  beforeAll(async () => {
    child = await bundleChild(
      new URL('../../../../support/children/write-over-limit.ts', import.meta.url),
    );
  });
  afterAll(() => child.dispose());

  // Stands in for a full disk: the system writes a part and then refuses (EFBIG instead of ENOSPC).
  test.skipIf(process.platform === 'win32')(
    'is a problem, with the old text intact and nothing left behind [FR-018]',
    async () => {
      writeFileSync(at('Plans/plan.md'), 'the old text');
      mkdirSync(at('Logs/audit'), { recursive: true });
      writeFileSync(at(AUDIT), '{"seq":1}\n');
      const before = await openFileLedger(join(folder, 'ledger.jsonl'));
      await before.append([{ number: 0 }], true);
      await before.close();

      const [line] = await readLinesOf(child.start([folder], 64 * 1024), 1);
      expect(JSON.parse(line ?? '')).toEqual([
        'note_write_failed',
        'note_write_failed',
        'ledger_write_failed',
        'audit_write_failed',
      ]);
      expect(readFileSync(at('Plans/plan.md'), 'utf8')).toBe('the old text');
      expect(readdirSync(at('Plans'))).toEqual(['plan.md']);

      const ledger = await openFileLedger(join(folder, 'ledger.jsonl'));
      await ledger.append([{ number: 1 }], true);
      await ledger.close();
      const { numbers, torn } = await ledgerNumbers(join(folder, 'ledger.jsonl'));
      expect({ numbers, torn }).toEqual({ numbers: [0, 1], torn: 1 });
      const log = await openDiskAuditLog(join(folder, 'vault'));
      await log.append(AUDIT, ['{"seq":2}']);
      const [audit] = await log.read('Logs/audit');
      expect(audit?.lines.filter(isJson)).toEqual(['{"seq":1}', '{"seq":2}']);
    },
  );
});

/** The number that a note of the child starts and ends with; fails for part of a note. */
function wholeNumberOf(text: string): number {
  const [first, , last, ...more] = text.split('\n');
  expect({ first, more }).toEqual({ first: last, more: [] });
  return Number(first);
}

async function ledgerNumbers(file: string): Promise<{ numbers: number[]; torn: number }> {
  const ledger = await openFileLedger(file);
  const contents = await ledger.read();
  await ledger.close();
  if (!contents.ok) throw new Error(contents.error.message);
  const numbers = contents.value.records.map((record) => (record as { number: number }).number);
  return { numbers, torn: contents.value.damaged.length };
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
