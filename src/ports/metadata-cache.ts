import type { NoteMetadata } from '../core/note/note-metadata.js';

/** What a host knows of notes without reading them. It may be behind: then it says so later. */
export interface MetadataCache {
  /** `null`: not known; read the note. */
  metadataOf(path: string): NoteMetadata | null;
  /** Calls back when a note's metadata is other than was given out. The value stops that. */
  onStale(callback: (path: string) => void): () => void;
}
