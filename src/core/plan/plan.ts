import type { Problem } from '../errors.js';
import type { FrontMatter } from '../note/front-matter/front-matter.js';

export const PLAN_STATUSES = ['Draft', 'Active', 'Blocked', 'Done', 'Cancelled'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const PRIORITIES = ['high', 'medium', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** A step on which another step depends: by its block id (without `^`) or its position in the Roadmap, from 1. */
export type StepRef = { readonly id: string } | { readonly position: number };

/**
 * True when the mark in a step's box sets the step aside: `-` (cancelled), `>` (deferred) or any mark but `x`,
 * `X` and `/` (in progress). The step is then not done, and nothing runs for it.
 */
export function isSetAside(mark: string): boolean {
  return mark.trim() !== '' && !['x', 'X', '/'].includes(mark);
}

/** One checkbox line of the Roadmap. Offsets are into the note. */
export interface Step {
  /** The number of the step in the note, from 1. */
  readonly position: number;
  /** The step's block id without `^`; null if the step has none. */
  readonly id: string | null;
  /** The step's words, without box, ✋, dependencies, marks of the Tasks plugin and block id. */
  readonly text: string;
  /** The character in the box. */
  readonly mark: string;
  /** True when the mark is `x` or `X`. */
  readonly done: boolean;
  /** True when the step acts outside the vault, so that it waits for a person (✋). */
  readonly gated: boolean;
  /**
   * The steps that must come first, as the line says; `null` if the line does not say, so that all steps above
   * come first.
   */
  readonly after: readonly StepRef[] | null;
  /** The number of checkboxes nested under the step. They are shown, but are not steps. */
  readonly subItems: number;
  /** The number of the step's line in the note, from 1. */
  readonly line: number;
  /** The offset of the character in the box. */
  readonly markAt: number;
  readonly lineStart: number;
  readonly lineEnd: number;
}

/** One decision as the log records it. */
export interface LogRecord {
  /** The time of the entry: ISO-8601. */
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly rationale: string;
  /** The line's block id, without `^`; absent if the line has none. */
  readonly blockId?: string;
}

/** The parts of a log line: who, when, and what. */
export interface LogLineParts {
  readonly at: string;
  readonly actor: string;
  /** Everything after the actor, without the block id. */
  readonly body: string;
  readonly blockId: string | null;
}

/** A line of the Reasoning Logs in the form of {@link LogRecord}, with its line number. */
export interface LogEntry extends LogRecord {
  readonly line: number;
}

/** A plan note with the positions that edits need. Offsets are into `text`. */
export interface Plan {
  readonly path: string;
  readonly taskId: string;
  readonly sourceLink: string;
  /** The time as written: ISO-8601, in UTC or as local time without a zone. */
  readonly createdDate: string;
  readonly priority: Priority;
  readonly status: PlanStatus;
  readonly blockedReason: string | null;
  readonly objective: string;
  readonly context: string;
  readonly steps: readonly Step[];
  readonly log: readonly LogEntry[];
  /** The number of other lines in the Reasoning Logs. They are kept but not read. */
  readonly otherLogLines: number;
  readonly warnings: readonly Problem[];
  readonly frontMatter: FrontMatter;
  readonly text: string;
  /** The offset where the next log entry goes: the start of a line, or the end of a text without a final line break. */
  readonly logEnd: number;
}
