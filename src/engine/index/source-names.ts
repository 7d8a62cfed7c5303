import { baseName } from '../../core/note/file-name.js';
import { linkTo, namesOf, sourceKey } from '../../core/task/source-link.js';
import { PathsByKey } from './paths-by-key.js';

/**
 * The notes that a plan can be made of, by every name a link may give them: `[[brief]]`, `[[client-a/brief]]`
 * or the whole path. A name that several notes have names none of them for certain.
 */
export class SourceNames {
  private readonly paths = new PathsByKey();

  /** Takes in a note; the value is notes that had one of its names for themselves until now. */
  add(path: string): readonly string[] {
    const shared = namesOf(path).flatMap((name) => this.onlyUnder(name));
    for (const name of namesOf(path)) this.paths.add(name, path);
    return shared;
  }

  /** Drops a note; the value is notes that have one of its names for themselves from now on. */
  remove(path: string): readonly string[] {
    for (const name of namesOf(path)) this.paths.remove(name, path);
    return namesOf(path).flatMap((name) => this.onlyUnder(name));
  }

  /** The paths of all notes that a source may name. */
  all(sourceLink: string): readonly string[] {
    return this.paths.get(sourceKey(sourceLink));
  }

  /** The path of the note that a source names for certain; a whole path always does. */
  named(sourceLink: string): string | null {
    const key = sourceKey(sourceLink);
    const [only, other] = this.paths.first(key, 2);
    if (only === undefined || other === undefined) return only ?? null;
    return this.paths.get(key).find((path) => sourceKey(path) === key) ?? null;
  }

  /** All keys under which a plan of this source may stand. */
  keysOf(sourceLink: string): readonly string[] {
    const path = this.named(sourceLink);
    const names = path === null ? [] : namesOf(path).filter((name) => this.named(name) === path);
    return [...new Set([sourceKey(sourceLink), ...names])];
  }

  /** How a plan made of the note at this path names it. */
  linkTo(path: string): string {
    return linkTo(
      path,
      this.all(baseName(path)).every((other) => other === path),
    );
  }

  private onlyUnder(name: string): readonly string[] {
    const paths = this.paths.first(name, 2);
    return paths.length === 1 ? paths : [];
  }
}
