import type { SuggestedMission } from '../../core/alert.js';
import type { TaskSummary } from '../../core/loop/task-summary.js';
import type { ComplexityKeywords } from '../../core/policy/keywords.js';

/** Plan notes that belong together as they were seen, and since when (ms) they have not changed. */
export interface SeenDuplicates {
  readonly digest: string;
  readonly sinceMs: number;
}

/** A plan that cannot be read: why, since when (ms), and whether that is on record, and was reported. */
export interface SeenBroken {
  readonly what: string;
  readonly sinceMs: number;
  isRecorded: boolean;
  isReported: boolean;
}

/** What an item's text was found to be; `null`: no work for a plan. */
export interface EvaluatedItem {
  readonly digest: string;
  /** The words that it was weighed by. */
  readonly by: ComplexityKeywords;
  readonly found: (SuggestedMission & { readonly words: readonly string[] }) | null;
}

/** What a look remembers for later looks. It is lost when the process ends. */
export class SeenNotes {
  /** By the key of the group’s subject. */
  readonly duplicates = new Map<string, SeenDuplicates>();
  /** The sources whose plans were found to be duplicates, or could not be consolidated. */
  readonly duplicateSources = new Set<string>();
  /** By path. A report that is still open says it over restarts. */
  readonly brokenPlans = new Map<string, SeenBroken>();
  /** By path: every look at everything would otherwise weigh each word of each item again. */
  readonly items = new Map<string, EvaluatedItem>();
  /** The tasks whose notes lie in the inbox folders by path, those whose notes are missing by id. */
  readonly tasks = new Map<string, TaskSummary>();
  /** By path, while it is carried out: the answer of an error report, or the task of an item that is set aside, that is on record. */
  readonly recorded = new Map<string, string>();
  /** Paths of notes of tasks that say nothing of these any more. */
  readonly overwritten = new Set<string>();
  /** By id: since when (ms) the note of a task is not in the inbox. */
  tasksGone = new Map<string, number>();
  /** By path: items that may still be written, what they said, and since when (ms). */
  readonly arriving = new Map<string, { readonly digest: string; readonly sinceMs: number }>();
  /** Paths of items that lay there before the loop took any: edited, they are still those. */
  readonly stayed = new Set<string>();
  /** Paths of unfinished plans in another tool's format that no plan was made of. */
  readonly importable = new Set<string>();
  /** Finished plans that could not be moved. */
  readonly notArchived = new Set<string>();
  /** Unfinished plans among the rejected ones that nobody is known to have rejected here. */
  readonly rejectedBefore = new Set<string>();
  /** By plan: since when (ms) it has no note; `null`: nobody looked yet. */
  plansGone: Map<string, number> | null = null;
  /** The other ledgers, as the last look at them found them. */
  ledgers = '';
}
