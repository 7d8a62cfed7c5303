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
 * The kinds of records that are kept of a ledger that a person set aside: whose it was, what it observed,
 * what it called, the items that existed before, and the ends of plans.
 */
export const kindsOfEarlier = [
  'epoch',
  'heard',
  'taken_over',
  'intent',
  'outcome',
  'voided',
] as const;

/** The events that say whether a plan has ended, or waits for approval, and whether that was written. */
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

/** Whether a line is one of these records. */
export function isOfEarlier(json: Json): boolean {
  if (!isJsonObject(json)) return false;
  const { kind, items, audit } = json;
  const [kinds, events]: readonly (readonly unknown[])[] = [kindsOfEarlier, eventsOfEnds];
  const event = isJsonObject(audit) ? audit['event'] : undefined;
  return kinds?.includes(kind) || items !== undefined || events?.includes(event) === true;
}
