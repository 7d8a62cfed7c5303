import { expect, test } from 'vitest';
import { VaultLedgers } from '../../../../src/engine/ledger/vault-ledgers.js';
import type { AuditFile } from '../../../../src/ports/audit-log.js';
import { forgedBeginning, nameOf } from '../../../support/engine/newcomer.js';

test('a claim in a last line that is not closed counts once, however often its file is looked at', async () => {
  const mark = { length: 0, digest: '' };
  let looks = 0;
  const file = (): AuditFile => ({
    path: 'Logs/audit/d-zzzzzzzzzz-2026-01.jsonl',
    lines: [forgedBeginning(nameOf(1), 500).trimEnd()],
    closed: false,
    version: String((looks += 1)),
    after: looks === 1 ? null : mark,
    mark,
  });
  const ledgers = new VaultLedgers({ read: async () => [file()] }, 'Logs/audit', 'd-aaaaaaaaaa');
  let told = ledgers.claimsOf(await ledgers.readOthers());
  for (let look = 0; look < 1_001; look += 1) told = ledgers.claimsOf(await ledgers.readOthers());
  expect(looks).toBe(1_002);
  expect(told.tooMany).toBe(false);
});
