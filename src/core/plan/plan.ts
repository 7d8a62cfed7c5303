import type { Problem } from '../errors.js';
import type { FrontMatter } from '../note/front-matter/front-matter.js';

/** The values of a plan's `status`. */
export const PLAN_STATUSES = ['Draft', 'Active', 'Blocked', 'Done', 'Cancelled'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const PRIORITIES = ['high', 'medium', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** The target of a dependency: a block id (without `^`) or a position in the Roadmap, from 1. */
export type StepRef = { readonly id: string } | { readonly position: number };

/**
 * Whether the mark in a step's box sets the step aside: `-` (cancelled), `>` (deferred) or any other mark.
 * Such a step is not done, and nothing runs for it. A step in progress (`/`) is open.
 */
export function isSetAside(mark: string): boolean {
  return mark.trim() !== '' && !['x', 'X', '/'].includes(mark);
}

/** One checkbox line of the Roadmap. Offsets are into the note. */
export interface Step {
  /** From 1, in the order of the note. */
  readonly position: number;
  /** Its block id without `^`. */
  readonly id: string | null;
  /** The wording alone, without box, gate mark, dependencies, Tasks signifiers and block id. */
  readonly text: string;
  /** The character in the box. */
  readonly mark: string;
  /** Only `x` and `X` are done. */
  readonly done: boolean;
  /** The step acts outside the vault and waits for a person. */
  readonly gated: boolean;
  /** Declared dependencies; `null` means the order of the list. */
  readonly after: readonly StepRef[] | null;
  /** The number of checkboxes nested under it; they are shown but are not steps. */
  readonly subItems: number;
  /** Line in the note, from 1. */
  readonly line: number;
  /** The offset of the character in the box. */
  readonly markAt: number;
  readonly lineStart: number;
  readonly lineEnd: number;
}

/** One decision as the log records it. */
export interface LogRecord {
  /** ISO-8601. */
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly rationale: string;
  /** The block id that links use for the line, without `^`. */
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

/** A line of the Reasoning Logs in the contract's form, with or without brackets. */
export interface LogEntry extends LogRecord {
  readonly line: number;
}

/** A plan note as a value, with the places that edits need. Offsets are into `text`. */
export interface Plan {
  readonly path: string;
  readonly taskId: string;
  readonly sourceLink: string;
  /** As written: ISO-8601, in UTC or as local time without a zone. */
  readonly createdDate: string;
  readonly priority: Priority;
  readonly status: PlanStatus;
  readonly blockedReason: string | null;
  readonly objective: string;
  readonly context: string;
  readonly steps: readonly Step[];
  readonly log: readonly LogEntry[];
  /** Lines of the Reasoning Logs in any other form; they are kept but not read. */
  readonly otherLogLines: number;
  readonly warnings: readonly Problem[];
  readonly frontMatter: FrontMatter;
  readonly text: string;
  /** Where the next log entry goes: the start of a line, or the end of a text without a final line break. */
  readonly logEnd: number;
}
