import { vaultPathIn, withSlashes } from '../../note/vault-path.js';

/** Finds texts of a call that name an attached file. Maps each text to the file's vault path. */
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

function longest(paths: readonly string[]): string | undefined {
  return paths.reduce<string | undefined>(
    (found, path) => (found === undefined || path.length > found.length ? path : found),
    undefined,
  );
}

function foldersOf(path: string | undefined, spelled: ReadonlySet<string>): readonly string[] {
  if (path === undefined) return [];
  const ending = `/${path}`;
  return [...spelled]
    .filter((text) => text.endsWith(ending))
    .map((text) => text.slice(0, -ending.length));
}
