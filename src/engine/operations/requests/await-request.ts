import { fail, ok, type Result } from '../../../core/errors.js';
import type { RequestFacts } from '../../../core/ledger/request-facts.js';
import type { JsonObject } from '../../../core/json.js';
import { callDigest } from '../../../core/request/action/digests.js';
import { signedCall } from '../../../core/request/approval/signed-content.js';
import type { EngineContext } from '../../context.js';
import { firstId } from '../../gate/record-outcome.js';
import { executedAs, heirOf } from '../../requests/of-another-ledger.js';
import { hasUnknownOutcome } from '../../requests/outcomes/unknown-outcome.js';
import { writeBack } from '../../requests/outcomes/write-back.js';
import type { Actor, Operation, OperationContext } from '../shared/operation.js';

interface WaitSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface AwaitRequestInput {
  readonly requestId: string;
  readonly waitMs: number;
  readonly signal?: WaitSignal;
  /** Only the drafter of a request gets the server's answer. */
  readonly actor: Actor;
}

export interface RequestReport {
  readonly requestId: string;
  readonly status:
    | 'waiting_for_person'
    | 'approved'
    | 'executed'
    | 'not_executed'
    | 'rejected'
    | 'withdrawn'
    | 'unknown'
    | 'note_problem';
  readonly isOpen: boolean;
  /** Null if this device does not know. */
  readonly ran: boolean | null;
  readonly reason: string | null;
  /** Always null for a caller that did not draft the request. */
  readonly answer: string | null;
  readonly result: JsonObject | null;
  readonly limit?: { readonly untilMs: number; readonly leftMs: number };
  readonly path: string | null;
  readonly isChanged: boolean;
  readonly isOver?: true;
  readonly byPerson?: true;
  /** The id of the draft that replaced this request. */
  readonly redraft?: string;
  readonly hasBegun?: true;
  /** Call this once the agent has received the outcome. */
  readonly onTold?: () => Promise<unknown>;
}

const openStatuses: readonly RequestReport['status'][] = [
  'waiting_for_person',
  'approved',
  'note_problem',
];

export const awaitRequest: Operation<AwaitRequestInput, RequestReport> = async (context, input) => {
  const wait: Wait = { isOver: input.waitMs <= 0, end: () => undefined };
  const stopTimer = context.clock.setTimer(input.waitMs, () => {
    wait.isOver = true;
    wait.end();
  });
  try {
    return await answerIn(context, input, wait);
  } finally {
    stopTimer();
  }
};

interface Wait {
  isOver: boolean;
  end: () => void;
}

async function answerIn(
  context: OperationContext,
  input: AwaitRequestInput,
  wait: Wait,
): Promise<Result<RequestReport>> {
  for (;;) {
    const report = lookAt(context, input);
    if (report === null) {
      return fail(
        'request_missing',
        `There is no request ${input.requestId}.`,
        'Use the id that you got when you drafted it.',
      );
    }
    if (!report.isOpen) return ok(await tellable(context, report, input.actor));
    if (wait.isOver || input.signal?.aborted === true) return ok(report);
    await changeOrEnd(context, wait, input.signal);
  }
}

export function drafterOf(context: Pick<EngineContext, 'book'>, requestId: string): string | null {
  return context.book.drafters.of(idsOf(context, requestId));
}

function idsOf({ book }: Pick<EngineContext, 'book'>, requestId: string): readonly string[] {
  const ids = [requestId, ...book.facts.idsBefore(requestId)];
  const isOthers = ids.some((id) => {
    const { imported, voided } = book.facts.request(id) ?? {};
    return imported === true || voided?.mayHaveRun !== undefined;
  });
  return isOthers || !book.isActive ? [...ids, firstId(book, requestId)] : ids;
}

export function lookAt(
  context: OperationContext,
  input: Pick<AwaitRequestInput, 'requestId' | 'actor'>,
): RequestReport | null {
  const found = reportOn(context, input);
  const report = found && asAttempted(context, input, found);
  return report && { ...report, isOpen: openStatuses.includes(report.status) };
}

