import { isJsonObject, type Json } from '../json.js';
import { LedgerFacts } from './ledger-facts.js';
import type { LedgerRecord } from './ledger-record.js';

/** Whether a ledger line is a record at all; its fields were written by this code. */
export function isLedgerRecord(json: Json): json is Json & LedgerRecord {
  if (!isJsonObject(json) || typeof json['kind'] !== 'string') return false;
  const audit = json['audit'];
  return (
    isJsonObject(audit) && typeof audit['hash'] === 'string' && typeof audit['seq'] === 'number'
  );
}

/** What a ledger says that somebody else writes; what is no record is passed over. */
export function factsIn(records: readonly Json[]): LedgerFacts {
  const facts = new LedgerFacts();
  for (const record of records) if (isLedgerRecord(record)) facts.apply(record);
  return facts;
}
