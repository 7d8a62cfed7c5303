import { linkTo, namesOf, sourceKey } from '../../../core/task/source-link.js';
import { PathsByKey } from './paths-by-key.js';

export class SourceNames {
  private readonly paths = new PathsByKey();
  private readonly whole = new PathsByKey();

  /** Adds a note. Returns the notes whose name this made ambiguous. */
  add(path: string): readonly string[] {
    const shared = namesOf(path).flatMap((name) => this.onlyUnder(name));
    for (const name of namesOf(path)) this.paths.add(name, path);
    this.whole.add(sourceKey(path), path);
    return shared;
  }

  /** Removes a note. Returns the notes whose name is unique now. */
  remove(path: string): readonly string[] {
    for (const name of namesOf(path)) this.paths.remove(name, path);
    this.whole.remove(sourceKey(path), path);
    return namesOf(path).flatMap((name) => this.onlyUnder(name));
  }

  /** Returns two notes that the source may mean. Null if it names one note, or none. */
  ambiguous(sourceLink: string): readonly [string, string] | null {
    const [first, second] = this.paths.first(sourceKey(sourceLink), 2);
    if (first === undefined || second === undefined) return null;
    return this.named(sourceLink) === null ? [first, second] : null;
  }

  named(sourceLink: string): string | null {
    return this.namedBy(sourceKey(sourceLink));
  }

  /** Returns one key for all spellings of a source. */
  keyOf(sourceLink: string): string {
    return sourceKey(this.named(sourceLink) ?? sourceLink);
  }

  keysOf(sourceLink: string): readonly string[] {
    const key = sourceKey(sourceLink);
    const path = this.namedBy(key);
    const names = path === null ? [] : namesOf(path).filter((name) => this.namedBy(name) === path);
    return [...new Set([key, ...names])];
  }

  linkTo(path: string): string {
    const name = namesOf(path).at(-1) ?? '';
    return linkTo(path, this.paths.firstOther(name, path) === undefined);
  }

  private namedBy(key: string): string | null {
    const [only, other] = this.paths.first(key, 2);
    const [whole, another] = other === undefined ? [only] : this.whole.first(key, 2);
    return (another === undefined ? whole : null) ?? null;
  }

  private onlyUnder(name: string): readonly string[] {
    const paths = this.paths.first(name, 2);
    return paths.length === 1 ? paths : [];
  }
}
