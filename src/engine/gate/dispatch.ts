import { fail, ok, type Result } from '../../core/errors.js';
import { authoriseAction } from '../../core/request/approval/authorised-action.js';
import { formatCall } from '../../core/request/format-call.js';
import { effectsOf } from '../../core/request/action/digests.js';
import { neverSent, outcomeOf, type Outcome } from '../../core/request/outcome/decide-outcome.js';
import { parseRequest } from '../../core/request/parse-request.js';
import type { ActionRequest, Preparation } from '../../core/request/request.js';
import {
  signedArguments,
  signedContent,
  type SignedContent,
} from '../../core/request/approval/signed-content.js';
import { isConfig, type DeviceConfig } from '../../core/settings/device-config.js';
import { isActiveNow } from '../ledger/other-ledgers.js';
import { readPlan } from '../vault/plan-notes.js';
import { acceptApproval } from './accept-approval.js';
import {
  preconditions,
  checksOfSpent,
  earlierAttempts,
  formatExpiry,
  expired,
  notActive,
  awaitsApproval,
  unmetPrecondition,
  planChecks,
  type CheckInput,
} from './preconditions.js';
import { openUndoWindow, recordTrustedMove } from './trusted-move.js';
import { findAuthority, isAuthority, noLongerTrusted, type Authority } from './authority.js';
import {
  badArguments,
  computePreparation,
  filesChanged,
  notTheSame,
  otherFiles,
} from './preparation.js';
import type { GateContext, Slot } from './gate-context.js';
import { recordOutcome } from './record-outcome.js';
import { observeFiled } from '../vault/filed-requests.js';
import { isFiled } from '../vault/request-notes.js';
import { whyNotInJustRead } from './wanted-by-plan.js';
import {
  alreadyUsed,
  beingEnded,
  changedMeanwhile,
  otherEpoch,
  returned,
  unreachable,
  type Verdict,
} from './verdict.js';

const lastLookMs = 2_000;
const mostLooks = 5;
const late = Symbol('late');

/** How a dispatch ended. `called` means that the request's id is spent. */
export type DispatchResult = { readonly do: 'called' } | Verdict;

interface Candidate {
  readonly request: ActionRequest;
  readonly preparation: Preparation;
  readonly content: SignedContent;
  readonly config: DeviceConfig;
}

interface Examined {
  readonly authority: Authority;
  readonly input: CheckInput;
  readonly takenBackSeq: number | undefined;
  readonly untrusted: number;
}

/** Makes the call of one approved request, at most once (docs/gate.md#the-order-of-things). */
export async function dispatch(
  context: GateContext,
  id: string,
  path: string,
  slot: Slot,
  looksLeft = 3,
): Promise<Result<DispatchResult>> {
  const seen = await readCandidate(context, id, path);
  if (!seen.ok) return seen;
  if ('do' in seen.value) return ok(seen.value);
  const first = await examine(context, seen.value);
  if ('do' in first) return ok(first);

  const accepted = await acceptApproval(context, seen.value, first.authority);
  if (!accepted.ok) return accepted;

  const fresh = await slot.leaveWhile(computePreparation(context, seen.value.request));
  if (!fresh.ok) {
    return fresh.error.code === 'note_changed' ? ok(otherFiles) : unreachable(fresh.error);
  }
  const { preparation, tool, connection } = fresh.value;
  const { prepared } = context.book.facts.request(id) ?? {};
  const changed =
    notTheSame(seen.value.preparation, fresh.value, prepared) ??
    (await slot.leaveWhile(badArguments(context, seen.value.request.call.arguments, tool)));
  if (changed) return ok(changed);

  // The note and the plan may have changed during the slow checks.
  const swapped = await filesChanged(context, preparation);
  if (!swapped.ok || swapped.value) return swapped.ok ? ok(otherFiles) : swapped;
  const again = await readCandidate(context, id, path);
  if (!again.ok) return again;
  if ('do' in again.value) return ok(again.value);
  if (again.value.request.text !== seen.value.request.text) {
    // Some plugins write the time of each change into a note, also after our own.
    return looksLeft > 1 && isSameButForWords(again.value, seen.value)
      ? dispatch(context, id, path, slot, looksLeft - 1)
      : ok(changedMeanwhile);
  }
  const examined = await examine(context, again.value);
  if ('do' in examined) return ok(examined);
  const unread = context.index.unread.in(context.folders.doneActions);
  if (unread) return { ok: false, error: unread };
  if (await isFiled(context, id, path)) return ok(alreadyUsed(id));
  const odd = context.notes.filed.problem();
  if (odd) return { ok: false, error: odd };
  await observeFiled(context, context.notes.filed);
  // A person may have edited or moved the note meanwhile.
  const last = await context.notes.read(path);
  if (!last.ok) return last;
  if (last.value !== again.value.request.text) return ok(changedMeanwhile);
  return callOnce(context, again.value, examined, { path, connection }, slot);
}

