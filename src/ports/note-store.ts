import type { Problem, Result } from '../core/errors.js';

/** A file of the vault. `path` is relative to the vault, with `/`, without a leading slash. */
export interface NoteFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly mtimeMs: number;
}

/** Gets a folder that could not be read, and why: what is in it is not known. */
export type OnUnreadable = (folder: string, problem: Problem) => void;

/**
 * The vault's notes. Every write is crash-atomic: afterwards a note holds the old or the new text,
 * never part of one. Paths that leave the vault (`..`, absolute, through a link) are refused with
 * `path_outside_vault`; a link or folder in place of a note is `note_not_a_file`. A file in place of a folder
 * leaves nothing to read below it (`note_missing`), and nothing is written there (`note_not_a_file`). Hidden names are
 * refused with `path_not_allowed`, except `skillPath`, which no listing has.
 */
export interface NoteStore {
  /**
   * All files below a folder (`''`: the vault), dot entries left out. A link named like a note may be listed: reading it
   * says what it is. Other links are not, and a missing folder is empty. A folder that cannot be read is reported and
   * left out.
   */
  list(folder: string, onUnreadable?: OnUnreadable): Promise<readonly NoteFile[]>;
  /** The text, BOM included. Fails with `note_missing`, `note_not_text` (not UTF-8), `note_too_large`. */
  read(path: string): Promise<Result<string>>;
  /** Makes a note and its folders. Fails with `note_exists` if the name is taken, compared without case. */
  create(path: string, text: string): Promise<Result<void>>;
  /** Makes a folder and its parents; an existing one is left as it is. */
  createFolder(path: string): Promise<Result<void>>;
  /**
   * Atomic read-modify-write; never creates. `edit` gets the text as it is now and returns the new
   * text, or `null` to leave the note alone. The value is the text the note holds afterwards.
   * Two updates of one note in this process never overlap.
   */
  update(path: string, edit: (text: string) => string | null): Promise<Result<string>>;
  /** Moves a note and makes the folders it needs; never overwrites (`note_exists`). */
  move(from: string, to: string): Promise<Result<void>>;
  /**
   * SHA-256 (hex) over the bytes of any file of the vault, for attachments. A file whose real path is
   * another than this path is refused with `note_not_a_file`: a link, a link on the way, other letters.
   * Fails with `note_too_large` over `largestAttachment`, and with `note_read_failed` as soon as `goesOn`
   * says no.
   */
  digest(path: string, goesOn?: () => boolean): Promise<Result<string>>;
  /**
   * Differs after every write to a file and for every other file in its place, also where the bytes are the same again.
   * Of a file that is written this very moment it is never the same twice. `null`: no such file, or not known here.
   */
  version(path: string): Promise<string | null>;
  /** The vault path of a text that names a file by its full, plain path on this computer, or `null`. Pure: the file need not exist. */
  vaultPathOf(value: string): string | null;
  /**
   * Calls back with the path of every file that others changed, made, moved or deleted. Own writes
   * are not reported. Resolves when watching has begun; the value stops it. Folders that cannot be read any more are
   * reported as with `list`.
   */
  watch(
    onChange: (path: string) => void,
    onUnreadable?: OnUnreadable,
  ): Promise<() => Promise<void>>;
}
