import { sha256Hex } from '../../../../core/digest.js';

const GONE = 'gone';

/**
 * Remembers what this store last left at each path, to tell its own writes from changes by others.
 */
export class OwnWrites {
  readonly #left = new Map<string, string>();
  readonly #announced = new Map<string, number>();

  left(path: string, text: string): void {
    this.#left.set(path, sha256Hex(text));
  }

  leftGone(path: string): void {
    this.#left.set(path, GONE);
  }

  isOwn(path: string): boolean {
    return this.#left.has(path);
  }

  isAsLeft(path: string, text: string | null): boolean {
    return this.#left.get(path) === (text === null ? GONE : sha256Hex(text));
  }

  forget(path: string): void {
    this.#left.delete(path);
  }

  announce(path: string): () => void {
    this.#announced.set(path, (this.#announced.get(path) ?? 0) + 1);
    return () => {
      const left = (this.#announced.get(path) ?? 1) - 1;
      if (left === 0) this.#announced.delete(path);
      else this.#announced.set(path, left);
    };
  }

  isAnnounced(path: string): boolean {
    return this.#announced.has(path);
  }
}
