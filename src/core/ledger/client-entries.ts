import { isBookkeeping, type AuditEntry } from '../audit/entry.js';
import type { Json } from '../json.js';
import { agentActor, type AgentClient } from '../settings/agents/agent-clients.js';
import { recordedMs } from '../time.js';
import { isLedgerRecord } from './read-ledger.js';

export function entriesOfClient(
  records: readonly Json[],
  { name, added }: Pick<AgentClient, 'name' | 'added'>,
): readonly AuditEntry[] {
  const actor = agentActor(name);
  const sinceMs = recordedMs({ at: added });
  return records
    .flatMap((record) => (isLedgerRecord(record) ? [record.audit] : []))
    .filter((entry) => entry.actor === actor)
    .filter((entry) => entry.event === 'tools_called' || !isBookkeeping(entry))
    .filter((entry) => recordedMs(entry) >= sinceMs)
    .reverse();
}
