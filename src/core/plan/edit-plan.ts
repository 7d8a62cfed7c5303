import { isOurReason, withLostReason } from './blocked-reason.js';
import { removeField, setField } from '../note/front-matter/front-matter.js';
import { lineEndOf } from '../text/lines.js';
import type { Edit } from '../text/edit.js';
import { formatLogEntry } from './log-entry.js';
import type { LogRecord, Plan, PlanStatus, Step } from './plan.js';

export function tickStep(_plan: Plan, step: Step): Edit[] {
  return step.done ? [] : [markEdit(step, 'x')];
}

export function untickStep(_plan: Plan, step: Step): Edit[] {
  return step.mark === ' ' ? [] : [markEdit(step, ' ')];
}

export function setStatus(plan: Plan, status: PlanStatus, blockedReason: string | null): Edit[] {
  const { text, frontMatter } = plan;
  const edits = plan.status === status ? [] : setField(text, frontMatter, 'status', status);
  if (status === 'Blocked' && blockedReason !== null) {
    return [...edits, ...setField(text, frontMatter, 'blocked_reason', blockedReason)];
  }
  const written = frontMatter.fields.get('blocked_reason');
  if (status === 'Blocked' || written === undefined || written === null) return edits;
  if (plan.blockedReason === null || !isOurReason(plan.blockedReason)) return edits;
  return [...edits, ...removeField(text, frontMatter, 'blocked_reason')];
}

/** Sets a plan's status and logs it. If this removes a `blocked_reason`, the log keeps it. */
export function endBlock(plan: Plan, status: PlanStatus, entry: LogRecord): Edit[] {
  const rationale = withLostReason(entry.rationale, plan);
  return [...setStatus(plan, status, null), ...appendLog(plan, [{ ...entry, rationale }])];
}

export function appendLog(plan: Plan, entries: readonly LogRecord[]): Edit[] {
  return appendLogLines(plan, entries.map(formatLogEntry));
}

export function appendLogLines({ text, logEnd }: Plan, entries: readonly string[]): Edit[] {
  if (entries.length === 0) return [];
  const lineEnd = lineEndOf(text);
  const lines = entries.join(lineEnd);
  const atLineStart = text.charCodeAt(logEnd - 1) === 10;
  const insert = atLineStart ? `${lines}${lineEnd}` : `${lineEnd}${lines}`;
  return [{ at: logEnd, remove: 0, insert }];
}

export function addStepId(plan: Plan, step: Step, id: string): Edit[] {
  if (step.id !== null) return [];
  const line = plan.text.slice(step.lineStart, step.lineEnd);
  return [{ at: step.lineStart + line.trimEnd().length, remove: 0, insert: ` ^${id}` }];
}

/** Returns a free block id for a step, such as `s3` for the third step. */
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
