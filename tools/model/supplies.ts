import type { ModelStep } from './mission-model.js';
import { wordOf } from './words.js';

/** Words, steps and ids that nobody has had yet. */
export class Supplies {
  private words = 0;
  readonly usedIds = new Set<string>();

  /** Ms; another one each time, so that no two dates are the same. */
  moment(): number {
    this.words += 1;
    return this.words * 1000;
  }

  newStep(way: number, at = 0): ModelStep {
    return {
      words: `Work on ${this.word()}`,
      gated: way % 3 === 0,
      done: false,
      after: way === 7 && at > 1 ? [at - 1] : null,
      blockId: null,
      wasRun: false,
    };
  }

  freeId(way: number): string {
    for (let number = 1 + way * 3; ; number += 1) {
      const id = `PLAN-2026-${String(number).padStart(3, '0')}`;
      if (!this.usedIds.has(id)) return id;
    }
  }

  word(): string {
    this.words += 1;
    return wordOf(this.words);
  }
}

/** One of a list, whatever the number. */
export function pick<T>(list: readonly T[], at: number): T | undefined {
  return list[at % Math.max(1, list.length)];
}
