import { fail, type Problem, type Result } from '../core/errors.js';

/** The audit log tells more than the ledger. */
export function knowsTooLittle({
  path,
  seq,
}: {
  readonly path: string;
  readonly seq: number;
}): Problem {
  return fail(
    'ledger_invalid',
    `The audit log holds entry ${seq}, which this device's ledger does not know.`,
    'The ledger was rolled back or the log was written by something else: begin a new epoch after looking into it.',
    { path },
  ).error;
}

/** The ledger holds the line: the next start completes the audit log from it. */
export function unwrittenTrail(problem: Problem): Problem {
  return { ...problem, advice: `${problem.advice} Then restart Countersign.` };
}

/** A port that throws has a bug; what it was writing may or may not be there. */
export function brokenOff(error: unknown): Problem {
  return fail(
    'ledger_write_failed',
    `The ledger or the audit log could not be written: ${String(error)}.`,
    'Restart Countersign; it compares the two before it goes on.',
  ).error;
}

/** Something else wrote into the ledger. */
export function unknownRecord(position: number): Result<never> {
  return fail(
    'ledger_invalid',
    `Record ${position} of this device's ledger is not one of Countersign's.`,
    'Restore the ledger from before it was changed, or begin a new epoch.',
    { line: position },
  );
}
