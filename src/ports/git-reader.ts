import type { Result } from '../core/errors.js';
import type { GitSettings } from '../core/settings/device-config.js';

/** The object that an id names in a repository. */
export type NamedObject =
  | { readonly is: 'commit'; readonly id: string }
  | { readonly is: 'tag' | 'tree' | 'blob' | 'missing' | 'ambiguous' };

/** The changes of a commit, as git shows them. */
export interface CommitDiff {
  /** Empty if it changed no file. */
  readonly text: string;
  readonly isCut: boolean;
}

/** Reads a git repository that agents may write to, and changes nothing in it. */
export interface GitReader {
  /** The checked-out branch; `null` if there is none yet, or it cannot be determined. */
  branch(of: GitSettings): Promise<string | null>;
  /** Finds the objects for ids, which may be shortened to 7 digits. A commit is returned with its full id. */
  find(of: GitSettings, ids: readonly string[]): Promise<Result<readonly NamedObject[]>>;
  /** The changes of a commit, by its full id, against its parent. */
  diff(of: GitSettings, commit: string): Promise<Result<CommitDiff>>;
}
