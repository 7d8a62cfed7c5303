import type { EarlierAttempt } from './ledger-record.js';

/** Calls that may have been made for other ledgers. Files in the vault say so. */
export class EarlierAttempts {
  private readonly byId = new Map<string, EarlierAttempt>();
  private readonly told = new Set<string>();
  private readonly toldIn = new Map<string, number>();
  private readonly executed = new Set<string>();
  private readonly lines = new Map<string, Set<string | null>>();

  get(id: string): EarlierAttempt | undefined {
    return this.byId.get(id);
  }

  executedId(fits: (id: string) => boolean): string | undefined {
    return [...this.byId.values()].find(({ id, outcome }) => outcome === 'executed' && fits(id))
      ?.id;
  }

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

  /** Returns the `seq` of the record that reports the attempt. -1 if there is none. */
  toldBy(id: string): number {
    return this.toldIn.get(id) ?? -1;
  }

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
    if (line === undefined && file?.endsWith('.jsonl') !== true) return;
    const known = this.lines.get(id) ?? new Set();
    this.lines.set(id, known.add(line ?? null));
  }

  ask(attempt: Omit<EarlierAttempt, 'outcome'>): EarlierAttempt {
    const outcome = this.byId.get(attempt.id)?.outcome ?? 'unknown';
    const asked = { ...attempt, outcome };
    this.byId.set(attempt.id, asked);
    return asked;
  }
}

function withoutOutcome(attempt: EarlierAttempt): string {
  return JSON.stringify(workOf(attempt));
}

export function keyOfAttempt(attempt: EarlierAttempt): string {
  const { outcome, line = '' } = attempt;
  return JSON.stringify([...workOf(attempt), outcome, line]);
}

function workOf(attempt: EarlierAttempt): readonly (string | null)[] {
  const { id, plan, step, effect, call } = attempt;
  return [id, plan, step, effect, call ?? null];
}
