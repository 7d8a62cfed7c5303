import { isJsonObject, type Json } from '../../core/json.js';
import type { LedgerRecord } from '../../core/ledger/ledger-record.js';
import { recipientsIn } from '../../core/policy/plan-approval.js';
import { isAddress } from '../../core/request/action/argument-order.js';
import { isPractice } from '../../core/request/action/digests.js';
import { signedCall } from '../../core/request/approval/signed-content.js';

/** The recipients to whom something was sent. */
export class KnownRecipients {
  private readonly called = new Map<string, readonly string[]>();
  private readonly known = new Set<string>();

  apply(record: LedgerRecord): void {
    // A practice server sends nothing.
    if (record.kind === 'intent' && !isPractice(record)) {
      const call = signedCall(record.s);
      if (call) this.called.set(record.id, addressesIn(call.arguments));
    }
    if (record.kind !== 'outcome') return;
    const recipients = this.called.get(record.id) ?? [];
    this.called.delete(record.id);
    if (record.outcome !== 'executed') return;
    for (const recipient of recipients) this.known.add(recipient);
  }

  /** Expects a recipient as `recipientsIn` writes it. */
  readonly has = (recipient: string): boolean => this.known.has(recipient);
}

/** Nothing was sent to an address that a text only mentions. */
function addressesIn(value: Json, isForAddress = false): readonly string[] {
  if (typeof value === 'string') return isForAddress ? recipientsIn(value) : [];
  if (Array.isArray(value)) return value.flatMap((one: Json) => addressesIn(one, isForAddress));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    addressesIn(one, isForAddress || isAddress(name) || /^b?cc$/i.test(name)),
  );
}
