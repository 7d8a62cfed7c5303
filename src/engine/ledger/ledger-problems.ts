import { fail, type Problem, type Result } from '../../core/errors.js';

export function knowsTooLittle({
  path,
  seq,
}: {
  readonly path: string;
  readonly seq: number;
}): Problem {
  return fail(
    'ledger_invalid',
    `The audit log contains entry ${seq}, which this device’s ledger does not have.`,
    'The ledger was rolled back, or something else wrote to the log. Find the cause, then start a new epoch.',
    { path },
  ).error;
}

export function unwrittenTrail(problem: Problem): Problem {
  return { ...problem, advice: `${problem.advice} Then restart Countersign.` };
}

export function brokenOff(error: unknown): Problem {
  return fail(
    'ledger_write_failed',
    `Couldn’t write the ledger or the audit log: ${String(error)}.`,
    'Restart Countersign. It compares the two before it continues.',
  ).error;
}

export function unknownRecord(position: number): Result<never> {
  return fail(
    'ledger_invalid',
    `Record ${position} of this device’s ledger is not from Countersign.`,
    'Restore the ledger from before the change, or start a new epoch.',
    { line: position },
  );
}

export function ofOtherDevice(
  { device: begun }: { readonly device: string | null },
  { device }: { readonly device: string },
): Result<never> | null {
  if (begun === null || begun === device) return null;
  return fail(
    'ledger_invalid',
    `The ledger on this computer is of device ${begun}, but its settings are of device ${device}.`,
    'Restore both from the same time, or start a new epoch.',
  );
}

export function missingRecord(position: number): Result<never> {
  return fail(
    'ledger_invalid',
    `A record of this device’s ledger is missing or damaged, before record ${position}.`,
    'Restore the ledger from before the damage, or start a new epoch.',
    { line: position },
  );
}
