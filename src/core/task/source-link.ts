import { baseName } from '../note/file-name.js';
import { foldLine } from '../text/text-line.js';

export function linkTarget(sourceLink: string): string | null {
  return /^\[\[([^\]|#]+)(?:[|#][^\]]*)?\]\]$/u.exec(sourceLink.trim())?.[1] ?? null;
}

/**
 * The form in which sources are compared: the target of a wikilink or vault path, without `.md` and
 * ignoring case. Spaces follow the rules of properties: no two in a row, none at either end of a name.
 */
export function sourceKey(sourceLink: string): string {
  const named = foldLine(linkTarget(sourceLink) ?? sourceLink).toLowerCase();
  return named.includes('://') ? named : named.replace(/\.md$/u, '').replace(/ ?(\/) ?| $/gu, '$1');
}

export function namesOf(path: string): readonly string[] {
  const folders = sourceKey(path).split('/');
  return folders.map((_, index) => folders.slice(index).join('/'));
}

/**
 * How a plan names its source note: a link by name, or by path if the name is not unique; the plain path if
 * no link can spell it.
 * @param isNamedAlone true when the name alone identifies the note
 */
export function linkTo(path: string, isNamedAlone: boolean): string {
  const target = isNamedAlone ? baseName(path) : path.replace(/\.md$/iu, '');
  return /[[\]|#^]|\.md$/iu.test(target) ? path : `[[${target}]]`;
}