/** True when two versions of a note are the same request, with the same approval. */
function isSameButForWords(one: Candidate, other: Candidate): boolean {
  const [a, b] = [one.request, other.request];
  const isApprovedAlike = a.status === b.status && a.machine.stamp === b.machine.stamp;
  return isApprovedAlike && one.content.digest === other.content.digest;
}

async function callOnce(
  context: GateContext,
  candidate: Candidate,
  examined: Examined,
  { path, connection }: { readonly path: string; readonly connection: string },
  slot: Slot,
): Promise<Result<DispatchResult>> {
  const { requestId: id } = candidate.request;
  // NO AWAIT FROM HERE TO THE INTENT, or two requests for one step could both pass the checks.
  const now = context.config();
  if (!isConfig(now)) return { ok: false, error: now };
  const closed = context.bridges.closedProblem();
  if (closed) return { ok: false, error: closed };
  const overtaken = overtakenBy(context, examined, now);
  if (overtaken) return ok(overtaken);
  context.inFlight.add(id);
  try {
    const intent = await spend(context, candidate, path);
    if (!intent.ok) return intent;
    const outcome = await slot.leaveWhile(call(context, candidate, examined, connection));
    const { planId, call: proposed } = candidate.request;
    const what = formatCall(proposed, candidate.preparation);
    const told = withLateMove(context, id, outcome);
    const recorded = await recordOutcome(context, { id, planId, what }, told);
    if (!recorded.ok) return recorded;
  } finally {
    context.inFlight.delete(id);
    context.standing.calling.delete(id);
  }
  return ok({ do: 'called' });
}

function withLateMove({ index, folders }: GateContext, id: string, outcome: Outcome): Outcome {
  const [place = null, another] = index.requestPaths(id).map((path) => index.placeOf(path));
  const isBack = another === undefined && (place === 'rejected' || place === 'pending');
  if (!isBack || outcome.kind === 'not_executed') return outcome;
  const late = `Its note was moved to ${folders[place]} during the call, too late to stop it.`;
  return { ...outcome, reason: `${outcome.reason} ${late}` };
}

function overtakenBy(
  context: GateContext,
  { authority, input, takenBackSeq, untrusted }: Examined,
  config: DeviceConfig,
  checks = preconditions,
): Verdict | null {
  const { book, index, standing } = context;
  const { requestId: id } = input.request;
  const trustMoves = config.trustMoves && standing.untrusted === untrusted;
  const attempts = earlierAttempts(input).map((attempt) => attempt.id);
  const ended = beingEnded(context, [id, ...attempts]);
  if (ended) return ended;
  if (index.requestPaths(id).length !== 1) return changedMeanwhile;
  const facts = book.facts.request(id);
  if (facts?.takenBackSeq !== takenBackSeq) {
    return returned('approval_lapsed', facts?.takenBackReason ?? changedMeanwhile.reason);
  }
  return (
    noLongerTrusted(authority, input.config, { ...config, trustMoves }, input.folders) ??
    unmetPrecondition(
      {
        ...input,
        config,
        halted: book.halted,
        conflictWith: book.conflictWith,
        nowMs: book.now(),
      },
      checks,
    )
  );
}

