import type { Problem } from '../errors.js';
import type { FrontMatter } from '../note/front-matter/front-matter.js';

export const PLAN_STATUSES = ['Draft', 'Active', 'Blocked', 'Done', 'Cancelled'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const PRIORITIES = ['high', 'medium', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** A step on which another step depends: by its block id (without `^`) or its position in the Roadmap, from 1. */
export type StepRef = { readonly id: string } | { readonly position: number };

/**
 * True when the mark in a step's box sets the step aside: any mark but `x`, `X`, `/` and a space.
 * The step is then not done, and nothing runs for it.
 */
export function isSetAside(mark: string): boolean {
  return mark.trim() !== '' && !['x', 'X', '/'].includes(mark);
}

/** One checkbox line of the Roadmap. Offsets are into the note. */
export interface Step {
  /** From 1. */
  readonly position: number;
  readonly id: string | null;
  /** The step's words, without box, ✋, dependencies, marks of the Tasks plugin and block id. */
  readonly text: string;
  readonly mark: string;
  readonly done: boolean;
  /** True when the step acts outside the vault, so that it waits for a person (✋). */
  readonly gated: boolean;
  /**
   * The steps that must come first, as the line says; `null` if the line does not say, so that all steps above
   * come first.
   */
  readonly after: readonly StepRef[] | null;
  /** Checkboxes nested under the step are shown, but are not steps. */
  readonly subItems: number;
  readonly line: number;
  readonly markAt: number;
  readonly lineStart: number;
  readonly lineEnd: number;
}

export interface LogRecord {
  /** ISO-8601. */
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly rationale: string;
  readonly blockId?: string;
}

export interface LogLineParts {
  readonly at: string;
  readonly actor: string;
  readonly body: string;
  readonly blockId: string | null;
}

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
  readonly otherLogLines: number;
  readonly warnings: readonly Problem[];
  readonly frontMatter: FrontMatter;
  readonly text: string;
  /** The offset where the next log entry goes: the start of a line, or the end of a text without a final line break. */
  readonly logEnd: number;
}
