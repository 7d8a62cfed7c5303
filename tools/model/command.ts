import fc from 'fast-check';

/** What can be done to a vault. Its numbers choose: which plan, which step, in which way. */
export interface Command {
  readonly do: (typeof kinds)[number];
  readonly plan: number;
  readonly step: number;
  readonly way: number;
  /** Nothing waits for the engine afterwards: the next command comes on top. */
  readonly isHasty: boolean;
}

const kinds = [
  'create',
  'create again',
  'write a note',
  'write a note of a taken id',
  'complete',
  'have a step added',
  'draft',
  'draft',
  'approve',
  'reject',
  'withdraw',
  'cancel',
  'tick',
  'tick',
  'add a step',
  'remove a step',
  'reorder',
  'set the status',
  'set the priority',
  'set the date',
  'move',
  'rename',
  'take away',
  'bring back',
  'break',
  'repair',
  'reformat',
  'wait',
  'set the clock',
  'restart',
  'stop midway',
  'crash',
  'close',
] as const;

const small = fc.nat({ max: 11 });

/** Sequences that always begin with a plan. */
export const commands: fc.Arbitrary<readonly Command[]> = fc
  .array(
    fc.record({
      do: fc.constantFrom(...kinds),
      plan: small,
      step: small,
      way: small,
      isHasty: fc.boolean(),
    }),
    { minLength: 3, maxLength: 30, size: 'max' },
  )
  .map((rest) => [{ do: 'create', plan: 0, step: 3, way: 5, isHasty: false }, ...rest]);

/** A sequence as a person reads it in a report. */
export function inWords(sequence: readonly Command[]): string {
  return sequence
    .map(({ do: kind, plan, step, way, isHasty }, at) => {
      const hasty = isHasty ? ', and at once' : '';
      return `${at + 1}. ${kind} (plan ${plan}, step ${step}, way ${way})${hasty}`;
    })
    .join('\n');
}
