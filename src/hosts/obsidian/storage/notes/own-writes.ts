import { sha256Hex } from '../../../../core/digest.js';

const GONE = 'gone';

/**
 * What this store last left at each path, so that its own writes are not reported as changes of others. It
 * compares content, not times: two changes within one tick of the file system's clock are still two.
 */
export class OwnWrites {
  readonly #left = new Map<string, string>();
  readonly #announced = new Map<string, number>();

  /** Records a note's content after this store wrote it. */
  left(path: string, text: string): void {
    this.#left.set(path, sha256Hex(text));
  }

  /** Records that this store moved a note away. */
  leftGone(path: string): void {
    this.#left.set(path, GONE);
  }

  /** Whether this store wrote the path last, as far as is known. */
  isOwn(path: string): boolean {
    return this.#left.has(path);
  }

  /** Whether a path still has what this store left there; `null` if nothing is there. */
  isAsLeft(path: string, text: string | null): boolean {
    return this.#left.get(path) === (text === null ? GONE : sha256Hex(text));
  }

  /** From now on the path belongs to others. */
  forget(path: string): void {
    this.#left.delete(path);
  }

  /** Counts an event that was received but not processed yet; the returned function ends that. */
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
