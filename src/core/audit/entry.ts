import { canonicalJson, sha256Hex } from '../digest.js';
import type { Json } from '../json.js';
import type { Stage } from '../loop/stages.js';

/** The claim of an audit entry as fields, for code. Its `detail` says the same for people. */
export type AuditClaim = {
  readonly epoch: string;
  /** The number with which it began; absent if a person took over with it. */
  readonly number?: number;
  /** The ledgers that it replaces, at most 100. */
  readonly over: readonly string[];
  /** Random, so that nobody else can write the entry before it exists. */
  readonly mark: string;
};

/** The fields of one event; the chain adds `seq`, `prev` and `hash`. */
export interface AuditFields {
  /** ISO-8601 UTC in milliseconds. */
  readonly at: string;
  /** Human, Agent, Agent (name), Outside or Countersign. */
  readonly actor: string;
  readonly event: string;
  readonly task_id?: string;
  readonly plan_id?: string;
  readonly step_id?: string;
  readonly request_id?: string;
  readonly from?: string;
  readonly to?: string;
  readonly outcome?: string;
  /** The digest of the effect of an intent. */
  readonly effect?: string;
  /** The digest of the same call by the bridge's name, whatever its target. */
  readonly call?: string;
  /** The digest of a call as it was drafted, if an agent did not call the tool itself. */
  readonly drafted?: string;
  /** The digest of the text from which a plan was made. */
  readonly brief?: string;
  /** The claim of an entry for a ledger that begins or takes over. */
  readonly claim?: AuditClaim;
  /** The line of the ledger that an entry is about. */
  readonly line?: number;
  /** The standing permission of an entry, by its digest, server and tool. */
  readonly permission?: {
    readonly digest: string;
    readonly bridge: string;
    readonly tool: string;
  };
  /** The calls that were made without asking: their number, up to the line of the call log with the hash `head`. */
  readonly calls?: {
    readonly bridge: string;
    readonly tool: string;
    readonly count: number;
    readonly head: string;
  };
  /** The stage that a task reached, and how often it had gone back by then. */
  readonly stage?: { readonly to: Stage; readonly round: number };
  /** SHA-256 (hex) of the lines of a decision record that are about to be written. */
  readonly lines?: readonly string[];
  /** Of added steps: the positions of those that a rule gave a ✋ although the agent said that they need none. */
  readonly gated?: readonly number[];
  /** Only for people: no code reads it, and its words may change. */
  readonly detail: string;
}

/** One line of an audit file. */
export interface AuditEntry extends AuditFields {
  /** From 1, without gaps, per device. */
  readonly seq: number;
  /** `hash` of the line before; 64 zeros for the first. */
  readonly prev: string;
  /** SHA-256 (hex) over the RFC 8785 JSON of all other keys. */
  readonly hash: string;
}

/** Events that follow from other reported events; only the audit log has them. */
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

/** Events that only later looks need; not even a person who watches the runner is shown them. */
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

/** Whether an entry is shown to a person who watches the log line by line. */
export function isWatched({ event }: Pick<AuditFields, 'event'>): boolean {
  return !unwatched.has(event);
}

/** Whether an entry is bookkeeping that need not be shown on the Dashboard. */
export function isBookkeeping({ event }: Pick<AuditFields, 'event'>): boolean {
  return bookkeeping.has(event);
}

/** The end of a chain. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

/** The head of a chain without lines. */
export const emptyChain: ChainHead = { seq: 0, hash: '0'.repeat(64) };

/** The next line of a chain. */
export function chainEntry(head: ChainHead, fields: AuditFields): AuditEntry {
  const unsealed = { ...fields, seq: head.seq + 1, prev: head.hash };
  return { ...unsealed, hash: hashEntry(unsealed) };
}

/** The hash that a line must have. */
export function hashEntry(entry: Omit<AuditEntry, 'hash'>): string {
  return sha256Hex(canonicalJson(entry));
}

/** The same of an entry read from its own line, without writing it again. @param line its canonical JSON */
export function hashOfLine(entry: AuditEntry, line: string): string {
  const { hash, ...rest } = entry;
  const member = `"hash":${JSON.stringify(hash)},`;
  const at = line.indexOf(member);
  // Another member may hold the same.
  if (at === -1 || at !== line.lastIndexOf(member)) return hashEntry(rest);
  return sha256Hex(line.slice(0, at) + line.slice(at + member.length));
}

/** A line as it is written to the file (without the line end). */
export function auditLine(entry: AuditEntry): string {
  return canonicalJson(entry as unknown as Json);
}

/** The audit file of a device and an instant, below the logs folder. */
export function auditPath(logsFolder: string, device: string, at: string): string {
  return `${logsFolder}/audit/${device}-${at.slice(0, 7)}.jsonl`;
}
