import { vaultPathIn, withSlashes } from '../../note/vault-path.js';

/**
 * Which texts of a call name the files that its preparation pins: text → vault path. Only an executor knows
 * where its vault lies, but everything it pinned is named below that one folder. A text that may also lie
 * below another folder with the same files in it is left out: of it nobody here can say that it is pinned.
 */
export function pinnedTexts(
  files: Readonly<Record<string, string>>,
  texts: readonly string[],
): ReadonlyMap<string, string> {
  const paths = Object.keys(files);
  const spelled = new Set(texts.map(withSlashes));
  const isNamedIn = (folder: string, path: string): boolean => {
    const text = `${folder}/${path}`;
    return spelled.has(text) && vaultPathIn(folder, text) === path;
  };
  const folders = foldersOf(longest(paths), spelled).filter((folder) =>
    paths.every((path) => isNamedIn(folder, path)),
  );
  const [folder, ...others] = folders;
  if (folder === undefined || others.length > 0) return new Map();
  return new Map(
    texts.flatMap((text): [string, string][] => {
      const path = vaultPathIn(folder, text);
      return path !== null && Object.hasOwn(files, path) ? [[text, path]] : [];
    }),
  );
}

/** By the longest one the folders are found: no look for another path then costs more than its text is long. */
function longest(paths: readonly string[]): string | undefined {
  return paths.reduce<string | undefined>(
    (found, path) => (found === undefined || path.length > found.length ? path : found),
    undefined,
  );
}

/** Each folder below which a text names this path. */
function foldersOf(path: string | undefined, spelled: ReadonlySet<string>): readonly string[] {
  if (path === undefined) return [];
  const ending = `/${path}`;
  return [...spelled]
    .filter((text) => text.endsWith(ending))
    .map((text) => text.slice(0, -ending.length));
}
