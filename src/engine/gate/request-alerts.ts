import type { Problem, Result } from '../../core/errors.js';
import type { Alert, AlertKind, NamedTime, RequestSummary } from '../../core/mission/summaries.js';
import { noteTitle } from '../../core/request/call-title.js';
import { quoted } from '../../core/request/call-words.js';
import type { ActionRequest } from '../../core/request/request.js';
import { noteOfAttempt, type Doubt } from '../../core/request/doubt.js';
import type { RequestFacts } from '../../core/request/request-facts.js';
import type { Review } from '../../core/request/review.js';
import { showInvisible } from '../../core/request/show-invisible.js';
import type { EngineContext } from '../context.js';
import { stepOfRequest } from '../step-of-request.js';
import { doubtOf, unansweredDoubt } from './doubts.js';

/** A request that came back keeps saying why, until it is answered. */
export function cameBack(context: EngineContext, request: ActionRequest): readonly Alert[] {
  const { requestId: id, path, supersedes } = request;
  const doubt = doubtOf(context, request);
  if (doubt && !doubt.isCleared) {
    return [
      alert(
        id,
        'unknown_outcome',
        `We don’t know whether ${doubt.attemptId} happened.`,
        'Check with the recipient or the service, then answer in the panel.',
        path,
      ),
    ];
  }
  // A ledger that is gone told it to the note only; but anybody can write it there, into many.
  if (!doubt && request.status === 'outcome_unknown') {
    return [
      alert(
        id,
        'incomplete',
        `The note for ${id} says that the outcome of ${showInvisible(supersedes ?? id)} is unknown, but this computer’s ledger has no record of it.`,
        'Check with the recipient or the service before approving it.',
        path,
      ),
    ];
  }
  const back = howItCameBack(context, request);
  if (back === null) return [];
  const [text, advice] =
    back.isEdited === true
      ? [
          `The request ${noteTitle(request)} was edited after it came back. Why it came back: ${back.cameBack}`,
          'Read it as it is now, then approve or reject it.',
        ]
      : [
          `The request ${noteTitle(request)} came back: ${back.cameBack}`,
          'Read it, then approve or reject it.',
        ];
  return [alert(id, 'returned', text, advice, path)];
}

/** Why a request came back, as a sentence; `null`: it did not, or a person is asked whether it was executed. */
export function howItCameBack(
  context: EngineContext,
  request: ActionRequest,
):
  (Pick<Review, 'wasRefused' | 'nothingSent' | 'isEdited'> & { readonly cameBack: string }) | null {
  const { facts } = context.book;
  // Anybody can write into a note which request it comes from.
  const before = facts.predecessor(request.requestId);
  if (before === undefined || doubtOf(context, request)?.attemptId === before) return null;
  const { voided, outcome } = facts.request(before) ?? {};
  const edited = facts.request(request.requestId)?.isEdited ? { isEdited: true as const } : {};
  if (voided?.why === 'returned') {
    const mayHaveRun = voided.mayHaveRun !== undefined || facts.wasTriedBefore(request.requestId);
    return mayHaveRun
      ? { cameBack: voided.reason, ...edited }
      : { cameBack: voided.reason, nothingSent: true, ...edited };
  }
  return outcome?.outcome === 'not_executed'
    ? { cameBack: outcome.reason, wasRefused: true, ...edited }
    : null;
}

/** An end that no person gave it does not answer whether it happened: said until a person does. */
export function buriedAlert(
  context: EngineContext,
  id: string,
  { voided }: RequestFacts,
): readonly Alert[] {
  const doubt = unansweredDoubt(context, id);
  if (!doubt || !voided) return [];
  const [rejected] = openRequests(context, id).filter(({ place }) => place === 'rejected');
  const text = `We don’t know whether ${doubt.attemptId} happened, and the request that asked has ended: ${voided.reason}`;
  if (!rejected) return [lostNoteAlert(context, id, doubt, 'unknown_outcome', text)];
  return [
    alert(
      id,
      'unknown_outcome',
      text,
      'Check with the recipient or the service. To record what you found, move the note back to Pending.',
      rejected.path,
    ),
  ];
}

