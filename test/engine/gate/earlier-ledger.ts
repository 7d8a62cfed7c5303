import { auditLine, chainEntry, emptyChain } from '../../../src/core/audit/entry.js';
import { epochBegunWords } from '../../../src/core/audit/epochs.js';

interface Writes {
  write(path: string, text: string): void;
}

/** A ledger of another computer that was there before the one of these tests. */
export const earlierEpoch = 'e-zzzzzzzzzz';
export const earlierDevice = 'd-zzzzzzzzzz';
export const earlierAudit = `Logs/audit/${earlierDevice}-2026-01.jsonl`;

/** Sync brings the audit file of that computer. */
export function tellOfEarlierLedger({
  vault,
}: {
  readonly vault: { readonly outside: Writes };
}): void {
  const entry = chainEntry(emptyChain, {
    at: '2026-01-01T08:00:00.000Z',
    actor: 'Countersign',
    event: 'epoch_begun',
    detail: epochBegunWords({ epoch: earlierEpoch, number: 1, over: [] }, 0),
  });
  vault.outside.write(earlierAudit, `${auditLine(entry)}\n`);
}
