import type { Result } from '../../core/errors.js';
import { adviceAfter, type Alert, type AlertKind, type RunsAt } from '../../core/alert.js';
import { formatHours } from '../../core/plan/rules/plan-decision.js';
import { isConflictCopy } from '../../core/note/file-name.js';
import { noteTitle, requestTitle } from '../../core/request/call-title.js';
import { quoted, quotedPath } from '../../core/text/quote.js';
import { showInvisible } from '../../core/text/show-invisible.js';
import { formatSent } from '../../core/ledger/unknown-outcome.js';
import type { AsksWhere, Finding, FindingOf } from './request-findings.js';
import { whyWaits } from '../gate/verdict.js';

export function alertsOf(id: string, findings: readonly Finding[]): readonly Alert[] {
  const noStep = findings.find(({ is }) => is === 'no_step');
  return findings.map((finding) =>
    finding.is === 'came_back' && noStep?.is === 'no_step'
      ? { ...alertOf(id, finding), advice: `${noStep.mend}, or withdraw it.` }
      : alertOf(id, finding),
  );
}

export function alertOf(id: string, finding: Finding): Alert {
  switch (finding.is) {
    case 'failed': {
      const { problem, path } = finding;
      return alert(id, 'halted', `${id}: ${problem.message}`, problem.advice, problem.path ?? path);
    }
    case 'duplicates':
      return alert(
        id,
        'duplicate',
        formatCopies(finding.paths),
        finding.paths.length === 1
          ? 'As it is the only one with its id, give it the other’s name back. It doesn’t run until then.'
          : 'Remove all but one. None of them runs until then.',
        finding.first,
      );
    case 'other_device':
      return otherDeviceAlert(id, finding);
    case 'not_prepared_here':
      return alert(
        id,
        'incomplete',
        `${id} is not prepared yet: this computer doesn’t prepare new requests in this vault.`,
        'Wait until another computer prepares it, or take over here (see the alerts).',
        finding.path,
      );
    case 'ran_elsewhere': {
      const { file, doneActions } = finding;
      const who =
        file === undefined
          ? `A note in ${doneActions}, or a file of another computer,`
          : quotedPath(file);
      return alert(
        id,
        'missing',
        `${who} says that ${id} has already run, so it doesn’t run here any more.`,
        'If that’s right, withdraw it to dismiss this alert. If not, draft it again. If its note was here, it is in the archive.',
      );
    }
    case 'in_done':
      return alert(
        id,
        'missing',
        `A note in ${finding.doneActions} has the id ${id}, so this request doesn’t run.`,
        `If it happened, withdraw the request to dismiss this alert. If not, take that note away. If the request’s own note is in the archive, move it back to ${finding.pending}; if not, draft it again.`,
      );
    case 'missing':
      return alert(
        id,
        'missing',
        `The note for request ${id} is missing.`,
        'If sync or anyone puts it back within 24 hours, it asks for your approval again. Where moves are trusted, or if you approved it on another device meanwhile, it runs. If you changed your mind, withdraw it.',
      );
    case 'unknown_outcome': {
      const said = outcomeAlert(id, finding);
      const sent = formatSent(finding.unknownOutcome);
      return sent ? { ...said, text: `${said.text} ${sent}` } : said;
    }
    case 'unrecorded_outcome':
      return alert(
        id,
        'incomplete',
        `The note for ${id} says that the outcome of ${showInvisible(finding.attemptId)} is unknown, but this computer’s ledger has no record of it.`,
        'Check with the recipient or the service before approving it.',
        finding.path,
      );
    case 'came_back':
      return cameBackAlert(id, finding);
    case 'rejected':
      return rejectedAlert(id, finding);
    case 'ticked_outside':
      return tickedAlert(id, finding);
    case 'step_not_ticked':
      return alert(
        id,
        'not_ticked',
        `${id} has ended, but ${finding.why}`,
        finding.advice,
        finding.path,
      );
    case 'unprepared': {
      const { request, problem } = finding;
      return alert(
        id,
        'incomplete',
        `Can’t approve ${requestTitle(request)} yet: ${problem.message}`,
        problem.advice,
        request.path,
      );
    }
    case 'no_step': {
      const { request, where, mend } = finding;
      const text = `The request ${requestTitle(request)} can’t run: it belongs to ${where}.`;
      return alert(id, 'invalid', text, `${mend}, or withdraw it.`, request.path);
    }
    case 'waits_long': {
      const { request, hours, saysNote } = finding;
      const counted = saysNote ? ' Counted from the date in its note.' : '';
      const text = `The request ${requestTitle(request)} has waited for ${formatHours(hours)}.${counted}`;
      return alert(
        id,
        'blocked_long',
        text,
        adviceAfter(hours, 'Approve or reject it.'),
        request.path,
      );
    }
    case 'expired': {
      const { request, wasTried } = finding;
      const what = wasTried
        ? 'An earlier attempt may have run: check before you draft it again.'
        : 'Nothing ran.';
      return alert(
        id,
        'expired',
        `The request ${requestTitle(request)} expired. ${what}`,
        'If you still want it, draft it again. If not, withdraw it, and its note moves to the archive.',
        request.path,
      );
    }
    case 'verdict': {
      const { request, verdict } = finding;
      const { kind, advice, runsAt, offers } = verdict;
      const why = whyWaits(requestTitle(request), verdict);
      const said = alert(id, kind, why, advice, request.path, runsAt);
      return offers ? { ...said, offers } : said;
    }
  }
}

