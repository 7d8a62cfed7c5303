import { canonicalJson } from '../../core/digest.js';
import { fail, ok, type Result } from '../../core/errors.js';
import type { Json } from '../../core/json.js';
import { formatCall } from '../../core/request/format-call.js';
import { withPreparation } from '../../core/request/edit-request.js';
import type { ActionRequest, Preparation } from '../../core/request/request.js';
import { isOtherLaunch, isSameProposal, isUnderWay } from '../../core/ledger/request-facts.js';
import { proposalDigest, signedContent } from '../../core/request/approval/signed-content.js';
import { readPlan } from '../vault/plan-notes.js';
import { stepOfRequest } from '../vault/step-of-request.js';
import type { WorkSlot } from '../runtime/work-queue.js';
import { beingSent } from './approvable.js';
import { isActiveNow } from '../ledger/other-ledgers.js';
import { areUntouched, badArguments, computePreparation } from '../gate/preparation.js';
import type { RequestContext } from '../context.js';
import { rewriteRequest } from '../vault/request-notes.js';
import { wantedNow } from '../gate/wanted-by-plan.js';

const minuteMs = 60_000;
const nonceLength = 16;
const momentMs = 1_000;

export async function prepareRequest(
  context: RequestContext,
  request: ActionRequest,
  slot: WorkSlot,
): Promise<Result<void>> {
  const { book } = context;
  const { requestId: id, planId, stepId } = request;
  const claimed = request.machine.preparation;
  const lookAgainAfter = (ms: number): void => {
    context.lookAgainAt(`request:${id}`, context.clock.now() + ms);
  };
  if (isCurrent(context, request, claimed) && (await areUntouched(context, claimed))) {
    return ok(undefined);
  }
  if (!book.isActive) return elsewhere(request);
  const fresh = await slot.leaveWhile(
    computePreparation(context, request, (launch) => nonceFor(context, request, launch)),
  );
  if (!fresh.ok) {
    // Nothing reports the end of the failure, so the request is prepared again later.
    const minutes = fresh.error.code === 'tool_unknown' ? 10 : 1;
    lookAgainAfter(fresh.error.code === 'note_changed' ? momentMs : minutes * minuteMs);
    return fresh;
  }
  const { preparation, tool, launch } = fresh.value;
  if (preparation.attempts.some((attempt) => isUnderWay(book.facts.request(attempt)))) {
    lookAgainAfter(5 * momentMs);
    return { ok: false, error: beingSent(request.path) };
  }
  const bad = await slot.leaveWhile(badArguments(context, request.call.arguments, tool));
  if (bad?.do === 'return') {
    return fail('action_invalid', bad.reason, 'Press Edit…, or correct the note.', {
      path: request.path,
    });
  }
  const content = signedContent(
    { ...request, machine: { ...request.machine, preparation } },
    context.vaultId,
  );
  if (!content) return ok(undefined);
  const proposal = proposalDigest(request);
  const { prepared: before } = book.facts.request(id) ?? {};
  const isSame = before !== undefined && isSameProposal(before, proposal);
  const step_text = (isSame ? before.step_text : null) ?? (await stepTextOf(context, request));
  // Another ledger may have become active while the server connected.
  if (!(await isActiveNow(context))) return elsewhere(request);
  const now = await context.notes.read(request.path);
  if (!now.ok) return now;
  if (now.value !== request.text) {
    lookAgainAfter(momentMs);
    return ok(undefined);
  }
  const ofPlan = { plan: planId, step: stepId };
  // NO AWAIT BETWEEN THIS CHECK AND `record`, or the request could be called in between.
  if (book.facts.isUsed(id)) return ok(undefined);
  if (!book.isActive) return elsewhere(request);
  const recorded = await book.record(
    {
      kind: 'completed',
      id,
      s: content.digest,
      proposes: proposal,
      status: request.status,
      plan: planId,
      step: stepId,
      ...(step_text === undefined ? {} : { step_text }),
      ...(preparation.nonce === undefined ? {} : { nonce: preparation.nonce }),
      launch,
      approved_in: context.folders.approved,
      ...(planId === null ? {} : { wanted: wantedNow(context, id, ofPlan, step_text) }),
    },
    {
      actor: 'Countersign',
      event: 'completed',
      request_id: id,
      ...(planId === null ? {} : { plan_id: planId }),
      detail: `Ready for approval: ${formatCall(request.call, preparation)}.`,
    },
  );
  if (!recorded.ok) return recorded;
  if (claimed && samePreparation(claimed, preparation)) {
    if (planId !== null) context.lookAgain(`plan:${planId}`);
    return ok(undefined);
  }
  return rewriteRequest(context, request.path, id, (note) =>
    note.text === request.text ? withPreparation(note, preparation) : null,
  );
}

/** A new nonce makes all earlier approvals invalid. */
function nonceFor(
  { book, ids }: RequestContext,
  request: ActionRequest,
  launch: string,
): string | undefined {
  const { requestId: id, machine } = request;
  const { takenBack, prepared } = book.facts.request(id) ?? {};
  const attempts = machine.preparation?.attempts ?? [];
  const isNew =
    takenBack ||
    isOtherLaunch(prepared, launch) ||
    attempts.some((attempt) => book.facts.hasNews(id, attempt, null));
  return isNew ? ids.random(nonceLength) : prepared?.nonce;
}

function elsewhere({ path }: ActionRequest): Result<never> {
  return fail(
    'request_not_ready',
    'This computer doesn’t prepare new requests in this vault.',
    'Wait until another computer prepares it, or take over here (see the alerts).',
    { path },
  );
}

function isCurrent(
  context: RequestContext,
  request: ActionRequest,
  claimed: Preparation | null,
): boolean {
  const content = signedContent(request, context.vaultId);
  const { prepared: known, takenBack } = context.book.facts.request(request.requestId) ?? {};
  if (claimed === null || content === null || known?.s !== content.digest) return false;
  const { facts } = context.book;
  if (takenBack || claimed.attempts.some((id) => facts.hasNews(request.requestId, id, null))) {
    return false;
  }
  if (!isSameProposal(known, proposalDigest(request))) return false;
  if (known.launch === undefined && context.book.isActive) return false;
  return known.step_text !== null || stepOfRequest(context.index, request) === null;
}

async function stepTextOf(
  context: RequestContext,
  { planId, stepId }: ActionRequest,
): Promise<string | null | undefined> {
  if (planId === null) return undefined;
  const plan = await readPlan(context, planId);
  const step = plan.ok ? plan.value.steps.find(({ id }) => id === stepId) : undefined;
  return step?.text ?? null;
}

function samePreparation(a: Preparation, b: Preparation): boolean {
  return canonicalJson(a as unknown as Json) === canonicalJson(b as unknown as Json);
}
