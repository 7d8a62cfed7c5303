import { isJsonObject, type Json } from '../json.js';
import type { LedgerRecord } from './ledger-record.js';

/** Whether a ledger line is a record at all; its fields were written by this code. */
export function isLedgerRecord(json: Json): json is Json & LedgerRecord {
  if (!isJsonObject(json) || typeof json['kind'] !== 'string') return false;
  const audit = json['audit'];
  return (
    isJsonObject(audit) && typeof audit['hash'] === 'string' && typeof audit['seq'] === 'number'
  );
}

/**
 * The records that are kept of a ledger that a person set aside: whose it was, what it observed, what it called; and
 * those with the items that were there before.
 */
export const kindsOfEarlier = [
  'epoch',
  'heard',
  'taken_over',
  'intent',
  'outcome',
  'voided',
] as const;

/** Whether this is one of them. */
export function isOfEarlier(json: Json): boolean {
  const kinds: readonly unknown[] = kindsOfEarlier;
  return isJsonObject(json) && (kinds.includes(json['kind']) || json['items'] !== undefined);
}
