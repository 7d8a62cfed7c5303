import { writeSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { openDiskAuditLog } from '../../../src/hosts/desktop/logs/disk-audit-log.js';
import { openFileLedger } from '../../../src/hosts/desktop/logs/file-ledger.js';
import { openDiskNoteStore } from '../../../src/hosts/node/disk/disk-note-store.js';

// Runs where files can only grow to a small size, and prints how each write ended.
const [folder = ''] = process.argv.slice(2);
const root = join(folder, 'vault');
const store = await openDiskNoteStore({ root, journalFolder: join(folder, 'device') });
const ledger = await openFileLedger(join(folder, 'ledger.jsonl'));
const audit = await openDiskAuditLog(root);
const large = 'x'.repeat(200_000);

const results = [
  await store.update('Plans/plan.md', () => large),
  await store.create('Plans/other.md', large),
  await ledger.append([{ large }], true),
  await audit.append('Logs/audit/d-2026-02.jsonl', [large]),
];
const ends = results.map((result) => (result.ok ? 'written' : result.error.code));
writeSync(1, `${JSON.stringify(ends)}\n`);
