import type { AuditEntry } from '../core/audit/entry.js';
import {
  actingEpoch,
  claimIn,
  claimsIn,
  standingEpochs,
  type EpochClaim,
} from '../core/audit/epochs.js';
import type { AuditFile, AuditLog } from '../ports/audit-log.js';

/**
 * The ledgers that this vault's audit files tell of, and the one of them that acts: it alone prepares
 * what nobody has prepared yet. Without that, two computers that both run actions could each prepare
 * one request, and each run it with an approval of its own.
 */
export class VaultLedgers {
  /** What was once heard stays: a file that is gone again proves nothing. */
  private readonly claims = new Map<string, EpochClaim>();
  /** How long (bytes) each file was when it was last read. */
  private readonly sizes = new Map<string, number>();

  constructor(
    private readonly auditLog: Pick<AuditLog, 'read'>,
    private readonly folder: string,
    private readonly device: string,
  ) {}

  /** Reads all audit files. */
  async readAll(): Promise<readonly AuditFile[]> {
    const files = await this.auditLog.read(this.folder);
    this.take(files);
    return files;
  }

  /** Reads what other devices wrote since it was last read; whether another ledger acts now. */
  async readOthers(): Promise<boolean> {
    const before = this.acting();
    this.take(
      await this.auditLog.read(this.folder, ({ path, bytes }) => {
        return !this.isOwn(path) && this.sizes.get(path) !== bytes;
      }),
    );
    return this.acting() !== before;
  }

  /** Whether a path is an audit file of another device. */
  isAnothers(path: string): boolean {
    return path.startsWith(`${this.folder}/`) && path.endsWith('.jsonl') && !this.isOwn(path);
  }

  /** Takes in what this device's own ledger says. */
  note(entry: AuditEntry): void {
    this.add(claimIn(entry, this.device));
  }

  /** The device whose audit file tells of an epoch; `null`: none does. */
  deviceOf(epoch: string): string | null {
    for (const claim of this.claims.values()) if (claim.epoch === epoch) return claim.device;
    return null;
  }

  /** The epochs of some devices. */
  epochsOf(devices: readonly string[]): readonly string[] {
    const epochs = [...this.claims.values()].flatMap(({ epoch, device }) =>
      devices.includes(device) ? [epoch] : [],
    );
    return [...new Set(epochs)];
  }

  /** {@link actingEpoch} of all that was heard. */
  acting(): string | null {
    return actingEpoch(this.claims.values());
  }

  /** The number of the next claim. */
  nextNumber(): number {
    return 1 + Math.max(0, ...[...this.claims.values()].map(({ number }) => number));
  }

  /** {@link standingEpochs} of all that was heard. */
  standing(): ReadonlySet<string> {
    return standingEpochs(this.claims.values());
  }

  private take(files: readonly AuditFile[]): void {
    for (const claim of claimsIn(files)) this.add(claim);
    for (const { path, bytes } of files) this.sizes.set(path, bytes);
  }

  private add(claim: EpochClaim | null): void {
    if (claim)
      this.claims.set([claim.number, claim.epoch, claim.at, ...claim.over].join(' '), claim);
  }

  private isOwn(path: string): boolean {
    return path.startsWith(`${this.folder}/${this.device}-`);
  }
}
