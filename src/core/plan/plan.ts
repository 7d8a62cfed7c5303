import type { Problem } from '../errors.js';
import type { FrontMatter } from '../note/front-matter/front-matter.js';

export const PLAN_STATUSES = ['Draft', 'Active', 'Blocked', 'Done', 'Cancelled'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const PRIORITIES = ['high', 'medium', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Names a step by its block id (without `^`) or by its position. Positions start at 1. */
export type StepRef = { readonly id: string } | { readonly position: number };

/** True for a mark such as `-`. A person writes it into the box of a step to set the step aside. */
export function isSetAside(mark: string): boolean {
  return mark.trim() !== '' && !['x', 'X', '/'].includes(mark);
}

export interface Step {
  readonly position: number;
  readonly id: string | null;
  /** The step's words, without box and block id. */
  readonly text: string;
  readonly mark: string;
  readonly done: boolean;
  readonly gated: boolean;
  /** The steps that must come first. Null means all the steps above. */
  readonly after: readonly StepRef[] | null;
  readonly subItems: number;
  readonly line: number;
  readonly markAt: number;
  readonly lineStart: number;
  readonly lineEnd: number;
}

export interface LogRecord {
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

export interface Plan {
  readonly path: string;
  readonly taskId: string;
  readonly sourceLink: string;
  /** ISO-8601, as written. */
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
  /** The offset where the next log entry goes. */
  readonly logEnd: number;
}
