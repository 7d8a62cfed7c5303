import { floodIn, keyOf, type EpochClaim, type Told } from './epochs.js';

/** What a ledger records of the claims that it had not observed before. */
export interface ObservedClaims {
  readonly claims: readonly EpochClaim[];
  /** There was more than could be kept; this claim is kept for the rest, and is a conflict. */
  readonly tooMany?: EpochClaim;
}

/** What a ledger knows from those that were set aside before it began: from their files, not the vault's. */
export interface EarlierLedgers {
  /** Oldest first. */
  readonly epochs: readonly string[];
  /** The lowest with which one of them began. */
  readonly number: number;
  /** Of the audit entries with which they began or took over. Older records do not have them. */
  readonly hashes?: readonly string[];
  /** All that they observed. It counts as not answered, whatever was pressed for them. */
  readonly heard: ObservedClaims;
}

/** More claims than these come from somebody who makes them up. */
const maxObserved = 5_000;

/**
 * Whether a ledger is active: not while a conflict is open that its own log has observed since a person last
 * took over here. Made from that log alone, in its own order. A forged entry conflicts, too: it can stop
 * a ledger, and never make one act.
 */
export class LedgerConflicts {
  private epoch: string | null = null;
  private own: ReadonlySet<string> = new Set();
  private number = Infinity;
  /** Of the entries of this log, and of those set aside, that claim something: nobody else wrote these. */
  private readonly written = new Set<string>();
  private readonly known = new Map<string, EpochClaim>();
  private open: EpochClaim[] = [];
  private wasPressed = false;
  private flood: 'none' | 'open' | 'answered' = 'none';

  /** This ledger began, when it had observed some already. */
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

  /** What is to be recorded of what audit files tell; `null`: nothing of it is new. */
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

  /** It was observed, and recorded. */
  observe({ claims, tooMany }: ObservedClaims): void {
    for (const claim of claims) {
      this.known.set(keyOf(claim), claim);
      if (this.isConflict(claim)) this.open.push(claim);
    }
    if (!tooMany) return;
    this.flood = 'open';
    this.open.push(tooMany);
  }

  /** A person took over here, with this entry: that answers all that was observed, whomever they named. */
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

  /** The conflict that was observed last, and is not answered. */
  get latest(): EpochClaim | null {
    return this.open.at(-1) ?? null;
  }

  /** Whether an epoch conflicts, and is not answered. */
  conflictsWith(epoch: string): boolean {
    return this.open.some((claim) => claim.epoch === epoch);
  }

  /** Whether a ledger began when this one had not observed it, nor it of this one. For words only. */
  isTie({ number }: EpochClaim): boolean {
    return number === this.number;
  }

  /**
   * Whether a person took over there, and here. What they had observed there is not told, and two clocks do
   * not tell, either: it acts if that was this one's, and otherwise neither does. For words only.
   */
  wereBothPressed({ number }: EpochClaim): boolean {
    return number === null && this.wasPressed;
  }

  /** Whether an epoch is this ledger's, or that of one that was set aside here. */
  isOwn(epoch: string): boolean {
    return this.own.has(epoch);
  }

  /** Whether more was told than could be kept: then anything may be. */
  get wasFlooded(): boolean {
    return this.flood !== 'none';
  }

  /** All that was observed, and kept. */
  observed(): readonly EpochClaim[] {
    return [...this.known.values()];
  }

  private isConflict({ epoch, number, over, hash }: EpochClaim): boolean {
    if (this.written.has(hash)) return false;
    // Under one of its names, and not of its log: a copy of that runs elsewhere.
    if (this.own.has(epoch) || over.some((one) => this.own.has(one))) return true;
    return number === null || number <= this.number;
  }
}
