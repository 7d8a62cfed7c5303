import type { Problem, Result } from '../core/errors.js';

/** A file of the vault. `path` is relative to the vault, with `/`, without a leading slash. */
export interface NoteFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /**
   * A text that differs after any change. Absent when the file changed a moment ago, or the store cannot say.
   */
  readonly version?: string;
}

/** Called with a folder that could not be read, and why. The content of the folder is unknown. */
export type OnUnreadable = (folder: string, problem: Problem) => void;

/**
 * The vault's notes. A crash leaves a note with its old or its new text, never a part.
 * Errors: `path_outside_vault` for a path that leaves the vault; `path_not_allowed` for a hidden name, except
 * `skillPath`; `note_not_a_file` for a link or folder in place of a note, or a write below a file;
 * `note_missing` for a read below a file.
 */
export interface NoteStore {
  /**
   * Returns all files below a folder (`''` for the vault), without names that begin with a dot. A
   * missing folder is empty. Folders that cannot be read are reported and left out.
   */
  list(folder: string, onUnreadable?: OnUnreadable): Promise<readonly NoteFile[]>;
  /**
   * Returns the text, including a byte order mark. Fails with `note_missing`, `note_not_text` (not UTF-8) or
   * `note_too_large`.
   */
  read(path: string): Promise<Result<string>>;
  /** Creates a note and its folders. Fails with `note_exists` if the name is taken, ignoring case. */
  create(path: string, text: string): Promise<Result<void>>;
  /** Creates a folder and its parents. An existing folder stays as it is. */
  createFolder(path: string): Promise<Result<void>>;
  /**
   * Edits a note with no other update in between, and returns the final text. `edit` gets the
   * current text; null leaves the note alone.
   */
  update(path: string, edit: (text: string) => string | null): Promise<Result<string>>;
  /**
   * Moves a note and creates the folders above its new path. Fails with `note_exists` if the name is taken.
   */
  move(from: string, to: string): Promise<Result<void>>;
  /**
   * Returns the SHA-256 (hex) of a file of the vault, for attachments. Fails with `note_not_a_file`
   * for a link, with `note_too_large` above `largestAttachment`, and with `note_read_failed` when
   * `goesOn` returns false.
   */
  digest(path: string, goesOn?: () => boolean): Promise<Result<string>>;
  /**
   * Returns a text that differs after every write to a file, even with equal bytes; null without a
   * file or if the store cannot know.
   */
  version(path: string): Promise<string | null>;
  /**
   * Returns the vault path for the full path of a file on this computer, which need not exist; null
   * otherwise.
   */
  vaultPathOf(value: string): string | null;
  /**
   * Calls back with the path of every file that others change, create, move or delete. Resolves
   * when watching has begun, with a function that stops the watching.
   */
  watch(
    onChange: (path: string) => void,
    onUnreadable?: OnUnreadable,
  ): Promise<() => Promise<void>>;
}