function formatCopies(paths: readonly string[]): string {
  const [only = ''] = paths;
  if (paths.length === 1 && isConflictCopy(only)) {
    return `${quotedPath(only)} looks like a conflict copy made by sync.`;
  }
  const more = paths.length - mostNamed;
  const listed = paths.slice(0, mostNamed).map(quotedPath).join(', ');
  return `${paths.length} notes have the same id: ${listed}${more > 0 ? `, and ${more} more` : ''}.`;
}

export const mostNamed = 5;

function otherDeviceAlert(
  id: string,
  { path, device, takeOver, isRejected }: FindingOf<'other_device'>,
): Alert {
  const text = `The note for ${id} says that it was prepared for ${device}.`;
  if (isRejected) {
    const advice = 'It is rejected: nothing of it runs, and no plan waits for it.';
    return alert(id, 'other_device', text, advice, path);
  }
  const run = 'Let it run where it was prepared.';
  if (!takeOver) {
    const advice = `${run} If it never will, take over on the computer that runs actions for this vault.`;
    return alert(id, 'other_device', text, advice, path);
  }
  const advice = `${run} If it never will, take over here. The request then comes back and asks whether it may have happened.`;
  return { ...alert(id, 'other_device', text, advice, path), offers: takeOver };
}

function outcomeAlert(id: string, { unknownOutcome, asks }: FindingOf<'unknown_outcome'>): Alert {
  const { attemptId, step } = unknownOutcome;
  const unknown = `We don’t know whether ${attemptId} happened`;
  const check = 'Check with the recipient or the service';
  if (asks.note === 'open') {
    const advice = `${check}, then answer in the panel.`;
    return alert(id, 'unknown_outcome', `${unknown}.`, advice, asks.path);
  }
  if (asks.note === 'rejected') {
    return alert(
      id,
      'unknown_outcome',
      `${unknown}, and the request that asked has ended: ${asks.ended}`,
      `${check}. To record what you found, move the note back to Pending.`,
      asks.path,
    );
  }
  const kind = 'unknown_outcome';
  const text = formatLostNote(id, attemptId, asks);
  if (asks.unread !== null) {
    const advice = `${check}. To record what you found, repair the note, or remove it and bring it back.`;
    return alert(id, kind, text, advice, asks.unread);
  }
  const withdraw = `run \`countersign withdraw ${id}\` in a terminal`;
  if (!asks.hasText) {
    const advice = `${check}. This device doesn’t have its text, so the note can’t be brought back. Withdraw the request when you know. Without Obsidian, ${withdraw}.`;
    return alert(id, kind, text, advice);
  }
  const tick = step === null || asks.isOver ? '' : 'tick its step in the plan if it happened, or ';
  const advice = `${check}. Then press “Bring the note back” in Obsidian and answer there. Without Obsidian, ${tick}${withdraw}.`;
  return { ...alert(id, kind, text, advice), offers: { do: 'bring_back', requestId: id } };
}

