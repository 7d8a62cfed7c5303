import { fail, ok, type Problem, type Result } from '../../../core/errors.js';
import type { JsonObject } from '../../../core/json.js';
import { safeFileName, slugOf } from '../../../core/note/file-name.js';
import { timestampForName } from '../../../core/time.js';
import { namesToTry } from '../../../core/note/free-name.js';
import { addStepId } from '../../../core/plan/edit-plan.js';
import { isSetAside, type Plan, type Step } from '../../../core/plan/plan.js';
import { findStep } from '../../../core/plan/step-order.js';
import { quoted } from '../../../core/text/quote.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import type { DraftEntry } from '../../../core/ledger/drafters.js';
import { renderRequest } from '../../../core/request/render-request.js';
import { callDigest, textsAndNamesIn } from '../../../core/request/action/digests.js';
import type { ProposedCall } from '../../../core/request/action/proposed-call.js';
import { whyNeverCalled } from '../../../core/request/action/tool-definition.js';
import { isConfig } from '../../../core/settings/device-config.js';
import type { EngineContext } from '../../context.js';
import { badArguments, inspectForAgent } from '../../gate/preparation.js';
import { mayBeHidden } from '../../requests/missing-request.js';
import { askingAbout } from '../../requests/outcomes/unknown-outcome.js';
import { awaitsPerson, editPlan, hadEnded, logOnce, readPlan } from '../../vault/plan-notes.js';
import { idForStep } from '../../vault/step-of-request.js';
import {
  requireText,
  type Actor,
  type Operation,
  type OperationContext,
} from '../shared/operation.js';
import { recordThenWrite } from '../shared/record-then-write.js';
import { outcomeUnknown } from './withdraw.js';

export interface DraftExternalActionInput {
  /** Absent for a request that belongs to no plan. */
  readonly planId?: string;
  readonly step?: number | string;
  /** For example `email` or `payment`. */
  readonly actionType: string;
  readonly targetRecipient: string;
  readonly title: string;
  readonly rationale: string;
  readonly arguments: JsonObject;
  readonly bridge?: string;
  readonly tool?: string;
  readonly context?: string;
  /** ISO-8601 in UTC. Absent: the request never expires. */
  readonly expires?: string;
  readonly supersedes?: string;
  readonly isToolCall?: true;
  /** Refuses a call that its server would not take. If the server can’t be reached, nobody knows. */
  readonly mustFit?: true;
  /** Called right before the request is written. If it returns a problem, nothing is written. */
  readonly whyNotAsk?: () => Problem | null;
  readonly actor: Actor;
}

export interface DraftedAction {
  readonly requestId: string;
  readonly path: string;
}

/** An agent may give up a draft that takes longer, and draft again. */
const fitLimitMs = 3_000;

/** Writes a request into Pending (procedure DraftExternalAction). Nothing is sent. */
export const draftExternalAction: Operation<DraftExternalActionInput, DraftedAction> = async (
  context,
  input,
) => {
  const target = requireText('targetRecipient', input.targetRecipient);
  if (!target.ok) return target;
  const rationale = requireText('rationale', input.rationale);
  if (!rationale.ok) return rationale;
  const call = routedCall(context, input);
  if (!call.ok) return call;
  if (textsAndNamesIn(call.value.arguments).some((text) => /\p{Surrogate}/u.test(text))) {
    return fail(
      'input_invalid',
      'A text has half a character.',
      'Nothing was done. Send it whole.',
    );
  }
  const misfit = input.mustFit ? await misfitOf(context, call.value, input) : null;
  if (misfit !== null) return fail('input_invalid', misfit, 'Nothing was drafted.');
  return context.keyedQueue.take('new request', async () => {
    const place = await draftingTarget(context, input);
    if (!place.ok) return place;
    const entry = {
      actor: input.actor,
      event: 'action_drafted',
      [input.isToolCall ? 'call' : 'drafted']: callDigest(call.value),
      ...(place.value ? { plan_id: place.value.plan.taskId } : {}),
      ...(input.supersedes && { replaces: input.supersedes }),
      detail: `Approval requested${place.value ? ` for step ${place.value.step.position}` : ''}: ${quoted(`${input.actionType} to ${target.value}`)}`,
    };
    const note = await renderNote(context, input, call.value, place.value, entry);
    if (!note.ok) return note;
    const refused = input.whyNotAsk?.();
    if (refused) return { ok: false, error: refused };
    return recordThenWrite(context, { ...entry, request_id: note.value.requestId }, () =>
      write(context, input, place.value, note.value),
    );
  });
};

