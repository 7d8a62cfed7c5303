import { floodIn, keyOf, type EpochClaim, type Told } from './epochs.js';

export interface ObservedClaims {
  readonly claims: readonly EpochClaim[];
  readonly tooMany?: EpochClaim;
}

export interface EarlierLedgers {
  readonly epochs: readonly string[];
  readonly number: number;
  readonly hashes?: readonly string[];
  readonly heard: ObservedClaims;
}

const maxObserved = 5_000;

/** Decides whether this ledger is active. A forged claim can stop a ledger, but never start one. */
export class LedgerConflicts {
  private epoch: string | null = null;
  private own: ReadonlySet<string> = new Set();
  private number = Infinity;
  private readonly written = new Set<string>();
  private readonly known = new Map<string, EpochClaim>();
  private open: EpochClaim[] = [];
  private wasPressed = false;
  private flood: 'none' | 'open' | 'answered' = 'none';

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

  observe({ claims, tooMany }: ObservedClaims): void {
    for (const claim of claims) {
      this.known.set(keyOf(claim), claim);
      if (this.isConflict(claim)) this.open.push(claim);
    }
    if (!tooMany) return;
    this.flood = 'open';
    this.open.push(tooMany);
  }

  /** Call this when a person took over on this device. It ends all conflicts so far. */
  answer({ hash }: Pick<EpochClaim, 'hash'>): void {
    this.written.add(hash);
    this.wasPressed = true;
    this.open = [];
    if (this.flood === 'open') this.flood = 'answered';
    if (this.known.size >= maxObserved) this.known.clear();
  }

  get isActive(): boolean {
    return this.epoch !== null && this.open.length === 0;
  }

  get latest(): EpochClaim | null {
    return this.open.at(-1) ?? null;
  }

  conflictsWith(epoch: string): boolean {
    return this.open.some((claim) => claim.epoch === epoch);
  }

  isTie({ number }: EpochClaim): boolean {
    return number === this.number;
  }

  /** True when a person took over here, and also on the device of this claim. */
  wereBothPressed({ number }: EpochClaim): boolean {
    return number === null && this.wasPressed;
  }

  isOwn(epoch: string): boolean {
    return this.own.has(epoch);
  }

  /** True when the audit files ever named too many ledgers or calls. */
  get wasFlooded(): boolean {
    return this.flood !== 'none';
  }

  observed(): readonly EpochClaim[] {
    return [...this.known.values()];
  }

  private isConflict({ epoch, number, over, hash }: EpochClaim): boolean {
    if (this.written.has(hash)) return false;
    // If another log claims an epoch of this ledger, a copy of the ledger may be running.
    if (this.own.has(epoch) || over.some((one) => this.own.has(one))) return true;
    return number === null || number <= this.number;
  }
}
