/** The only source of chance in a simulation (mulberry32): the same for the same seed. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** At least 0, less than 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0, less than `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<const T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }

  /** One of the values, each as likely as its weight says. */
  weighted<T>(list: readonly (readonly [weight: number, value: T])[]): T {
    let left = this.next() * list.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of list) {
      left -= weight;
      if (left < 0) return value;
    }
    const last = list.at(-1);
    if (!last) throw new RangeError('Nothing to choose from');
    return last[1];
  }

  /** A seed for something that draws its own numbers. */
  seed(): number {
    return this.below(1_000_000);
  }
}

/** One seed made of several numbers. */
export function mixSeeds(...seeds: readonly number[]): number {
  let mixed = 0x811c9dc5;
  for (const seed of seeds) mixed = Math.imul(mixed ^ seed, 0x01000193) ^ (mixed >>> 13);
  return mixed >>> 0;
}
