import type { JsonObject } from '../../../core/json.js';
import type { PlanSummary, RequestSummary, StepSummary } from '../../../core/mission/summaries.js';
import { answerText } from '../../../core/request/outcome/tool-result.js';
import { isoSeconds } from '../../../core/time.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import type { Mission } from '../../../engine/operations/list-missions.js';
import type { RequestReport } from '../../../engine/operations/requests/await-request.js';

export function stepJson({ position, id, text, done, gated, setAside }: StepSummary): JsonObject {
  return {
    position,
    id,
    text,
    done,
    needs_approval: gated,
    ...(setAside === undefined ? {} : { set_aside: setAside }),
  };
}

export function planJson(plan: PlanSummary): JsonObject {
  return {
    plan_id: plan.planId,
    note: plan.path,
    objective: plan.objective,
    status: plan.status,
    priority: plan.priority,
    blocked_reason: plan.blockedReason,
    steps: plan.steps.length,
    steps_done: plan.doneSteps,
    next_step: plan.current && stepJson(plan.current),
  };
}

export function waitingJson(request: RequestSummary): JsonObject {
  return {
    request_id: request.requestId,
    note: request.path,
    action_type: request.actionType,
    target_recipient: request.targetRecipient,
    since: request.createdDate,
  };
}

export function missionJson({ plan, waitingFor }: Mission): JsonObject {
  return { ...planJson(plan), waiting_for: waitingFor.map(waitingJson) };
}

export function reportJson(report: RequestReport): JsonObject {
  const { requestId, status, ran, reason, answer, result, path, isChanged, limit, redraft } =
    report;
  const { structuredContent } = result ?? {};
  return {
    ...{ request_id: requestId, status, ran, reason, note: path },
    result: result ? showInvisible(answerText(result)) : answer,
    ...(structuredContent === undefined ? {} : { structured_result: structuredContent }),
    ...(isChanged ? { changed_since_asked: true } : {}),
    ...(redraft && { drafted_again_as: redraft }),
    ...(limit ? { waits_until: isoSeconds(limit.untilMs) } : {}),
  };
}
