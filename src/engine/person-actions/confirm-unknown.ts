import { sha256Hex } from '../../core/digest.js';
import { fail, ok, type Result } from '../../core/errors.js';
import type { UnknownOutcome } from '../../core/ledger/unknown-outcome.js';
import type { Gesture } from '../../core/request/approval/gesture.js';
import { parseRequest } from '../../core/request/parse-request.js';
import type { ActionRequest } from '../../core/request/request.js';
import { attemptsToCheck } from '../requests/approvable.js';
import { unknownOutcomeOf } from '../requests/outcomes/unknown-outcome.js';
import { endRequest } from '../requests/outcomes/end-request.js';
import { isAboutToBeCalled } from '../requests/block-calls.js';
import { isOnItsWay } from '../requests/standing-approvals.js';
import { openRequest } from '../operations/requests/withdraw.js';
import {
  mayAct,
  takeGesture,
  whileDeciding,
  whileTakingAway,
  type PersonContext,
} from './shared/person-context.js';

export interface ConfirmUnknownInput {
  /** The request that asks about the attempt. */
  readonly requestId: string;
  readonly attemptId: string;
  readonly happened: boolean;
  readonly shownDigest: string;
  readonly stepText?: string;
  readonly gesture: Gesture;
  readonly saved?: Promise<void>;
}

/** Records a person's answer to an unknown outcome (docs/gate.md#way-out-of-unknown). */
export async function confirmUnknown(
  context: PersonContext,
  input: ConfirmUnknownInput,
): Promise<Result<{ readonly requestId: string }>> {
  const { requestId: id } = input;
  const gesture = takeGesture(context, input.gesture);
  if (!gesture.ok) return gesture;
  const confirm = async (): Promise<Result<{ readonly requestId: string }>> => {
    await input.saved;
    return context.keyedQueue.take(`request:${id}`, async () => {
      await context.handled(`request:${id}`);
      return whileDeciding(context, id, () => confirmNow(context, input));
    });
  };
  if (!input.happened) {
    const may = mayAct(context);
    return may.ok ? confirm() : may;
  }
  const { facts } = context.book;
  const isBeingApproved = context.approving.has(id) || facts.request(id)?.approvalStands === true;
  const approved = [
    ...facts.openIds().filter((open) => isOnItsWay(context, open)),
    ...facts.idsToWriteBack().filter((begun) => isAboutToBeCalled(context, begun)),
  ];
  const ids = [id, input.attemptId, ...approved];
  const meant = async (): Promise<readonly string[]> => [
    id,
    ...(await likeThat(context, input.attemptId, approved)),
  ];
  const done = await whileTakingAway(context, { ids, meant }, () =>
    isBeingApproved ? Promise.resolve(approvedMeanwhile) : confirm(),
  );
  for (const seen of context.standing.seen.keys()) context.lookAgain(`request:${seen}`);
  return done;
}

async function likeThat(
  context: PersonContext,
  attemptId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const like = async (id: string): Promise<readonly string[]> => {
    const [path = ''] = context.index.requestPaths(id);
    const text = await context.notes.read(path);
    const request = text.ok ? parseRequest(text.value, path).request : null;
    if (!request?.machine.preparation) return [id];
    const attempts = attemptsToCheck(context, request);
    return attempts.some((attempt) => attempt.id === attemptId) ? [id] : [];
  };
  return (await Promise.all(ids.map(like))).flat();
}

const approvedMeanwhile = fail(
  'note_changed',
  'The request was approved meanwhile.',
  'Read it again, then say what happened.',
);

async function confirmNow(
  context: PersonContext,
  { requestId: id, attemptId, happened, shownDigest, stepText }: ConfirmUnknownInput,
): Promise<Result<{ readonly requestId: string }>> {
  const said = context.book.facts.request(id)?.voided;
  const isSaid = said?.why === 'happened' && said.attempt === attemptId;
  if (happened && isSaid) return ok({ requestId: id });
  const open = openRequest(context, id);
  if (!open.ok) return open;
  const { path } = open.value;
  const text = await context.notes.read(path);
  if (!text.ok) return text;
  const { request } = parseRequest(text.value, path);
  if (sha256Hex(text.value) !== shownDigest || request?.requestId !== id) {
    return fail(
      'note_changed',
      'The request was changed since you looked at it.',
      'Nothing was recorded. Read it again.',
      { path },
    );
  }
  // NO AWAIT FROM HERE TO THE RECORD, or the request could be decided in between.
  const unknown = unknownOutcomeOf(context, request);
  if (unknown && unknown.attemptId !== attemptId) {
    return fail(
      'note_changed',
      `The question is about ${unknown.attemptId} by now, and no longer about ${attemptId}.`,
      'Nothing was recorded. Read it again.',
      { path },
    );
  }
  if (unknown?.isCleared && !happened) return ok({ requestId: id });
  if (!unknown || unknown.isCleared || context.book.facts.isUsed(id)) {
    return fail(
      'request_not_open',
      `There is no attempt of ${id} whose outcome is unknown.`,
      'Read the request again.',
      { path },
    );
  }
  const recorded = happened
    ? await endRequest(
        context,
        { requestId: id, planId: unknown.plan, stepId: unknown.step, path },
        {
          why: 'happened',
          reason: formatHappened(unknown),
          actor: 'Human',
          attemptId,
          shownDigest,
          ...(stepText === undefined || !isOfStep(request, unknown) ? {} : { stepText }),
        },
      )
    : await recordNotHappened(context, id, unknown);
  return recorded.ok ? ok({ requestId: id }) : recorded;
}

function isOfStep({ planId, stepId }: ActionRequest, { plan, step }: UnknownOutcome): boolean {
  return planId === plan && stepId === step;
}

function formatHappened({ attemptId }: UnknownOutcome): string {
  return `A person says that ${attemptId} happened. No server confirmed it.`;
}

function recordNotHappened(
  { book }: PersonContext,
  id: string,
  { attemptId, plan }: UnknownOutcome,
): Promise<Result<unknown>> {
  return book.record(
    { kind: 'not_happened', id: attemptId },
    {
      actor: 'Human',
      event: 'not_happened',
      request_id: attemptId,
      to: id,
      ...(plan === null ? {} : { plan_id: plan }),
      detail: `A person says that ${attemptId} did not happen. ${id} can be approved again.`,
    },
  );
}
