import { describeProblem, type Problem } from '../../core/errors.js';
import { inlineText } from '../../core/text/inline-text.js';
import { baseName } from '../../core/note/file-name.js';
import { writeScalar } from '../../core/note/front-matter/yaml-scalar.js';
import { isoSeconds, timestampForName } from '../../core/time.js';
import type { EngineContext } from '../context.js';
import type { IndexEntry } from '../vault/index/read-entry.js';

type Broken = Extract<IndexEntry, { readonly kind: 'broken' }>;

/** Whoever is typing in a note has it broken for a moment. */
const patienceMs = 60_000;
const mostProblems = 10;
const longestName = 60;

/**
 * Reports a plan that nobody can read, once it stays so: into the audit log, and so the day's log, and as an error
 * report in `Needs_Action` (contract, "Errors"). The plan itself is left as it is. The same error is not reported
 * again while its report is there.
 */
export async function reportBrokenPlan(context: EngineContext, entry: Broken): Promise<void> {
  const { book, clock, earlier } = context;
  if (entry.of !== 'plan' || book.halted || !book.isActive) return;
  const { path } = entry;
  const what = detailsOf(entry).join('\n');
  const before = earlier.brokenPlans.get(path);
  const seen = before?.what === what ? before : { what, sinceMs: clock.now(), isReported: false };
  earlier.brokenPlans.set(path, seen);
  if (seen.isReported) return;
  const dueMs = seen.sinceMs + patienceMs;
  if (clock.now() < dueMs) {
    context.lookAgainAt(`path:${path}`, dueMs);
    return;
  }
  seen.isReported = true;
  const id = entry.id ?? baseName(path);
  if (await isReported(context, id, what)) return;
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
  if (!recorded.ok) return;
  const name = `ERROR_${timestampForName(book.now())}_${nameOf(id)}`;
  await context.notes.createIn(context.folders.needsAction, name, reportOf(context, entry, id));
}

/** The note at this path can be read, or is gone: the same error later is a new one. */
export function forgetBrokenPlan({ earlier }: EngineContext, path: string): void {
  earlier.brokenPlans.delete(path);
}

/** Whether a report of this error on this plan is still there. */
async function isReported(
  { index, folders, notes }: EngineContext,
  id: string,
  what: string,
): Promise<boolean> {
  const start = `${folders.needsAction}/ERROR_`;
  const end = `_${nameOf(id)}`;
  for (const { path } of index.all()) {
    if (!path.startsWith(start) || !baseName(path).includes(end)) continue;
    const text = await notes.read(path);
    if (text.ok && text.value.includes(what)) return true;
  }
  return false;
}

function reportOf({ book }: EngineContext, entry: Broken, id: string): string {
  const advice = [...new Set(entry.problems.slice(0, mostProblems).map((one) => one.advice))];
  return [
    '---',
    'type: error_report',
    'error_type: plan_unreadable',
    `task_id: ${writeScalar(id)}`,
    `timestamp: ${isoSeconds(book.now())}`,
    'severity: high',
    '---',
    '## Context',
    'Countersign can’t read this plan, so nothing goes on with it. The note is left as it is.',
    '',
    '## Details',
    ...detailsOf(entry),
    '',
    '## Suggested Options',
    ...advice.map((one) => `- ${inlineText(one)}`),
    '- Or restore an older version of the note.',
    '- Or move the note out of the plans folder, if it is no plan.',
    '',
    'Delete this report when the plan is in order again.',
    '',
  ].join('\n');
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

/** An id as part of a file's name: it may be anybody's words. */
function nameOf(id: string): string {
  return id.replace(/[^\w.-]+/gu, '-').slice(0, longestName);
}
