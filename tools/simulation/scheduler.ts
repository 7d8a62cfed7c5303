import { Random } from './random.js';

/** A process, or the world outside of all of them. What belongs to a dead one never goes on. */
export interface Owner {
  alive: boolean;
}

/** How a process dies around an operation that it had begun. */
export type Death = 'lost' | 'done' | 'torn';

/** Something begun that takes effect, and is answered, when the scheduler says so. */
interface Operation {
  readonly owner: Owner;
  readonly label: string;
  /** Takes effect and answers. */
  readonly go: () => void;
  /** Takes effect, wholly or torn, for nobody. */
  readonly die: (how: Death) => void;
}

interface Timer {
  readonly owner: Owner;
  readonly due: number;
  readonly ring: () => void;
}

/** In which order the scheduler prefers to let things happen. */
export type Order = 'any' | 'first' | 'last';

/**
 * One virtual time and one place where everything waits: each call of a port is an operation here, so
 * every `await` of the engine is a point where anything else may come first, or the process may die.
 */
export class Scheduler {
  /** Milliseconds since the world began. */
  elapsedMs = 0;
  /** Operations that took effect. */
  steps = 0;
  random = new Random(0);
  order: Order = 'any';
  /** A digest of everything that happened, in order. */
  digest = 0x811c9dc5;
  /** Told of each operation, for whoever prints what happens. */
  onStep: ((label: string) => void) | null = null;
  /** What it begins takes effect at once: nothing else happens meanwhile, and no steps are counted. */
  unhindered: Owner | null = null;
  private readonly waiting: Operation[] = [];
  private readonly timers = new Set<Timer>();

  /** Begins an operation; its promise resolves when it took effect, and never if its owner dies. */
  turn<T>(
    owner: Owner,
    label: string,
    effect: () => T | Promise<T>,
    torn: () => void = () => undefined,
  ): Promise<T> {
    if (owner === this.unhindered) {
      this.mark(label);
      return Promise.resolve().then(effect);
    }
    return new Promise<T>((resolve, reject) => {
      if (!owner.alive) return;
      this.waiting.push({
        owner,
        label,
        go: () => {
          new Promise<T>((done) => {
            done(effect());
          }).then(resolve, reject);
        },
        die: (how) => {
          if (how === 'torn') torn();
          if (how === 'done') void Promise.resolve(effect()).catch(() => undefined);
        },
      });
    });
  }

  /** Lets something happen later, that nobody waits for. */
  post(owner: Owner, label: string, effect: () => void): void {
    if (!owner.alive) return;
    this.waiting.push({ owner, label, go: effect, die: () => undefined });
  }

  setTimer(owner: Owner, delayMs: number, callback: () => void): () => void {
    if (!owner.alive) return () => undefined;
    const timer = { owner, due: this.elapsedMs + Math.max(0, delayMs), ring: callback };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  }

  /** Lets time pass. What is due then happens when the scheduler comes to it. */
  advance(ms: number): void {
    this.elapsedMs += ms;
  }

  /** Whether something waits, of one owner if given. */
  waits(label: RegExp, owner?: Owner): boolean {
    return this.waiting.some((operation) => {
      return (owner === undefined || operation.owner === owner) && label.test(operation.label);
    });
  }

  get isIdle(): boolean {
    this.takeDue();
    return this.waiting.length === 0;
  }

  /** Lets one thing happen, and everything that follows from it at once; whether there was one. */
  async step(): Promise<boolean> {
    this.takeDue();
    const operation = this.waiting.splice(this.choose(), 1)[0];
    if (!operation) return false;
    this.steps += 1;
    this.mark(operation.label);
    this.onStep?.(operation.label);
    operation.go();
    await settled();
    return true;
  }

  /** Ends a process: of what it had begun, some took effect and some did not. */
  kill(owner: Owner, random: Random): void {
    for (const operation of this.end(owner)) {
      operation.die(random.pick<Death>(['lost', 'done', 'torn']));
    }
  }

  /** Ends a process that closed its files before; the value is what it had begun and now never does. */
  end(owner: Owner): readonly Operation[] {
    owner.alive = false;
    for (const timer of this.timers) if (timer.owner === owner) this.timers.delete(timer);
    const begun = this.waiting.filter((operation) => operation.owner === owner);
    for (const operation of begun) this.waiting.splice(this.waiting.indexOf(operation), 1);
    return begun;
  }

  /** Adds to the digest of what happened. */
  mark(text: string): void {
    let { digest } = this;
    for (let at = 0; at < text.length; at += 1) {
      digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193);
    }
    this.digest = digest >>> 0;
  }

  private takeDue(): void {
    for (const timer of this.timers) {
      if (timer.due > this.elapsedMs) continue;
      this.timers.delete(timer);
      this.waiting.push({
        owner: timer.owner,
        label: 'timer',
        go: timer.ring,
        die: () => undefined,
      });
    }
  }

  private choose(): number {
    const any = this.random.below(this.waiting.length);
    if (this.order === 'any' || this.random.chance(0.15)) return any;
    return this.order === 'first' ? 0 : this.waiting.length - 1;
  }
}

/** Waits until everything that follows without a port has happened. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
