import type { Result } from '../../core/errors.js';
import type { Verdict, Waiting } from './verdict.js';

/** Why requests in Approved did not run when the gate last looked at each. Only for showing: no decision reads it. */
export class Verdicts {
  private readonly byId = new Map<string, Waiting | 'problem'>();

  /** Keeps what came of a look, and hands it on. */
  note<T extends Result<Verdict | { readonly do: 'called' }>>(id: string, result: T): T {
    if (!result.ok) this.byId.set(id, 'problem');
    else if ('kind' in result.value) this.byId.set(id, result.value);
    else this.byId.delete(id);
    return result;
  }

  /** A person approves it: what was said before is over. */
  drop(id: string): void {
    this.byId.delete(id);
  }

  of(id: string): Waiting | 'problem' | undefined {
    return this.byId.get(id);
  }
}
