/** What several rounds of one measurement say. All in the unit of the samples. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly p99: number;
}

/** Least, middle and 99th percentile (nearest rank) of some samples; throws when there are none. */
export function spreadOf(samples: readonly number[]): Spread {
  const sorted = [...samples].sort((a, b) => a - b);
  const rank = (part: number): number => {
    const value = sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)];
    if (value === undefined) throw new Error('Nothing was measured');
    return value;
  };
  return { min: rank(0), median: rank(0.5), p99: rank(0.99) };
}

/** Milliseconds that some work takes, by a monotonic clock. */
export async function millisecondsOf(work: () => Promise<unknown> | void): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Bytes of the heap that are in use after a full collection. */
export async function heapInUse(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error('Run with --expose-gc');
  // What the current turn still refers to can go only in a later one.
  for (let turn = 0; turn < 2; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}

/** A benchmark that measures the wrong thing must not report a figure. */
export function insist(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`The benchmark is wrong: ${what}`);
}