async function stoppedSince(
  context: GateContext,
  candidate: Candidate,
  examined: Examined,
): Promise<string | null> {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const stopped = await lookLast(context, candidate, examined);
    if (stopped !== late) return stopped;
  }
  return 'The vault took too long to be looked at right before the call.';
}

async function lookLast(
  context: GateContext,
  { preparation, request }: Candidate,
  examined: Examined,
): Promise<string | null | typeof late> {
  const { book, notes, standing } = context;
  const unobserved = await isActiveNow(context).then(
    () => null,
    (error: Error) => error.message,
  );
  if (unobserved !== null) return unobserved;
  const swapped = await filesChanged(context, preparation);
  if (!swapped.ok || swapped.value) return swapped.ok ? otherFiles.reason : swapped.error.message;
  // A person may change the plan or the note while the files are checked.
  const plan = request.planId === null ? null : await readPlan(context, request.planId);
  const startedMs = context.clock.now();
  const note = await notes.read(request.path);
  if (!note.ok || note.value !== request.text) return changedMeanwhile.reason;
  await context.refreshConfig();
  // While this process was frozen, another process may have recorded the call's outcome as
  // unknown.
  await book.lookAtLedger();
  // NO AWAIT FROM HERE ON, or what was checked could change before the call.
  if (Math.abs(context.clock.now() - startedMs) > lastLookMs) return late;
  const now = context.config();
  if (!isConfig(now)) return now.message;
  if (book.facts.request(request.requestId)?.imported) {
    return 'Another computer says that it ran this request, or may have.';
  }
  const overtaken = overtakenBy(
    context,
    { ...examined, input: { ...examined.input, plan } },
    now,
    checksOfSpent,
  );
  if (overtaken) return overtaken.reason;
  const inPlan = plan?.ok
    ? whyNotInJustRead(context, request.requestId, request.stepId, plan.value)
    : null;
  if (inPlan !== null) return inPlan;
  standing.calling.add(request.requestId);
  return null;
}

async function examine(context: GateContext, candidate: Candidate): Promise<Examined | Verdict> {
  const { request, preparation, content, config } = candidate;
  const { book } = context;
  const requestFacts = book.facts.request(request.requestId);
  const takenBackSeq = requestFacts?.takenBackSeq;
  const { untrusted } = context.standing;
  const nowMs = book.now();
  const plan = request.planId === null ? null : await readPlan(context, request.planId);
  const found = await findAuthority({
    request,
    content,
    isNewest: isPreparedLast(context, request),
    wasTried: book.facts.wasTriedBefore(request.requestId),
    requestFacts,
    config,
    folders: context.folders,
    keys: context.keys,
    nowMs,
  });
  const authority: Authority = isAuthority(found) ? found : { by: 'policy' };
  const input: CheckInput = {
    request,
    preparation,
    authority,
    facts: book.facts,
    config,
    folders: context.folders,
    halted: book.halted,
    conflictWith: book.conflictWith,
    nowMs,
    plan,
    isEnded: request.planId !== null && book.plannedIds.isEnded(request.planId),
    isWaiting: (one) => awaitsApproval(book, context.folders, one),
    isDead: (step) => context.whyDead(request, step),
  };
  if (!isAuthority(found)) {
    const ofPlan = found.code === 'stamp_outdated' ? unmetPrecondition(input, planChecks) : null;
    return expired(request, nowMs) ?? (ofPlan?.do === 'return' ? ofPlan : found);
  }
  const unrecorded = await recordTrustedMove(context, candidate, authority);
  if (unrecorded) return unrecorded;
  const { requestId: id } = request;
  return (
    unmetPrecondition(input) ??
    openUndoWindow(context, id, input) ?? { authority, input, takenBackSeq, untrusted }
  );
}

