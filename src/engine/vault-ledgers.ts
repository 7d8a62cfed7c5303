import type { AuditEntry } from '../core/audit/entry.js';
import {
  actingEpochs,
  claimIn,
  claimsIn,
  highestNumber,
  standingEpochs,
  type EpochClaim,
} from '../core/audit/epochs.js';
import type { AuditFile, AuditLog } from '../ports/audit-log.js';

/** More claims than these come from somebody who makes them up; then only what concerns us is heard. */
const mostHeard = 10_000;

/**
 * The ledgers that this vault's audit files tell of, and the one of them that acts: it alone prepares
 * what nobody has prepared yet. Without that, two computers that both run actions could each prepare
 * one request, and each run it with an approval of its own.
 */
export class VaultLedgers {
  private readonly claims = new Map<string, EpochClaim>();
  /** By epoch: the device that was first heard to have begun it. Nobody else speaks for it. */
  private readonly devices = new Map<string, string>();
  /** As each file was when it was last read. */
  private readonly versions = new Map<string, string>();
  /** Worked out once for each state of the claims. */
  private actingNow: readonly string[] | null = null;
  /** This device's epoch, once it has one. Only its own ledger speaks for it. */
  private own: string | null = null;

  constructor(
    private readonly auditLog: Pick<AuditLog, 'read'>,
    private readonly folder: string,
    private readonly device: string,
  ) {}

  /** Reads all audit files; the value is what they tell that was not known. */
  async readAll(): Promise<{
    readonly files: readonly AuditFile[];
    readonly heard: readonly EpochClaim[];
  }> {
    const files = await this.auditLog.read(this.folder);
    return { files, heard: this.take(files) };
  }

  /** Reads what other devices wrote since it was last read; the value is what was not known. */
  async readOthers(): Promise<readonly EpochClaim[]> {
    const files = await this.auditLog.read(this.folder, ({ path, version }) => {
      return !this.isOwn(path) && this.versions.get(path) !== version;
    });
    return this.take(files);
  }

  /** Whether a path is an audit file of another device. */
  isAnothers(path: string): boolean {
    return path.startsWith(`${this.folder}/`) && path.endsWith('.jsonl') && !this.isOwn(path);
  }

  /** Takes in what this device's own ledger says of itself. */
  note(epoch: string | null, entry: AuditEntry): void {
    this.own = epoch;
    const claim = claimIn(entry, this.device);
    if (claim?.epoch === epoch) this.add(claim);
  }

  /** Takes in what this device's own ledger says to have heard: a file that is gone proves nothing. */
  recall(heard: readonly EpochClaim[]): void {
    for (const claim of heard) this.hear(claim);
  }

  /** The device that began an epoch; `null`: no audit file tells. */
  deviceOf(epoch: string): string | null {
    return this.devices.get(epoch) ?? null;
  }

  /** The epochs that a device began, in the order in which they were heard of. */
  epochsOf(device: string): readonly string[] {
    return [...this.devices].flatMap(([epoch, by]) => (by === device ? [epoch] : []));
  }

  /** {@link actingEpochs} of all that was heard. */
  acting(): readonly string[] {
    return (this.actingNow ??= actingEpochs([...this.claims.values()]));
  }

  /** Whether an epoch acts, and no other does. */
  isActing(epoch: string): boolean {
    const [one, ...others] = this.acting();
    return one === epoch && others.length === 0;
  }

  /** The device whose ledger last took the place of an epoch; `null`: none did. */
  replacedBy(epoch: string): string | null {
    const by = [...this.claims.values()].filter(({ over }) => over.includes(epoch));
    return by.sort((a, b) => a.number - b.number).at(-1)?.device ?? null;
  }

  /** The number of the next claim. */
  nextNumber(): number {
    return highestNumber([...this.claims.values()]) + 1;
  }

  /** {@link standingEpochs} of all that was heard. */
  standing(): ReadonlySet<string> {
    return standingEpochs(this.claims.values());
  }

  private take(files: readonly AuditFile[]): readonly EpochClaim[] {
    const heard = claimsIn(files).filter((claim) => this.hear(claim));
    for (const { path, version } of files) this.versions.set(path, version);
    return heard;
  }

  /** Whether a claim of another ledger was not known, and may be one. */
  private hear(claim: EpochClaim): boolean {
    const { epoch, device, over } = claim;
    if (epoch === this.own || (this.devices.get(epoch) ?? device) !== device) return false;
    const isFlooded = this.claims.size >= mostHeard && !this.devices.has(epoch);
    if (isFlooded && !over.some((one) => one === this.own || this.acting().includes(one)))
      return false;
    return this.add(claim);
  }

  private add(claim: EpochClaim): boolean {
    const key = [claim.number, claim.epoch, claim.at, ...claim.over].join(' ');
    if (this.claims.has(key)) return false;
    this.claims.set(key, claim);
    this.actingNow = null;
    if (!this.devices.has(claim.epoch)) this.devices.set(claim.epoch, claim.device);
    return true;
  }

  private isOwn(path: string): boolean {
    return path.startsWith(`${this.folder}/${this.device}-`);
  }
}