/** Writes the plan's log before the request. So even after a crash, the log names each request. */
async function write(
  context: OperationContext,
  { actor, actionType, rationale }: DraftExternalActionInput,
  place: DraftingTarget | null,
  note: DraftedNote,
): Promise<Result<DraftedAction>> {
  const { requestId, path } = note;
  if (place) {
    const logged = await editPlan(context, place.plan.taskId, (current) => {
      const step = findStep(current, place.step.id ?? place.step.position);
      const entry = {
        ...{ action: `Drafted ${actionType} for`, step: `step ${step?.position ?? '?'}` },
        rationale,
      };
      return [
        ...(step && step.id === null ? addStepId(current, step, place.stepId) : []),
        ...logOnce(current, { ...entry, actor, requestId }, context.book.now()),
      ];
    });
    if (!logged.ok) return logged;
  }
  const created = await context.notes.create(path, note.text);
  return created.ok ? ok({ requestId, path }) : created;
}

interface DraftingTarget {
  readonly plan: Plan;
  readonly step: Step;
  readonly stepId: string;
}

async function draftingTarget(
  context: EngineContext,
  input: DraftExternalActionInput,
): Promise<Result<DraftingTarget | null>> {
  const { planId, step: reference } = input;
  if (planId === undefined && reference === undefined) return ok(null);
  if (planId === undefined || reference === undefined) {
    return fail('input_invalid', '`plan_id` and `step` belong together.', 'Give both, or neither.');
  }
  const plan = await readPlan(context, planId);
  if (!plan.ok) return plan;
  const { status, path, taskId } = plan.value;
  if (status === 'Draft') {
    return fail(
      'plan_not_started',
      `${taskId} is a draft.`,
      'A person starts it first: “Start plan” in the panel, or `status: Active` in its note.',
      { path },
    );
  }
  const refused = hadEnded(context, plan.value) ?? awaitsPerson(context, plan.value, input.actor);
  if (refused) return refused;
  if (status !== 'Active' && status !== 'Blocked') {
    return fail(
      'plan_finished',
      `${taskId} is ${status.toLowerCase()}.`,
      'Draft requests for a plan that is being worked.',
      { path },
    );
  }
  const step = findStep(plan.value, reference);
  if (!step) {
    return fail(
      'step_missing',
      `${taskId} has no step ${reference}.`,
      `Name one of its ${plan.value.steps.length} steps.`,
      { path },
    );
  }
  const at = { path, line: step.line };
  if (!step.gated) {
    return fail(
      'step_not_gated',
      `Step ${step.position} carries no ✋.`,
      'Mark the step with ✋ first: only such steps reach outside the vault.',
      at,
    );
  }
  if (step.done) {
    return fail(
      'step_done',
      `Step ${step.position} is already done.`,
      'Continue with the next one.',
      at,
    );
  }
  if (isSetAside(step.mark)) {
    return fail(
      'step_set_aside',
      `Step ${step.position} is marked [${showInvisible(step.mark)}].`,
      'Nothing runs for such a step. If it is wanted after all, a person empties its box in the plan.',
      at,
    );
  }
  const stepId = step.id ?? idForStep(context, plan.value, step, input.supersedes);
  const open = context.index
    .requestsOfPlan(planId)
    .find(
      (request) =>
        request.stepId === stepId &&
        request.folder !== 'rejected' &&
        request.requestId !== input.supersedes,
    );
  if (open) {
    return fail(
      'request_duplicate',
      `Step ${step.position} already has the request ${open.requestId}.`,
      step.id === null
        ? `Write \`^${stepId}\` at the end of its line again, or withdraw that request first.`
        : 'Wait for its answer, or withdraw it first.',
      { path: open.path },
    );
  }
  const asking = askingAbout(context, { planId, stepId, text: step.text });
  if (asking !== undefined && input.actor !== 'Human') return outcomeUnknown({ requestId: asking });
  const { facts } = context.book;
  const running = [...facts.idsToWriteBack(), ...facts.openIdsOf(planId)].find((id) => {
    const known = facts.request(id);
    const isGone = known?.voided !== undefined || known?.missingSince !== undefined;
    const of = known?.intent ?? (isGone ? undefined : known?.prepared);
    return of?.plan === planId && of.step === stepId && id !== input.supersedes;
  });
  if (running !== undefined && isLost(context, running)) {
    return fail(
      'request_duplicate',
      `Step ${step.position} has the request ${running}. Its note is gone, or can’t be read.`,
      `A person has to repair the note that can’t be read, or to stop the runner and withdraw that request: \`countersign withdraw ${running}\`.`,
      at,
    );
  }
  if (running !== undefined) {
    return fail(
      'request_duplicate',
      `Step ${step.position} has the request ${running}, which is being run or moved.`,
      'Wait for its outcome.',
      at,
    );
  }
  return ok({ plan: plan.value, step, stepId });
}

function isLost(context: EngineContext, id: string): boolean {
  return context.index.requestPaths(id).length === 0 && mayBeHidden(context, id);
}

