import type { Json } from '../core/json.js';
import type { NoteMetadata } from '../core/note/note-metadata.js';
import type { NoteFile } from './note-store.js';

/** What a host knows of notes without reading them. */
export interface MetadataCache {
  metadataOf(path: string): NoteMetadata | null;
  /** Calls back with the path of a note when metadata that was returned for it is out of date. */
  onStale(callback: (path: string) => void): () => void;
}

export interface IndexedNote {
  readonly digest: string;
  readonly entry: Json;
}

export interface NoteIndex {
  noteAt(file: NoteFile): IndexedNote | null;
  keep(file: NoteFile, note: IndexedNote): void;
}
