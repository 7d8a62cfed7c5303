import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileLedger, type FileLedger } from '../../src/hosts/desktop/logs/file-ledger.js';
import { memoryLedger, type MemoryLedgerFile } from '../support/memory/memory-ledger.js';
import { describeLedger } from './ledger.contract.js';

describeLedger('in memory', async () => {
  const file: MemoryLedgerFile = { text: null };
  return {
    open: async () => memoryLedger(file),
    text: () => file.text,
    setText: (text) => void (file.text = text),
    close: async () => undefined,
  };
});

describeLedger('in a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-ledger-'));
  const file = join(folder, 'ledger.jsonl');
  const opened: FileLedger[] = [];
  return {
    async open() {
      const ledger = await openFileLedger(file);
      opened.push(ledger);
      return ledger;
    },
    text() {
      try {
        return readFileSync(file, 'utf8');
      } catch {
        return null;
      }
    },
    setText: (text) => writeFileSync(file, text),
    async close() {
      for (const ledger of opened) await ledger.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
