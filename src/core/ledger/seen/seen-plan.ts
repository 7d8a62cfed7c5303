import { sha256Hex } from '../../digest.js';
import {
  isSetAside,
  type LogEntry,
  type Plan,
  type PlanStatus,
  type Step,
} from '../../plan/plan.js';

/**
 * A record of a plan note: all of it (`whole`), or the additions to earlier records. A step is identified
 * by its mark (`markOf`), a log entry by a digest.
 */
export interface SeenPlan {
  readonly plan: string;
  /** Replaces the earlier records. Without `status`, only the existence of the plan is known. */
  readonly whole?: true;
  /** We are about to write this; after a crash it may not be in the note. */
  readonly ours?: true;
  /** The previous write of ours never reached the note. */
  readonly lost?: true;
  /** Beginning of the digest of the note, once all of it is recorded. */
  readonly text?: string;
  readonly status?: PlanStatus;
  /** Marks of steps that have changed. */
  readonly gone?: readonly string[];
  /** Marks of steps that are done or set aside. */
  readonly marks?: readonly string[];
  readonly log?: readonly string[];
  /** The number of its steps. */
  readonly steps?: number;
}

/** The state of a step's box. Open steps are not recorded. */
export type Box = 'open' | 'done' | 'aside';

/** A change of a step's box. */
export interface StepChange {
  readonly step: Step;
  readonly to: Box;
  /** Its previous and new mark; absent if it is open. */
  readonly gone?: string;
  readonly mark?: string;
}

/** An entry of a plan's log, and its digest. */
export interface KeyedEntry {
  readonly entry: LogEntry;
  readonly key: string;
}

const digestLength = 12;

/** A short digest, because a plan may have thousands of lines and the ledger keeps one for each. */
const shortDigest = (text: string): string => sha256Hex(text).slice(0, digestLength);

/** The beginning of a note's digest, as records keep it. */
export const textDigest = (digest: string): string => digest.slice(0, 16);

export function boxOf({ done, mark }: Pick<Step, 'done' | 'mark'>): Box {
  if (done) return 'done';
  return isSetAside(mark) ? 'aside' : 'open';
}

/** `x` or `-`, a digest of the step's words, and its block id, if it has one; `null` if the step is open. */
function markOf(box: Box, digest: string, id: string | null): string | null {
  return box === 'open' ? null : `${box === 'done' ? 'x' : '-'}${digest}${id ?? ''}`;
}

/** The parts of a mark. */
export interface Mark {
  readonly mark: string;
  readonly box: Box;
  readonly digest: string;
  readonly id: string | null;
}

export function readMark(mark: string): Mark {
  const id = mark.slice(1 + digestLength);
  return {
    mark,
    box: mark.startsWith('x') ? 'done' : 'aside',
    digest: mark.slice(1, 1 + digestLength),
    id: id === '' ? null : id,
  };
}

/** The mark that the same step had before it got a block id. */
export const withoutId = (mark: string): string => mark.slice(0, 1 + digestLength);

/** A log entry as one text. A block id that somebody adds to its line later does not make it another entry. */
function textOf({ at, actor, action, rationale }: LogEntry): string {
  return [at, actor, action, rationale].join('\n');
}

/** A step with the digest of its words. */
export interface DigestedStep {
  readonly step: Step;
  readonly box: Box;
  readonly digest: string;
}

export const markOfStep = ({ step, box, digest }: DigestedStep): string | null =>
  markOf(box, digest, step.id);

/** Digests for the last plan, because most of its steps and entries are the same after the next change. */
let lately = new Map<string, string>();

/** All steps and entries of a plan with their digests. */
export function digestPlan({ steps, log }: Plan): {
  readonly steps: readonly DigestedStep[];
  readonly log: readonly KeyedEntry[];
} {
  const now = new Map<string, string>();
  const digestOf = (text: string): string => {
    const digest = lately.get(text) ?? shortDigest(text);
    now.set(text, digest);
    return digest;
  };
  const digested = {
    steps: steps.map((step) => ({ step, box: boxOf(step), digest: digestOf(step.text) })),
    log: log.map((entry) => ({ entry, key: digestOf(textOf(entry)) })),
  };
  lately = now;
  return digested;
}

/** A whole plan note, for a record. */
export function wholePlan(plan: Plan): SeenPlan {
  const { steps, log } = digestPlan(plan);
  return {
    plan: plan.taskId,
    whole: true,
    text: textDigest(sha256Hex(plan.text)),
    status: plan.status,
    marks: steps.flatMap((step) => markOfStep(step) ?? []),
    log: [...new Set(log.map(({ key }) => key))],
    steps: steps.length,
  };
}

/** The changes that a write of ours makes in a plan; `null` if none of them is recorded. */
export function changeOf(before: Plan, after: Plan): Omit<SeenPlan, 'plan'> | null {
  const gone: string[] = [];
  const marks: string[] = [];
  const markNow = (step: Step): string | null =>
    boxOf(step) === 'open' ? null : markOf(boxOf(step), shortDigest(step.text), step.id);
  for (const [from, to] of changedSteps(before.steps, after.steps)) {
    if (from && boxOf(from) === boxOf(to)) continue;
    gone.push(...((from && markNow(from)) === null || !from ? [] : [markNow(from) ?? '']));
    marks.push(...(markNow(to) === null ? [] : [markNow(to) ?? '']));
  }
  const known = new Set(before.log.map(textOf));
  const added = after.log.map(textOf).filter((text) => !known.has(text));
  const isSameStatus = before.status === after.status;
  if (gone.length + marks.length + added.length === 0 && isSameStatus) return null;
  return {
    text: textDigest(sha256Hex(after.text)),
    ...(isSameStatus ? {} : { status: after.status }),
    ...(gone.length > 0 ? { gone } : {}),
    ...(marks.length > 0 ? { marks } : {}),
    ...(added.length > 0 ? { log: added.map(shortDigest) } : {}),
    ...(before.steps.length === after.steps.length ? {} : { steps: after.steps.length }),
  };
}

/** The steps that differ, each with its previous state; our writes add steps but never remove any. */
function changedSteps(
  before: readonly Step[],
  after: readonly Step[],
): readonly (readonly [from: Step | null, to: Step])[] {
  const isSame = (one: Step | undefined, other: Step | undefined): boolean =>
    one?.mark === other?.mark && one?.text === other?.text && one?.id === other?.id;
  let start = 0;
  while (start < after.length && isSame(before[start], after[start])) start += 1;
  let end = 0;
  const least = Math.min(before.length, after.length) - start;
  while (end < least && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const changed = after.slice(start, after.length - end);
  const earlier = before.slice(start, before.length - end);
  if (changed.length === earlier.length) {
    return changed.map((to, at) => [earlier[at] ?? null, to] as const);
  }
  return changed.map((to) => {
    const same = earlier.find(({ id, text }) => (to.id === null ? text === to.text : id === to.id));
    return [same ?? null, to] as const;
  });
}
