import { fail, ok, type Problem, type Result } from '../../../core/errors.js';
import type { Json, JsonObject } from '../../../core/json.js';
import { isAddress, isEitherSide } from '../../../core/request/action/argument-order.js';
import { callDigest, toolDigest } from '../../../core/request/action/digests.js';
import type { ToolDefinition } from '../../../core/request/action/tool-definition.js';
import type { AgentTool } from '../../../core/settings/agents/agent-tools.js';
import { findStep } from '../../../core/plan/step-order.js';
import { isConfig } from '../../../core/settings/device-config.js';
import { cut } from '../../../core/text/quote.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import { badArguments, inspectForAgent } from '../../gate/preparation.js';
import { readPlan } from '../../vault/plan-notes.js';
import { lookAt, tellable, type RequestReport } from './await-request.js';
import { draftExternalAction, type DraftedAction } from './draft-external-action.js';
import type { Actor, Operation, OperationContext } from '../shared/operation.js';

export interface AskForCallInput {
  readonly tool: AgentTool;
  readonly arguments: JsonObject;
  readonly reason?: string;
  /** Absent for a call that belongs to no plan. */
  readonly planId?: string;
  readonly step?: number | string;
  readonly actor: Actor;
  /** Called right before the request is written. If it returns a problem, nothing is written. */
  readonly whyNotAsk: () => Problem | null;
}

export type AskedCall =
  | ({ readonly kind: 'drafted' } & DraftedAction)
  | {
      readonly kind: 'earlier';
      readonly report: RequestReport;
      readonly isOtherStep: boolean;
    };

const mostNamed = 5;
const longestRecipient = 250;

export const askForCall: Operation<AskForCallInput, AskedCall> = (context, input) => {
  const { tool, arguments: args, actor } = input;
  const call = { bridge: tool.bridge, tool: tool.shown.name, arguments: args };
  const digest = callDigest(call);
  return context.keyedQueue.take(`call:${actor} ${digest}`, async () => {
    const earlier = await earlierCall(context, actor, digest);
    if (earlier !== null) {
      const isOtherStep = !(await isForStep(context, earlier, input));
      return ok({ kind: 'earlier', report: earlier, isOtherStep });
    }
    const definition = await definitionNow(context, tool);
    if (!definition.ok) return definition;
    const bad = await badArguments(context, args, definition.value);
    if (bad) return fail('input_invalid', bad.reason, 'Nothing was drafted.');
    const drafted = await draftExternalAction(context, {
      actionType: actionTypeOf(context, tool),
      targetRecipient: recipientIn(args) ?? tool.bridge,
      title: tool.shown.name,
      rationale: input.reason ?? 'The agent gave no reason.',
      ...call,
      ...(input.planId === undefined ? {} : { planId: input.planId }),
      ...(input.step === undefined ? {} : { step: input.step }),
      isToolCall: true,
      whyNotAsk: input.whyNotAsk,
      actor,
    });
    return drafted.ok ? ok({ kind: 'drafted', ...drafted.value }) : drafted;
  });
};

async function earlierCall(
  context: OperationContext,
  actor: Actor,
  digest: string,
): Promise<RequestReport | null> {
  const { book } = context;
  const requestId = book.drafters.requestFor(actor, digest);
  if (requestId === undefined) return null;
  const isHere = book.facts.request(requestId) !== undefined || (await isThere(context, requestId));
  const report = lookAt(context, { requestId, actor });
  const wasWritten = isHere || report?.requestId !== requestId;
  if (!wasWritten || report === null) return null;
  if (report.isOpen) return report;
  const isEnd = report.status !== 'unknown' || report.isOver === true;
  const isKnown = isEnd && book.drafters.isFetched(report.requestId);
  return isKnown ? null : tellable(context, report, actor);
}

async function isForStep(
  context: OperationContext,
  { requestId, path }: RequestReport,
  { planId, step: reference }: AskForCallInput,
): Promise<boolean> {
  if (planId === undefined) return true;
  const { intent, prepared } = context.book.facts.request(requestId) ?? {};
  const known = intent ?? prepared;
  const note = path === null ? null : context.index.requestAt(path);
  if ((note?.planId ?? known?.plan) !== planId) return false;
  const plan = await readPlan(context, planId);
  if (reference === undefined || !plan.ok) return true;
  return findStep(plan.value, reference)?.id === (note?.stepId ?? known?.step);
}

async function isThere(
  { index, notes, folders }: OperationContext,
  requestId: string,
): Promise<boolean> {
  const isKnown = (): boolean => index.requestPaths(requestId).length > 0;
  for (const folder of [folders.pending, folders.approved, folders.rejected]) {
    if (isKnown()) return true;
    await notes.refresh(`${folder}/${requestId}.md`);
  }
  return isKnown();
}

async function definitionNow(
  context: OperationContext,
  { bridge, digest, shown }: AgentTool,
): Promise<Result<ToolDefinition>> {
  const inspected = await inspectForAgent(context, bridge, 'Nothing was drafted.');
  if (!inspected.ok) return inspected;
  const now = inspected.value.tools.find(({ name }) => name === shown.name);
  if (now && toolDigest(now) === digest) return ok(now);
  return fail(
    'tool_unknown',
    `${showInvisible(shown.name)} of “${bridge}” ${now ? 'changed' : 'is gone'} since a person offered it.`,
    'Nothing was drafted. Ask a person to look at the tools of that server, then list the tools again.',
  );
}

function actionTypeOf(context: OperationContext, { bridge, shown }: AgentTool): string {
  const config = context.config();
  const routes = isConfig(config) ? config.routes : [];
  const route = routes.find((one) => one.bridge === bridge && one.tool === shown.name);
  return route?.actionType ?? 'api_call';
}

function recipientIn(args: JsonObject): string | null {
  const texts = Object.entries(args).flatMap(([name, value]) =>
    isAddress(name) && !isEitherSide(name) ? textsOf(value) : [],
  );
  if (texts.length === 0) return null;
  const named = texts.slice(0, mostNamed).map((text) => cut(text, longestRecipient));
  const more = texts.length - named.length;
  return `${named.join(', ')}${more === 0 ? '' : `, and ${more} more`}`;
}

function textsOf(value: Json): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(textsOf);
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
}
