import type { SuggestedMission } from '../../core/alert.js';
import type { TaskSummary } from '../../core/loop/task-summary.js';
import type { ComplexityKeywords } from '../../core/policy/keywords.js';

export interface SeenDuplicates {
  readonly digest: string;
  readonly sinceMs: number;
}

/** A plan that cannot be read: why, since when (ms), and true once that is recorded in the audit log and reported in a note. */
export interface SeenBroken {
  readonly what: string;
  readonly sinceMs: number;
  isRecorded: boolean;
  isReported: boolean;
}

/** The evaluation of an item's text. `found` is null when the item is not work for a plan. */
export interface EvaluatedItem {
  readonly digest: string;
  readonly by: ComplexityKeywords;
  readonly found: (SuggestedMission & { readonly words: readonly string[] }) | null;
}

/** What checks remember for later checks, until the process ends. */
export class SeenNotes {
  readonly duplicates = new Map<string, SeenDuplicates>();
  readonly duplicateSources = new Set<string>();
  /** By path, the plans that cannot be read. It may start empty, because open error reports show what was reported. */
  readonly brokenPlans = new Map<string, SeenBroken>();
  readonly items = new Map<string, EvaluatedItem>();
  /** Tasks by the path of their note in the inbox folders, or by id if the note is missing. */
  readonly tasks = new Map<string, TaskSummary>();
  /** By path, what is recorded but not finished: the answer to an error report, or the id of a task whose item is set aside. */
  readonly recorded = new Map<string, string>();
  /** Paths of task notes that lost their text or task id when somebody overwrote them. */
  readonly overwritten = new Set<string>();
  /** By id, since when (ms) the note of a task is missing from the inbox. */
  tasksGone = new Map<string, number>();
  /** By path, items that may still be being written: a digest of their text, and since when (ms) it is unchanged. */
  readonly arriving = new Map<string, { readonly digest: string; readonly sinceMs: number }>();
  /** Paths of items that were there before Countersign took any as tasks; they stay excluded when edited. */
  readonly stayed = new Set<string>();
  readonly importable = new Set<string>();
  readonly notArchived = new Set<string>();
  /** The ids of unfinished plans in the rejected folder that nobody is known to have rejected here. */
  readonly rejectedBefore = new Set<string>();
  /** By plan id, since when (ms) it has no note; null before the first check. */
  plansGone: Map<string, number> | null = null;
  ledgers = '';
}
