/** Never runs `work` twice at the same time. Calls during a run share the next run. */
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
