import { inlineText } from '../text/inline-text.js';
import { applyEdits, type Edit } from '../text/edit.js';
import { setField } from '../note/front-matter/front-matter.js';
import { lineAt, lineEndOf } from '../text/lines.js';
import { readMachineLine, setMachineLine } from '../note/machine-line.js';
import { scanBody } from '../note/structure.js';
import { earlierForms } from './earlier-sections.js';
import { editedParts } from './edited-since.js';
import { machineFieldsToJson } from './machine-fields.js';
import {
  doneLines,
  formatEditedPart,
  happenedSection,
  lateSection,
  outcomeSection,
  type LateNotice,
  type OutcomeNotice,
  type WordNotice,
} from './outcome-section.js';
import type { ActionRequest, Preparation, MachineFields, RequestStatus } from './request.js';

/** The first line of the callout of a request that waits; it gives way once nothing waits any more. */
export const waitingCallout = '> [!todo] Waiting for you';
const bannerStart = '> [!warning] Countersign:';
/** The other lines that we write below those two; a person's own lines in the callout stay. */
const calloutLines =
  /^> (?:Press Approve in Countersign, or move this note to `[^`]*` to run the action below, or to `[^`]*` to deny it\.|Check with the recipient or the service, then answer in Countersign: it happened, or it did not\.|Plan: \[\[[^[\]]*\]\]|\d{4}-\d\d-\d\dT\S+Z)$/;

/** What a person does first when a call may have been made. It can't be approved before that. {@link calloutLines} knows it. */
const checkLine =
  '> Check with the recipient or the service, then answer in Countersign: it happened, or it did not.';

/** The note with its preparation written again; what a person confirmed or signed stays. */
export function withPreparation(request: ActionRequest, preparation: Preparation): string {
  const fields = machineFieldsToJson({ ...request.machine, preparation });
  return applyEdits(request.text, setMachineLine(request.text, fields));
}

/** The note with a person's stamp, and what they said to have checked. */
export function withStamp(
  request: ActionRequest,
  stamp: string,
  confirms: readonly string[] | null,
): string {
  const fields = machineFieldsToJson({ ...request.machine, confirms, stamp });
  return applyEdits(request.text, setMachineLine(request.text, fields));
}

/** A note's text without the stamp in it, whether it can be read as a request or not. */
export function withoutStamp(text: string): string {
  const machineLine = readMachineLine(text);
  if (!machineLine.ok || machineLine.value?.value['stamp'] === undefined) return text;
  const { stamp: _, ...fields } = machineLine.value.value;
  return applyEdits(text, setMachineLine(text, fields));
}

/** The note with another `status`. */
export function withStatus(request: ActionRequest, status: RequestStatus): string {
  return applyEdits(request.text, statusEdits(request, status));
}

/** What a returned note says. */
export interface ReturnNotice {
  readonly successor: string;
  readonly status: RequestStatus;
  /** One sentence. */
  readonly reason: string;
  /** ISO-8601 UTC. */
  readonly at: string;
  /** For a call that was made: what was sent and what came back. */
  readonly outcome?: OutcomeNotice;
}

/**
 * The note as it goes back to Pending: a new id, the old one as `supersedes`, no stamp, the reason on
 * top. (docs/gate.md#returned)
 */
export function asReturned(request: ActionRequest, notice: ReturnNotice): string {
  const { text, frontMatter, machine } = request;
  const mayHaveHappened = notice.status === 'outcome_unknown';
  return applyEdits(text, [
    ...setField(text, frontMatter, 'request_id', notice.successor),
    ...setField(text, frontMatter, 'supersedes', request.requestId),
    ...statusEdits(request, notice.status),
    ...calloutEdits(
      request,
      [
        `${bannerStart} ${inlineText(formatReturn(notice))}`,
        ...(mayHaveHappened ? [checkLine] : []),
        `> ${notice.at}`,
      ],
      mayHaveHappened,
    ),
    ...(notice.outcome ? sectionEdits(request, outcomeSection(notice.outcome)) : []),
    ...machineEdits(request, { preparation: machine.preparation, confirms: null, stamp: null }),
  ]);
}

/** Approving a note that was edited meanwhile runs something else than what its reason tells of. */
function formatReturn({ reason, outcome }: ReturnNotice): string {
  if (outcome?.edited === undefined) return reason;
  return `${reason} ${formatEditedPart(outcome.edited, outcome.outcome.kind)} Approving it again runs the block as it is now.`;
}

/** The note as it is filed after an executed call: status and the `## Outcome` section. */
export function asExecuted(request: ActionRequest, notice: OutcomeNotice): string {
  return applyEdits(request.text, [
    ...statusEdits(request, 'executed'),
    ...calloutEdits(
      request,
      [
        notice.isPractice
          ? '> [!success] Practice only: nothing left this vault'
          : '> [!success] Executed',
        ...doneLines(notice.sent, {
          recipient: request.targetRecipient,
          at: notice.at,
          reason: notice.outcome.reason,
        }),
        ...(notice.edited === undefined
          ? []
          : [`> ${formatEditedPart(notice.edited, 'executed')}`]),
      ],
      true,
    ),
    ...sectionEdits(request, outcomeSection(notice)),
  ]);
}

/** Whether a note tells a person's word already, as {@link asHappened} writes it. */
export function tellsHappened(request: ActionRequest, notice: WordNotice): boolean {
  // Once the outcome stands in it, the note is no longer the one that the person saw.
  return [false, true].some((isChanged) =>
    [happenedSection, earlierForms.happened].some((form) =>
      holdsSection(request, form({ ...notice, isChanged })),
    ),
  );
}

