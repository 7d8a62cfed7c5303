import type { Result } from '../core/errors.js';
import type { GitSettings } from '../core/settings/device-config.js';

/** What an id names in a repository. */
export type NamedObject =
  | { readonly is: 'commit'; readonly id: string }
  | { readonly is: 'tag' | 'tree' | 'blob' | 'missing' | 'ambiguous' };

/** What a commit changed, as git shows it. */
export interface CommitDiff {
  /** Empty: it changed no file. */
  readonly text: string;
  readonly isCut: boolean;
}

/** Reads a git repository that agents may write, and changes nothing in it. */
export interface GitReader {
  /** The branch that is checked out; `null`: there is none yet, or nobody can tell. */
  branch(of: GitSettings): Promise<string | null>;
  /** What ids name, which may be shortened to 7 digits. A commit is given by its full id. */
  find(of: GitSettings, ids: readonly string[]): Promise<Result<readonly NamedObject[]>>;
  /** What a commit, by its full id, changed against the one before it. */
  diff(of: GitSettings, commit: string): Promise<Result<CommitDiff>>;
}