function formatLostNote(
  id: string,
  attemptId: string,
  asks: Exclude<AsksWhere, { readonly note: 'open' | 'rejected' }>,
): string {
  const { note, archived = null, ended = '' } = asks;
  switch (note) {
    case 'missing':
      return `The note for request ${id} is ${whereLost(archived)}, and we don’t know whether ${attemptId} happened.`;
    case 'unreadable':
      return `We don’t know whether ${attemptId} happened, and the note that asks can’t be read.`;
    default:
      return `We don’t know whether ${attemptId} happened, and the request that asked has ended: ${ended}`;
  }
}

export function whereLost(archived: string | null): string {
  return archived === null ? 'missing' : `in the archive (${quotedPath(archived)})`;
}

function cameBackAlert(id: string, { request, back }: FindingOf<'came_back'>): Alert {
  const title = noteTitle(request);
  return back.isEdited === true
    ? alert(
        id,
        'returned',
        `The request ${title} was edited after it came back. Why it came back: ${back.returnReason}`,
        'Read it as it is now, then approve or reject it.',
        request.path,
      )
    : alert(
        id,
        'returned',
        `The request ${title} came back: ${back.returnReason}`,
        'Read it, then approve or reject it.',
        request.path,
      );
}

function rejectedAlert(
  id: string,
  { path, planId, step, textBefore, because }: FindingOf<'rejected'>,
): Alert {
  const { position, text } = step;
  const read =
    textBefore === text
      ? ''
      : ` When the request was prepared, the step said ${quoted(textBefore)}.`;
  const why = because
    ? ` ${because.byPerson ? 'Reason' : 'Its note says'}: ${quoted(because.words)}`
    : '';
  const said = alert(
    id,
    'rejected',
    `Rejected: ${quoted(text)} (step ${position} of ${planId}).${read}${why}`,
    'Draft it again, skip the step, or cancel the plan.',
    path,
  );
  return { ...said, step: { planId, stepId: step.id ?? '', text } };
}

function tickedAlert(
  id: string,
  { path, planId, stepId, step, tried }: FindingOf<'ticked_outside'>,
): Alert {
  const said = alert(
    id,
    'ticked_outside',
    `Step ${step?.position ?? `^${stepId}`} of ${planId} was ticked in the note, so its request was withdrawn; ${tried ?? 'nothing ran'}.`,
    tried === null
      ? 'Did you do it yourself? If not, “Draft again…” writes a new request for you to approve; “Reopen step” only reopens the step.'
      : 'Check with the recipient or the service whether it happened. If it did, leave the step ticked.',
    path,
  );
  if (!step) return said;
  const decided = { planId, stepId, text: step.text };
  return { ...said, offers: { do: 'answer_tick', requestId: id, step: decided } };
}

export function failedIf(result: Result<unknown>, path?: string): readonly Finding[] {
  if (result.ok) return [];
  return [{ is: 'failed', problem: result.error, ...(path === undefined ? {} : { path }) }];
}

export function alert(
  id: string,
  kind: AlertKind,
  text: string,
  advice: string,
  path?: string,
  runsAt?: RunsAt,
): Alert {
  return {
    ...{ subject: { kind: 'request', id: id }, kind, text, advice },
    ...(path === undefined ? {} : { path }),
    ...(runsAt ? { runsAt } : {}),
  };
}
