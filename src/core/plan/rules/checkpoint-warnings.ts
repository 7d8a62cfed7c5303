import { isRecordEntry } from '../../reasoning/record-entry.js';
import type { Problem } from '../../errors.js';
import type { Plan, Step } from '../plan.js';
import { stepFinder } from '../step-order.js';
import { quoted } from '../../text/quote.js';

const mostTold = 5;

const longestAction = 2_000;
const mostRanges = 20;
const widestRange = 100;
const mostPositions = 200;

const oneStep = '\\d{1,6}';
const someSteps = `(${oneStep}(?:\\s*(?:-|–|to|,|and|&)\\s*${oneStep})*)`;
/** Must not match “Failed to complete step 1”. */
const completed = new RegExp(
  `(?:^|[.!;]\\s)(?:marked steps? ${someSteps} completed?|completed steps? ${someSteps})(?=$|[.!;]$|[.!;:]\\s)`,
  'giu',
);
const openedAgain = /\b(?:re-?opened|unticked)\s+step\s+(\d{1,6})/giu;

/** Warns where a plan's boxes contradict its log or its order (FR-006, R7.3). */
export function checkpointWarnings(plan: Plan): readonly Problem[] {
  if (plan.status === 'Done' || plan.status === 'Cancelled') return [];
  const told = [...tickedTooEarly(plan), ...openButLogged(plan)];
  return told.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)).slice(0, mostTold);
}

function tickedTooEarly(plan: Plan): readonly Problem[] {
  const find = stepFinder(plan);
  const firstOpen = plan.steps.find(({ done }) => !done);
  return plan.steps.flatMap((step) => {
    if (!step.done) return [];
    const declared = step.after?.map(find);
    // A step that names a missing step waits for all the steps above it.
    const isAbove = firstOpen !== undefined && firstOpen.position < step.position;
    const open = declared?.every((other) => other !== null)
      ? declared.find((other) => !other.done)
      : isAbove && firstOpen;
    if (!open) return [];
    const message = `Step ${step.position} is ticked, but step ${open.position} (${quoted(open.text)}) must come before it and is open.`;
    const advice = open.gated
      ? `Open step ${step.position} again, or have step ${open.position} approved: a ✋ step is ticked when its request has run, or when a person presses “I’ve done this myself…”.`
      : `Tick step ${open.position} if it is done, or open step ${step.position} again.`;
    return [{ code: 'dependency_not_met' as const, message, advice, ...placeOf(plan, step) }];
  });
}

function openButLogged(plan: Plan): readonly Problem[] {
  const { steps } = plan;
  const log = plan.log.filter((entry) => !isRecordEntry(entry));
  const claims = new Map<number, string>();
  for (const { action, at } of log) {
    if (!/step/iu.test(action)) continue;
    for (const position of completedIn(action, steps.length)) claims.set(position, at);
    for (const [, position] of action.matchAll(openedAgain)) claims.delete(Number(position));
  }
  const claimedOpen = [...claims].filter(([position]) => steps[position - 1]?.done === false);
  if (claimedOpen.length === 0) return [];
  const mayHaveMoved = steps.filter(({ done }) => done).length >= claims.size;
  const last = completedIn(log.at(-1)?.action ?? '', steps.length);
  return claimedOpen.flatMap(([position, at]) => {
    const step = steps[position - 1];
    if (!step || (mayHaveMoved && !last.has(position))) return [];
    const message = `The log says of ${at} that step ${position} was completed, but its box is open (${quoted(step.text)}).`;
    const ifDone = step.gated
      ? 'A ✋ step is ticked when its request has run, or when a person presses “I’ve done this myself…”'
      : 'Tick it if it is done';
    const advice = `${ifDone}; if not, add a log entry such as “Reopened step`;
    return [
      {
        code: 'step_log_differs' as const,
        message,
        advice: `${advice} ${position} — why”.`,
        ...placeOf(plan, step),
      },
    ];
  });
}

function completedIn(action: string, count: number): ReadonlySet<number> {
  const found = new Set<number>();
  if (action.length > longestAction) return found;
  for (const [, marked, list = marked ?? ''] of action.matchAll(completed)) {
    for (const position of positionsIn(list, count)) {
      if (found.size >= mostPositions) return found;
      found.add(position);
    }
  }
  return found;
}

function* positionsIn(list: string, count: number): Iterable<number> {
  let ranges = 0;
  for (const [, from = '', to = from] of list.matchAll(/(\d+)(?:\s*(?:-|–|to)\s*(\d+))?/gu)) {
    ranges += 1;
    if (ranges > mostRanges) return;
    const first = Number(from);
    const end = Math.min(Number(to), count, first + widestRange - 1);
    for (let position = first; position <= end; position += 1) yield position;
  }
}

function placeOf({ path }: Plan, { line }: Step) {
  return { path, line, column: 1 };
}
