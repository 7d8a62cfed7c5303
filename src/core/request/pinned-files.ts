import { vaultPathIn, withSlashes } from '../note/vault-path.js';

/**
 * Which texts of a call name the files that its completion pins: text → vault path. Only an executor knows
 * where its vault lies, but everything it pinned is named below that one folder. A text that may also lie
 * below another folder with the same files in it is left out: of it nobody here can say that it is pinned.
 */
export function pinnedTexts(
  files: Readonly<Record<string, string>>,
  texts: readonly string[],
): ReadonlyMap<string, string> {
  const paths = Object.keys(files);
  const folders = foldersOf(paths[0], texts).filter((folder) =>
    paths.every((path) => texts.some((text) => vaultPathIn(folder, text) === path)),
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

/** Each folder below which a text names this path. */
function foldersOf(path: string | undefined, texts: readonly string[]): readonly string[] {
  if (path === undefined) return [];
  const ending = `/${path}`;
  const spelled = texts.map(withSlashes).filter((text) => text.endsWith(ending));
  return [...new Set(spelled.map((text) => text.slice(0, -ending.length)))];
}
