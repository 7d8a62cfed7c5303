import type { MemoryLedgerFile } from '../memory/memory-ledger.js';
import { auditLine, chainEntry, emptyChain } from '../../../src/core/audit/entry.js';
import { epochBegun } from '../../../src/core/audit/epochs.js';

/** As a host does on a person's gesture: the ledger lies beside, and is known to be an earlier one. */
export function setAside(file: MemoryLedgerFile): void {
  file.earlier = [...(file.earlier ?? []), ...(file.text === null ? [] : [file.text])];
  file.text = null;
}

interface Writes {
  write(path: string, text: string): void;
}

/** A ledger of another computer that was there before the one of these tests. */
export const earlierEpoch = 'e-zzzzzzzzzz';
export const earlierDevice = 'd-zzzzzzzzzz';
export const earlierAudit = `Logs/audit/${earlierDevice}-2026-01.jsonl`;

/** Sync brings the audit file of that computer. */
export function tellOfEarlierLedger(
  { vault }: { readonly vault: { readonly outside: Writes } },
  claim: { readonly over?: readonly string[]; readonly number?: number } = {},
): void {
  const entry = chainEntry(emptyChain, {
    at: '2026-01-01T08:00:00.000Z',
    actor: 'Countersign',
    event: 'epoch_begun',
    ...epochBegun({ epoch: earlierEpoch, number: 1, over: [], ...claim }, 0, 'marked'),
  });
  vault.outside.write(earlierAudit, `${auditLine(entry)}\n`);
}
