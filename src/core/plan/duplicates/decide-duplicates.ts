import { addToList } from '../../map-of-lists.js';
import { normalized } from '../../text/normalized.js';
import { readInstant } from '../../time.js';
import { isConflictCopy } from '../../note/file-name.js';
import { joinPlans } from './consolidate-plans.js';
import { missingBlocks } from './join-logs.js';
import { missingWords } from './missing-words.js';
import { readLogLines } from '../log-lines.js';
import type { Plan, Step } from '../plan.js';
import { declaredSteps, stepFinder } from '../step-order.js';
import { foldLine } from '../../text/text-line.js';
import { quoted, quotedPath } from '../../text/quote.js';
import { showInvisible } from '../../text/show-invisible.js';
import { isEndedByApproval } from '../blocked-reason.js';

/** One of several unfinished plan notes for one task. */
export interface DuplicateCandidate {
  readonly plan: Plan;
  readonly source: string;
  readonly awaitsApproval: boolean;
  readonly isWaiting: boolean;
  readonly waitingSteps: readonly string[];
  readonly executed: readonly ExecutedStep[];
}

export interface ExecutedStep {
  readonly step: Step;
  readonly by: string;
}

export type DuplicateVerdict =
  | {
      readonly do: 'consolidate';
      readonly kept: DuplicateCandidate;
      readonly other: DuplicateCandidate;
    }
  | {
      readonly do: 'ask';
      readonly why: string;
      readonly executedIn: string | null;
    };

/**
 * Decides what becomes of several plans for one task (docs/guide/plans.md, “Two plans for one
 * task”).
 */
export function decideDuplicates(duplicates: readonly DuplicateCandidate[]): DuplicateVerdict {
  const sorted = [...duplicates].sort(compareDuplicates);
  let why: string | null = null;
  for (const [at, kept] of sorted.entries()) {
    for (const other of sorted.slice(at + 1).reverse()) {
      const against = whyNotInto(kept, other);
      if (against === null) return { do: 'consolidate', kept, other };
      why ??= against;
    }
  }
  const apart = executedApart(sorted);
  const told = apart && doneApartText(apart, sorted);
  return {
    do: 'ask',
    why: told && why !== told ? `${why ?? ''} ${told}` : (why ?? ''),
    executedIn: apart?.path ?? null,
  };
}

/** Compares duplicate plans for sorting. The plan to keep comes first. */
export function compareDuplicates(
  { plan: a }: DuplicateCandidate,
  { plan: b }: DuplicateCandidate,
): number {
  return (
    doneIn(b) - doneIn(a) ||
    b.steps.length - a.steps.length ||
    Number(isConflictCopy(a.path)) - Number(isConflictCopy(b.path)) ||
    readLogLines(b).length - readLogLines(a).length ||
    createdMs(a) - createdMs(b) ||
    compareTexts(a.taskId, b.taskId) ||
    compareTexts(a.path, b.path)
  );
}

/** Says why the other plan cannot be merged into the kept one. Null if it can. */
export function whyNotInto(kept: DuplicateCandidate, other: DuplicateCandidate): string | null {
  const [into, from] = [kept.plan, other.plan];
  if (kept.source !== other.source) return 'They were made from different sources.';
  if (other.awaitsApproval && !kept.awaitsApproval) {
    return `${quotedPath(from.path)} waits for your approval.`;
  }
  if (said(into.objective) !== said(from.objective)) return 'Their objectives differ.';
  // One note is a copy of the other, so somebody edited the context.
  if (into.taskId === from.taskId && !['', said(into.context)].includes(said(from.context))) {
    return 'Their contexts differ.';
  }
  const { lacking, onlyDoneThere } = compareSteps(into, from);
  const [lacks] = lacking;
  if (lacks) return `${quoted(lacks.text)} is a step only in ${quotedPath(from.path)}.`;
  const [undone] = onlyDoneThere;
  if (undone) return `${quoted(undone.text)} is done only in ${quotedPath(from.path)}.`;
  const apart = gatedDoneApart(into, from);
  if (apart) return doneApartText(apart, [kept, other]);
  const marked = markLacking(into, from);
  if (marked) {
    return `${quoted(marked.text)} is marked [${showInvisible(marked.mark)}] only in ${quotedPath(from.path)}.`;
  }
  const moved = orderedApart(into, from);
  if (moved) {
    return `The steps that must come before ${quoted(moved.text)} differ in ${quotedPath(from.path)}.`;
  }
  const [status, otherStatus] = [statusOf(into), statusOf(from)];
  if (status !== otherStatus && otherStatus !== 'Draft') {
    return `${quotedPath(into.path)} is ${into.status}, and ${quotedPath(from.path)} is ${from.status}.`;
  }
  const words = missingWords(into, from);
  if (words !== null) {
    return `${quoted(words)} in ${quotedPath(from.path)} is not in ${quotedPath(into.path)}, or not in the same place.`;
  }
  if (into.taskId !== from.taskId) {
    if (other.isWaiting)
      return `${from.taskId} has requests that wait, or whose outcome is unknown.`;
  } else {
    const asked = [...kept.waitingSteps, ...other.waitingSteps].filter((id) => id !== '');
    const bearing = [into, from].map(stepsById);
    const astray = asked.find((id) => !isAwaited(bearing, id.toLowerCase()));
    if (astray !== undefined) {
      return `A request for the step ^${astray} waits, and ${quotedPath(into.path)} does not have that step, still open.`;
    }
  }
  return joinPlans(into, from, 'Countersign') === null ? 'Their logs can’t be merged.' : null;
}

