import type { Result } from '../core/errors.js';
import type { GitSettings } from '../core/settings/device-config.js';

export type NamedObject =
  | { readonly is: 'commit'; readonly id: string }
  | { readonly is: 'tag' | 'tree' | 'blob' | 'missing' | 'ambiguous' };

export interface CommitDiff {
  readonly text: string;
  readonly isCut: boolean;
}

/** Reads a git repository, and changes nothing in it. */
export interface GitReader {
  /** Returns the checked-out branch. Null if none is found. */
  branch(of: GitSettings): Promise<string | null>;
  /** Finds objects by their ids. An id may be shortened. */
  find(of: GitSettings, ids: readonly string[]): Promise<Result<readonly NamedObject[]>>;
  diff(of: GitSettings, commit: string): Promise<Result<CommitDiff>>;
}
