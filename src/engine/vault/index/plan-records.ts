import { planFolderOf } from '../../../core/mission/plan-folder.js';
import type { PlanSummary } from '../../../core/mission/summaries.js';
import type { Folders } from '../../../core/settings/device-config.js';
import type { LedgerBook } from '../../ledger/ledger-book.js';

type PlanPlace = Pick<PlanSummary, 'planId' | 'path'>;

/** What the ledger says about plans, whatever their notes say. */
export interface PlanRecords {
  isOver(planId: string): boolean;
  waits(plan: PlanPlace): boolean;
  /** Returns the ids of plans that may wait for approval. */
  waiting(): readonly string[];
}

/** For a device without a ledger. */
export const noRecords: PlanRecords = {
  isOver: () => false,
  waits: () => false,
  waiting: () => [],
};

/** @param bookNow returns null while no ledger is open */
export function planRecords(
  bookNow: () => Pick<LedgerBook, 'isActive' | 'planApprovals' | 'plannedIds'> | null,
  { plans }: Pick<Folders, 'plans'>,
): PlanRecords {
  return {
    isOver: (planId) => bookNow()?.plannedIds.isEnded(planId) === true,
    waits({ planId, path }) {
      const book = bookNow();
      // Another computer may have approved a plan in the approved folder.
      const mayBeDecided = !book?.isActive && planFolderOf(plans, path) === 'approved';
      return book?.planApprovals.of(planId)?.is === 'waits' && !mayBeDecided;
    },
    waiting: () => bookNow()?.planApprovals.waiting() ?? [],
  };
}
