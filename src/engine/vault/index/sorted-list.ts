export class SortedList<T> {
  private readonly values: T[] = [];

  /** @param compare returns 0 only for two versions of one item with the same rank */
  constructor(private readonly compare: (a: T, b: T) => number) {}

  get length(): number {
    return this.values.length;
  }

  /** If `before` is null, only adds `after`. If `after` is null, only removes `before`. */
  replace(before: T | null, after: T | null): void {
    const from = before === null ? -1 : this.positionOf(before);
    const isListed = before !== null && this.values[from] === before;
    if (isListed && after !== null && this.compare(before, after) === 0) {
      this.values[from] = after;
      return;
    }
    if (isListed) this.values.splice(from, 1);
    if (after !== null) this.values.splice(this.positionOf(after), 0, after);
  }

  first(count: number): readonly T[] {
    return this.values.slice(0, count);
  }

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
