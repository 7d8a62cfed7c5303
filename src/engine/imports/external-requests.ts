import { fail, type Problem } from '../../core/errors.js';
import { isConflictCopy } from '../../core/note/file-name.js';
import type { Plan } from '../../core/plan/plan.js';
import {
  readExternalRequest,
  type ExternalRequest,
} from '../../core/request/imports/external-request.js';
import {
  buildExternalReview,
  type ExternalReview,
} from '../../core/request/imports/external-review.js';
import { isConfig, type Folders } from '../../core/settings/device-config.js';
import type { EngineContext } from '../context.js';
import { isIncomplete, stepOf } from '../../core/request/imports/incomplete-request.js';
import { findStep } from '../../core/plan/step-order.js';
import { readPlan } from '../vault/plan-notes.js';

export type ReadingContext = Pick<EngineContext, 'notes' | 'index' | 'book' | 'config' | 'folders'>;

export async function externalReviews(
  context: ReadingContext,
  limit: number,
): Promise<readonly ExternalReview[]> {
  const places = context.index.externalNotes().slice(0, limit);
  const reviews = await Promise.all(places.map(({ path }) => readExternalNote(context, path)));
  return reviews.flatMap((review) => review ?? []);
}

export async function readExternalNote(
  context: ReadingContext,
  path: string,
): Promise<ExternalReview | null> {
  const text = await context.notes.read(path);
  const external = text.ok ? readExternalRequest(text.value, path) : null;
  return external && reviewOfExternal(context, external);
}

/** Reviews a request in an external format. Null unless its note is in Pending or Approved. */
export async function reviewOfExternal(
  context: ReadingContext,
  external: ExternalRequest,
): Promise<ExternalReview | null> {
  const folder = context.index.placeOf(external.path);
  if (folder !== 'pending' && folder !== 'approved') return null;
  const config = context.config();
  return buildExternalReview(external, {
    folder,
    routes: isConfig(config) ? config.routes : [],
    problems: isConfig(config) ? await notUsable(context, external) : [config],
  });
}

async function notUsable(
  context: ReadingContext,
  external: ExternalRequest,
): Promise<readonly Problem[]> {
  const { index, book } = context;
  const { requestId: id, path } = external;
  if (book.halted) return [book.halted];
  if (isConflictCopy(path)) {
    return notReady('This note is a copy that sync made.', 'Remove all but one.', path);
  }
  const noStep = await stepProblem(context, external);
  if (noStep) return [noStep];
  if (id === null) return [];
  const isKnown = book.facts.request(id) !== undefined;
  if (!isKnown && index.requestPaths(id).every((other) => other === path)) return [];
  return notReady(
    'It carries the id of another request.',
    'Take the line `request_id` away: it then gets an id of its own.',
    path,
  );
}

async function stepProblem(
  context: ReadingContext,
  external: ExternalRequest,
): Promise<Problem | null> {
  const { planId, stepId, path } = external;
  if (!planId || !stepId) return looseStepProblem(context, external);
  const plan = await readPlan(context, planId.value);
  if (!plan.ok && plan.error.code !== 'plan_missing') return plan.error;
  const why = plan.ok
    ? whyNotFor(plan.value, stepId.value, context.folders)
    : `The plan ${planId.value} is not there.`;
  const advice = 'Correct `plan_id` and `step_id`, or take both away.';
  return why === null ? null : fail('request_not_ready', why, advice, { path }).error;
}

async function looseStepProblem(
  context: ReadingContext,
  external: ExternalRequest,
): Promise<Problem | null> {
  const named = isIncomplete(external) ? stepOf(external) : null;
  if (!named) return null;
  const plan = await readPlan(context, named.planId);
  const step = plan.ok ? findStep(plan.value, named.step) : null;
  const { path } = external;
  const place = `step ${named.step} of ${named.planId}`;
  const advice = step?.id
    ? `Add \`plan_id: ${named.planId}\` and \`step_id: ${step.id}\` to the note.`
    : `Write an id such as \`^s${step?.position ?? 1}\` at the end of the step’s line in the plan, and add \`plan_id\` and \`step_id\` to the note.`;
  return fail('request_not_ready', `It doesn’t name ${place} by its id.`, advice, { path }).error;
}

function whyNotFor(
  { taskId, status, steps, path }: Plan,
  stepId: string,
  folders: Folders,
): string | null {
  const isEnded = status === 'Done' || status === 'Cancelled';
  if (isEnded || !path.startsWith(`${folders.plans}/`)) return `The plan ${taskId} is finished.`;
  const step = steps.find(({ id }) => id === stepId);
  if (!step) return `The plan ${taskId} has no step ^${stepId}.`;
  return step.gated ? null : `Step ${step.position} of ${taskId} carries no ✋.`;
}

function notReady(message: string, advice: string, path: string): readonly Problem[] {
  return [fail('request_not_ready', message, advice, { path }).error];
}
