/** How a write ends when the process dies around it. */
export type CrashMoment = 'before' | 'torn' | 'after';

/** Thrown by a write hook: the process is dead from here on. */
export class SimulatedCrash extends Error {
  override readonly name = 'SimulatedCrash';
  constructor(
    readonly description: string,
    /** Whether half of an appended line reaches the disk. Whole-note writes are never torn. */
    readonly torn: boolean,
  ) {
    super(`The process died at: ${description}`);
  }
}

/** Called around every durable mutation of a memory store, with what it is (`update Plans/x.md`). */
export interface WriteHooks {
  readonly beforeWrite?: (description: string) => void;
  readonly afterWrite?: (description: string) => void;
}

/** Hooks that count writes over all stores of one process and end it at the chosen one. */
export interface CrashPlan extends Required<WriteHooks> {
  /** The writes begun so far, in order. */
  readonly writes: readonly string[];
  readonly crashed: boolean;
}

/**
 * Ends the process at its `at`-th durable write (from 1; `Infinity`: never). Dead is dead: whatever
 * tries to write afterwards crashes too, so an engine that catches the first crash changes nothing.
 */
export function planCrash(at: number, moment: CrashMoment = 'before'): CrashPlan {
  const writes: string[] = [];
  let crashed = false;
  const die = (description: string, torn: boolean): never => {
    crashed = true;
    throw new SimulatedCrash(description, torn);
  };
  return {
    writes,
    get crashed() {
      return crashed;
    },
    beforeWrite(description) {
      if (crashed) die(description, false);
      writes.push(description);
      if (writes.length === at && moment !== 'after') die(description, moment === 'torn');
    },
    afterWrite(description) {
      if (crashed || (writes.length === at && moment === 'after')) die(description, false);
    },
  };
}
