import type { EarlierAttempt } from './ledger-record.js';

/**
 * The attempts of other ledgers, or of lost ones, by request id, as far as the vault reports them. Anybody
 * can write such reports into audit files, so a report only adds to earlier ones and never removes
 * anything.
 */
export class EarlierAttempts {
  private readonly byId = new Map<string, EarlierAttempt>();
  /** The reported steps and effects. */
  private readonly told = new Set<string>();
  /** The number of the record that first reported the call, or that last reported its execution. */
  private readonly toldIn = new Map<string, number>();
  private readonly executed = new Set<string>();
  /** The audit lines, by request id; `null` for an older record, which does not name the line. */
  private readonly lines = new Map<string, Set<string | null>>();

  /** The first report about an id; executed, if that was ever reported. */
  get(id: string): EarlierAttempt | undefined {
    return this.byId.get(id);
  }

  /** The first matching id of those that were executed. Linear in their number. */
  executedId(fits: (id: string) => boolean): string | undefined {
    return [...this.byId.values()].find(({ id, outcome }) => outcome === 'executed' && fits(id))
      ?.id;
  }

  /** Whether nothing in this report is new. */
  tellsOf(attempt: EarlierAttempt): boolean {
    const { id, plan, step, effect, outcome } = attempt;
    const isBare = plan === null && step === null && effect === null;
    const isTold = this.told.has(withoutOutcome(attempt)) || (isBare && this.byId.has(id));
    return isTold && (outcome === 'unknown' || this.tellsOfLine(attempt));
  }

  private tellsOfLine({ id, line }: EarlierAttempt): boolean {
    const known = this.lines.get(id);
    if (line === undefined || known?.has(null)) return this.executed.has(id);
    return known?.has(line) === true;
  }

  /** The number of the record that last reported something new about this; -1 if none did. */
  toldBy(id: string): number {
    return this.toldIn.get(id) ?? -1;
  }

  /**
   * Adds a report from the record with this number. While `asks` is set, a person is asked whether it
   * happened, and no report answers that.
   */
  add(attempt: EarlierAttempt, asks: boolean, seq: number): void {
    this.told.add(withoutOutcome(attempt));
    const isExecuted = attempt.outcome === 'executed';
    if (!this.toldIn.has(attempt.id) || (isExecuted && !this.tellsOfLine(attempt))) {
      this.toldIn.set(attempt.id, seq);
    }
    if (isExecuted) {
      this.executed.add(attempt.id);
      this.addLine(attempt);
    }
    const known = this.byId.get(attempt.id);
    if (!known) this.byId.set(attempt.id, attempt);
    else if (attempt.outcome === 'executed' && !asks) {
      this.byId.set(attempt.id, { ...known, outcome: 'executed' });
    }
  }

  private addLine({ id, line, file }: EarlierAttempt): void {
    // Reported by a note, or by a ledger of ours.
    if (line === undefined && file?.endsWith('.jsonl') !== true) return;
    const known = this.lines.get(id) ?? new Set();
    this.lines.set(id, known.add(line ?? null));
  }

  /**
   * A person took over requests that may have run. From now on they are asked about these, for the step
   * that this ledger read.
   */
  ask(attempt: Omit<EarlierAttempt, 'outcome'>): EarlierAttempt {
    // If the audit files reported before that it was executed, that stays.
    const outcome = this.byId.get(attempt.id)?.outcome ?? 'unknown';
    const asked = { ...attempt, outcome };
    this.byId.set(attempt.id, asked);
    return asked;
  }
}

function withoutOutcome(attempt: EarlierAttempt): string {
  return JSON.stringify(workOf(attempt));
}

/** The same key for one attempt, whichever file reports it. */
export function keyOfAttempt(attempt: EarlierAttempt): string {
  const { outcome, line = '' } = attempt;
  return JSON.stringify([...workOf(attempt), outcome, line]);
}

function workOf(attempt: EarlierAttempt): readonly (string | null)[] {
  const { id, plan, step, effect, call } = attempt;
  return [id, plan, step, effect, call ?? null];
}
