import { baseName } from '../note/file-name.js';
import { foldLine } from '../text/text-line.js';

export function linkTarget(sourceLink: string): string | null {
  return /^\[\[([^\]|#]+)(?:[|#][^\]]*)?\]\]$/u.exec(sourceLink.trim())?.[1] ?? null;
}

/** Sources with the same key are the same source. */
export function sourceKey(sourceLink: string): string {
  const named = foldLine(linkTarget(sourceLink) ?? sourceLink).toLowerCase();
  return named.includes('://') ? named : named.replace(/\.md$/u, '').replace(/ ?(\/) ?| $/gu, '$1');
}

export function namesOf(path: string): readonly string[] {
  const folders = sourceKey(path).split('/');
  return folders.map((_, index) => folders.slice(index).join('/'));
}

export function linkTo(path: string, isNamedAlone: boolean): string {
  const target = isNamedAlone ? baseName(path) : path.replace(/\.md$/iu, '');
  return /[[\]|#^]|\.md$/iu.test(target) ? path : `[[${target}]]`;
}
