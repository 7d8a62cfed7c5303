import type { Problem } from '../errors.js';
import { baseName } from '../note/file-name.js';
import { foldLine } from '../text/text-line.js';
import { requestTitle } from '../request/call-title.js';
import { showInvisible } from '../text/show-invisible.js';
import { resumeText, whyNoNextStep } from './missions.js';
import type { PlanSummary, RequestSummary } from './summaries.js';

export interface ResumeState {
  readonly plan: PlanSummary;
  readonly waitingFor: readonly RequestSummary[];
  readonly warnings: readonly Problem[];
}

/** Describes the state of a mission (FR-005, FR-006). */
export function formatResume({ plan, waitingFor, warnings }: ResumeState): string {
  const { steps, doneSteps, current, checkpoint, status, blockedReason, ended } = plan;
  const lines = [
    resumeText(plan),
    ended
      ? `A plan with this number was ${ended}. Don’t work on it unless a person reopens it. If this note is new work, it needs a new \`task_id\`.`
      : `Status: ${status}${status === 'Blocked' && blockedReason ? `, ${blockedReason}` : ''}; ${doneSteps} of ${steps.length} steps done.`,
    ...(plan.approval
      ? ['Approval: a person has not approved this plan yet. Don’t work on it until they have.']
      : []),
    `Checkpoint: ${checkpoint ?? 'none, the log is empty'}`,
    ...(ended
      ? []
      : [
          current
            ? `Next step: ${current.position} of ${steps.length}, ${current.gated ? '✋ ' : ''}${current.text}`
            : `Next step: none, ${whyNoNextStep(plan) ?? 'all steps are done'}.`,
        ]),
    ...waitingFor.map(
      (request) =>
        `Waiting for approval since ${request.createdDate}: ${baseName(request.path)} (${requestTitle(request)}, ${request.bridge}.${request.tool})`,
    ),
    ...warnings.map(
      ({ line, message, advice }) =>
        `Mismatch in ${plan.path}${line === undefined ? '' : `, line ${line}`}: ${message} ${advice}`,
    ),
  ];
  return lines.map((line) => showInvisible(foldLine(line))).join('\n');
}
