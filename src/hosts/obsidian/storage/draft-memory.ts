import type { DeviceDatabase, FirstDraft } from './device-database.js';

/** At most this many requests are remembered; the oldest go first. */
const mostRemembered = 1_000;

/**
 * The first version of each request that this device read. Only for comparison; without it, nothing is
 * compared.
 */
export interface DraftMemory {
  all(): Promise<readonly FirstDraft[]>;
  keep(draft: FirstDraft): Promise<void>;
}

/** The memory in this device's database. What the database refuses is forgotten. */
export function draftMemory(database: DeviceDatabase): DraftMemory {
  return {
    async all() {
      try {
        const drafts = await database.getAll('drafts');
        drafts.sort((a, b) => b.readMs - a.readMs);
        for (const { requestId } of drafts.splice(mostRemembered)) {
          await database.delete('drafts', requestId);
        }
        return drafts;
      } catch {
        return [];
      }
    },

    async keep(draft) {
      await database.put('drafts', draft, draft.requestId).catch(() => undefined);
    },
  };
}
