import { CountersignError, formatThrown, type Problem } from '../../core/errors.js';
import type { Alert, AlertSubject } from '../../core/alert.js';
import { quotedPath } from '../../core/text/quote.js';
import type { Clock } from '../../ports/clock.js';
import type { LedgerBook } from '../ledger/ledger-book.js';
import { lookAtLedgers } from '../ledger/other-ledgers.js';

const firstRetryMs = 1_000;
const longestRetryMs = 60_000;

interface FailedWorkContext {
  readonly alerts: { replace(subject: AlertSubject, alerts: readonly Alert[]): void };
  readonly book: LedgerBook;
  readonly clock: Clock;
  readonly lookAgain: (key: string) => void;
  readonly lookAgainAt: (key: string, atMs: number) => void;
}

export class FailedWork {
  private readonly unobserved = new Set<string>();
  private retryMs = 0;

  constructor(private readonly context: FailedWorkContext) {}

  report(key: string, error: unknown): void {
    const unread = unreadAudit(error);
    if (unread) this.tryAgain(key, unread);
    else if (error instanceof CountersignError) this.reportProblem(key, error.problem);
    else this.reportBug(key, error);
  }

  observed(): void {
    this.retryMs = 0;
    this.context.alerts.replace({ kind: 'audit' }, []);
    for (const key of this.unobserved) this.context.lookAgain(key);
    this.unobserved.clear();
  }

  private tryAgain(key: string, problem: Problem): void {
    const { alerts, clock, lookAgainAt } = this.context;
    alerts.replace({ kind: 'audit' }, [unreadAuditAlert(problem)]);
    const isTry = key === lookAtLedgers;
    if (!isTry) this.unobserved.add(key);
    if (isTry || this.retryMs === 0) {
      this.retryMs = Math.min(Math.max(2 * this.retryMs, firstRetryMs), longestRetryMs);
    }
    lookAgainAt(lookAtLedgers, clock.now() + this.retryMs);
  }

  private reportProblem(key: string, problem: Problem): void {
    const { alerts, clock, lookAgainAt } = this.context;
    alerts.replace({ kind: 'bug', id: key }, [inTheWayAlert(key, problem)]);
    lookAgainAt(key, clock.now() + longestRetryMs);
  }

  private reportBug(key: string, error: unknown): void {
    const { alerts, book } = this.context;
    const text = formatThrown(error);
    alerts.replace({ kind: 'bug', id: key }, [bugAlert(key, text)]);
    void book.record(
      { kind: 'event' },
      { actor: 'Countersign', event: 'error', detail: `${key}: ${text}` },
      { durable: false },
    );
  }
}

export function unreadAudit(error: unknown): Problem | null {
  const problem = error instanceof CountersignError ? error.problem : null;
  return problem?.code === 'audit_read_failed' ? problem : null;
}

/** Halts the ledger if the audit files of other devices cannot be read. */
export async function observeOrHalt(book: Pick<LedgerBook, 'halted' | 'observe'>): Promise<void> {
  try {
    await book.observe();
  } catch (error) {
    const problem = unreadAudit(error);
    if (problem === null) throw error;
    book.halted ??= problem;
  }
}

export function unreadAuditAlert(problem: Problem): Alert {
  return {
    subject: { kind: 'audit' },
    kind: 'halted',
    text: `Nothing is prepared or run: ${problem.message}`,
    advice:
      problem.path === undefined
        ? 'Countersign retries at least once a minute. If this doesn’t change, check what locks or protects that file.'
        : `${problem.advice} Countersign retries at least once a minute.`,
  };
}

function inTheWayAlert(key: string, { message, advice, path }: Problem): Alert {
  const what = key.slice(key.indexOf(':') + 1);
  const where = path === undefined || path === what ? '' : `${quotedPath(path)}: `;
  return {
    subject: { kind: 'bug', id: key },
    kind: 'halted',
    text: `Can’t continue with ${quotedPath(what)}: ${where}${message}`,
    advice: `${advice} Countersign retries once a minute.`,
  };
}

function bugAlert(key: string, text: string): Alert {
  return {
    subject: { kind: 'bug', id: key },
    kind: 'halted',
    text: `Something went wrong in Countersign at ${key}: ${text}.`,
    advice: 'Please report this. Everything else continues.',
  };
}
