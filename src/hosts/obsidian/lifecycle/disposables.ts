/** What was opened, to be closed in the reverse order; each thing once. */
export class Endings {
  private readonly endings: (() => unknown)[] = [];

  add(end: () => unknown): void {
    this.endings.push(end);
  }

  /** Closes everything; one that fails does not keep the others open. */
  async run(): Promise<void> {
    for (let end = this.endings.pop(); end; end = this.endings.pop()) {
      try {
        await end();
      } catch (error) {
        console.error('Countersign: something could not be closed.', error);
      }
    }
  }
}