/** The route is applied when a request is drafted, so that a person sees the final call. */
function routedCall(context: EngineContext, input: DraftExternalActionInput): Result<ProposedCall> {
  if (input.bridge !== undefined && input.tool !== undefined) {
    return ok({ bridge: input.bridge, tool: input.tool, arguments: input.arguments });
  }
  const config = context.config();
  if (!isConfig(config)) return { ok: false, error: config };
  const route = config.routes.find(
    ({ actionType, bridge }) =>
      actionType === input.actionType && (input.bridge === undefined || input.bridge === bridge),
  );
  if (!route) {
    // The type is an agent's words, and a person may copy the command.
    const type = /^\w{1,40}$/.test(input.actionType) ? input.actionType : 'TYPE';
    return fail(
      'route_missing',
      `There is no route for actions of type ${input.actionType}.`,
      `A person can add it: in Countersign’s settings, or with \`countersign bridge import FILE --route ${type}=ALIAS.TOOL\`. Or give \`server\` and \`tool\`.`,
    );
  }
  return ok({
    bridge: route.bridge,
    tool: input.tool ?? route.tool,
    arguments: { ...route.arguments, ...input.arguments },
  });
}

/** Returns why nobody could approve the call. Null if the server takes it, or can’t be asked. */
async function misfitOf(
  context: OperationContext,
  call: ProposedCall,
  { bridge: server, tool: named, arguments: own }: DraftExternalActionInput,
): Promise<string | null> {
  const { bridge, tool: name, arguments: args } = call;
  const config = context.config();
  // The computer that runs the actions may have other servers.
  if (!context.book.isActive || !isConfig(config) || config.bridges.length === 0) return null;
  // What does not fit because of a route is for the person who set it. Their card says so.
  const isRouted = server === undefined || named === undefined;
  if (isRouted && Object.keys(args).some((key) => !Object.hasOwn(own, key))) return null;
  const inspected = await inspectForAgent(context, bridge, 'Nothing was drafted.', fitLimitMs);
  if (!inspected.ok) {
    const isUnknown = inspected.error.code === 'bridge_unknown' && !isRouted;
    return isUnknown ? inspected.error.message : null;
  }
  const tool = inspected.value.tools.find((one) => one.name === name);
  const never = tool
    ? whyNeverCalled(tool)
    : `The server ${quoted(bridge)} has no tool ${showInvisible(name)}`;
  if (never !== null) return isRouted ? null : `${showInvisible(never)}.`;
  const bad = tool && (await badArguments(context, args, tool));
  return bad?.reason ?? null;
}

interface DraftedNote extends DraftedAction {
  readonly text: string;
}

async function renderNote(
  context: OperationContext,
  input: DraftExternalActionInput,
  call: ProposedCall,
  place: DraftingTarget | null,
  entry: DraftEntry,
): Promise<Result<DraftedNote>> {
  const { folders, book, ids } = context;
  const nowMs = book.now();
  // Another computer may draft at the same time, so the device becomes part of the name.
  const { conflicts } = book.ledgers;
  const isAlone = conflicts.observed().every(({ epoch }) => conflicts.isOwn(epoch));
  const title = isAlone
    ? slugOf(input.title)
    : `${slugOf(input.title, 40)}-${book.facts.device?.slice(2, 6)}`;
  const base = safeFileName(
    `${timestampForName(nowMs)}_${slugOf(input.actionType).replaceAll('-', '_')}_${title}`,
  );
  for (const requestId of namesToTry(base, () => ids.random(8))) {
    const path = `${folders.pending}/${requestId}.md`;
    const isNamed = context.notes.knowsName(path);
    if (isNamed || (await isTaken(context, requestId, path, entry))) continue;
    const text = renderRequest({
      requestId,
      actionType: input.actionType,
      targetRecipient: input.targetRecipient.trim(),
      plan: place && {
        planId: place.plan.taskId,
        path: place.plan.path,
        stepId: place.stepId,
        position: place.step.position,
      },
      rationale: input.rationale,
      createdAt: nowMs,
      expires: input.expires ?? null,
      supersedes: input.supersedes ?? null,
      call,
      context: input.context ?? '',
      approvedFolder: folders.approved,
      rejectedFolder: folders.rejected,
    });
    return text.ok ? ok({ requestId, path, text: text.value }) : text;
  }
  return fail(
    'note_exists',
    'No free name was found for the request.',
    'Look into the folder of pending requests.',
  );
}

async function isTaken(
  { index, book, notes }: OperationContext,
  requestId: string,
  path: string,
  entry: DraftEntry,
): Promise<boolean> {
  if (book.drafters.isOfAnother(requestId, entry)) return true;
  if (index.requestPaths(requestId).length > 0 || book.facts.request(requestId)) return true;
  const there = await notes.read(path);
  return there.ok || there.error.code !== 'note_missing';
}
