import { fail, ok, type Result } from '../../../core/errors.js';
import { isIncomplete } from '../../../core/mission/missions.js';
import { planFolderOf } from '../../../core/mission/plan-folder.js';
import type { Plan } from '../../../core/plan/plan.js';
import type { Happening } from '../../ledger/ledger-book.js';
import { recordThenWrite } from '../../operations/shared/record-then-write.js';
import { fileDecision, inTurn } from '../../plans/plan-approval.js';
import { awaitsApproval } from '../../gate/preconditions.js';
import { endableOf } from '../../requests/block-calls.js';
import { takeBackOfPlan } from '../../requests/standing-approvals.js';
import { readPlan } from '../../vault/plan-notes.js';
import { mayAct, whileTakingAway, type PersonContext } from '../shared/person-context.js';

export interface DecidedPlan {
  readonly planId: string;
  readonly path: string;
}

export interface ApprovedPlan {
  readonly planId: string;
  /** Absent if the person sees the note itself. */
  readonly shown?: Pick<Plan, 'text'>;
}

/** Approves a plan, but none of its requests. */
export async function approvePlan(
  context: PersonContext,
  { planId, shown }: ApprovedPlan,
): Promise<Result<DecidedPlan>> {
  const may = mayAct(context);
  if (!may.ok) return may;
  return decide(context, planId, 'approved', 'Approved in Countersign', shown);
}

export async function rejectPlan(
  context: PersonContext,
  { planId, reason = '' }: { readonly planId: string; readonly reason?: string },
): Promise<Result<DecidedPlan>> {
  const why = reason.trim() === '' ? 'No reason given.' : reason.trim();
  return whileTakingAway(context, { ids: endableOf(context, planId) }, () =>
    decide(context, planId, 'rejected', why),
  );
}

function decide(
  context: PersonContext,
  planId: string,
  as: 'approved' | 'rejected',
  why: string,
  shown?: Pick<Plan, 'text'>,
): Promise<Result<DecidedPlan>> {
  return context.keyedQueue.take(`plan:${planId}`, () =>
    inTurn(context, planId, async () => {
      const plan = await readPlan(context, planId);
      if (!plan.ok) return plan;
      const { path } = plan.value;
      if (!canBeDecided(context, plan.value)) {
        return fail(
          'plan_not_started',
          `${planId} doesn’t wait for your approval.`,
          'Check where its note is now.',
          { path },
        );
      }
      if (shown && shown.text !== plan.value.text) {
        return fail(
          'note_changed',
          `${planId} was changed after it was shown to you.`,
          'Look at it again. Nothing was approved.',
          { path },
        );
      }
      if (as === 'rejected') takeBackOfPlan(context, planId, `You rejected the plan ${planId}.`);
      const { plans } = context.folders;
      const happening: Happening = {
        actor: 'Human',
        event: as === 'approved' ? 'plan_approved' : 'plan_rejected',
        plan_id: planId,
        ...{ from: path, to: `${plans}/${as}` },
        detail: as === 'approved' ? 'You approved the plan.' : `You rejected the plan. ${why}`,
      };
      const filed = await recordThenWrite(context, happening, () =>
        fileDecision(context, planId, why),
      );
      context.lookAgain(`plan:${planId}`);
      return filed.ok ? ok({ planId, path: filed.value.path }) : filed;
    }),
  );
}

function canBeDecided({ book, folders }: PersonContext, plan: Plan): boolean {
  const folder = planFolderOf(folders.plans, plan.path);
  const isOpen = isIncomplete(plan) && !book.plannedIds.isEnded(plan.taskId);
  const isElsewhere = awaitsApproval(book, folders, plan);
  return isOpen && (folder === 'pending' || folder === 'rejected' || isElsewhere);
}
