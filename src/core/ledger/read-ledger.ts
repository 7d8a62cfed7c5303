import { isJsonObject, type Json } from '../json.js';
import type { LedgerRecord } from './ledger-record.js';

/** True when a JSON value is a ledger record. Only the common fields are checked. */
export function isLedgerRecord(json: Json): json is Json & LedgerRecord {
  if (!isJsonObject(json) || typeof json['kind'] !== 'string') return false;
  const audit = json['audit'];
  return (
    isJsonObject(audit) && typeof audit['hash'] === 'string' && typeof audit['seq'] === 'number'
  );
}

/** The kinds of records that are kept when a person replaces a ledger. */
export const kindsOfEarlier = [
  'epoch',
  'heard',
  'taken_over',
  'intent',
  'outcome',
  'voided',
] as const;

/** The events from which a later ledger learns which plans ended or wait for approval. */
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
