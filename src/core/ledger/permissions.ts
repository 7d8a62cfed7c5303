import type { Json } from '../json.js';
import type { LedgerRecord } from './ledger-record.js';
import { isLedgerRecord } from './read-ledger.js';

export interface RecordedPermission {
  readonly digest: string;
  readonly bridge: string;
  readonly tool: string;
}

export class Permissions {
  private readonly known = new Map<string, RecordedPermission>();
  private readonly ended = new Set<string>();
  head: string | null = null;

  apply(record: LedgerRecord): void {
    // A permission that ended in an earlier ledger stays ended.
    if (record.kind === 'epoch') for (const digest of record.ended ?? []) this.ended.add(digest);
    const { event, permission, calls } = record.audit;
    if (calls) this.head = calls.head;
    if (!permission) return;
    if (event === 'permission_given') this.known.set(permission.digest, permission);
    if (event === 'permission_ended') this.ended.add(permission.digest);
  }

  static of(records: readonly Json[]): Permissions {
    const permissions = new Permissions();
    for (const record of records) if (isLedgerRecord(record)) permissions.apply(record);
    return permissions;
  }

  isOnRecord(digest: string): boolean {
    return this.known.has(digest);
  }

  hasEnded(digest: string): boolean {
    return this.ended.has(digest);
  }

  inForce(): readonly RecordedPermission[] {
    return [...this.known.values()].filter(({ digest }) => !this.ended.has(digest));
  }
}
