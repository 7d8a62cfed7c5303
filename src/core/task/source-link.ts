import { baseName } from '../note/file-name.js';
import { foldLine } from '../text/text-line.js';

/** What a wikilink leads to, without its heading and the words it shows; `null`: it is no wikilink. */
export function linkTarget(sourceLink: string): string | null {
  return /^\[\[([^\]|#]+)(?:[|#][^\]]*)?\]\]$/u.exec(sourceLink.trim())?.[1] ?? null;
}

/**
 * A source in one spelling: what a wikilink or a vault path names, without `.md` and without case. Spaces count
 * as a note's properties keep them: no two in a row, none at either end of a name.
 */
export function sourceKey(sourceLink: string): string {
  const named = foldLine(linkTarget(sourceLink) ?? sourceLink).toLowerCase();
  return named.includes('://') ? named : named.replace(/\.md$/u, '').replace(/ ?(\/) ?| $/gu, '$1');
}

/** All keys under which a link may name a note: its whole path, without the first folder, …, its name alone. */
export function namesOf(path: string): readonly string[] {
  const folders = sourceKey(path).split('/');
  return folders.map((_, index) => folders.slice(index).join('/'));
}

/**
 * How a plan names the note it is made of: a link by its name, or by its path where the name is not the note's
 * alone; the plain path where a link cannot spell it.
 */
export function linkTo(path: string, isNamedAlone: boolean): string {
  const target = isNamedAlone ? baseName(path) : path.replace(/\.md$/iu, '');
  return /[[\]|#^]|\.md$/iu.test(target) ? path : `[[${target}]]`;
}
