import { fail, ok, type Result } from '../../../core/errors.js';
import { baseName } from '../../../core/note/file-name.js';
import { appendLog, untickStep } from '../../../core/plan/edit-plan.js';
import type { Plan, Step } from '../../../core/plan/plan.js';
import { findStep } from '../../../core/plan/step-order.js';
import { closedStepOf } from '../../../core/ledger/closed-step.js';
import { parseRequest } from '../../../core/request/parse-request.js';
import type { ActionRequest } from '../../../core/request/request.js';
import { isoSeconds } from '../../../core/time.js';
import { movedNote } from '../../vault/request-notes.js';
import { draftAgain } from '../../operations/requests/redraft.js';
import { editPlan, hadEnded, readPlan } from '../../vault/plan-notes.js';
import type { StepInput } from './close-gated-step.js';
import { mayAct, type PersonContext } from '../shared/person-context.js';

export interface ReopenInput extends StepInput {
  readonly requestId?: string;
}

export interface ReopenedStep {
  readonly planId: string;
  readonly position: number;
  readonly path: string | null;
}

/** Reopens a gated step that was closed without a call. */
export async function reopenStep(
  context: PersonContext,
  input: ReopenInput,
): Promise<Result<ReopenedStep>> {
  const may = mayAct(context);
  if (!may.ok) return may;
  const { planId, requestId } = input;
  const request = requestId === undefined ? ok(null) : await archived(context, requestId);
  if (!request.ok) return request;
  const key = `plan:${planId}`;
  const opened = await context.keyedQueue.take(key, () =>
    context.writingBack.take(key, () => openNow(context, input)),
  );
  if (!opened.ok) return opened;
  const { position } = opened.value;
  if (request.value === null) return ok({ planId, position, path: null });
  const { expires } = request.value;
  const drafted = await draftAgain(context, request.value, {
    ...(expires === null ? {} : { expires }),
    actor: 'Human',
  });
  return drafted.ok ? ok({ planId, position, path: drafted.value.path }) : drafted;
}

async function archived(context: PersonContext, id: string): Promise<Result<ActionRequest>> {
  const { book, folders, notes } = context;
  const name = baseName(book.facts.request(id)?.voided?.path ?? `${id}.md`);
  const path = await movedNote(context, folders.archive, id, name);
  const text = path === null ? null : await notes.read(path);
  const request = path !== null && text?.ok ? parseRequest(text.value, path).request : null;
  if (request) return ok(request);
  return fail(
    'request_missing',
    `The note for ${id} was not found in ${folders.archive}.`,
    'Reopen the step, then draft its action again.',
  );
}

async function openNow(
  context: PersonContext,
  { planId, step: reference, text }: StepInput,
): Promise<Result<Step>> {
  const { book } = context;
  const plan = await readPlan(context, planId);
  if (!plan.ok) return plan;
  const step = endedOnWord(context, plan.value, reference, text);
  if (!step.ok) return step;
  const { id, position } = step.value;
  const recorded = await book.record(
    id === null ? { kind: 'event' } : { kind: 'step', plan: planId, step: id, is: 'open' },
    {
      actor: 'Human',
      event: 'step_opened',
      plan_id: planId,
      detail: `Step ${position} was reopened in Countersign.`,
    },
  );
  if (!recorded.ok) return recorded;
  let found: Result<Step> = step;
  const written = await editPlan(context, planId, (now) => {
    found = tickedGated(now, id ?? position, step.value.text);
    if (!found.ok) return null;
    const at = isoSeconds(book.now());
    const action = `Reopened step ${found.value.position}`;
    const entry = { at, actor: 'Human', action, rationale: 'It is not done yet.' };
    return [...untickStep(now, found.value), ...appendLog(now, [entry])];
  });
  return written.ok ? found : written;
}

function endedOnWord(
  { book }: PersonContext,
  plan: Plan,
  reference: number | string,
  text: string | undefined,
): Result<Step> {
  const over = hadEnded({ book }, plan);
  if (over) return over;
  const { facts } = book;
  const found = tickedGated(plan, reference, text);
  if (!found.ok) return found;
  const { id, position, line } = found.value;
  const by = facts.stepClosure(plan.taskId, id)?.by ?? null;
  const place = { path: plan.path, line };
  if (by !== null && facts.request(by)?.voided?.step_is === undefined) {
    const message = `The action of step ${position} has run.`;
    return fail('step_done', message, 'Add a new step if it has to be done again.', place);
  }
  const isBeingFiled = facts.idsToWriteBack().some((requestId) => {
    const ended = closedStepOf(facts, requestId);
    return ended?.planId === plan.taskId && ended.stepId === id;
  });
  if (!isBeingFiled) return found;
  const message = `The request of step ${position} is still being moved to the archive.`;
  return fail('request_not_open', message, 'Try again in a moment.', place);
}

function tickedGated(plan: Plan, reference: number | string, text?: string): Result<Step> {
  const step = findStep(plan, reference);
  const place = { path: plan.path, ...(step ? { line: step.line } : {}) };
  if (plan.status !== 'Active' && plan.status !== 'Blocked') {
    const message = `${plan.taskId} is ${plan.status.toLowerCase()}, so its steps can’t be reopened.`;
    const isDraft = plan.status === 'Draft';
    const advice = isDraft ? 'Start this plan first.' : 'Start a new plan if something is left.';
    return fail('plan_finished', message, advice, place);
  }
  if (!step?.gated || !step.done || (text !== undefined && step.text !== text)) {
    const message = `Step ${reference} of ${plan.taskId} has changed.`;
    return fail('note_changed', message, 'Read the plan again.', place);
  }
  return ok(step);
}
