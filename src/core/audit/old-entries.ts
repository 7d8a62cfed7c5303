import type { AuditEntry } from './entry.js';

const begunForm =
  /^This device's ledger begins \((e-[a-z2-7]{10})(?:, no\. (\d{1,15}) of this vault)?(?:, after (e-[a-z2-7]{10}(?:, e-[a-z2-7]{10}){0,99}))?\);/;
const takenOverForm = /\((?:(e-[a-z2-7]{10}), )?now (e-[a-z2-7]{10})(?:, no\. \d{1,15})?\);/;

/** Reads the claim in the `detail` of an entry from an early version. Null if there is none. */
export function claimInDetail({ event, detail }: Pick<AuditEntry, 'event' | 'detail'>): {
  readonly epoch: string;
  readonly number?: number;
  readonly over: readonly string[];
} | null {
  if (event === 'epoch_begun') {
    const [, epoch, number, after] = begunForm.exec(detail) ?? [];
    if (epoch === undefined) return null;
    // Early versions of Countersign gave ledgers no number. It is read as 1.
    return { epoch, number: Number(number ?? 1), over: after?.split(', ') ?? [] };
  }
  if (event !== 'taken_over') return null;
  const [, from, epoch] = takenOverForm.exec(detail) ?? [];
  return epoch === undefined ? null : { epoch, over: from === undefined ? [] : [from] };
}

/**
 * Reads the number of the damaged ledger line in the `detail` of an entry from an early version.
 * Null if there is none.
 */
export function damagedLineInDetail({
  event,
  detail,
}: Pick<AuditEntry, 'event' | 'detail'>): number | null {
  const [, line] = /^Line (\d{1,15}) of the ledger was torn by a crash/.exec(detail) ?? [];
  return event === 'ledger_line_damaged' && line !== undefined ? Number(line) : null;
}
