import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CountersignError } from '../../src/core/errors.js';
import { openDiskAuditLog } from '../../src/hosts/desktop/logs/disk-audit-log.js';
import type { AuditReading } from '../../src/ports/audit-log.js';
import { memoryAuditLog } from '../support/memory/memory-audit-log.js';
import { createMemoryVault } from '../support/memory/memory-vault.js';
import { describeAuditLog } from './audit-log.contract.js';

describeAuditLog('in memory', async () => {
  const vault = createMemoryVault();
  return {
    log: memoryAuditLog(vault),
    write: vault.outside.write,
    text: vault.outside.read,
    close: async () => undefined,
  };
});

describeAuditLog('on disk', async () => {
  const root = mkdtempSync(join(tmpdir(), 'countersign-audit-'));
  return {
    log: await openDiskAuditLog(root),
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    text(path) {
      try {
        return readFileSync(join(root, path), 'utf8');
      } catch {
        return null;
      }
    },
    close: async () => rmSync(root, { recursive: true, force: true }),
  };
});

describe('audit files on disk that are too large', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'countersign-audit-'));
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });
  /** It takes no disk. */
  function put(name: string, megabytes: number): void {
    writeFileSync(join(root, name), '');
    truncateSync(join(root, name), megabytes * 1024 * 1024);
  }
  async function refusal(reading?: AuditReading) {
    const log = await openDiskAuditLog(root);
    return log.read('', reading).then(
      () => null,
      (error: unknown) => (error instanceof CountersignError ? error.problem : error),
    );
  }

  test('are not opened', async () => {
    put('d-x-2026-02.jsonl', 300);
    expect(await refusal()).toMatchObject({
      ...{ code: 'audit_too_large', path: '/d-x-2026-02.jsonl' },
      message: expect.stringContaining('more than 256 MB') as string,
    });
  });

  test('are refused also where only all of them together are, and none is wanted', async () => {
    put('d-x-2026-01.jsonl', 100);
    put('d-x-2026-02.jsonl', 120);
    put('d-y-2026-02.jsonl', 100);
    const reading: AuditReading = { isWanted: () => false };
    const found = { code: 'audit_too_large', path: '/d-x-2026-02.jsonl' };
    expect(await refusal(reading)).toMatchObject(found);
    // A file that is nobody's business counts for nobody.
    expect(await refusal({ ...reading, isOf: (path) => path.includes('d-x') })).toBeNull();
  });

  test.each<[string, () => string]>([
    ['has a line of more', () => `{"seq":1}\n${'x'.repeat(300 * 1024)}\n{"seq":2}\n`],
    ['has a line of more', () => `{"seq":1}\n${'\0'.repeat(3 * 1024 * 1024)}`],
    ['has more lines', () => '\n'.repeat(1_000_001)],
    ['lists more actions', () => `${'x'.repeat(100_000)}\n`.repeat(700)],
  ])('are refused where one %s', async (why, text) => {
    writeFileSync(join(root, 'd-x-2026-02.jsonl'), text());
    const message = expect.stringContaining(`“/d-x-2026-02.jsonl” ${why}`) as string;
    expect(await refusal()).toMatchObject({ code: 'audit_too_large', message });
  });

  test('are read where most of their lines are not needed', async () => {
    const text = `${`${'x'.repeat(100_000)}\n`.repeat(700)}{"needed":1}\n`;
    writeFileSync(join(root, 'd-x-2026-02.jsonl'), text);
    const log = await openDiskAuditLog(root);
    const [read] = await log.read('', { isNeeded: (line) => line.startsWith('{') });
    expect(read?.lines).toEqual(['{"needed":1}']);
  });
});