async function readCandidate(
  context: GateContext,
  id: string,
  path: string,
): Promise<Result<Candidate | Verdict>> {
  const { book } = context;
  await context.refreshConfig();
  const config = context.config();
  if (!isConfig(config)) return { ok: false, error: config };
  await isActiveNow(context);
  const text = await context.notes.read(path);
  if (!text.ok) return text;
  const { request, problems } = parseRequest(text.value, path);
  if (!request) {
    const [problem] = problems;
    return problem
      ? { ok: false, error: problem }
      : fail('action_invalid', 'This note isn’t a request.', 'Check the note.', { path });
  }
  if (request.requestId !== id || context.index.requestPaths(id).length > 1) {
    return fail(
      'note_changed',
      `The note for ${id} was replaced or doubled a moment ago.`,
      'It is checked again as soon as the vault is quiet.',
      { path },
    );
  }
  const { preparation } = request.machine;
  const content = signedContent(request, context.vaultId);
  if (preparation && preparation.epoch !== book.epoch) return ok(otherEpoch);
  const idle = notActive(book.conflictWith, config);
  if (idle) return ok(idle);
  if (book.facts.isUsed(id)) return ok(alreadyUsed(id));
  if (!preparation || !content || !book.facts.request(id)?.prepared) {
    return ok(returned('incomplete', whyUnprepared(request, book.now())));
  }
  return ok({ request, preparation, content, config });
}

function whyUnprepared(request: ActionRequest, nowMs: number): string {
  return expired(request, nowMs)
    ? `${formatExpiry(request)} If you still want it, draft it again.`
    : 'It was moved before Countersign had prepared it. If an alert names a fault, correct that first; then approve it again.';
}

function isPreparedLast({ book, vaultId }: GateContext, request: ActionRequest): boolean {
  const asPrepared = { ...request, machine: { ...request.machine, confirms: null } };
  const prepared = book.facts.request(request.requestId)?.prepared?.s;
  return prepared === signedContent(asPrepared, vaultId)?.digest;
}

/** Spends the request's id before its call (W1 and W2 of docs/gate.md). */
async function spend(
  context: GateContext,
  { request, preparation, content }: Candidate,
  path: string,
): Promise<Result<unknown>> {
  const { requestId: id, planId, stepId, call: proposed } = request;
  const [effect, sameCall] = effectsOf(proposed, preparation);
  return context.book.record(
    {
      kind: 'intent',
      id,
      s: content.text,
      note: request.text,
      path,
      plan: planId,
      step: stepId,
      bridge_digest: preparation.bridge_digest,
      tool: proposed.tool,
      effect,
    },
    {
      actor: 'Countersign',
      event: 'intent',
      request_id: id,
      ...(planId === null ? {} : { plan_id: planId }),
      ...(stepId === null ? {} : { step_id: stepId }),
      effect,
      call: sameCall,
      detail: `Calling ${formatCall(proposed, preparation)}.`,
    },
  );
}

async function call(
  context: GateContext,
  candidate: Candidate,
  examined: Examined,
  connection: string,
): Promise<Outcome> {
  const { request, content, preparation } = candidate;
  let stopped: string | null = null;
  const whyNot = async (): Promise<string | null> => {
    stopped = await stoppedSince(context, candidate, examined).catch(
      (error: unknown) => `The last look before the call failed: ${String(error)}.`,
    );
    return stopped;
  };
  const action = authoriseAction({
    requestId: request.requestId,
    bridge: request.call.bridge,
    connection,
    tool: request.call.tool,
    arguments: signedArguments(content),
  });
  const report = await context.bridges
    .call(action, whyNot)
    .catch(
      (error: unknown) =>
        ({ kind: 'lost', detail: `The server failed: ${String(error)}` }) as const,
    );
  context.answers.keep(request.requestId, report);
  if (stopped !== null && report.kind === 'not_sent') return neverSent(stopped);
  return outcomeOf(report, preparation.success);
}