type SameStep = readonly [kept: Step, other: Step];

export function compareSteps(
  kept: Plan,
  other: Plan,
): { readonly lacking: readonly Step[]; readonly onlyDoneThere: readonly Step[] } {
  const { lacking, same } = pairSteps(kept, other);
  const undone = same.filter(([here, there]) => there.done && !here.done);
  return { lacking, onlyDoneThere: undone.map(([, there]) => there) };
}

function pairSteps(
  kept: Plan,
  other: Plan,
): { readonly lacking: readonly Step[]; readonly same: readonly SameStep[] } {
  const lacking: Step[] = [];
  const same: SameStep[] = [];
  const byId = new Map<string, Step>();
  if (kept.taskId === other.taskId) {
    for (const step of kept.steps) if (step.id !== null) byId.set(step.id.toLowerCase(), step);
  }
  const rest: Step[] = [];
  for (const step of other.steps) {
    const here = step.id === null ? undefined : byId.get(step.id.toLowerCase());
    if (here && wordsOf(here) === wordsOf(step)) same.push([here, step]);
    else rest.push(step);
  }
  const paired = new Set(same.map(([here]) => here));
  const left = grouped(kept.steps.filter((step) => !paired.has(step)));
  for (const step of [...rest].sort((a, b) => Number(b.done) - Number(a.done))) {
    const here = left(step, step.done) ?? left(step, !step.done);
    if (here) same.push([here, step]);
    else lacking.push(step);
  }
  return { lacking, same };
}

function grouped(steps: readonly Step[]): (like: Step, done: boolean) => Step | undefined {
  const left = new Map<string, Step[]>();
  for (const step of [...steps].reverse()) addToList(left, `${step.done} ${wordsOf(step)}`, step);
  return (like, done) => left.get(`${done} ${wordsOf(like)}`)?.pop();
}

/** True when nothing would be lost if the other note were removed. */
export function hasAllOf(kept: Plan, other: Plan): boolean {
  const { lacking, onlyDoneThere } = compareSteps(kept, other);
  return (
    lacking.length === 0 &&
    onlyDoneThere.length === 0 &&
    missingWords(kept, other) === null &&
    gatedDoneApart(kept, other) === null &&
    markLacking(kept, other) === null &&
    orderedApart(kept, other) === null &&
    missingBlocks(kept, other).length === 0
  );
}

function statusOf({ status, blockedReason }: Plan): string {
  const isOurs = status === 'Blocked' && isEndedByApproval(blockedReason);
  return isOurs ? 'Active' : status;
}

interface StepApart {
  readonly step: Step;
  readonly path: string;
}

function doneApartText({ step, path }: StepApart, all: readonly DuplicateCandidate[]): string {
  const known = all.flatMap(({ executed }) => executed).find((one) => one.step === step);
  const happened = known
    ? `: it was executed (request ${known.by}). Elsewhere it is asked for again`
    : ', and it isn’t known whether it happened';
  return `The ✋ step ${quoted(step.text)} is done only in ${quotedPath(path)}${happened}.`;
}