type Found = Omit<RequestReport, 'isOpen'>;

function asAttempted(
  context: OperationContext,
  { requestId: asked }: Pick<AwaitRequestInput, 'requestId'>,
  report: Found,
): Found {
  const { facts } = context.book;
  const isOurs = report.status === 'approved' && context.book.isActive;
  if (report.ran === true || report.status === 'unknown' || isOurs) return report;
  const { requestId } = report;
  const hasEnded = context.stateOf(requestId).is === 'ended' || facts.request(requestId)?.imported;
  const isOver = hasEnded && heirOf(context, requestId) === undefined;
  const other = executedAs(context, requestId) ?? requestId;
  for (const id of new Set([requestId, asked, ...facts.idsBefore(requestId), other])) {
    const { outcome: elsewhere, call } = facts.earlier.get(id) ?? {};
    const { outcome, voided, notHappened, late } = facts.request(id) ?? {};
    if (outcome?.outcome === 'executed') return { ...report, status: 'executed', ran: true };
    if (elsewhere === 'executed') {
      const reason =
        'Another ledger of this vault says so. The call may have been changed before it ran: its note shows what was called.';
      const isOther = call !== undefined && isEdited(context, id, call);
      const isChanged = report.isChanged || isOther;
      return { ...report, status: 'executed', ran: true, reason, isChanged };
    }
    const mayHaveRun = outcome?.outcome === 'unknown' || (elsewhere ?? voided?.mayHaveRun);
    const isDenied = notHappened === true && late === undefined;
    if (mayHaveRun && !isDenied) {
      return { ...report, status: 'unknown', ran: null, ...(isOver && { isOver: true as const }) };
    }
  }
  return report;
}

export async function tellable(
  context: OperationContext,
  found: RequestReport,
  actor: Actor,
): Promise<RequestReport> {
  const { requestId, status } = found;
  await writeBack(context, requestId);
  const { book, index, keyedQueue } = context;
  const report = { ...found, path: index.requestPaths(requestId)[0] ?? null };
  const { drafters } = book;
  const ids = idsOf(context, requestId);
  const isToolCall = drafters.callOf(ids) !== undefined && drafters.of(ids) === actor;
  if (!isToolCall || (status === 'unknown' && !report.isOver)) return report;
  const fetched = { actor, event: 'answer_fetched', request_id: requestId };
  const detail = 'The agent received the outcome of its call.';
  const onTold = (): Promise<unknown> =>
    keyedQueue.take(`told:${requestId}`, async () => {
      if (drafters.isFetched(requestId)) return;
      await book.record({ kind: 'event' }, { ...fetched, detail }, { durable: false });
    });
  return { ...report, onTold };
}

/**
 * True when a call is known to differ from the drafted one.
 * @param call the digest of the call
 */
export function isEdited(
  context: Pick<EngineContext, 'book'>,
  requestId: string,
  call: string,
): boolean {
  const drafted = context.book.drafters.draftedCall(idsOf(context, requestId));
  return drafted !== undefined && drafted !== call;
}

function isChanged(context: OperationContext, requestId: string): boolean {
  const { intent } = context.book.facts.request(requestId) ?? {};
  const signed = intent && signedCall(intent.s);
  return signed ? isEdited(context, requestId, callDigest(signed)) : false;
}

