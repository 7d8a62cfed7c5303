import type { DeviceDatabase, FirstDraft } from './device-database.js';

const mostRemembered = 1_000;

export interface DraftMemory {
  all(): Promise<readonly FirstDraft[]>;
  keep(draft: FirstDraft): Promise<void>;
}

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
