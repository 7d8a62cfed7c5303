import type { Result } from '../../../core/errors.js';
import type { JsonObject } from '../../../core/json.js';
import { slugOf } from '../../../core/note/file-name.js';
import { parseRequest } from '../../../core/request/parse-request.js';
import type { ActionRequest } from '../../../core/request/request.js';
import { hasUnknownOutcome } from '../../requests/outcomes/unknown-outcome.js';
import { draftExternalAction, type DraftedAction } from './draft-external-action.js';
import type { Actor, Operation, OperationContext } from '../shared/operation.js';
import { outcomeUnknown, openRequest, withdraw } from './withdraw.js';

export interface RedraftInput {
  readonly requestId: string;
  /** An argument that is absent here keeps its value. */
  readonly arguments?: JsonObject;
  readonly rationale?: string;
  readonly expires?: string;
  readonly actor: Actor;
}

export const redraft: Operation<RedraftInput, DraftedAction> = async (context, input) => {
  const old = openRequest(context, input.requestId);
  if (!old.ok) return old;
  if (hasUnknownOutcome(context, old.value)) return outcomeUnknown(old.value);
  const text = await context.notes.read(old.value.path);
  if (!text.ok) return text;
  const { request, problems } = parseRequest(text.value, old.value.path);
  if (!request) return { ok: false, error: problems[0] as NonNullable<(typeof problems)[0]> };
  const drafted = await draftAgain(context, request, input);
  if (drafted.ok && old.value.folder !== 'rejected') {
    const withdrawn = await withdraw(context, {
      requestId: input.requestId,
      reason: 'It was drafted again.',
      actor: input.actor,
    });
    if (!withdrawn.ok) return withdrawn;
  }
  return drafted;
};

export function draftAgain(
  context: OperationContext,
  request: ActionRequest,
  changes: Omit<RedraftInput, 'requestId'>,
): Promise<Result<DraftedAction>> {
  return draftExternalAction(context, {
    ...(request.planId !== null && request.stepId !== null
      ? { planId: request.planId, step: request.stepId }
      : {}),
    actionType: request.actionType,
    targetRecipient: request.targetRecipient,
    title: titleOf(request),
    rationale: changes.rationale ?? request.rationale,
    bridge: request.call.bridge,
    tool: request.call.tool,
    arguments: { ...request.call.arguments, ...changes.arguments },
    ...(changes.expires === undefined ? {} : { expires: changes.expires }),
    supersedes: request.requestId,
    actor: changes.actor,
  });
}

function titleOf({ requestId, actionType }: ActionRequest): string {
  const rest = requestId.slice(requestId.indexOf('_') + 1);
  const type = `${slugOf(actionType).replaceAll('-', '_')}_`;
  return rest.startsWith(type) ? rest.slice(type.length) : actionType;
}
