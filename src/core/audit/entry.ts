import { canonicalJson, sha256Hex } from '../digest.js';
import type { Json } from '../json.js';
import type { Stage } from '../loop/stages.js';

export type AuditClaim = {
  readonly epoch: string;
  readonly number?: number;
  readonly over: readonly string[];
  /** A random text, so that nobody can write the same entry in advance. */
  readonly mark: string;
};

export interface AuditFields {
  /** ISO-8601 UTC with milliseconds. */
  readonly at: string;
  /** `Human`, `Agent`, `Agent (name)`, `Outside` or `Countersign`. */
  readonly actor: string;
  readonly event: string;
  readonly task_id?: string;
  readonly plan_id?: string;
  readonly step_id?: string;
  readonly request_id?: string;
  readonly from?: string;
  readonly to?: string;
  readonly outcome?: string;
  /** The digest of a call's server, tool, arguments and files. */
  readonly effect?: string;
  readonly call?: string;
  readonly drafted?: string;
  /** The id of the older request that `request_id` replaces. */
  readonly replaces?: string;
  readonly brief?: string;
  readonly claim?: AuditClaim;
  readonly line?: number;
  readonly permission?: {
    readonly digest: string;
    readonly bridge: string;
    readonly tool: string;
  };
  /** How many calls were made that a person had permitted in advance. */
  readonly calls?: {
    readonly bridge: string;
    readonly tool: string;
    readonly count: number;
    readonly head: string;
  };
  readonly stage?: { readonly to: Stage; readonly round: number };
  readonly lines?: readonly string[];
  readonly gated?: readonly number[];
  readonly detail: string;
}

export interface AuditEntry extends AuditFields {
  /** One higher than in the entry before. */
  readonly seq: number;
  /** The `hash` of the entry before, or 64 zeros for the first entry. */
  readonly prev: string;
  /** SHA-256 (hex) over the RFC 8785 JSON of all other keys. */
  readonly hash: string;
}

const bookkeeping = new Set([
  'epoch_begun',
  'ledger_heard',
  'completed',
  'arrived',
  'asked',
  'waits_in_approved',
  'plan_looked_at',
  'plan_written',
  'plans_seen',
  'taken_back',
  'intent',
  'told',
  'filed',
  'found',
  'plan_archived',
  'plan_waits',
  'plan_decision_filed',
  'duplicate_gone',
  'plan_renamed',
  'plan_block_changed',
  'answer_fetched',
  'decision_recorded',
  'tools_called',
  'task_passed',
  'task_accepted',
  'task_planned',
  'task_filed',
  'task_done',
  'items_seen',
]);

const unwatched = new Set([
  'filed',
  'plan_looked_at',
  'plan_written',
  'plan_decision_filed',
  'plans_seen',
  'task_passed',
  'task_planned',
  'task_filed',
]);

/** True when `countersign run` prints the entry as text. */
export function isWatched({ event }: Pick<AuditFields, 'event'>): boolean {
  return !unwatched.has(event);
}

/** True when the daily log leaves the entry out. */
export function isBookkeeping({ event }: Pick<AuditFields, 'event'>): boolean {
  return bookkeeping.has(event);
}

export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

export const emptyChain: ChainHead = { seq: 0, hash: '0'.repeat(64) };

export function chainEntry(head: ChainHead, fields: AuditFields): AuditEntry {
  const unsealed = { ...fields, seq: head.seq + 1, prev: head.hash };
  return { ...unsealed, hash: hashEntry(unsealed) };
}

export function hashEntry(entry: Omit<AuditEntry, 'hash'>): string {
  return sha256Hex(canonicalJson(entry));
}

/**
 * Returns an entry's hash. Hashing the line saves writing the entry as JSON again.
 * @param line the entry's canonical JSON
 */
export function hashOfLine(entry: AuditEntry, line: string): string {
  const member = `"hash":${JSON.stringify(entry.hash)},`;
  const at = line.indexOf(member);
  if (at === -1 || line.indexOf(member, at + 1) !== -1) {
    const { hash: _hash, ...rest } = entry;
    return hashEntry(rest);
  }
  return sha256Hex(line.slice(0, at) + line.slice(at + member.length));
}

export function auditLine(entry: AuditEntry): string {
  return canonicalJson(entry as unknown as Json);
}

/** Returns the path of a device's audit file for the month of `at`, an ISO-8601 time. */
export function auditPath(logsFolder: string, device: string, at: string): string {
  return `${logsFolder}/audit/${device}-${at.slice(0, 7)}.jsonl`;
}
