import type { IncompleteRequest, RequestFolder } from '../../mission/summaries.js';
import { baseName } from '../../note/file-name.js';
import { textField } from '../../note/front-matter/front-matter.js';
import { isoSeconds, readInstant } from '../../time.js';
import type { ExternalRequest } from './external-request.js';

export type ForStep = NonNullable<IncompleteRequest['forStep']>;

const planIdForm = /^PLAN-\d{4}-\d{3,}$/;
const stepForm = /^\^?[A-Za-z0-9-]{1,40}$/;
/** Matches `Step 4 of PLAN-2026-001` (FR-009). */
const stepOfPlan =
  /\bstep\s+\^?(s?\d{1,3})\s+of\s+(?:the\s+)?(?:plan\s+)?(?:\[\[)?(PLAN-\d{4}-\d{3,})\b/i;
const planThenStep = /\b(PLAN-\d{4}-\d{3,})(?:\]\])?[,:;]?\s+(?:[-–—]\s+)?step\s+\^?(s?\d{1,3})\b/i;
const timeInName = /^(\d{4}-\d\d-\d\dT\d\d)[:-](\d\d)[:-](\d\d)Z_/;

export function incompleteRequest(
  external: ExternalRequest,
  folder: RequestFolder,
): IncompleteRequest | null {
  if (!isIncomplete(external)) return null;
  const { path, requestId, actionType, targetRecipient, createdDate, expires } = external;
  const to = targetRecipient === null ? '' : ` to ${targetRecipient.value}`;
  return {
    ...{ path, folder, requestId },
    forStep: stepOf(external),
    what: `${actionType?.value ?? 'action'}${to}`,
    since: instantOf(createdDate?.value) ?? instantOf(timeOfName(path)),
    expiresMs: expires === null ? null : (readInstant(expires.value)?.ms ?? null),
  };
}

export function isIncomplete(external: ExternalRequest): boolean {
  const type = textField(external.frontMatter, 'type');
  if (type !== null && type !== 'approval_request') return false;
  return external.frontMatter.ranges.has('action_type') || stepOf(external) !== null;
}

/** Finds the step that a note says it is for. */
export function stepOf({ frontMatter, rationale }: ExternalRequest): ForStep | null {
  const value = (key: string): string => textField(frontMatter, key)?.trim() ?? '';
  const planId = ['plan_id', 'task_id'].map(value).find((id) => planIdForm.test(id));
  const step = ['step_id', 'step'].map(value).find((text) => stepForm.test(text));
  if (planId !== undefined && step !== undefined) return { planId, step: stepRef(step) };
  const inWords = rationale.key === null ? null : stepInWords(rationale.value);
  return planId === undefined || planId === inWords?.planId ? inWords : null;
}

function stepInWords(rationale: string): ForStep | null {
  const [, first = '', plan = ''] = stepOfPlan.exec(rationale) ?? [];
  if (plan !== '') return { planId: plan.toUpperCase(), step: stepRef(first) };
  const [, id = '', second = ''] = planThenStep.exec(rationale) ?? [];
  return id === '' ? null : { planId: id.toUpperCase(), step: stepRef(second) };
}

function stepRef(text: string): number | string {
  const name = text.replace(/^\^/, '');
  return /^\d+$/.test(name) ? Number(name) : name;
}

function timeOfName(path: string): string | undefined {
  const [, hour = '', minute = '', second = ''] = timeInName.exec(baseName(path)) ?? [];
  return hour === '' ? undefined : `${hour}:${minute}:${second}Z`;
}

function instantOf(text: string | undefined): string | null {
  const instant = text === undefined ? null : readInstant(text);
  return instant ? isoSeconds(instant.ms) : null;
}
