import type { CallReport } from '../../core/request/call-report.js';

const reports = new WeakMap<Error, CallReport>();

/** The same error, which now carries what a transport knows about the message that failed. */
export function withReport<E extends Error>(error: E, report: CallReport): E {
  reports.set(error, report);
  return error;
}

/** What the transport knows about the message that this error ended; `null`: nothing was said. */
export function reportOf(error: unknown): CallReport | null {
  return error instanceof Error ? (reports.get(error) ?? null) : null;
}
