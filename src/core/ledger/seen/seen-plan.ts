import { sha256Hex } from '../../digest.js';
import {
  isSetAside,
  type LogEntry,
  type Plan,
  type PlanStatus,
  type Step,
} from '../../plan/plan.js';

export interface SeenPlan {
  readonly plan: string;
  readonly whole?: true;
  readonly ours?: true;
  readonly lost?: true;
  readonly text?: string;
  readonly status?: PlanStatus;
  readonly gone?: readonly string[];
  readonly marks?: readonly string[];
  readonly log?: readonly string[];
  readonly steps?: number;
}

export type Box = 'open' | 'done' | 'aside';

export interface StepChange {
  readonly step: Step;
  readonly to: Box;
  readonly gone?: string;
  readonly mark?: string;
}

export interface KeyedEntry {
  readonly entry: LogEntry;
  readonly key: string;
}

const digestLength = 12;

const shortDigest = (text: string): string => sha256Hex(text).slice(0, digestLength);

export const textDigest = (digest: string): string => digest.slice(0, 16);

export function boxOf({ done, mark }: Pick<Step, 'done' | 'mark'>): Box {
  if (done) return 'done';
  return isSetAside(mark) ? 'aside' : 'open';
}

function markOf(box: Box, digest: string, id: string | null): string | null {
  return box === 'open' ? null : `${box === 'done' ? 'x' : '-'}${digest}${id ?? ''}`;
}

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

export const withoutId = (mark: string): string => mark.slice(0, 1 + digestLength);

function textOf({ at, actor, action, rationale }: LogEntry): string {
  return [at, actor, action, rationale].join('\n');
}

export interface DigestedStep {
  readonly step: Step;
  readonly box: Box;
  readonly digest: string;
}

export const markOfStep = ({ step, box, digest }: DigestedStep): string | null =>
  markOf(box, digest, step.id);

export interface DigestedPlan {
  /** A shortened digest of the note's text. */
  readonly text: string;
  readonly steps: readonly DigestedStep[];
  readonly log: readonly KeyedEntry[];
}

/** Most lines of a plan stay the same. So their digests are kept. */
let lately = new Map<string, string>();
let last: { readonly plan: Plan; readonly digested: DigestedPlan } | null = null;

export function digestPlan(plan: Plan): DigestedPlan {
  if (last?.plan === plan) return last.digested;
  const now = new Map<string, string>();
  const digestOf = (text: string): string => {
    const digest = lately.get(text) ?? shortDigest(text);
    now.set(text, digest);
    return digest;
  };
  const digested = {
    text: textDigest(sha256Hex(plan.text)),
    steps: plan.steps.map((step) => ({ step, box: boxOf(step), digest: digestOf(step.text) })),
    log: plan.log.map((entry) => ({ entry, key: digestOf(textOf(entry)) })),
  };
  lately = now;
  last = { plan, digested };
  return digested;
}

export function wholePlan(plan: Plan): SeenPlan {
  const { text, steps, log } = digestPlan(plan);
  return {
    plan: plan.taskId,
    whole: true,
    text,
    status: plan.status,
    marks: steps.flatMap((step) => markOfStep(step) ?? []),
    log: [...new Set(log.map(({ key }) => key))],
    steps: steps.length,
  };
}

/** Returns which changes of a plan to record. Null if there are none. */
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
