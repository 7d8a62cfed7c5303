/** Lets a piece of work wait for something slow without blocking other work. */
export interface WorkSlot {
  leaveWhile<T>(waiting: Promise<T>): Promise<T>;
}

/** Runs at most one handler per key at a time. */
export class WorkQueue {
  private readonly waiting = new Set<string>();
  private readonly running = new Set<string>();
  private readonly idleCallbacks: (() => void)[] = [];
  private readonly doneCallbacks = new Map<string, (() => void)[]>();
  private free: number;
  private stopped = false;

  constructor(
    private readonly handle: (key: string, slot: WorkSlot) => Promise<void>,
    private readonly onError: (key: string, error: unknown) => void,
    slots = 32,
  ) {
    this.free = slots;
  }

  add(key: string): void {
    if (this.stopped) return;
    this.waiting.add(key);
    void Promise.resolve().then(() => {
      this.startNext();
    });
  }

  idle(): Promise<void> {
    if (this.waiting.size === 0 && this.running.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.idleCallbacks.push(resolve));
  }

  /** Adds the key. Resolves when nothing waits or runs for it any more. */
  handled(key: string): Promise<void> {
    if (this.stopped) return Promise.resolve();
    this.add(key);
    return new Promise((resolve) => {
      this.doneCallbacks.set(key, [...(this.doneCallbacks.get(key) ?? []), resolve]);
    });
  }

  stop(): Promise<void> {
    this.stopped = true;
    for (const key of this.waiting) {
      this.waiting.delete(key);
      this.sayDone(key);
    }
    return this.idle();
  }

  private startNext(): void {
    for (const key of this.waiting) {
      if (this.free <= 0) return;
      if (this.running.has(key)) continue;
      this.waiting.delete(key);
      this.running.add(key);
      this.free -= 1;
      void this.run(key);
    }
  }

  private async run(key: string): Promise<void> {
    const slot: WorkSlot = {
      leaveWhile: async (waiting) => {
        this.free += 1;
        this.startNext();
        try {
          return await waiting;
        } finally {
          this.free -= 1;
        }
      },
    };
    try {
      await this.handle(key, slot);
    } catch (error) {
      this.onError(key, error);
    }
    this.running.delete(key);
    this.free += 1;
    this.sayDone(key);
    this.startNext();
    if (this.waiting.size === 0 && this.running.size === 0) {
      for (const resolve of this.idleCallbacks.splice(0)) resolve();
    }
  }

  private sayDone(key: string): void {
    if (this.waiting.has(key) || this.running.has(key)) return;
    for (const resolve of this.doneCallbacks.get(key) ?? []) resolve();
    this.doneCallbacks.delete(key);
  }
}
