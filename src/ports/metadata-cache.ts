import type { NoteMetadata } from '../core/note/note-metadata.js';

/** What a host knows of notes without reading them. It may be out of date and then reports it later. */
export interface MetadataCache {
  /** `null` if it is unknown; then read the note. */
  metadataOf(path: string): NoteMetadata | null;
  /** Calls back when a note's metadata differs from what was returned. The returned function stops that. */
  onStale(callback: (path: string) => void): () => void;
}
