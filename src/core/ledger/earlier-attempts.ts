import type { EarlierAttempt } from './ledger-record.js';

/**
 * What other ledgers, or ones that are gone, are said to have attempted, by request id. Anybody can write
 * that into audit files: what is told adds to what was told before, and takes nothing of it away.
 */
export class EarlierAttempts {
  private readonly byId = new Map<string, EarlierAttempt>();
  /** Of which step and effect they are said to have been. */
  private readonly told = new Set<string>();
  /** The number of the record that told first that these were called, or last that they were executed. */
  private readonly toldIn = new Map<string, number>();
  private readonly executed = new Set<string>();
  /** Those lines, by request id; `null`: an older record, which does not say which line it was. */
  private readonly lines = new Map<string, Set<string | null>>();

  /** What was told first of an id; executed, if that was ever told. */
  get(id: string): EarlierAttempt | undefined {
    return this.byId.get(id);
  }

  /** The first id that fits of those that were executed. Linear in all there are. */
  executedId(fits: (id: string) => boolean): string | undefined {
    return [...this.byId.values()].find(({ id, outcome }) => outcome === 'executed' && fits(id))
      ?.id;
  }

  /** Whether nothing of this is new. */
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

  /** The number of the record that last told something new of this; -1: nobody told anything. */
  toldBy(id: string): number {
    return this.toldIn.get(id) ?? -1;
  }

  /**
   * Adds what was told, by the record with this number. While `asks`, a person is asked whether it happened, and
   * nothing told answers that.
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
    // A note tells it, or a ledger of ours.
    if (line === undefined && file?.endsWith('.jsonl') !== true) return;
    const known = this.lines.get(id) ?? new Set();
    this.lines.set(id, known.add(line ?? null));
  }

  /** A person took over what may have run: from now on they are asked, of the step that this ledger read. */
  ask(attempt: Omit<EarlierAttempt, 'outcome'>): EarlierAttempt {
    // Where the audit files told before that it was executed, that stays so.
    const outcome = this.byId.get(attempt.id)?.outcome ?? 'unknown';
    const asked = { ...attempt, outcome };
    this.byId.set(attempt.id, asked);
    return asked;
  }
}

function withoutOutcome(attempt: EarlierAttempt): string {
  return JSON.stringify(workOf(attempt));
}

/** The same for one attempt told again, in whichever file. */
export function keyOfAttempt(attempt: EarlierAttempt): string {
  const { outcome, line = '' } = attempt;
  return JSON.stringify([...workOf(attempt), outcome, line]);
}

function workOf(attempt: EarlierAttempt): readonly (string | null)[] {
  const { id, plan, step, effect, call } = attempt;
  return [id, plan, step, effect, call ?? null];
}