function executedApart(all: readonly DuplicateCandidate[]): StepApart | null {
  const doneIn = all.map(({ plan }) => new Set(plan.steps.filter(isGatedDone).map(wordsOf)));
  for (const { plan, executed } of all) {
    const apart = executed.find(({ step }) => !doneIn.every((one) => one.has(wordsOf(step))));
    if (apart) return { step: apart.step, path: plan.path };
  }
  return null;
}

function gatedDoneApart(a: Plan, b: Plan): StepApart | null {
  for (const [plan, against] of [
    [a, b],
    [b, a],
  ] as const) {
    const there = grouped(against.steps.filter(isGatedDone));
    const step = plan.steps.find((one) => isGatedDone(one) && !there(one, true));
    if (step) return { step, path: plan.path };
  }
  return null;
}

function markLacking(kept: Plan, other: Plan): Step | null {
  const isMarked = ({ mark }: Step): boolean => ![' ', 'x', 'X'].includes(mark);
  const marked = pairSteps(kept, other).same.find(
    ([here, there]) => isMarked(there) && here.mark !== there.mark,
  );
  return marked?.[1] ?? null;
}

function orderedApart(kept: Plan, other: Plan): Step | null {
  const same = [...pairSteps(kept, other).same].sort(([a], [b]) => a.position - b.position);
  const [here, there] = [same.map(([step]) => step), same.map(([, step]) => step)];
  const before = beforeIn(kept, here);
  const beforeThere = beforeIn(other, there);
  const lasts: number[] = [];
  for (const [at, { position }] of there.entries()) {
    const last = lasts.at(-1) ?? at;
    lasts.push((there[last]?.position ?? 0) > position ? last : at);
  }
  // The loop below adds to this set, and also visits what it added.
  const waiting = new Set(there.flatMap(({ gated }, at) => (gated ? [at] : [])));
  let above = 0;
  for (const at of waiting) {
    const sides = [before(at), beforeThere(at)] as const;
    const [{ count, listed: named }, { count: countThere, listed: namedThere }] = sides;
    const listed = named ?? namedThere;
    const looked = listed ?? lasts.slice(Math.max(0, count - 1), count);
    if (count !== countThere || looked.some((one) => !sides.every(({ has }) => has(one)))) {
      return there[at] ?? null;
    }
    for (const one of listed ?? []) waiting.add(one);
    for (; listed === null && above < count; above += 1) waiting.add(above);
  }
  return null;
}

interface Before {
  readonly count: number;
  readonly listed: readonly number[] | null;
  readonly has: (place: number) => boolean;
}

function beforeIn(plan: Plan, steps: readonly Step[]): (at: number) => Before {
  const find = stepFinder(plan);
  const places = new Map(steps.map((step, at) => [step, at]));
  let count = 0;
  const above = plan.steps.map((step) => (places.has(step) ? count++ : count));
  return (at) => {
    const { after = null, position = 0 } = steps[at] ?? {};
    const declared = after && declaredSteps(after, find);
    if (declared === null) {
      const has = (place: number): boolean => (steps[place]?.position ?? position) < position;
      return { count: above[position - 1] ?? 0, listed: null, has };
    }
    const listed = new Set(declared.flatMap((step) => places.get(step) ?? []));
    return { count: listed.size, listed: [...listed], has: (place) => listed.has(place) };
  };
}

function isGatedDone({ gated, done }: Step): boolean {
  return gated && done;
}

function stepsById({ steps }: Plan): ReadonlyMap<string, readonly Step[]> {
  const found = new Map<string, Step[]>();
  for (const step of steps) if (step.id !== null) addToList(found, step.id.toLowerCase(), step);
  return found;
}

function isAwaited([kept, other]: readonly ReturnType<typeof stepsById>[], id: string): boolean {
  const [step, another] = kept?.get(id) ?? [];
  if (!step || another || !step.gated || step.done) return false;
  return (other?.get(id) ?? []).every((same) => wordsOf(same) === wordsOf(step));
}

function doneIn({ steps }: Plan): number {
  return steps.filter(({ done }) => done).length;
}

function createdMs({ createdDate }: Plan): number {
  return readInstant(createdDate)?.ms ?? 0;
}

function wordsOf({ text, gated }: Step): string {
  return `${gated ? '✋ ' : ''}${said(text)}`;
}

function said(text: string): string {
  return foldLine(normalized(text, 'NFC'));
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
