/** What was opened, to be closed in the reverse order; each thing once. */
export class Disposables {
  private readonly disposables: (() => unknown)[] = [];

  add(end: () => unknown): void {
    this.disposables.push(end);
  }

  /** Closes everything; one that fails does not keep the others open. */
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
