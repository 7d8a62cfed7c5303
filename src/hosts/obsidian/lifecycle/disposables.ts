/** Functions that close opened resources, called in reverse order. */
export class Disposables {
  private readonly disposables: (() => unknown)[] = [];

  add(end: () => unknown): void {
    this.disposables.push(end);
  }

  async run(): Promise<void> {
    for (let end = this.disposables.pop(); end; end = this.disposables.pop()) {
      try {
        await end();
      } catch (error) {
        console.error('Countersign: something could not be closed.', error);
      }
    }
  }
}
