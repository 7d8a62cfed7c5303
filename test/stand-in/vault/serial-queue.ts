/** Runs tasks one after the other, in the order they came. */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  /** The task's own result. A task that fails does not keep the next from running. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.last.then(task, task);
    this.last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when everything that is queued now has run. */
  async idle(): Promise<void> {
    await this.last;
  }
}