function reportOn(
  context: OperationContext,
  { requestId: asked, actor }: Pick<AwaitRequestInput, 'requestId' | 'actor'>,
): Found | null {
  const { book, index, stateOf } = context;
  // If this device may not run actions, the request may already have run elsewhere.
  const ran = book.isActive ? false : null;
  let requestId = asked;
  const followed = new Set<string>();
  let cameBack: string | null = null;
  for (;;) {
    const state = stateOf(requestId);
    const { outcome, late, voided } = book.facts.request(requestId) ?? {};
    const said = (late ?? outcome)?.answer ?? '';
    const isDrafter = drafterOf(context, requestId) === actor;
    // The reason may quote the server, so only the drafter gets it.
    const reason = isDrafter ? (outcome?.reason ?? null) : null;
    const base = {
      requestId,
      reason: cameBack,
      answer: said === '' || !isDrafter ? null : said,
      result: null,
      path: index.requestPaths(requestId)[0] ?? null,
      isChanged: isChanged(context, requestId),
    };
    switch (state.is) {
      case 'executed': {
        const result = isDrafter ? context.answers.of(requestId) : null;
        return { ...base, status: 'executed', ran: true, reason: null, result };
      }
      case 'returned':
      case 'unknown': {
        const { successor } = state;
        const asks = successor === null || asksOf(context, successor);
        if (state.is === 'unknown' && asks) {
          return { ...base, status: 'unknown', ran: null, reason };
        }
        if (successor === null) return { ...base, status: 'not_executed', ran: false };
        cameBack = outcome ? reason : (voided?.reason ?? null);
        requestId = successor;
        continue;
      }
      case 'ended': {
        if (state.why === 'happened')
          return { ...base, status: 'executed', ran: true, reason: null };
        const redraft = book.drafters.redrafts.get(requestId);
        const again = redraft && stateOf(redraft).is !== 'gone' && { redraft };
        return { ...base, status: state.why, ran: false, ...whyEnded(voided), ...again };
      }
      case 'lost':
      case 'gone': {
        const isAway = base.path === null;
        const heir = isAway
          ? (heirOf(context, requestId) ?? executedAs(context, requestId))
          : undefined;
        if (heir !== undefined && !followed.has(heir)) {
          followed.add(requestId);
          requestId = heir;
          continue;
        }
        const lost = { ...base, status: 'note_problem', ran: null } as const;
        if (state.is === 'lost') return { ...lost, reason: state.how };
        if (requestId !== asked) return { ...base, status: 'waiting_for_person', ran };
        return drafterOf(context, requestId) === null ? null : { ...lost, reason: 'gone' };
      }
      case 'waiting':
      case 'asks':
        if (!book.isActive && index.requestAt(base.path ?? '')?.folder === 'rejected') {
          const other = executedAs(context, requestId);
          if (other === undefined || followed.has(other)) {
            return { ...base, status: 'rejected', ran: null };
          }
          followed.add(requestId);
          requestId = other;
          continue;
        }
        return asksOf(context, requestId)
          ? { ...base, status: 'unknown', ran: null }
          : { ...base, status: 'waiting_for_person', ran };
      case 'held':
      case 'approved':
        return { ...base, status: 'approved', ran };
      case 'waits_for': {
        if (ran === null) return { ...base, status: 'approved', ran };
        const { waitsFor } = state;
        const untilMs = waitsFor.what === 'limit' ? waitsFor.untilMs : null;
        const limit = untilMs !== null && { untilMs, leftMs: untilMs - book.now() };
        const reason =
          waitsFor.what === 'step'
            ? `It waits for step ${waitsFor.position} of its plan.`
            : waitsFor.what === 'resume'
              ? 'It can’t run before a person resumes actions.'
              : base.reason;
        return { ...base, status: 'approved', ran: false, reason, ...(limit && { limit }) };
      }
      case 'running':
        return { ...base, status: 'approved', ran: null, hasBegun: true };
    }
  }
}

function whyEnded(voided: RequestFacts['voided']): Pick<RequestReport, 'reason' | 'byPerson'> {
  if (voided?.audit.actor !== 'Human') return { reason: voided?.reason ?? null };
  return { reason: voided.words ?? voided.reason, byPerson: true };
}

function asksOf(context: OperationContext, requestId: string): boolean {
  const { index } = context;
  return index.requestPaths(requestId).some((path) => {
    const request = index.requestAt(path);
    return request !== null && hasUnknownOutcome(context, request);
  });
}

function changeOrEnd(
  { subscribe }: OperationContext,
  wait: Wait,
  signal: WaitSignal | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stopListening();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const stopListening = subscribe(end);
    wait.end = end;
    signal?.addEventListener('abort', end);
  });
}
