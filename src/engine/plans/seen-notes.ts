import type { SuggestedMission } from '../../core/alert.js';
import type { TaskSummary } from '../../core/loop/task-summary.js';
import type { ComplexityKeywords } from '../../core/policy/keywords.js';

/** Plan notes of one group as they were last seen, and since when (ms) they are unchanged. */
export interface SeenDuplicates {
  readonly digest: string;
  readonly sinceMs: number;
}

/** A plan that cannot be read: why, since when (ms), and whether that was recorded and reported. */
export interface SeenBroken {
  readonly what: string;
  readonly sinceMs: number;
  isRecorded: boolean;
  isReported: boolean;
}

/** The evaluation of an item's text; `null` if it is not work for a plan. */
export interface EvaluatedItem {
  readonly digest: string;
  /** The keywords that were used. */
  readonly by: ComplexityKeywords;
  readonly found: (SuggestedMission & { readonly words: readonly string[] }) | null;
}

/** What one check remembers for later ones. It is lost when the process ends. */
export class SeenNotes {
  /** By the key of the group’s subject. */
  readonly duplicates = new Map<string, SeenDuplicates>();
  /** The sources whose plans were found to be duplicates, or could not be merged. */
  readonly duplicateSources = new Set<string>();
  /** By path. After a restart, an open report shows what was reported. */
  readonly brokenPlans = new Map<string, SeenBroken>();
  /** By path, so that a check of everything does not evaluate each item again. */
  readonly items = new Map<string, EvaluatedItem>();
  /** Tasks by the path of their note in the inbox folders, or by id if the note is missing. */
  readonly tasks = new Map<string, TaskSummary>();
  /** By path, while it is carried out: the recorded answer of an error report, or the recorded task of an item that is set aside. */
  readonly recorded = new Map<string, string>();
  /** Paths of task notes that were overwritten and no longer name their task. */
  readonly overwritten = new Set<string>();
  /** By id, since when (ms) the note of a task is missing from the inbox. */
  tasksGone = new Map<string, number>();
  /** By path, items that may still be being written: their text, and since when (ms). */
  readonly arriving = new Map<string, { readonly digest: string; readonly sinceMs: number }>();
  /** Paths of items that existed before the loop took any; they stay excluded when edited. */
  readonly stayed = new Set<string>();
  /** Paths of unfinished plans in another tool's format that were not imported. */
  readonly importable = new Set<string>();
  /** Finished plans that could not be moved. */
  readonly notArchived = new Set<string>();
  /** Unfinished plans in the rejected folder that nobody is known to have rejected here. */
  readonly rejectedBefore = new Set<string>();
  /** By plan, since when (ms) it has no note; `null` before the first check. */
  plansGone: Map<string, number> | null = null;
  /** The other ledgers at the last check. */
  ledgers = '';
}
