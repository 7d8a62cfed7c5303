import { writeSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { openDiskAuditLog } from '../../../src/hosts/desktop/logs/disk-audit-log.js';
import { openFileLedger } from '../../../src/hosts/desktop/logs/file-ledger.js';
import { openDiskNoteStore } from '../../../src/hosts/node/disk/disk-note-store.js';

// Writes to every store without end and says after each round which number is safe.
const [folder = ''] = process.argv.slice(2);
const root = join(folder, 'vault');
const store = await openDiskNoteStore({ root, journalFolder: join(folder, 'device') });
const ledger = await openFileLedger(join(folder, 'ledger.jsonl'));
const audit = await openDiskAuditLog(root);

const must = async (step: Promise<{ readonly ok: boolean }>): Promise<void> => {
  const result = await step;
  if (!result.ok) throw new Error(JSON.stringify(result));
};
for (let number = 0; ; number += 1) {
  const filler = 'x'.repeat(50_000 + (number % 7) * 30_000);
  await must(ledger.append([{ number, filler: filler.slice(0, 20_000) }], true));
  await must(store.update('Plans/plan.md', () => `${number}\n${filler}\n${number}`));
  await must(audit.append('Logs/audit/d-2026-02.jsonl', [JSON.stringify({ number, filler })]));
  const [from, to] = number % 2 === 0 ? ['Pending', 'Approved'] : ['Approved', 'Pending'];
  await must(store.move(`${from}/request.md`, `${to}/request.md`));
  await must(store.create(`Done/${number}.md`, `${number}\n${filler}\n${number}`));
  writeSync(1, `${number}\n`);
}