/** The note as it is filed on a person's word: no server confirmed it, and the note says so. */
export function asHappened(request: ActionRequest, notice: WordNotice): string {
  return applyEdits(request.text, [
    ...statusEdits(request, 'executed'),
    ...calloutEdits(
      request,
      [
        '> [!success] Executed, on your word',
        ...doneLines(notice.sent, {
          recipient: request.targetRecipient,
          at: notice.at,
          reason: 'No server confirmed it.',
        }),
      ],
      true,
    ),
    ...sectionEdits(request, happenedSection(notice)),
  ]);
}

/** The note after a person said that the unknown attempt did not happen: it waits like any other. */
export function asNotHappened(request: ActionRequest, { attemptId, at }: WordNotice): string {
  const words = `You said that ${attemptId} did not happen. Approving it runs it again.`;
  return applyEdits(request.text, [
    ...statusEdits(request, 'pending'),
    ...calloutEdits(request, [`${bannerStart} ${inlineText(words)}`, `> ${at}`], false),
  ]);
}

/** The note with an answer that came late at its end, once. */
export function withLateAnswer(request: ActionRequest, notice: LateNotice): string | null {
  const section = lateSection(notice);
  return [section, earlierForms.late(notice)].some((form) => holdsSection(request, form))
    ? null
    : applyEdits(request.text, sectionEdits(request, section));
}

/** The note as it is archived: status and the reason on top. */
export function asArchived(
  request: ActionRequest,
  status: RequestStatus,
  reason: string,
  at: string,
): string {
  return applyEdits(request.text, [
    ...statusEdits(request, status),
    ...calloutEdits(request, [`${bannerStart} ${inlineText(reason)}`, `> ${at}`], true),
  ]);
}

const rejectedBanner = `${bannerStart} Rejected: `;

/** Why a note says that it was rejected, as a device writes it there that has no ledger; `null`: it does not say. */
export function rejectionReason({ text, status, frontMatter }: ActionRequest): string | null {
  if (status !== 'rejected') return null;
  let line = lineAt(text, frontMatter.bodyStart);
  while (line.end < line.next && text.slice(line.start, line.end).trim() === '')
    line = lineAt(text, line.next);
  const first = text.slice(line.start, line.end);
  const words = first.startsWith(rejectedBanner) ? first.slice(rejectedBanner.length).trim() : '';
  return words === '' ? null : words;
}

function statusEdits(request: ActionRequest, status: RequestStatus): Edit[] {
  return setField(request.text, request.frontMatter, 'status', status);
}

/**
 * Puts a callout on top of the body. An earlier one of ours gives way (logs and audit keep what it said),
 * and so does the waiting callout when nothing waits any more.
 */
function calloutEdits(request: ActionRequest, lines: readonly string[], ended: boolean): Edit[] {
  const { text } = request;
  const eol = lineEndOf(text);
  let start = request.frontMatter.bodyStart;
  for (let line = lineAt(text, start); line.end < line.next; line = lineAt(text, start)) {
    if (text.slice(line.start, line.end).trim() !== '') break;
    start = line.next;
  }
  let end = start;
  for (const known of ended ? [bannerStart, waitingCallout] : [bannerStart]) {
    if (isCallout(text, end, known)) end = calloutEnd(text, end);
  }
  const callout = lines.map((line) => line + eol).join('');
  return [{ at: start, remove: end - start, insert: `${callout}${eol}` }];
}

/** A waiting callout with other words on its first line is a person's by now. */
function isCallout(text: string, at: number, known: string): boolean {
  const line = text.slice(at, lineAt(text, at).end).trimEnd();
  return known === waitingCallout ? line === known : line.startsWith(known);
}

/** Where a callout of ours ends: behind the lines that we wrote, and the blank line after them. */
function calloutEnd(text: string, start: number): number {
  let end = lineAt(text, start).next;
  for (let line = lineAt(text, end); line.start < text.length; line = lineAt(text, end)) {
    const content = text.slice(line.start, line.end);
    if (content.trim() === '') return line.next;
    if (!calloutLines.test(content)) break;
    end = line.next;
  }
  return end;
}

/** A note without machine fields has none to change, and gets no empty line of them. */
function machineEdits(request: ActionRequest, fields: MachineFields): Edit[] {
  const machineLine = readMachineLine(request.text);
  const isAbsent = machineLine.ok && machineLine.value === null;
  return isAbsent ? [] : setMachineLine(request.text, machineFieldsToJson(fields));
}

/** Whether a note tells a call and its outcome already, as we write it; it may have been edited since. */
export function tellsOutcome(
  request: ActionRequest,
  notice: Omit<OutcomeNotice, 'edited'>,
): boolean {
  return editedParts.some((edited) =>
    [outcomeSection, earlierForms.outcome].some((form) =>
      holdsSection(request, form({ ...notice, ...(edited ? { edited } : {}) })),
    ),
  );
}

/**
 * Whether a note has a section of ours where its heading is seen, line by line. One of its lines proves
 * nothing: anybody can have written that before.
 */
function holdsSection({ text, frontMatter }: ActionRequest, section: readonly string[]): boolean {
  // The last line is blank, and an editor may have taken it away.
  const wanted = section.slice(0, -1);
  const lines = scanBody(text, frontMatter.bodyStart);
  return lines.some(
    ({ heading }, from) =>
      heading !== null && wanted.every((line, at) => lines[from + at]?.text === line),
  );
}

/** Adds a section at the end of the note, before the machine line. */
function sectionEdits({ text }: ActionRequest, section: readonly string[]): Edit[] {
  const eol = lineEndOf(text);
  const machineLine = readMachineLine(text);
  const at = machineLine.ok && machineLine.value ? machineLine.value.start : text.length;
  const lead = text.endsWith('\n', at) ? '' : eol;
  return [{ at, remove: 0, insert: lead + section.map((line) => line + eol).join('') }];
}
