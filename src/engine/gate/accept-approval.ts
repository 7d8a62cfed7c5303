import { ok, type Result } from '../../core/errors.js';
import { isEndedByApproval, withLostReason } from '../../core/plan/blocked-reason.js';
import { setStatus } from '../../core/plan/edit-plan.js';
import type { ActionRequest } from '../../core/request/request.js';
import type { SignedContent } from '../../core/request/approval/signed-content.js';
import type { DeviceConfig } from '../../core/settings/device-config.js';
import { deviceRecord } from '../../core/settings/device-names.js';
import { editPlan, logOnce } from '../vault/plan-notes.js';
import type { Authority } from './authority.js';
import type { GateContext } from './gate-context.js';

interface Accepted {
  readonly request: ActionRequest;
  readonly content: SignedContent;
  readonly config: DeviceConfig;
}

export async function acceptApproval(
  context: GateContext,
  { request, content, config }: Accepted,
  authority: Authority,
): Promise<Result<void>> {
  const { book } = context;
  const { requestId: id, planId } = request;
  const { recorded: said, logged: rationale } = formatApproval(authority, config);
  if (book.facts.request(id)?.accepted?.s !== content.digest) {
    const recorded = await book.record(
      { kind: 'accepted', id, s: content.digest },
      {
        actor: authority.by === 'stamp' ? 'Human' : 'Outside',
        event: 'accepted',
        request_id: id,
        ...(planId === null ? {} : { plan_id: planId }),
        detail: `Approval received${said}.`,
      },
    );
    if (!recorded.ok) return recorded;
  }
  if (planId === null) return ok(undefined);
  const written = await editPlan(context, planId, (plan) => {
    const position = plan.steps.find((step) => step.id === request.stepId)?.position;
    const blockedByUs = plan.status === 'Blocked' && isEndedByApproval(plan.blockedReason);
    const entry = {
      ...{ action: 'Approval received for', step: `step ${position ?? '?'}` },
      rationale: blockedByUs ? withLostReason(rationale, plan) : rationale,
      requestId: id,
    };
    const log = logOnce(plan, entry, book.now());
    if (log.length === 0) return null;
    return [...(blockedByUs ? setStatus(plan, 'Active', null) : []), ...log];
  });
  if (!written.ok) return written;
  context.approvalInPlan.add(id);
  return ok(undefined);
}

function formatApproval(
  authority: Authority,
  config: DeviceConfig,
): {
  readonly recorded: string;
  readonly logged: string;
} {
  if (authority.by === 'policy') {
    return {
      recorded: ': moved to Approved (trusted-move policy)',
      logged:
        'The request was moved to Approved, and any move there approves (trusted-move policy)',
    };
  }
  const { device } = authority;
  const words = deviceRecord(config, device);
  const named = words === device ? `device ${device}` : words;
  return {
    // The plan's log is read on other devices, so `logged` names the device.
    recorded: words === config.device ? ' on this device' : ` from ${named}`,
    logged: `Approved by a person on ${named}`,
  };
}
