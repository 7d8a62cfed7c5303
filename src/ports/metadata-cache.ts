import type { Json } from '../core/json.js';
import type { NoteMetadata } from '../core/note/note-metadata.js';
import type { NoteFile } from './note-store.js';

/** What a host knows of notes without reading them. */
export interface MetadataCache {
  /** Returns the metadata of a note; `null` when it is unknown and the note has to be read. */
  metadataOf(path: string): NoteMetadata | null;
  /**
   * Calls back when a note's metadata differs from what was returned. The returned function stops the calls.
   */
  onStale(callback: (path: string) => void): () => void;
}

export interface IndexedNote {
  readonly digest: string;
  readonly entry: Json;
}

/** Keeps what was read of notes for the next start. Decisions read the notes themselves. */
export interface NoteIndex {
  /** Returns what was read of a file; `null` when the file has changed since, or is not known. */
  noteAt(file: NoteFile): IndexedNote | null;
  /**
   * Keeps what was read of a file for the next start. A file that may change without a trace is
   * left out.
   */
  keep(file: NoteFile, note: IndexedNote): void;
}
