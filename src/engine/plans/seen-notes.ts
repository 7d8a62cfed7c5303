import type { SuggestedMission } from '../../core/alert.js';
import type { TaskSummary } from '../../core/loop/task-summary.js';
import type { ComplexityKeywords } from '../../core/policy/keywords.js';

export interface SeenDuplicates {
  readonly digest: string;
  readonly sinceMs: number;
}

export interface SeenBroken {
  readonly what: string;
  readonly sinceMs: number;
  isRecorded: boolean;
  isReported: boolean;
}

/** `found` is null when the item is not work for a plan. */
export interface EvaluatedItem {
  readonly digest: string;
  readonly by: ComplexityKeywords;
  readonly found: (SuggestedMission & { readonly words: readonly string[] }) | null;
}

export class SeenNotes {
  readonly duplicates = new Map<string, SeenDuplicates>();
  readonly duplicateSources = new Set<string>();
  /** What each note that cannot be read names as its id; null if it names none. */
  readonly unread = new Map<string, string | null>();
  readonly brokenPlans = new Map<string, SeenBroken>();
  readonly items = new Map<string, EvaluatedItem>();
  readonly tasks = new Map<string, TaskSummary>();
  readonly recorded = new Map<string, string>();
  readonly overwritten = new Set<string>();
  tasksGone = new Map<string, number>();
  readonly arriving = new Map<string, { readonly digest: string; readonly sinceMs: number }>();
  /** Paths of items that were there before automatic tasks were turned on. */
  readonly stayed = new Set<string>();
  readonly importable = new Set<string>();
  readonly notArchived = new Set<string>();
  readonly rejectedBefore = new Set<string>();
  /**
   * Since when each plan has had no note (ms since 1970). Null before the first search for
   * such plans.
   */
  plansGone: Map<string, number> | null = null;
  ledgers = '';
}
