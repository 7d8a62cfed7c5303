/** A sorted list; finding a position takes logarithmic time. */
export class SortedList<T> {
  private readonly values: T[] = [];

  /** @param compare a total order, which returns 0 only for the same value */
  constructor(private readonly compare: (a: T, b: T) => number) {}

  get length(): number {
    return this.values.length;
  }

  add(value: T): void {
    this.values.splice(this.positionOf(value), 0, value);
  }

  remove(value: T): void {
    const position = this.positionOf(value);
    if (this.values[position] === value) this.values.splice(position, 1);
  }

  first(count: number): readonly T[] {
    return this.values.slice(0, count);
  }

  /** The first position whose value is not before `value`. */
  private positionOf(value: T): number {
    let low = 0;
    let high = this.values.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(this.values[middle] as T, value) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
