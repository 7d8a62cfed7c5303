import { isOurReason, withLostReason } from './blocked-reason.js';
import { removeField, setField } from '../note/front-matter/front-matter.js';
import { lineEndOf } from '../text/lines.js';
import type { Edit } from '../text/edit.js';
import { formatLogEntry } from './log-entry.js';
import type { LogRecord, Plan, PlanStatus, Step } from './plan.js';

/** Marks a step done by changing one character. No edits if it is done. */
export function tickStep(_plan: Plan, step: Step): Edit[] {
  return step.done ? [] : [markEdit(step, 'x')];
}

/** Opens a step again. No edits if its box is empty. */
export function untickStep(_plan: Plan, step: Step): Edit[] {
  return step.mark === ' ' ? [] : [markEdit(step, ' ')];
}

/**
 * Writes the status. The reason is there only while the plan is Blocked, except a `blocked_reason: null`
 * that a person wrote.
 */
export function setStatus(plan: Plan, status: PlanStatus, blockedReason: string | null): Edit[] {
  const { text, frontMatter } = plan;
  const edits = plan.status === status ? [] : setField(text, frontMatter, 'status', status);
  if (status === 'Blocked' && blockedReason !== null) {
    return [...edits, ...setField(text, frontMatter, 'blocked_reason', blockedReason)];
  }
  const written = frontMatter.fields.get('blocked_reason');
  if (status === 'Blocked' || written === undefined || written === null) return edits;
  // A reason that somebody else wrote stays.
  if (plan.blockedReason === null || !isOurReason(plan.blockedReason)) return edits;
  return [...edits, ...removeField(text, frontMatter, 'blocked_reason')];
}

/**
 * Writes a status that ends a block, if there is one, with a log entry; the entry includes a reason that
 * would be lost.
 */
export function endBlock(plan: Plan, status: PlanStatus, entry: LogRecord): Edit[] {
  const rationale = withLostReason(entry.rationale, plan);
  return [...setStatus(plan, status, null), ...appendLog(plan, [{ ...entry, rationale }])];
}

/** Appends entries at the end of the Reasoning Logs and keeps everything that is there. */
export function appendLog(plan: Plan, entries: readonly LogRecord[]): Edit[] {
  return appendLogLines(plan, entries.map(formatLogEntry));
}

/** The same for entries that are already formatted as lines. */
export function appendLogLines({ text, logEnd }: Plan, entries: readonly string[]): Edit[] {
  if (entries.length === 0) return [];
  const lineEnd = lineEndOf(text);
  const lines = entries.join(lineEnd);
  const atLineStart = text.charCodeAt(logEnd - 1) === 10;
  const insert = atLineStart ? `${lines}${lineEnd}` : `${lineEnd}${lines}`;
  return [{ at: logEnd, remove: 0, insert }];
}

/** Adds a block id at the end of a step's line. No edits if it has one. */
export function addStepId(plan: Plan, step: Step, id: string): Edit[] {
  if (step.id !== null) return [];
  const line = plan.text.slice(step.lineStart, step.lineEnd);
  return [{ at: step.lineStart + line.trimEnd().length, remove: 0, insert: ` ^${id}` }];
}

/**
 * A free block id for a step: `s` and its position, or the next number that neither the note nor a request
 * for its steps (`named`) has ever used.
 */
export function nextStepId(
  plan: Pick<Plan, 'text'>,
  step: Pick<Step, 'position'>,
  named: readonly string[],
): string {
  const used = new Set<string>();
  const ids = `${plan.text} ${named.map((id) => `^${id}`).join(' ')}`;
  for (const match of ids.matchAll(/\^s(\d{1,9})/giu)) used.add(String(Number(match[1])));
  let number = step.position;
  while (used.has(String(number))) number += 1;
  return `s${String(number)}`;
}

function markEdit(step: Step, mark: 'x' | ' '): Edit {
  return { at: step.markAt, remove: step.mark.length, insert: mark };
}
