import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openDiskAuditLog } from '../../src/hosts/desktop/disk-audit-log.js';
import { memoryAuditLog } from '../memory/memory-audit-log.js';
import { createMemoryVault } from '../memory/memory-vault.js';
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

test('an audit file that is too large is not read, and fills no memory', async () => {
  const root = mkdtempSync(join(tmpdir(), 'countersign-audit-'));
  const file = join(root, 'd-x-2026-02.jsonl');
  writeFileSync(file, '');
  truncateSync(file, 300 * 1024 * 1024);
  const log = await openDiskAuditLog(root);
  await expect(log.read('')).rejects.toHaveProperty('code', 'EFBIG');
  rmSync(root, { recursive: true, force: true });
});
