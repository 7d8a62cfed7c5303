import { describeProblem, type Problem } from '../../core/errors.js';
import { inlineText } from '../../core/text/inline-text.js';
import type { ErrorReport } from '../../core/loop/error-report.js';
import { baseName } from '../../core/note/file-name.js';
import { isoSeconds } from '../../core/time.js';
import type { EngineContext } from '../context.js';
import { writeErrorReport } from '../tasks/error-reports.js';
import { reportedNote } from '../tasks/missing-notes.js';
import type { IndexEntry } from '../vault/index/read-entry.js';

type Broken = Extract<IndexEntry, { readonly kind: 'broken' }>;

/** Somebody may be typing in the note. */
const patienceMs = 60_000;
const mostProblems = 10;

/** Reports a plan that stays unreadable (docs/vault-format.md#errors). */
export async function reportBrokenPlan(context: EngineContext, entry: Broken): Promise<void> {
  const { book, clock, earlier } = context;
  if (entry.of !== 'plan' || book.halted || !book.isActive) return;
  const { path } = entry;
  const what = detailsOf(entry).join('\n');
  const before = earlier.brokenPlans.get(path);
  const nowMs = clock.now();
  const isSame = before?.what === what && before.sinceMs <= nowMs;
  const seen = isSame ? before : { what, sinceMs: nowMs, isRecorded: false, isReported: false };
  earlier.brokenPlans.set(path, seen);
  if (!before) lookAtMissing(context);
  if (seen.isReported) return;
  const dueMs = seen.sinceMs + patienceMs;
  if (nowMs < dueMs) {
    context.lookAgainAt(`path:${path}`, dueMs);
    return;
  }
  const id = entry.id ?? baseName(path);
  seen.isReported = (await reportedNote(context, id, what)) !== null;
  if (seen.isReported) return;
  if (!seen.isRecorded) {
    const [first] = entry.problems;
    const recorded = await book.record(
      { kind: 'event' },
      {
        actor: 'Countersign',
        event: 'plan_unreadable',
        plan_id: id,
        detail: `The plan can’t be read, and is left as it is: ${first ? problemText(entry, first) : path}`,
      },
    );
    seen.isRecorded = recorded.ok;
  }
  seen.isReported =
    seen.isRecorded && (await writeErrorReport(context, reportOf(context, entry, id))).ok;
  if (!seen.isReported) context.lookAgainAt(`path:${path}`, nowMs + patienceMs);
}

export function forgetBrokenPlan(context: EngineContext, path: string): void {
  const { earlier } = context;
  const wasBroken = earlier.brokenPlans.has(path);
  earlier.brokenPlans.delete(path);
  if (wasBroken) lookAtMissing(context);
}

function lookAtMissing({ book, index, lookAgain }: EngineContext): void {
  for (const id of book.seen.unfinished()) {
    if (index.planPaths(id).length === 0) lookAgain(`plan:${id}`);
  }
}

function reportOf({ book }: EngineContext, entry: Broken, id: string): ErrorReport {
  const { path, problems } = entry;
  const advice = [...new Set(problems.slice(0, mostProblems).map((one) => one.advice))];
  return {
    ...{ errorType: 'plan_unreadable', taskId: id, about: path },
    timestamp: isoSeconds(book.now()),
    context:
      'Countersign can’t read this plan, so no work is done on it. The note is left as it is.',
    details: detailsOf(entry),
    options: [
      ...advice,
      'Or restore an older version of the note.',
      'Or move the note out of the plans folder, if it is no plan.',
    ],
    boxes: {
      retry: 'the plan is read again, and this report is filed if it is in order.',
      mine: 'this report is filed, and the plan is left as it is.',
    },
  };
}

function detailsOf(entry: Broken): readonly string[] {
  const { problems } = entry;
  const more = problems.length - mostProblems;
  return [
    ...problems.slice(0, mostProblems).map((one) => `- ${problemText(entry, one)}`),
    ...(more > 0 ? [`- And ${more} more.`] : []),
  ];
}

function problemText({ path }: Broken, problem: Problem): string {
  return inlineText(describeProblem({ ...problem, path, advice: '' }).trim());
}
