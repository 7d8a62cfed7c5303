import { ok, type Problem, type Result } from '../../../core/errors.js';
import { isEndedByApproval, withLostReason } from '../../../core/plan/blocked-reason.js';
import { setStatus, tickStep } from '../../../core/plan/edit-plan.js';
import type { Plan } from '../../../core/plan/plan.js';
import { findRecordedStep, whyNotTicked } from '../../../core/plan/rules/recorded-step.js';
import { isPractice } from '../../../core/request/action/digests.js';
import { closedStepOf } from '../../../core/ledger/closed-step.js';
import type { RequestFacts } from '../../../core/ledger/request-facts.js';
import type { StepCloseReason } from '../../../core/ledger/ledger-record.js';
import type { EngineContext } from '../../context.js';
import { editPlan, logOnce, type RequestLogEntry } from '../../vault/plan-notes.js';

export async function writeBackToPlan(
  context: EngineContext,
  id: string,
  facts: RequestFacts,
): Promise<Result<boolean>> {
  const ended = closedStepOf(context.book.facts, id);
  const isSaid = facts.voided?.step_is === 'ticked_outside' && !context.book.isActive;
  if (ended === null || isSaid) return ok(true);
  const nowMs = context.book.now();
  const written = await editPlan(context, ended.planId, (plan) => {
    const step = findRecordedStep(plan.steps, ended);
    const entry = planLogEntry(facts);
    if (!entry) return null;
    const named = step ? `step ${step.position}` : `step ^${ended.stepId}`;
    // Anybody can write into the plan's log, so the ledger decides.
    const isOver = endsStep(facts);
    const notTicked = isOver ? whyNotTicked(plan.steps, ended) : null;
    const left = notTicked === null ? '' : ` ${notTicked} If it is done, tick it yourself.`;
    const said = `${entry.rationale}${left}`;
    const rationale = isOver && isBlockedForApproval(plan) ? withLostReason(said, plan) : said;
    const log = logOnce(plan, { ...entry, step: named, rationale, requestId: id }, nowMs);
    return [
      ...(isOver && step?.gated && !step.done ? tickStep(plan, step) : []),
      ...(isOver ? releaseBlock(plan) : []),
      ...log,
    ];
  });
  if (written.ok) {
    context.inPlanLog.add(id);
    return ok(true);
  }
  return isAbsent(written.error) ? ok(!endsStep(facts)) : written;
}

function endsStep({ outcome, voided }: RequestFacts): boolean {
  if (voided) return voided.why === 'happened' || voided.step_is !== undefined;
  return outcome?.outcome === 'executed';
}

function releaseBlock(plan: Plan) {
  return isBlockedForApproval(plan) ? setStatus(plan, 'Active', null) : [];
}

function isBlockedForApproval({ status, blockedReason }: Plan): boolean {
  return status === 'Blocked' && isEndedByApproval(blockedReason);
}

function isAbsent(problem: Problem): boolean {
  return problem.code === 'plan_missing' || problem.code === 'plan_duplicate';
}

function planLogEntry(facts: RequestFacts): Omit<RequestLogEntry, 'requestId' | 'step'> | null {
  const { outcome, voided } = facts;
  if (voided?.step_is !== undefined) {
    return { ...endOf[voided.step_is], rationale: voided.reason };
  }
  if (voided?.why === 'happened') {
    return { actor: 'Human', action: 'Says it happened:', rationale: voided.reason };
  }
  if (voided) {
    const isByPerson = voided.why === 'rejected' && voided.audit?.actor === 'Human';
    const rationale = (isByPerson ? voided.words : undefined) ?? voided.reason;
    return { action: `${voidedVerb[voided.why]} request for`, rationale };
  }
  switch (outcome?.outcome) {
    case 'executed':
      return {
        action: isPractice(facts.intent) ? 'Practised' : 'Executed',
        rationale: outcome.reason,
      };
    case 'not_executed':
      return { action: 'Not executed:', rationale: outcome.reason };
    case 'unknown':
      return {
        action: 'Outcome unknown:',
        rationale: `It may have happened, so check before approving again. ${outcome.reason}`,
      };
    case undefined:
      return null;
  }
}

const voidedVerb = {
  returned: 'Returned',
  rejected: 'Rejected',
  withdrawn: 'Withdrew',
} as const;

const endOf: Readonly<Record<StepCloseReason, Pick<RequestLogEntry, 'actor' | 'action'>>> = {
  done_by_hand: { actor: 'Human', action: 'Did' },
  skipped: { actor: 'Human', action: 'Skipped' },
  ticked_outside: { actor: 'Outside', action: 'Marked done:' },
};
