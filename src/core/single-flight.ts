/**
 * Work that is shared by everyone who asks at the same time. A call during a run shares the next run, which
 * begins after the call, so nobody gets an outdated result.
 */
export class SingleFlight<T> {
  private current: Promise<T> | null = null;
  private next: Promise<T> | null = null;

  constructor(private readonly work: () => Promise<T>) {}

  run(): Promise<T> {
    if (this.current === null) {
      this.current = this.work().finally(() => {
        this.current = null;
      });
      return this.current;
    }
    const again = (): Promise<T> => {
      this.next = null;
      return this.run();
    };
    return (this.next ??= this.current.then(again, again));
  }
}
