import type { Problem } from '../errors.js';
import type { FrontMatter } from '../note/front-matter/front-matter.js';

/** The states of a plan, as written in its `status`. */
export const PLAN_STATUSES = ['Draft', 'Active', 'Blocked', 'Done', 'Cancelled'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const PRIORITIES = ['high', 'medium', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** What a dependency points at: a block id (without `^`) or a position in the Roadmap, from 1. */
export type StepRef = { readonly id: string } | { readonly position: number };

/**
 * Whether the mark in its box sets a step aside: `-` (cancelled), `>` (deferred) or whatever else a person means by it.
 * It is not done, and nothing runs for it. One in progress (`/`) is open.
 */
export function isSetAside(mark: string): boolean {
  return mark.trim() !== '' && !['x', 'X', '/'].includes(mark);
}

/** One checkbox line of the Roadmap. Offsets are into the note. */
export interface Step {
  /** From 1, in the order of the note. */
  readonly position: number;
  /** Its block id, without `^`. */
  readonly id: string | null;
  /** The wording alone: without box, gate mark, dependencies, signifiers and block id. */
  readonly text: string;
  /** The character in the box. */
  readonly mark: string;
  /** Only `x` and `X` are done. */
  readonly done: boolean;
  /** The step reaches outside the vault and waits for a person. */
  readonly gated: boolean;
  /** Declared dependencies; null means the linear order. */
  readonly after: readonly StepRef[] | null;
  /** How many checkboxes are nested under it; they are shown, but are no steps. */
  readonly subItems: number;
  /** Line in the note, from 1. */
  readonly line: number;
  /** Where the character in the box stands. */
  readonly markAt: number;
  readonly lineStart: number;
  readonly lineEnd: number;
}

/** What is written down of one decision. */
export interface LogRecord {
  /** ISO-8601. */
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly rationale: string;
  /** What links name the line by, without its `^`. */
  readonly blockId?: string;
}

/** A log line in its parts: who said what, when. */
export interface LogLineParts {
  readonly at: string;
  readonly actor: string;
  /** Everything behind the actor, without the block id. */
  readonly body: string;
  readonly blockId: string | null;
}

/** A line of the Reasoning Logs in the form the contract gives, read with or without brackets. */
export interface LogEntry extends LogRecord {
  readonly line: number;
}

/** A plan note as a value, with the places that edits need. Offsets are into `text`. */
export interface Plan {
  readonly path: string;
  readonly taskId: string;
  readonly sourceLink: string;
  /** As written: ISO-8601, in UTC or local without a zone. */
  readonly createdDate: string;
  readonly priority: Priority;
  readonly status: PlanStatus;
  readonly blockedReason: string | null;
  readonly objective: string;
  readonly context: string;
  readonly steps: readonly Step[];
  readonly log: readonly LogEntry[];
  /** Lines of the Reasoning Logs in any other form: kept, not read. */
  readonly otherLogLines: number;
  readonly warnings: readonly Problem[];
  readonly frontMatter: FrontMatter;
  readonly text: string;
  /** Where the next log entry goes: a line's start, or the end of a text without line end. */
  readonly logEnd: number;
}
