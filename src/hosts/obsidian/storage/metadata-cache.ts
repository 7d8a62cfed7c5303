import type { App, CachedMetadata, ListItemCache, SectionCache } from 'obsidian';
import type { NoteMetadata } from '../../../core/note/note-metadata.js';
import type { MetadataCache } from '../../../ports/metadata-cache.js';

/** Reads metadata from Obsidian's cache, so that notes need not be read at start. */
export function obsidianMetadataCache({
  metadataCache,
}: Pick<App, 'metadataCache'>): MetadataCache {
  const givenOut = new Set<string>();
  return {
    metadataOf(path) {
      const cache = metadataCache.getCache(path);
      if (cache === null) return null;
      givenOut.add(path);
      return metadataFromCache(cache);
    },
    onStale(callback) {
      const ref = metadataCache.on('changed', ({ path }) => {
        if (givenOut.has(path)) callback(path);
      });
      return () => {
        metadataCache.offref(ref);
      };
    },
  };
}

/** The result must equal what `metadataOfText` finds in the note's text. */
export function metadataFromCache(cache: CachedMetadata): NoteMetadata {
  const lists = (cache.sections ?? []).filter(({ type }) => type === 'list');
  return {
    properties: cache.frontmatter ?? {},
    headings: (cache.headings ?? [])
      // Leaves out underlined headings, which take two lines.
      .filter(({ position: { start, end } }) => start.line === end.line)
      .map(({ level, heading, position }) => ({
        level,
        text: heading,
        line: position.start.line + 1,
      })),
    boxes: (cache.listItems ?? [])
      .filter(isIn(lists))
      .flatMap(({ task, id, parent, position }) =>
        task === undefined
          ? []
          : [{ mark: task, line: position.start.line + 1, nested: parent >= 0, id: id ?? null }],
      ),
  };
}

/** Callers must ask about the items from the top of the note to its end. */
function isIn(lists: readonly SectionCache[]): (item: ListItemCache) => boolean {
  let next = 0;
  return ({ position }) => {
    for (; next < lists.length; next += 1) {
      const list = lists[next]?.position;
      if (list === undefined || position.start.offset < list.start.offset) return false;
      if (position.start.offset < list.end.offset) return true;
    }
    return false;
  };
}
