import type { Alert } from '../../core/alert.js';
import type { RequestSummary } from '../../core/mission/summaries.js';
import { signedCall } from '../../core/request/approval/signed-content.js';
import { formatCall } from '../../core/request/format-call.js';
import { agentNameOf } from '../../core/settings/agents/agent-clients.js';
import type { EngineContext } from '../context.js';
import { drafterOf, isEdited } from '../operations/requests/await-request.js';
import { alertsOf } from '../requests/request-alerts.js';
import { unansweredOutcome, whoSaysUnknown } from '../requests/outcomes/unknown-outcome.js';
import type { VaultIndex } from '../vault/index/vault-index.js';
import { attemptedStep } from '../vault/step-of-request.js';
import { practises } from './mission-view.js';

type Known = Pick<EngineContext, 'book' | 'index' | 'config'>;

export interface ReportedRequest {
  readonly request: RequestSummary;
  readonly waits: boolean;
  readonly isExpired: boolean;
  readonly whoSaysUnknown: ReturnType<typeof whoSaysUnknown>;
  readonly mayHaveSent: string | null;
  readonly practises: boolean;
  readonly unreadPlan: string | null;
  readonly asker: string | null;
  readonly isEdited: boolean;
}

export function reportedRequests(known: Known, nowMs: number): readonly ReportedRequest[] {
  return [...known.index.requests()]
    .sort((a, b) => a.createdMs - b.createdMs || (a.path < b.path ? -1 : 1))
    .filter((request) => request.folder !== 'rejected' || isUnanswered(known.index, request))
    .map((request) => {
      const isExpired = request.expiresMs !== null && request.expiresMs <= nowMs;
      const unknown = whoSaysUnknown(known, request);
      const { intent = null } = unansweredOutcome(known, request.requestId) ?? {};
      const sent = unknown === 'ledger' ? signedCall(intent?.s ?? '') : null;
      const entry = known.index.entryAt(request.path);
      const call = entry?.kind === 'request' ? entry.call : '';
      const actor = drafterOf(known, request.requestId);
      return {
        mayHaveSent: sent && formatCall(sent, intent),
        asker: actor === null ? null : agentNameOf(actor),
        isEdited: isEdited(known, request.requestId, call),
        ...{ request, isExpired, whoSaysUnknown: unknown, practises: practises(known, request) },
        unreadPlan: unreadPlanOf(known.index, request),
        waits: (!isExpired || unknown !== null) && waitsForPerson(known, request),
      };
    });
}

function waitsForPerson({ book: { facts }, index }: Known, request: RequestSummary): boolean {
  const { folder, requestId } = request;
  if (folder !== 'approved') return folder === 'pending';
  const { intent, accepted, approvalStands } = facts.request(requestId) ?? {};
  if (intent || accepted) return false;
  const attempts = facts.attempts(attemptedStep(index, request), [], requestId);
  return approvalStands !== true || attempts.length > 0;
}

export function unreadPlans(
  index: VaultIndex,
): readonly { readonly path: string; readonly planId: string | null }[] {
  return [...index.all()].flatMap((entry) =>
    entry.kind === 'broken' && entry.of === 'plan' ? [{ path: entry.path, planId: entry.id }] : [],
  );
}

function unreadPlanOf(index: VaultIndex, { planId }: RequestSummary): string | null {
  const paths = planId === null ? [] : index.planPaths(planId);
  return paths.find((path) => index.entryAt(path)?.kind === 'broken') ?? null;
}

function isUnanswered(index: VaultIndex, { planId, stepId }: RequestSummary): boolean {
  const step =
    planId === null ? undefined : index.plan(planId)?.steps.find(({ id }) => id === stepId);
  const others = planId === null ? [] : index.requestsOfPlan(planId);
  return (
    step?.done === false &&
    !others.some((other) => other.stepId === stepId && other.folder !== 'rejected')
  );
}

export function copiesOf(index: VaultIndex): readonly Alert[] {
  const ids = new Set([...index.requests()].map(({ requestId }) => requestId));
  return [...ids].flatMap((id) => {
    const paths = index.requestPaths(id);
    return paths.length < 2 ? [] : alertsOf(id, [{ is: 'duplicates', paths }]);
  });
}
