import type { Problem, Result } from '../core/errors.js';

/** A file of the vault. `path` is relative to the vault, with `/`, without a leading slash. */
export interface NoteFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly mtimeMs: number;
  /** Differs after any change. Absent if the file changed a moment ago, or the store cannot say. */
  readonly version?: string;
}

/** Receives a folder that could not be read, and why; its content is unknown. */
export type OnUnreadable = (folder: string, problem: Problem) => void;

/**
 * The vault's notes. Every write is crash-atomic: afterwards a note has the old or the new text, never a
 * part.
 * Paths that leave the vault are `path_outside_vault`; hidden names `path_not_allowed`, except `skillPath`;
 * a link or folder in place of a note, or a write below a file, `note_not_a_file`; a read below a file
 * `note_missing`.
 */
export interface NoteStore {
  /**
   * All files below a folder (`''` for the vault), without dot entries; a missing folder is empty. A link
   * with a note's name may be listed, and reading it reports what it is; other links are not listed.
   * Folders that cannot be read are reported and left out.
   */
  list(folder: string, onUnreadable?: OnUnreadable): Promise<readonly NoteFile[]>;
  /** The text including a BOM. Fails with `note_missing`, `note_not_text` (not UTF-8), `note_too_large`. */
  read(path: string): Promise<Result<string>>;
  /** Creates a note and its folders. Fails with `note_exists` if the name is taken, ignoring case. */
  create(path: string, text: string): Promise<Result<void>>;
  /** Creates a folder and its parents; an existing one is left as it is. */
  createFolder(path: string): Promise<Result<void>>;
  /**
   * Atomic read-modify-write; never creates. `edit` gets the current text and returns the new text, or
   * `null` to leave the note alone. Returns the final text of the note. Two updates of one note in this
   * process never overlap.
   */
  update(path: string, edit: (text: string) => string | null): Promise<Result<string>>;
  /** Moves a note and creates the folders it needs; never overwrites (`note_exists`). */
  move(from: string, to: string): Promise<Result<void>>;
  /**
   * SHA-256 (hex) of any file of the vault, for attachments. Fails with `note_not_a_file` if its real path
   * differs from this path (a link at the end or on the way, other letters), with `note_too_large` above
   * `largestAttachment`, and with `note_read_failed` as soon as `goesOn` returns false.
   */
  digest(path: string, goesOn?: () => boolean): Promise<Result<string>>;
  /**
   * Differs after every write to a file and for every replacement, even if the bytes are the same again.
   * While a file is being written, it differs at each call. `null` if there is no such file, or it is
   * unknown here.
   */
  version(path: string): Promise<string | null>;
  /**
   * The vault path for a text that is the full, plain path of a file on this computer, or `null`. Pure: the
   * file need not exist.
   */
  vaultPathOf(value: string): string | null;
  /**
   * Calls back with the path of every file that others change, create, move or delete; own writes are not
   * reported. Resolves when watching has begun; the returned function stops it. Folders that can no longer
   * be read are reported as by `list`.
   */
  watch(
    onChange: (path: string) => void,
    onUnreadable?: OnUnreadable,
  ): Promise<() => Promise<void>>;
}
