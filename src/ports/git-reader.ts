import type { Result } from '../core/errors.js';
import type { GitSettings } from '../core/settings/device-config.js';

export type NamedObject =
  | { readonly is: 'commit'; readonly id: string }
  | { readonly is: 'tag' | 'tree' | 'blob' | 'missing' | 'ambiguous' };

export interface CommitDiff {
  readonly text: string;
  readonly isCut: boolean;
}

/** Reads a git repository that agents may write to, and changes nothing in it. */
export interface GitReader {
  /** Returns the checked-out branch; `null` when there is none yet, or when it cannot be determined. */
  branch(of: GitSettings): Promise<string | null>;
  /**
   * Returns what each id names. Ids may be shortened to 7 digits, and commits are returned with
   * full ids.
   */
  find(of: GitSettings, ids: readonly string[]): Promise<Result<readonly NamedObject[]>>;
  /** Returns the changes of a commit against its parent. `commit` is the full id. */
  diff(of: GitSettings, commit: string): Promise<Result<CommitDiff>>;
}
