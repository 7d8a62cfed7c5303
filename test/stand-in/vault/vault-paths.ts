/**
 * Documented: obsidian.d.ts, `normalizePath`. Forward slashes, none doubled, none at the ends;
 * non-breaking spaces become spaces; Unicode NFC; `''` becomes `/` (A13).
 */
export function normalizePath(path: string): string {
  const slashed = path.replace(/[\\/]+/gu, '/').replace(/^\/+|\/+$/gu, '');
  const spaced = slashed.replace(/[\u00a0\u202f]/gu, ' ').normalize('NFC');
  return spaced === '' ? '/' : spaced;
}

/** The folder an entry lies in; `''` for the vault's root. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function joinPath(folder: string, name: string): string {
  return folder === '' || folder === '/' ? name : `${folder}/${name}`;
}

/** Reported (obsidian-api#51): the vault's tree and events leave dot entries out. */
export function isHidden(path: string): boolean {
  return path.startsWith('.') || path.includes('/.');
}
