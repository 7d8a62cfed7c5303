import type { Problem } from '../../../core/errors.js';

/** Folders that could not be read, or contain a name that is not valid UTF-8. */
export class UnreadFolders {
  private readonly problems = new Map<string, Problem>();

  replace(folder: string, found: ReadonlyMap<string, Problem>): boolean {
    const before = [...this.problems].filter(([one]) => isIn(one, folder));
    const isSame =
      before.length === found.size &&
      before.every(([one, { message }]) => found.get(one)?.message === message);
    if (isSame) return false;
    for (const [one] of before) this.problems.delete(one);
    for (const [one, problem] of found) this.problems.set(one, problem);
    return true;
  }

  all(): readonly Problem[] {
    return [...this.problems.keys()].sort().flatMap((folder) => this.problems.get(folder) ?? []);
  }

  /**
   * Returns the problem of an unread folder that may hide notes of these folders; null if there is
   * none. Such notes must not be reported as missing.
   */
  hiding(...folders: readonly string[]): Problem | null {
    for (const [unread, problem] of this.problems) {
      if (isMisnamed(problem)) continue;
      if (folders.some((folder) => isIn(unread, folder) || isIn(folder, unread))) return problem;
    }
    return null;
  }

  /** Returns a problem that may keep a note of this folder from being read. */
  in(folder: string): Problem | null {
    const own = [...this.problems].find(([unread]) => isIn(unread, folder));
    return this.hiding(folder) ?? own?.[1] ?? null;
  }
}

/** A file with an invalid name hides nothing else in its folder. */
function isMisnamed({ code }: Problem): boolean {
  return code === 'note_not_text';
}

function isIn(one: string, folder: string): boolean {
  return one === folder || one.startsWith(`${folder}/`);
}
