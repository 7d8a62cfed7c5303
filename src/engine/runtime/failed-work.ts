import { CountersignError, formatThrown, type Problem } from '../../core/errors.js';
import type { EngineContext } from '../context.js';
import { bugAlert, unreadAuditAlert } from '../views/engine-alerts.js';
import { lookAtLedgers } from '../ledger/other-ledgers.js';

const firstRetryMs = 1_000;
const longestRetryMs = 60_000;

/**
 * What becomes of work that threw. Where other ledgers could not be heard of, everything stays as it
 * lies; that is tried again soon, then less often, and the work goes on when they can be.
 */
export class FailedWork {
  private readonly unobserved = new Set<string>();
  /** Until the next try; 0: none failed. */
  private retryMs = 0;

  constructor(
    private readonly context: Pick<
      EngineContext,
      'alerts' | 'book' | 'clock' | 'lookAgain' | 'lookAgainAt'
    >,
  ) {}

  /** Says what is wrong with a piece of work. */
  report(key: string, error: unknown): void {
    const unread = unreadAudit(error);
    if (unread) this.tryAgain(key, unread);
    else this.reportBug(key, error);
  }

  /** The other ledgers could be heard of. */
  observed(): void {
    this.retryMs = 0;
    this.context.alerts.replace('audit', []);
    for (const key of this.unobserved) this.context.lookAgain(key);
    this.unobserved.clear();
  }

  private tryAgain(key: string, problem: Problem): void {
    const { alerts, clock, lookAgainAt } = this.context;
    alerts.replace('audit', [unreadAuditAlert(problem)]);
    const isTry = key === lookAtLedgers;
    if (!isTry) this.unobserved.add(key);
    if (isTry || this.retryMs === 0) {
      this.retryMs = Math.min(Math.max(2 * this.retryMs, firstRetryMs), longestRetryMs);
    }
    lookAgainAt(lookAtLedgers, clock.now() + this.retryMs);
  }

  /** An exception is a bug of ours: said, recorded, and everything else goes on. */
  private reportBug(key: string, error: unknown): void {
    const { alerts, book } = this.context;
    const text = formatThrown(error);
    alerts.replace(`bug:${key}`, [bugAlert(key, text)]);
    void book.record(
      { kind: 'event' },
      { actor: 'Countersign', event: 'error', detail: `${key}: ${text}` },
      { durable: false },
    );
  }
}

/** Why the audit files could not be read, if that is what was thrown. */
export function unreadAudit(error: unknown): Problem | null {
  const problem = error instanceof CountersignError ? error.problem : null;
  return problem?.code === 'audit_read_failed' ? problem : null;
}
