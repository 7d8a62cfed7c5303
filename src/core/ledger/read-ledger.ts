import { isJsonObject, type Json } from '../json.js';
import type { LedgerRecord } from './ledger-record.js';

/** Checks only `kind`, `audit.hash` and `audit.seq`. */
export function isLedgerRecord(json: Json): json is Json & LedgerRecord {
  if (!isJsonObject(json) || typeof json['kind'] !== 'string') return false;
  const audit = json['audit'];
  return (
    isJsonObject(audit) && typeof audit['hash'] === 'string' && typeof audit['seq'] === 'number'
  );
}

/** A new ledger needs the records of these kinds from earlier ledgers. */
export const kindsOfEarlier = [
  'epoch',
  'heard',
  'taken_over',
  'intent',
  'outcome',
  'voided',
] as const;

/** A later ledger learns from these events what became of plans. */
export const eventsOfEnds = [
  'plan_waits',
  'plan_approval_withdrawn',
  'plan_approved',
  'plan_rejected',
  'plan_cancelled',
  'plan_archived',
  'plan_reopened',
  'plan_decision_filed',
  'not_written',
] as const;

export function isOfEarlier(json: Json): boolean {
  if (!isJsonObject(json)) return false;
  const { kind, items, audit } = json;
  const [kinds, events]: readonly (readonly unknown[])[] = [kindsOfEarlier, eventsOfEnds];
  const event = isJsonObject(audit) ? audit['event'] : undefined;
  return kinds?.includes(kind) || items !== undefined || events?.includes(event) === true;
}