/** A question whose note is gone, or cannot be read, with the ways out that there are now. */
export function lostNoteAlert(
  { book, index }: EngineContext,
  id: string,
  { attemptId, step }: Doubt,
  kind: AlertKind,
  text: string,
): Alert {
  const check = 'Check with the recipient or the service.';
  const [unread] = index.requestPaths(id);
  if (unread !== undefined) {
    const advice = `${check} To record what you found, repair the note, or remove it and bring it back.`;
    return alert(id, kind, text, advice, unread);
  }
  const withdraw = `run \`countersign withdraw ${id}\` in a terminal`;
  if (noteOfAttempt(book.facts.request(attemptId)) === null) {
    const advice = `${check} This device doesn’t have its text, so the note can’t be brought back. Withdraw the request when you know. Without Obsidian, ${withdraw}.`;
    return alert(id, kind, text, advice);
  }
  const tick = step === null ? '' : 'tick its step in the plan if it happened, or ';
  const advice = `${check} Then press “Bring the note back” in Obsidian and answer there. Without Obsidian, ${tick}${withdraw}.`;
  return { ...alert(id, kind, text, advice), offers: { do: 'bring_back', requestId: id } };
}

/** A rejected request keeps asking what to do with its step, until something is done. */
export function rejectedAlert(context: EngineContext, id: string): readonly Alert[] {
  const request = openRequests(context, id).find(({ place }) => place === 'rejected');
  if (!request?.planId) return [];
  const step = stepOfRequest(context.index, request);
  const redrafted = context.index
    .requestsOfPlan(request.planId)
    .some(({ stepId, place }) => stepId === request.stepId && place !== 'rejected');
  if (!step || step.done || redrafted) return [];
  const { position, text } = step;
  const before = context.book.facts.request(id)?.completed?.step_text ?? text;
  const read =
    before === text ? '' : ` When the request was prepared, the step said ${quoted(before)}.`;
  const said = alert(
    id,
    'rejected',
    `Rejected: ${quoted(text)} (step ${position} of ${request.planId}).${read}${rejectedBecause(context, id)}`,
    'Redraft it, skip the step, or cancel the plan.',
    request.path,
  );
  return [{ ...said, step: { planId: request.planId, stepId: step.id ?? '', text } }];
}

/** Why it was rejected, as a sentence; empty where nobody said. */
function rejectedBecause({ book }: EngineContext, id: string): string {
  const { words, audit } = book.facts.request(id)?.voided ?? {};
  if (words === undefined) return '';
  return ` ${audit?.actor === 'Human' ? 'Reason' : 'Its note says'}: ${quoted(words)}`;
}

/** The readable notes with this id in Pending, Approved and Rejected. */
export function openRequests(context: EngineContext, id: string): readonly RequestSummary[] {
  return context.index.requestPaths(id).flatMap((path) => context.index.requestAt(path) ?? []);
}

/** What could not be done, as an alert of the request; none when it was done. */
export function problemAlert(id: string, result: Result<unknown>, path?: string): readonly Alert[] {
  return result.ok ? [] : [problemAsAlert(id, result.error, path)];
}

function problemAsAlert(id: string, problem: Problem, path?: string): Alert {
  return alert(id, 'halted', `${id}: ${problem.message}`, problem.advice, problem.path ?? path);
}

/** An alert about a request. */
export function alert(
  id: string,
  kind: AlertKind,
  text: string,
  advice: string,
  path?: string,
  names?: NamedTime,
): Alert {
  return {
    ...{ subject: `request:${id}`, kind, text, advice },
    ...(path === undefined ? {} : { path }),
    ...(names ? { names } : {}),
  };
}
