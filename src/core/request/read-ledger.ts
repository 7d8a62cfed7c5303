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
