import type * as Obsidian from 'obsidian';

/** What is kept of one note between two starts. */
export interface KeptMetadata {
  readonly mtime: number;
  readonly size: number;
  readonly cache: Obsidian.CachedMetadata;
}

/**
 * Where the metadata index outlives the app: documented to be IndexedDB, by modification time and
 * size, so that unchanged notes are not read again at start.
 */
export interface MetadataStore {
  load(): Promise<ReadonlyMap<string, KeptMetadata>>;
  /** `null` forgets a note. */
  save(changes: ReadonlyMap<string, KeptMetadata | null>): Promise<void>;
}

/** A store that lives as long as the object: one device of a test in Node. */
export function memoryMetadataStore(): MetadataStore {
  const kept = new Map<string, KeptMetadata>();
  return {
    load: async () => kept,
    async save(changes) {
      for (const [path, metadata] of changes) {
        if (metadata === null) kept.delete(path);
        else kept.set(path, metadata);
      }
    },
  };
}
