import { linkTo, namesOf, sourceKey } from '../../../core/task/source-link.js';
import { PathsByKey } from './paths-by-key.js';

/**
 * The notes that a plan can be made of, by every name a link may give them: `[[brief]]`, `[[client-a/brief]]`
 * or the whole path. A name that several notes have names none of them for certain.
 */
export class SourceNames {
  private readonly paths = new PathsByKey();
  /** By their whole paths alone: among many notes of one name it is found at once. */
  private readonly whole = new PathsByKey();

  /** Takes in a note; the value is notes that had one of its names for themselves until now. */
  add(path: string): readonly string[] {
    const shared = namesOf(path).flatMap((name) => this.onlyUnder(name));
    for (const name of namesOf(path)) this.paths.add(name, path);
    this.whole.add(sourceKey(path), path);
    return shared;
  }

  /** Drops a note; the value is notes that have one of its names for themselves from now on. */
  remove(path: string): readonly string[] {
    for (const name of namesOf(path)) this.paths.remove(name, path);
    this.whole.remove(sourceKey(path), path);
    return namesOf(path).flatMap((name) => this.onlyUnder(name));
  }

  /** Two notes that a source may name where it does not say which; `null`: it names one, or none. */
  ambiguous(sourceLink: string): readonly [string, string] | null {
    const [first, second] = this.paths.first(sourceKey(sourceLink), 2);
    if (first === undefined || second === undefined) return null;
    return this.named(sourceLink) === null ? [first, second] : null;
  }

  /** The path of the note that a source names for certain; a whole path does, unless two differ only in case or spaces. */
  named(sourceLink: string): string | null {
    const key = sourceKey(sourceLink);
    const [only, other] = this.paths.first(key, 2);
    const [whole, another] = other === undefined ? [only] : this.whole.first(key, 2);
    return (another === undefined ? whole : null) ?? null;
  }

  /** One key for all spellings of a source: that of the note it names, where it names one for certain. */
  keyOf(sourceLink: string): string {
    return sourceKey(this.named(sourceLink) ?? sourceLink);
  }

  /** All keys under which a plan of this source may stand. */
  keysOf(sourceLink: string): readonly string[] {
    const path = this.named(sourceLink);
    const names = path === null ? [] : namesOf(path).filter((name) => this.named(name) === path);
    return [...new Set([sourceKey(sourceLink), ...names])];
  }

  /** How a plan made of the note at this path names it. */
  linkTo(path: string): string {
    const name = namesOf(path).at(-1) ?? '';
    return linkTo(path, this.paths.firstOther(name, path) === undefined);
  }

  private onlyUnder(name: string): readonly string[] {
    const paths = this.paths.first(name, 2);
    return paths.length === 1 ? paths : [];
  }
}
