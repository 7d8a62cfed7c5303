import type { Problem, Result } from '../core/errors.js';

export interface NoteFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Differs after a change of the file. Absent if the store has no versions. */
  readonly version?: string;
}

export type OnUnreadable = (folder: string, problem: Problem) => void;

/** Reads and writes the notes of the vault. */
export interface NoteStore {
  /** Returns the files below a folder (`''` for the whole vault). */
  list(folder: string, onUnreadable?: OnUnreadable): Promise<readonly NoteFile[]>;
  /** Returns the whole text, including a byte order mark. */
  read(path: string): Promise<Result<string>>;
  /** Creates a note and its folders. Fails with `note_exists` if the name is taken. */
  create(path: string, text: string): Promise<Result<void>>;
  createFolder(path: string): Promise<Result<void>>;
  /** Edits a note, and returns the final text. If `edit` returns null, the note stays as it is. */
  update(path: string, edit: (text: string) => string | null): Promise<Result<string>>;
  move(from: string, to: string): Promise<Result<void>>;
  digest(path: string, goesOn?: () => boolean): Promise<Result<string>>;
  /**
   * Returns a text that differs after each write to a file. Null if the file is missing, or the
   * store has no versions.
   */
  version(path: string): Promise<string | null>;
  /**
   * Converts a file's full path into a path of the vault. Null if the path does not clearly name a
   * file of the vault.
   */
  vaultPathOf(value: string): string | null;
  /** Calls `onChange` for each changed file, until the returned function is called. */
  watch(
    onChange: (path: string) => void,
    onUnreadable?: OnUnreadable,
  ): Promise<() => Promise<void>>;
}
