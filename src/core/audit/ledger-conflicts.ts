import { floodIn, keyOf, type EpochClaim, type Told } from './epochs.js';

/** The claims that a ledger records because it had not observed them before. */
export interface ObservedClaims {
  readonly claims: readonly EpochClaim[];
  /** There were more than could be kept; this claim represents the rest, and is a conflict. */
  readonly tooMany?: EpochClaim;
}

/** What a ledger knows from those that were set aside before it began, from their files rather than the vault. */
export interface EarlierLedgers {
  /** Oldest first. */
  readonly epochs: readonly string[];
  /** The lowest number with which one of them began. */
  readonly number: number;
  /** Of the audit entries with which they began or took over. Older records do not have them. */
  readonly hashes?: readonly string[];
  /** Everything that they observed. It is treated as unanswered, whatever a person answered for them. */
  readonly heard: ObservedClaims;
}

/** More claims than this are made up by somebody. */
const maxObserved = 5_000;

/**
 * Whether a ledger is active: not while its own log has an observed conflict that no take-over here has
 * answered since. Derived from that log alone, in its order. A forged entry is a conflict too: it can stop
 * a ledger, but never make one act.
 */
export class LedgerConflicts {
  private epoch: string | null = null;
  private own: ReadonlySet<string> = new Set();
  private number = Infinity;
  /** Of the claims in this log, and in those set aside here; nobody else wrote these. */
  private readonly written = new Set<string>();
  private readonly known = new Map<string, EpochClaim>();
  private open: EpochClaim[] = [];
  private wasPressed = false;
  private flood: 'none' | 'open' | 'answered' = 'none';

  /** This ledger began, having observed these already. */
  begin(
    { epoch, number, over, hash }: Pick<EpochClaim, 'epoch' | 'number' | 'over' | 'hash'>,
    { earlier, heard }: { readonly earlier?: EarlierLedgers; readonly heard?: ObservedClaims } = {},
  ): void {
    this.epoch = epoch;
    this.own = new Set([epoch, ...over, ...(earlier?.epochs ?? [])]);
    this.number = Math.min(number ?? Infinity, earlier?.number ?? Infinity);
    for (const one of [hash, ...(earlier?.hashes ?? [])]) this.written.add(one);
    if (earlier) this.observe(earlier.heard);
    if (heard) this.observe(heard);
  }

  /** The claims in audit files to record; `null` if none of them is new. */
  unobserved({ claims, file, tooMany }: Omit<Told, 'counts'>): ObservedClaims | null {
    const fresh = new Map<string, EpochClaim>();
    for (const claim of claims) {
      const key = keyOf(claim);
      const isOwn = claim.epoch === this.epoch && this.written.has(claim.hash);
      if (!isOwn && !this.known.has(key)) fresh.set(key, claim);
    }
    const room = maxObserved - this.known.size;
    const isFlood = tooMany || fresh.size > room;
    const kept = [...fresh.values()].slice(0, Math.max(0, room));
    if (isFlood && this.flood !== 'open') return { claims: kept, tooMany: floodIn(file ?? '') };
    return kept.length > 0 ? { claims: kept } : null;
  }

  /** These were observed and recorded. */
  observe({ claims, tooMany }: ObservedClaims): void {
    for (const claim of claims) {
      this.known.set(keyOf(claim), claim);
      if (this.isConflict(claim)) this.open.push(claim);
    }
    if (!tooMany) return;
    this.flood = 'open';
    this.open.push(tooMany);
  }

  /** A person took over here with this entry, which answers everything that was observed, whoever it named. */
  answer({ hash }: Pick<EpochClaim, 'hash'>): void {
    this.written.add(hash);
    this.wasPressed = true;
    this.open = [];
    if (this.flood === 'open') this.flood = 'answered';
    // The ledger then observes again what is still in the vault, and stops again.
    if (this.known.size >= maxObserved) this.known.clear();
  }

  /** Whether this ledger prepares and runs anything. */
  get isActive(): boolean {
    return this.epoch !== null && this.open.length === 0;
  }

  /** The last observed conflict that is not answered. */
  get latest(): EpochClaim | null {
    return this.open.at(-1) ?? null;
  }

  /** Whether an epoch is in an unanswered conflict. */
  conflictsWith(epoch: string): boolean {
    return this.open.some((claim) => claim.epoch === epoch);
  }

  /** Whether two ledgers began without having observed each other. Only for messages. */
  isTie({ number }: EpochClaim): boolean {
    return number === this.number;
  }

  /**
   * Whether a person took over both there and here. The order is unknown, because clocks differ and the other
   * ledger's observations are not recorded here: it acts if it had observed this one, otherwise neither acts.
   * Only for messages.
   */
  wereBothPressed({ number }: EpochClaim): boolean {
    return number === null && this.wasPressed;
  }

  /** Whether an epoch is this ledger's, or that of one that was set aside here. */
  isOwn(epoch: string): boolean {
    return this.own.has(epoch);
  }

  /** Whether there were more claims than could be kept, so that any may exist. */
  get wasFlooded(): boolean {
    return this.flood !== 'none';
  }

  /** All claims that were observed and kept. */
  observed(): readonly EpochClaim[] {
    return [...this.known.values()];
  }

  private isConflict({ epoch, number, over, hash }: EpochClaim): boolean {
    if (this.written.has(hash)) return false;
    // It has one of our names but is not in our log, so a copy of our ledger runs elsewhere.
    if (this.own.has(epoch) || over.some((one) => this.own.has(one))) return true;
    return number === null || number <= this.number;
  }
}
