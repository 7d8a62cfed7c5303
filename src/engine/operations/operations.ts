import type { Result } from '../../core/errors.js';
import { addPlanStep } from './add-plan-step.js';
import { importPlan } from './new-plans/import-plan.js';
import { askDecisions } from './decisions/ask-decisions.js';
import { drawDecisions } from './decisions/draw-decisions.js';
import { importRecord } from './decisions/import-record.js';
import { recordDecisions } from './decisions/record-decisions.js';
import { recordEvents } from './decisions/record-events.js';
import { archivePlan } from './archive-plan.js';
import { awaitRequest } from './requests/await-request.js';
import { callTool } from './requests/call-tool.js';
import { cancelPlan } from './cancel-plan.js';
import { detectBlocks } from './detect-blocks.js';
import { draftExternalAction } from './requests/draft-external-action.js';
import { evaluateBrief } from './new-plans/evaluate-brief.js';
import { finishTask } from './finish-task.js';
import { initializePlan } from './new-plans/initialize-plan.js';
import { keepAsTask } from './new-plans/keep-as-task.js';
import { listMissions } from './list-missions.js';
import { logReasoning } from './log-reasoning.js';
import type { Operation, OperationContext } from './shared/operation.js';
import { redraft } from './requests/redraft.js';
import { resumePlan } from './resume-plan.js';
import { startPlan } from './new-plans/start-plan.js';
import { updatePlanStep } from './update-plan-step.js';
import { withdraw, withdrawOwn } from './requests/withdraw.js';

const operations = {
  addPlanStep,
  importPlan,
  archivePlan,
  askDecisions,
  awaitRequest,
  callTool,
  cancelPlan,
  detectBlocks,
  draftExternalAction,
  drawDecisions,
  evaluateBrief,
  finishTask,
  importRecord,
  initializePlan,
  keepAsTask,
  listMissions,
  logReasoning,
  recordDecisions,
  recordEvents,
  redraft,
  resumePlan,
  startPlan,
  updatePlanStep,
  withdraw,
  withdrawOwn,
};

type Bound<T> =
  T extends Operation<infer Input, infer Output>
    ? (input: Input) => Promise<Result<Output>>
    : never;

export type Operations = { readonly [K in keyof typeof operations]: Bound<(typeof operations)[K]> };

export function bindOperations(context: OperationContext): Operations {
  const bound = Object.entries(operations).map(([name, operation]) => [
    name,
    (input: never) => operation(context, input),
  ]);
  return Object.fromEntries(bound) as Operations;
}
