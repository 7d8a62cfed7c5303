import { ok, type Result } from '../../core/errors.js';
import { auditSeen } from '../ledger/ledger-book.js';
import { approve, type ApproveInput } from './approve.js';
import {
  confirmImport,
  confirmImportByWord,
  type ImportedRequest,
  type ConfirmImportInput,
} from './confirm-import.js';
import { bringBack } from './bring-back.js';
import { activatePlan } from './plans/activate-plan.js';
import { confirmTick } from './plans/confirm-tick.js';
import { confirmUnknown, type ConfirmUnknownInput } from './confirm-unknown.js';
import {
  doneByHand,
  skipGatedStep,
  type ClosedStep,
  type StepInput,
} from './plans/close-gated-step.js';
import { editCall, type EditCallInput, type EditedCall } from './edit-call.js';
import { approveByDrag, type ApproveByDragInput } from './approve-by-drag.js';
import {
  approvePlan,
  rejectPlan,
  type ApprovedPlan,
  type DecidedPlan,
} from './plans/decide-plan.js';
import { keepPlan, type KeepPlanInput } from './plans/keep-plan.js';
import { mayAct, type PersonContext } from './shared/person-context.js';
import { rejectExternal, type RejectExternalInput } from './reject-external.js';
import { reject, whileRejecting, type RejectInput } from './reject.js';
import { takeOver, takeOverByWord, type TakeOverInput } from './take-over.js';
import { reopenStep, type ReopenedStep, type ReopenInput } from './plans/reopen-step.js';
import { undo } from './undo.js';
import { withdrawRequest } from './withdraw-request.js';
import type { Withdrawn } from '../operations/requests/withdraw.js';

/** Actions for people only (G5). */
export interface PersonActions {
  approve(input: ApproveInput): Promise<Result<{ readonly path: string }>>;
  approveByDrag(input: ApproveByDragInput): Promise<Result<{ readonly untilMs: number }>>;
  undo(input: { readonly requestId: string }): Promise<Result<{ readonly requestId: string }>>;
  reject(input: RejectInput): Promise<Result<{ readonly requestId: string }>>;
  rejectExternal(input: RejectExternalInput): Promise<Result<{ readonly path: string }>>;
  whileRejecting<T>(requestIds: readonly string[], work: () => Promise<T>): Promise<T>;
  editCall(input: EditCallInput): Promise<Result<EditedCall>>;
  takeOver(input: TakeOverInput): Promise<Result<{ readonly epoch: string }>>;
  takeOverByWord(input: { readonly whose: string }): Promise<Result<{ readonly epoch: string }>>;
  confirmImport(input: ConfirmImportInput): Promise<Result<ImportedRequest>>;
  confirmImportByWord(input: Omit<ConfirmImportInput, 'gesture'>): Promise<Result<ImportedRequest>>;
  confirmUnknown(input: ConfirmUnknownInput): Promise<Result<{ readonly requestId: string }>>;
  bringBack(input: { readonly requestId: string }): Promise<Result<{ readonly requestId: string }>>;
  auditSeen(): Promise<Result<{ readonly wasThere: boolean }>>;
  withdraw(input: { readonly requestId: string }): Promise<Result<Withdrawn>>;
  doneByHand(input: StepInput): Promise<Result<ClosedStep>>;
  keepPlan(input: KeepPlanInput): Promise<Result<{ readonly path: string }>>;
  skipStep(input: StepInput & { readonly reason: string }): Promise<Result<ClosedStep>>;
  confirmTick(input: { readonly requestId: string }): Promise<Result<{ readonly planId: string }>>;
  reopenStep(input: ReopenInput): Promise<Result<ReopenedStep>>;
  activatePlan(input: { readonly planId: string }): Promise<Result<{ readonly planId: string }>>;
  approvePlan(input: ApprovedPlan): Promise<Result<DecidedPlan>>;
  rejectPlan(input: {
    readonly planId: string;
    readonly reason?: string;
  }): Promise<Result<DecidedPlan>>;
}

export function bindPersonActions(context: PersonContext): PersonActions {
  return {
    approve: (input) => approve(context, input),
    approveByDrag: (input) => approveByDrag(context, input),
    undo: (input) => undo(context, input),
    reject: (input) => reject(context, input),
    rejectExternal: (input) => rejectExternal(context, input),
    whileRejecting: (requestIds, work) => whileRejecting(context, requestIds, work),
    editCall: (input) => editCall(context, input),
    takeOver: (input) => takeOver(context, input),
    takeOverByWord: (input) => takeOverByWord(context, input),
    confirmImport: (input) => confirmImport(context, input),
    confirmImportByWord: (input) => confirmImportByWord(context, input),
    confirmUnknown: (input) => confirmUnknown(context, input),
    bringBack: (input) => bringBack(context, input),
    auditSeen: () => sayAuditSeen(context),
    withdraw: (input) => withdrawRequest(context, input),
    doneByHand: (input) => doneByHand(context, input),
    keepPlan: (input) => keepPlan(context, input),
    skipStep: (input) => skipGatedStep(context, input),
    confirmTick: (input) => confirmTick(context, input),
    reopenStep: (input) => reopenStep(context, input),
    activatePlan: (input) => activatePlan(context, input),
    approvePlan: (input) => approvePlan(context, input),
    rejectPlan: (input) => rejectPlan(context, input),
  };
}

async function sayAuditSeen(
  context: PersonContext,
): Promise<Result<{ readonly wasThere: boolean }>> {
  const may = mayAct(context);
  if (!may.ok) return may;
  if (context.book.restored.length === 0) return ok({ wasThere: false });
  const recorded = await context.book.record(
    { kind: 'event' },
    {
      actor: 'Human',
      event: auditSeen,
      detail: 'You confirmed that you have seen what was found in the audit log.',
    },
  );
  return recorded.ok ? ok({ wasThere: true }) : recorded;
}
